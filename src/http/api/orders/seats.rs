//! Orders that go to another table, or to another person.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::move_body::order_ids;
use super::view::{OrderView, view_of};
use crate::engine::{Command, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::seating::TableView;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Write, first_of, json};
use crate::orders::{HandOver, HandOverOf, MoveCommand, MoveTable};
use store::Stored;
use web::form::{Form, RawField};

/// Most orders that one request names.
const ORDERS_MAX: usize = 200;

/// A move of orders to another table.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TableMoveBody {
    #[schema(value_type = u64, example = 7)]
    to_table_id: RawField,
    /// Default: all open orders of the table.
    #[schema(value_type = Option<Vec<u64>>)]
    order_ids: RawField,
    /// Whether the other table may be reserved, or being cleaned. Default: no.
    #[schema(value_type = Option<bool>)]
    anyway: RawField,
}

/// Two tables and the orders that went from one to the other.
#[derive(Serialize, ToSchema)]
pub struct MovedTable {
    from: TableView,
    to: TableView,
    orders: Vec<OrderView>,
}

/// Moves orders to another table, where they stay apart from those that are there.
#[utoipa::path(post, path = "/api/tables/{id}/move", tag = "orders", request_body = TableMoveBody, params(("id" = u64, Path)), responses(
    (status = 200, body = MovedTable), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn move_table(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<TableMoveBody>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let to_table_id = form.required_id("toTableId", &body.to_table_id, "Table is required").unwrap_or_default();
    let order_ids = named(&mut form, &body.order_ids);
    let anyway = form.flag("anyway", &body.anyway).unwrap_or(false);
    if parse_id(&id, "table").is_ok_and(|id| id == to_table_id) {
        form.reject("toTableId", "The orders are at this table already");
    }
    form.finish()?;
    let table_id = parse_id(&id, "table")?;
    let command = Command::Move(MoveCommand::Table(MoveTable { table_id, to_table_id, order_ids, anyway }));
    write
        .submit(&app, &caller, command, move |entries, view| {
            let moved = entries.iter().find_map(|entry| if let Event::TableMoved(event) = &entry.event { Some(event) } else { None });
            let ids = moved.map(|event| event.order_ids.as_slice()).unwrap_or_default();
            let orders = ids.iter().map(|id| view_of(view, *id)).collect::<Stored<_>>()?;
            json(StatusCode::OK, &MovedTable { from: TableView::of(view, table_id)?, to: TableView::of(view, to_table_id)?, orders })
        })
        .await
}

fn named(form: &mut Form, field: &RawField) -> Option<Vec<u64>> {
    field.value().is_some().then(|| order_ids(form, "orderIds", field, ORDERS_MAX))
}

/// Orders for another person.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct HandOverBody {
    /// The person who serves them from now on.
    #[schema(value_type = u64)]
    user_id: RawField,
    #[schema(value_type = Option<Vec<u64>>)]
    order_ids: RawField,
    /// Instead of `orderIds`: all open orders that this person serves.
    #[schema(value_type = Option<u64>)]
    from_user_id: RawField,
}

/// Hands orders over to another person, who serves them from now on.
#[utoipa::path(post, path = "/api/orders/transfer", tag = "orders", request_body = HandOverBody, responses(
    (status = 200, body = [OrderView]), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn transfer(State(app): State<AppState>, Staff(caller): Staff, write: Write<HandOverBody>) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let user_id = form.required_id("userId", &body.user_id, "Person is required").unwrap_or_default();
    let orders = named(&mut form, &body.order_ids);
    let of = match (orders, form.id("fromUserId", &body.from_user_id)) {
        (Some(ids), None) => HandOverOf::Orders(ids),
        (None, Some(id)) => HandOverOf::Person(id),
        _ => {
            form.reject("orderIds", "Name the orders, or the person who serves them");
            HandOverOf::Orders(Vec::new())
        }
    };
    form.finish()?;
    let named = if let HandOverOf::Orders(ids) = &of { ids.clone() } else { Vec::new() };
    let command = Command::Move(MoveCommand::HandOver(HandOver { user_id, of }));
    write
        .submit(&app, &caller, command, move |entries, view| {
            let handed = first_of(entries, |event| if let Event::OrdersHandedOver(event) = event { Some(&event.orders) } else { None });
            let handed = handed.into_iter().flatten().map(|order| order.order_id);
            let ids = if named.is_empty() { handed.collect() } else { named.clone() };
            json(StatusCode::OK, &ids.iter().map(|id| view_of(view, *id)).collect::<Stored<Vec<_>>>()?)
        })
        .await
}
