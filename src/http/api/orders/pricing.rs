//! Discounts and comps on an order, and closing one that owes nothing.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::move_body::{PiecesBody, pieces};
use super::moves::with_fresh;
use super::shown;
use super::view::{OrderView, view_of};
use crate::engine::{Command, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::required_choice;
use crate::http::api::sales::discount::DiscountBody;
use crate::http::api::views::{ReceiptView, receipt_of};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Approvable, OptionalBody, Write, first_of, json};
use crate::orders::ITEMS_MAX;
use crate::orders::pricing::{CloseOrder, CompItems, DiscountOrder, PricingCommand, RemoveComp, RemoveDiscount};
use web::form::{Form, RawField, objects};

/// A discount on an order. It replaces an earlier one on the same items.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderDiscountBody {
    #[serde(flatten)]
    discount: DiscountBody,
    /// Only on these items. Default: on all that are not free.
    #[schema(value_type = Option<Vec<u64>>)]
    item_ids: RawField,
}

/// The items whose discount or comp is taken off.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ItemIdsBody {
    /// A discount is taken off all items without it.
    #[schema(value_type = Option<Vec<u64>>)]
    item_ids: RawField,
}

/// Items that were made and are given free.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CompBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<PiecesBody>,
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    reason: RawField,
    /// The reason of the list, of kind `comp`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
}

/// An order that was closed, and its receipt.
#[derive(Serialize, ToSchema)]
pub struct ClosedOrder {
    order: OrderView,
    receipt: Option<ReceiptView>,
}

/// Gives a discount on an order, or on some of its items.
#[utoipa::path(post, path = "/api/orders/{id}/discount", tag = "orders", request_body = OrderDiscountBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn discount(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<OrderDiscountBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let discount = write.body.discount.read(&mut form, &app, "")?;
    let item_ids = item_ids(&mut form, &write.body.item_ids);
    form.finish()?;
    let (order_id, discount) = (parse_id(&id, "order")?, discount.ok_or_else(ApiError::internal)?);
    let command = PricingCommand::Discount(DiscountOrder { order_id, discount, item_ids });
    let answer = write.submit(&app, &caller, Command::Pricing(command), move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Takes the discount off an order, or off some of its items.
#[utoipa::path(delete, path = "/api/orders/{id}/discount", tag = "orders", request_body = ItemIdsBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn remove_discount(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<OptionalBody<ItemIdsBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let item_ids = item_ids(&mut form, &write.body.item_ids);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = PricingCommand::RemoveDiscount(RemoveDiscount { order_id, item_ids });
    let answer = write.submit(&app, &caller, Command::Pricing(command), move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Gives items of an order free, or pieces of them. Their goods stay out of stock.
#[utoipa::path(post, path = "/api/orders/{id}/comp", tag = "orders", request_body = CompBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn comp(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<CompBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let items = pieces(&mut form, &write.body.items);
    let reason = required_choice(&mut form, &app, &write.body.reason_id, &write.body.reason)?;
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = PricingCommand::Comp(CompItems { order_id, items, reason });
    let answer = write.submit(&app, &caller, Command::Pricing(command), move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Takes comps back: the items cost their price again.
#[utoipa::path(delete, path = "/api/orders/{id}/comp", tag = "orders", request_body = ItemIdsBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn remove_comp(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<OptionalBody<ItemIdsBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let item_ids = item_ids(&mut form, &write.body.item_ids);
    if write.body.item_ids.value().is_none() {
        form.reject("itemIds", "Choose the items");
    }
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = PricingCommand::RemoveComp(RemoveComp { order_id, item_ids: item_ids.unwrap_or_default() });
    let answer = write.submit(&app, &caller, Command::Pricing(command), move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Closes an order that owes nothing, with a receipt of $0.00.
#[utoipa::path(post, path = "/api/orders/{id}/close", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 200, body = ClosedOrder), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn close(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<crate::http::contract::write::EmptyBody>,
) -> Result<Response, ApiError> {
    let order_id = parse_id(&id, "order")?;
    let answer = write
        .submit(&app, &caller, Command::Pricing(PricingCommand::Close(CloseOrder { order_id })), move |entries, view| {
            let number =
                first_of(
                    entries,
                    |event| if let Event::OrderClosed(event) = event { Some(event.sale.receipt_number.as_str()) } else { None },
                );
            json(StatusCode::OK, &ClosedOrder { order: view_of(view, order_id)?, receipt: receipt_of(view, number)? })
        })
        .await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

fn item_ids(form: &mut Form, field: &RawField) -> Option<Vec<u64>> {
    let ids: Option<Vec<u64>> = field.value()?.as_array().and_then(|ids| ids.iter().map(Value::as_u64).collect());
    if ids.as_ref().is_none_or(|ids| !(1..=ITEMS_MAX).contains(&ids.len())) {
        form.reject("itemIds", format!("Must be a list of 1 to {ITEMS_MAX} item numbers"));
    }
    Some(ids.unwrap_or_default())
}
