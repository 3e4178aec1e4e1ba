//! Moves of items, splits and merges of orders, and the guests of items.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::move_body::{LabelsBody, MergeBody, MoveItemsBody, SplitBody, order_ids};
use super::shown;
use super::view::{OrderView, view_of};
use crate::engine::{Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::visible::Visible;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::{Caller, Staff};
use crate::http::contract::write::{Approvable, Write, json, missing};
use crate::orders::pay::payable;
use crate::orders::{self, LabelItems, MergeOrders, MoveCommand, MoveItems, MoveTarget, SIBLINGS_MAX, SplitOrder};
use store::{Stored, View};
use web::form::Form;

/// Two orders after items went from one to the other.
#[derive(Serialize, ToSchema)]
pub struct MovedOrders {
    order: OrderView,
    target: OrderView,
}

/// An order after a split, and the orders that it was split into.
#[derive(Serialize, ToSchema)]
pub struct SplitOrders {
    order: OrderView,
    created: Vec<OrderView>,
}

/// Moves items to another order or a new one. Money stays: what was paid on them is laid on the rest.
#[utoipa::path(post, path = "/api/orders/{id}/move", tag = "orders", request_body = MoveItemsBody, params(("id" = u64, Path)), responses(
    (status = 200, body = MovedOrders), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn move_items(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<MoveItemsBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let (pieces, to) = write.body.read(&mut form, &id);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let target_id = if let MoveTarget::Order(id) = &to { Some(*id) } else { None };
    let command = Command::Move(MoveCommand::Items(MoveItems { order_id, pieces, to }));
    let answer = write.submit(&app, &caller, command, move |entries, view| {
        let target = *destinations(entries).first().ok_or_else(|| missing("orders"))?;
        json(StatusCode::OK, &MovedOrders { order: view_of(view, order_id)?, target: view_of(view, target)? })
    });
    answer.await.or_else(|error| with_fresh(&app, &caller, error, order_id, target_id))
}

/// Splits an order into several, by item or by guest. Each new one is an order like any other.
#[utoipa::path(post, path = "/api/orders/{id}/split", tag = "orders", request_body = SplitBody, params(("id" = u64, Path)), responses(
    (status = 201, body = SplitOrders), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn split(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<SplitBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let into = write.body.read(&mut form);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = Command::Move(MoveCommand::Split(SplitOrder { order_id, into }));
    let answer = write.submit(&app, &caller, command, move |entries, view| {
        let created = destinations(entries).into_iter().map(|id| view_of(view, id)).collect::<Stored<_>>()?;
        json(StatusCode::CREATED, &SplitOrders { order: view_of(view, order_id)?, created })
    });
    answer.await.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// Merges orders into this one: all of their items and all of their payments come over.
#[utoipa::path(post, path = "/api/orders/{id}/merge", tag = "orders", request_body = MergeBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn merge(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Approvable(write): Approvable<Write<MergeBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let from = order_ids(&mut form, "from", &write.body.from, SIBLINGS_MAX - 1);
    if parse_id(&id, "order").is_ok_and(|id| from.contains(&id)) {
        form.reject("from", "An order cannot be merged into itself");
    }
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let sources = from.clone();
    let command = Command::Move(MoveCommand::Merge(MergeOrders { order_id, from }));
    let answer = write.submit(&app, &caller, command, move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| {
        // Only what was refused is explained: a merge that was saved has its answer already.
        let closed = if error.has_status(StatusCode::CONFLICT) { app.store.read(|view| closed_one(view, &sources))? } else { None };
        let source = closed.or(sources.first().copied());
        with_fresh(&app, &caller, error, source.unwrap_or(order_id), Some(order_id))
    })
}

/// Tells which guests items are for.
#[utoipa::path(patch, path = "/api/orders/{id}/items", tag = "orders", request_body = LabelsBody, params(("id" = u64, Path)), responses(
    (status = 200, body = OrderView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn label(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<LabelsBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let labels = write.body.read(&mut form);
    form.finish()?;
    let order_id = parse_id(&id, "order")?;
    let command = Command::Move(MoveCommand::Label(LabelItems { order_id, labels }));
    let answer = write.submit(&app, &caller, command, move |_, view| shown(StatusCode::OK, view, order_id)).await;
    answer.or_else(|error| with_fresh(&app, &caller, error, order_id, None))
}

/// The orders that items came to, in the order in which they were named.
fn destinations(entries: &[Entry]) -> Vec<u64> {
    let moved = entries.iter().find_map(|entry| if let Event::ItemsMoved(event) = &entry.event { Some(event) } else { None });
    moved.map(|event| event.to.iter().map(|to| to.after.order_id).collect()).unwrap_or_default()
}

/// The first of these orders that takes no change any more.
fn closed_one(view: &dyn View, ids: &[u64]) -> Stored<Option<u64>> {
    for id in ids {
        if orders::order(view, *id)?.is_some_and(|order| payable(&order).is_err()) {
            return Ok(Some(*id));
        }
    }
    Ok(None)
}

/// A 409 with the orders as they are now.
pub(in crate::http::api) fn with_fresh(
    app: &AppState,
    caller: &Caller,
    error: ApiError,
    order_id: u64,
    target_id: Option<u64>,
) -> Result<Response, ApiError> {
    if !error.has_status(StatusCode::CONFLICT) {
        return Err(error);
    }
    let visible = Visible::to(app, caller)?;
    let found = |view: &dyn View, id: Option<u64>| -> Stored<Option<OrderView>> {
        match id.map_or(Ok(None), |id| orders::order(view, id))? {
            Some(order) if !visible.order(view, &order)? => Ok(None),
            Some(order) => OrderView::load(view, &order).map(Some),
            None => Ok(None),
        }
    };
    let [order, target] = app.store.read(|view| Ok([found(view, Some(order_id))?, found(view, target_id)?]))?;
    let shown = |order: Option<OrderView>| serde_json::to_value(order).unwrap_or_default();
    Err(error.with("order", shown(order)).with("target", shown(target)))
}
