//! Orders: placing, changing, voiding. Items are in [`items`], payment in [`payment`], reading in [`list`].

mod body;
pub mod items;
pub mod list;
pub mod moves;
pub mod payment;
pub mod pricing;
pub mod seats;
pub mod shares;
pub mod states;
pub mod tax;
pub mod walk_out;

mod item_view;
mod move_body;
mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

pub use body::customer;
pub(in crate::http::api) use item_view::OrderItemView;

use self::body::{NAME_REQUIRED, OrderBody, OrderStatusBody, OrderVoidBody, guest_label, returned_goods};
pub use self::view::{OrderView, view_of};
use crate::engine::{Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::PaymentView;
use crate::http::api::reasons::{RecordedReason, choice, required_choice};
use crate::http::api::sales::{Void, may_discount, refunds_of_void};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::{OrderVoider, Staff};
use crate::http::contract::write::{Approvable, Write, first_of, json, missing};
use crate::orders::{ChangeOrder, ITEMS_MAX, OrderStatus, OrderType, PlaceOrder, SetOrderStatus, VoidOrder};
pub(in crate::http::api) use moves::with_fresh;
use store::{Stored, View};
use web::form::Form;

/// Places an order.
#[utoipa::path(post, path = "/api/orders", tag = "orders", request_body = OrderBody, responses(
    (status = 201, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn place(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Approvable(write): Approvable<Write<OrderBody>>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let customer = customer(&mut form, &body.customer_name, &body.customer_phone);
    let order_type = form.word("orderType", &body.order_type, OrderType::parse, "Must be dine_in, takeout or delivery");
    if !(1..=ITEMS_MAX).contains(&body.items.len()) {
        form.reject("items", format!("An order needs 1 to {ITEMS_MAX} items"));
    }
    let command = PlaceOrder {
        order_type: order_type.unwrap_or(OrderType::DineIn),
        table_id: form.id("tableId", &body.table_id),
        customer,
        notes: form.notes("notes", &body.notes),
        items: body.items.iter().take(ITEMS_MAX).map(|item| item.line(&mut form, &app)).collect(),
        claim: body.claim(&mut form),
        guests: body.guests(&mut form),
        labels: body.items.iter().take(ITEMS_MAX).map(|item| guest_label(&mut form, "guest", &item.guest)).collect(),
        oversell: form.flag("oversell", &body.oversell).unwrap_or(false),
    };
    form.finish()?;
    may_discount(&app, &caller, &command.items, false)?;
    write
        .submit(&app, &caller, Command::PlaceOrder(command), |entries, view| {
            let placed = first_of(entries, |event| if let Event::OrderPlaced(event) = event { Some(event.order_id) } else { None });
            shown(StatusCode::CREATED, view, placed.ok_or_else(|| missing("orders"))?)
        })
        .await
}

fn shown(status: StatusCode, view: &dyn View, id: u64) -> Stored<crate::engine::Answer> {
    json(status, &view_of(view, id)?)
}

/// Changes the customer, table or notes of an order.
#[utoipa::path(patch, path = "/api/orders/{id}", tag = "orders", request_body = OrderBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn change(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<OrderBody>>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let customer_name = match body.customer_name.is_present() {
        true => form.required_line("customerName", &body.customer_name, NAME_REQUIRED),
        false => None,
    };
    let customer_phone = form.line_change("customerPhone", &body.customer_phone);
    let notes = form.notes_change("notes", &body.notes);
    let table_id = body.table_id.is_present().then(|| form.id("tableId", &body.table_id));
    let guests = body.guests.is_present().then(|| body.guests(&mut form));
    let claim = body.claim(&mut form);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = ChangeOrder { order_id, customer_name, customer_phone, notes, table_id, guests, claim };
    write.submit(&app, &caller, Command::ChangeOrder(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

/// Moves an order to its next status, or cancels it. Paid orders, and all orders where `orders.steps` is off, may be served at once.
#[utoipa::path(patch, path = "/api/orders/{id}/status", tag = "orders", request_body = OrderStatusBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn step(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<OrderStatusBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let status = form.word("status", &write.body.status, OrderStatus::parse, UNKNOWN_STATUS);
    if write.body.status.value().is_none() {
        form.reject("status", UNKNOWN_STATUS);
    }
    let reason = match status {
        Some(OrderStatus::Cancelled) => required_choice(&mut form, &app, &write.body.reason_id, &write.body.reason)?,
        _ => choice(&mut form, &write.body.reason_id, &write.body.reason),
    };
    let returns = write.body.returns(&mut form);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = SetOrderStatus { order_id, status: status.unwrap_or(OrderStatus::Pending), reason, returns };
    write.submit(&app, &caller, Command::SetOrderStatus(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

const UNKNOWN_STATUS: &str = "Must be pending, preparing, ready, served or cancelled";

/// An order after a void.
#[derive(Serialize, ToSchema)]
pub struct VoidedOrder {
    #[serde(flatten)]
    order: OrderView,
    #[serde(flatten)]
    reason: RecordedReason,
    /// What is given back; amounts are negative.
    refunds: Vec<PaymentView>,
}

/// Voids an order.
#[utoipa::path(post, path = "/api/orders/{id}/void", tag = "orders", request_body = OrderVoidBody, params(("id" = u64, Path)), responses(
    (status = 200, body = VoidedOrder), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn void(
    State(app): State<AppState>,
    OrderVoider(caller): OrderVoider,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<OrderVoidBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let Void { reason, return_to_stock, refund, return_tip, till } = write.body.void.read(&mut form, &app)?;
    let returns = returned_goods(&mut form, return_to_stock, &write.body.return_item_ids);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = Command::VoidOrder(VoidOrder { order_id, reason, returns, refund, return_tip, till: caller.at_till(till) });
    write
        .submit(&app, &caller, command, move |entries: &[Entry], view| {
            let (order, reason) = (view_of(view, order_id)?, RecordedReason::of_void(entries));
            json(StatusCode::OK, &VoidedOrder { order, reason, refunds: refunds_of_void(entries, view)? })
        })
        .await
}
