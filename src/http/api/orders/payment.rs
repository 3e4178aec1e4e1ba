//! Payment of an order, and moving it to a customer's tab.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::credit::{self, PutOrderOnTab};
use crate::engine::{Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::credit::CreditView;
use crate::http::api::orders::body::{PutOnTabBody, customer};
use crate::http::api::orders::shares::ShareBody;
use crate::http::api::orders::view::{OrderView, view_of};
use crate::http::api::payments::PaymentView;
use crate::http::api::payments::tender::{PaymentBody, WithoutAmounts};
use crate::http::api::views::{ReceiptView, receipt_of};
use crate::http::api::visible::Visible;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, Write, first_of, json, missing};
use crate::methods::PaymentMethod;
use crate::orders::{self, PayOrder};
use crate::payments::payments_of_order;
use crate::settings::settings;
use store::{Stored, View};
use web::form::{Form, RawField};

/// A payment on an order: of all of it, a part of it, or one of several equal shares.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderPaymentBody {
    #[serde(flatten)]
    payment: PaymentBody,
    /// Which of several equal shares it pays.
    #[schema(value_type = Option<ShareBody>)]
    share: RawField,
}

/// An order after a payment. There is a receipt once it is fully paid.
#[derive(Serialize, ToSchema)]
pub struct PaidOrder {
    order: OrderView,
    payment: PaymentView,
    receipt: Option<ReceiptView>,
}

/// An order on a tab, and its credit items.
#[derive(Serialize, ToSchema)]
pub struct AttachedOrder {
    order: OrderView,
    credits: Vec<CreditView>,
}

/// Records a payment for an order, in full or in part.
#[utoipa::path(post, path = "/api/orders/{id}/payment", tag = "orders", request_body = OrderPaymentBody, params(("id" = u64, Path)), responses(
    (status = 200, body = PaidOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn pay(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<OrderPaymentBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let payment = write.body.payment.read(&mut form, &app, PaymentMethod::FOR_ORDERS, WithoutAmounts::Refused);
    let (payment, share) = (payment.at(|till| caller.at_till(till)), ShareBody::read(&mut form, &write.body.share));
    form.finish()?;
    payment.check_amounts()?;
    let order_id = parse_id(&id, "order")?;
    write
        .submit(&app, &caller, Command::PayOrder(PayOrder { order_id, payment, share }), move |entries, view| {
            let paid = first_of(entries, |event| if let Event::OrderPaid(event) = event { Some(event) } else { None });
            let paid = paid.ok_or_else(|| missing("payments"))?;
            let payment = PaymentView::load(view, paid.payment.id)?;
            let receipt = receipt_of(view, paid.sale.as_ref().map(|sale| sale.receipt_number.as_str()))?;
            json(StatusCode::OK, &PaidOrder { order: view_of(view, order_id)?, payment, receipt })
        })
        .await
}

/// Moves an order to a customer's tab.
#[utoipa::path(post, path = "/api/orders/{id}/credit", tag = "orders", request_body = PutOnTabBody, params(("id" = u64, Path)), responses(
    (status = 200, body = AttachedOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn attach(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<PutOnTabBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let customer = customer(&mut form, &write.body.customer.customer_name, &write.body.customer.customer_phone);
    let over_limit = form.flag("overLimit", &write.body.over_limit).unwrap_or(false);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    write
        .submit(&app, &caller, Command::PutOrderOnTab(PutOrderOnTab { order_id, customer, over_limit }), move |entries, view| {
            json(StatusCode::OK, &attached(entries, view, order_id)?)
        })
        .await
}

/// An order on a tab with its new credit items, from the entries of the request.
pub(super) fn attached(entries: &[Entry], view: &dyn View, order_id: u64) -> Stored<AttachedOrder> {
    let attached = first_of(entries, |event| if let Event::OrderAttached(event) = event { Some(&event.credits) } else { None });
    let recovered = first_of(entries, |event| if let Event::WalkOutRecovered(event) = event { Some(&event.credits) } else { None });
    let mut credits = Vec::new();
    for new in attached.or(recovered).into_iter().flatten() {
        credits.push(CreditView::new(&credit::credit(view, new.id)?.ok_or_else(|| missing("credits"))?));
    }
    Ok(AttachedOrder { order: view_of(view, order_id)?, credits })
}

/// What the payments of an order depend on: the names of methods and tills, and ticks.
const TOPICS: [Topic; 4] = [Topic::Orders, Topic::Settings, Topic::Tills, Topic::Shifts];

/// Lists the payments of an order, refunds among them, oldest first.
#[utoipa::path(get, path = "/api/orders/{id}/payments", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 200, body = [PaymentView]), (status = 401), (status = 403), (status = 404)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let id = parse_id(&id, "order")?;
    let visible = Visible::to(&app, &caller)?;
    request
        .answer(&app, &TOPICS, &visible.variant(), |view| {
            let order = orders::order(view, id)?.ok_or_else(|| ApiError::not_found("order"))?;
            if !visible.order(view, &order)? {
                return Err(ApiError::not_found("order"));
            }
            let settings = settings(view)?;
            let rows = payments_of_order(view, id)?.into_iter();
            Ok(rows.map(|row| PaymentView::new(view, row, &settings)).collect::<Stored<Vec<_>>>()?)
        })
        .await
}
