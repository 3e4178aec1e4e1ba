//! Items of an order: adding, changing and removing them one by one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::body::{AddedItemBody, ItemChangeBody, ReasonBody, guest_label, item_notes};
use super::shown;
use super::view::OrderView;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::choice;
use crate::http::api::sales::may_discount;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, OptionalBody, Write};
use crate::orders::{AddItem, ChangeItem, RemoveItem};
use web::form::Form;

/// Adds an item to an order.
#[utoipa::path(post, path = "/api/orders/{id}/items", tag = "orders", request_body = AddedItemBody, params(("id" = u64, Path)), responses(
    (status = 201, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn add(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<AddedItemBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let AddedItemBody { item: body, oversell } = &write.body;
    let item = body.line(&mut form, &app);
    let guest = guest_label(&mut form, "guest", &body.guest);
    let oversell = form.flag("oversell", oversell).unwrap_or(false);
    form.finish()?;
    may_discount(&app, &caller, std::slice::from_ref(&item), false)?;
    let order_id = parse_id(&id, "order")?;
    write
        .submit(&app, &caller, Command::AddItem(AddItem { order_id, item, guest, oversell }), move |_, view| {
            shown(StatusCode::CREATED, view, order_id)
        })
        .await
}

/// Changes the quantity or the note of an item. The item keeps its price.
#[utoipa::path(patch, path = "/api/orders/{id}/items/{itemId}", tag = "orders", request_body = ItemChangeBody,
    params(("id" = u64, Path), ("itemId" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn change(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path((id, item_id)): Path<(String, String)>,
    Approvable(write): Approvable<Write<ItemChangeBody>>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let quantity = form.integer("quantity", &body.quantity);
    if quantity.is_some_and(|quantity| quantity < 1) {
        form.reject("quantity", "Quantity must be at least 1");
    }
    let of = form.integer("of", &body.of);
    if of.is_some_and(|of| of < 1) {
        form.reject("of", "Quantity must be at least 1");
    }
    let reason = choice(&mut form, &body.reason_id, &body.reason);
    let return_to_stock = form.flag("returnToStock", &body.return_to_stock);
    let notes = body.notes.is_present().then(|| item_notes(&mut form, &body.notes));
    form.finish()?;
    let (order_id, item_id) = (parse_id(&id, "order")?, parse_id(&item_id, "item")?);
    let command = ChangeItem { order_id, item_id, quantity, of, reason, return_to_stock, notes };
    write.submit(&app, &caller, Command::ChangeItem(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}

/// Removes an item from an order, and returns it to stock unless told otherwise.
#[utoipa::path(delete, path = "/api/orders/{id}/items/{itemId}", tag = "orders", request_body = Option<ReasonBody>,
    params(("id" = u64, Path), ("itemId" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn remove(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path((id, item_id)): Path<(String, String)>,
    Approvable(write): Approvable<OptionalBody<ReasonBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let reason = choice(&mut form, &write.body.reason_id, &write.body.reason);
    let return_to_stock = form.flag("returnToStock", &write.body.return_to_stock);
    form.finish()?;
    let (order_id, item_id) = (parse_id(&id, "order")?, parse_id(&item_id, "item")?);
    let command = RemoveItem { order_id, item_id, reason, return_to_stock };
    write.submit(&app, &caller, Command::RemoveItem(command), move |_, view| shown(StatusCode::OK, view, order_id)).await
}
