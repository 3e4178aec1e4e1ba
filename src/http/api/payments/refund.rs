//! Giving a payment on an open order back.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PaymentView;
use crate::engine::{Command, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::orders::{OrderView, view_of, with_fresh};
use crate::http::api::reasons::required_choice;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, Write, first_of, json, missing};
use crate::orders::RefundPayment;
use crate::payments::TillRequest;
use crate::sales;
use web::form::{Form, RawField};

/// Why a payment is given back.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PaymentRefundBody {
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    reason: RawField,
    /// The till that gives it back. Default: see the handbook's page on the drawer.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
}

/// An order without a payment, and what was given back.
#[derive(Serialize, ToSchema)]
pub struct RefundedPayment {
    order: OrderView,
    /// The refund; amounts are negative.
    payment: PaymentView,
}

/// Gives a payment on an open order back: all of it, as it came.
#[utoipa::path(post, path = "/api/payments/{id}/refund", tag = "payments", request_body = PaymentRefundBody, params(("id" = u64, Path)), responses(
    (status = 201, body = RefundedPayment), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn give_back(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<PaymentRefundBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let reason = required_choice(&mut form, &app, &write.body.reason_id, &write.body.reason)?;
    let till = caller.at_till(TillRequest { till_id: form.id("tillId", &write.body.till_id), device_till_id: None });
    form.finish()?;
    let payment_id = parse_id(&id, "payment")?;
    let answer = write
        .submit(&app, &caller, Command::RefundPayment(RefundPayment { payment_id, reason, till }), |entries, view| {
            let refunded = first_of(entries, |event| if let Event::PaymentRefunded(event) = event { Some(event) } else { None });
            let refunded = refunded.ok_or_else(|| missing("payments"))?;
            let (order, payment) = (view_of(view, refunded.order_id)?, PaymentView::load(view, refunded.payment.id)?);
            json(StatusCode::CREATED, &RefundedPayment { order, payment })
        })
        .await;
    let of_order = app.store.read(|view| sales::payment(view, payment_id))?.and_then(|row| row.payment.order_id);
    match of_order {
        Some(order_id) => answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None)),
        None => answer,
    }
}
