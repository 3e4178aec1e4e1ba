//! Money on orders: taken, turned into credit, given back.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::body::{AttachBody, customer};
use super::view::{AttachedOrder, OrderView, PaidOrder, receipt_of, shown, view_of};
use crate::credit::{self, AttachOrder, VoidOrder};
use crate::engine::{Command, Entry, Event};
use crate::http::credit::CreditView;
use crate::http::form::Form;
use crate::http::sales::VoidBody;
use crate::http::session::{Manager, Staff};
use crate::http::tender::{TenderBody, tender};
use crate::http::write::{Write, json, missing};
use crate::http::{self, ApiError, App};
use crate::orders::PayOrder;
use crate::payments;
use crate::sales::PaymentMethod;

/// Takes money on an order.
#[utoipa::path(post, path = "/api/orders/{id}/payment", tag = "orders", request_body = TenderBody, params(("id" = u64, Path)), responses(
    (status = 200, body = PaidOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn pay(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<TenderBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let (tender, rate) = tender(&mut form, &write.body, &PaymentMethod::FOR_ORDERS);
    form.done()?;
    tender.check()?;
    let order_id = http::id(&id, "order")?;
    write
        .submit(&app, &caller, Command::PayOrder(PayOrder { order_id, tender, rate }), move |entries, view| {
            let paid = entries.iter().find_map(|entry| match &entry.event {
                Event::OrderPaid(event) => Some(event),
                _ => None,
            });
            let paid = paid.ok_or_else(|| missing("payments"))?;
            let payment = payments::payment(view, paid.payment.id)?.ok_or_else(|| missing("payments"))?;
            let receipt = receipt_of(view, paid.sale.as_ref().map(|sale| sale.receipt_number.as_str()))?;
            json(StatusCode::OK, &PaidOrder { order: view_of(view, order_id)?, payment: payment.into(), receipt })
        })
        .await
}

/// Puts an order on a customer's tab.
#[utoipa::path(post, path = "/api/orders/{id}/credit", tag = "orders", request_body = AttachBody, params(("id" = u64, Path)), responses(
    (status = 200, body = AttachedOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn attach(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<AttachBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let customer = customer(&mut form, &write.body.customer_name, &write.body.customer_phone);
    form.done()?;
    let order_id = http::id(&id, "order")?;
    write
        .submit(&app, &caller, Command::AttachOrder(AttachOrder { order_id, customer }), move |entries, view| {
            let ids = entries.iter().find_map(|entry| match &entry.event {
                Event::OrderAttached(event) => Some(event.credits.iter().map(|credit| credit.id).collect::<Vec<_>>()),
                _ => None,
            });
            let mut credits = Vec::new();
            for id in ids.unwrap_or_default() {
                credits.push(CreditView::new(&credit::credit(view, id)?.ok_or_else(|| missing("credits"))?));
            }
            json(StatusCode::OK, &AttachedOrder { order: view_of(view, order_id)?, credits })
        })
        .await
}

/// Takes a whole order back.
#[utoipa::path(post, path = "/api/orders/{id}/void", tag = "orders", request_body = VoidBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn void(
    State(app): State<App>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<VoidBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let (reason, return_to_stock) = write.body.read(&mut form);
    form.done()?;
    let order_id = http::id(&id, "order")?;
    let command = Command::VoidOrder(VoidOrder { order_id, reason, return_to_stock });
    write.submit(&app, &caller, command, move |_: &[Entry], view| shown(StatusCode::OK, view, order_id)).await
}
