//! Tables in the room.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Answer, Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::Whole;
use crate::http::contract::session::{Manager, Staff};
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, first_of, json, missing, no_content};
use crate::seating::{self, CAPACITY_MAX, DiningTable, SeatingCommand, TABLE_NUMBER_MAX, TableStatus, area, table_name};
use store::{Stored, View};
use web::form::{Form, RawField};

/// A table in the room.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Table)]
pub struct TableView {
    id: u64,
    table_number: u32,
    /// Null where it has only its number.
    #[schema(example = "VIP")]
    name: Option<String>,
    /// The part of the bar where it stands.
    #[schema(example = "Terrace")]
    area: Option<String>,
    capacity: u32,
    status: TableStatus,
    /// Since when it is occupied; null if it is not.
    occupied_at: Option<String>,
}

impl TableView {
    fn load(view: &dyn View, table: DiningTable) -> Stored<Self> {
        let occupied_at = seating::occupied_at(view, table.id)?.map(|at| at.to_string());
        let DiningTable { id, number, name, area, capacity, status, archived: _ } = table;
        Ok(TableView { id, table_number: number, name, area, capacity, status, occupied_at })
    }

    /// The table with this id, which must exist.
    pub(super) fn of(view: &dyn View, id: u64) -> Stored<Self> {
        TableView::load(view, seating::table(view, id)?.ok_or_else(|| missing("tables"))?)
    }
}

/// A new or changed table.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TableBody {
    /// A whole number. For a new table also a text that is none, which is its name then; the box chooses the number of a new table that has
    /// only a name.
    #[schema(value_type = Option<Whole>, example = 13)]
    table_number: RawField,
    /// At most 20 characters, a letter among them; unique, however it is spelled. Null or blank: it has only its number.
    #[schema(value_type = Option<String>, example = "VIP")]
    name: RawField,
    /// The part of the bar where it stands, at most 40 characters. Null or blank: none.
    #[schema(value_type = Option<String>, example = "Terrace")]
    area: RawField,
    #[schema(value_type = Option<Whole>, example = 4)]
    capacity: RawField,
}

/// The new status of a table.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct TableStatusBody {
    #[schema(value_type = TableStatus)]
    status: RawField,
}

/// Lists all tables by number.
#[utoipa::path(get, path = "/api/tables", tag = "orders", responses((status = 200, body = [TableView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer(&app, &[Topic::Tables], "", |view| {
            let tables = seating::tables(view)?.into_iter().map(|table| TableView::load(view, table));
            Ok(tables.collect::<Stored<Vec<_>>>()?)
        })
        .await
}

fn count(form: &mut Form, name: &str, field: &RawField, max: u32) -> Option<u32> {
    let number = form.integer(name, field)?;
    let fitting = u32::try_from(number).ok().filter(|number| (1..=max).contains(number));
    if fitting.is_none() {
        form.reject(name, format!("Must be from 1 to {max}"));
    }
    fitting
}

/// Adds a table.
#[utoipa::path(post, path = "/api/tables", tag = "orders", request_body = TableBody, responses(
    (status = 201, body = TableView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn create(State(app): State<AppState>, Manager(caller): Manager, write: Write<TableBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let has_name = write.body.name.value().is_some();
    let is_name = !has_name && write.body.table_number.text().is_some_and(|text| text.contains(char::is_alphabetic));
    let (number, name) = if is_name {
        (None, form.text_change("tableNumber", &write.body.table_number, table_name))
    } else {
        let number = count(&mut form, "tableNumber", &write.body.table_number, TABLE_NUMBER_MAX);
        (number, form.text_change("name", &write.body.name, table_name))
    };
    if number.is_none() && !is_name && !has_name {
        form.reject("tableNumber", "Table number is required");
    }
    let area = form.text_change("area", &write.body.area, area).flatten();
    let capacity = count(&mut form, "capacity", &write.body.capacity, CAPACITY_MAX).unwrap_or(CAPACITY_DEFAULT);
    form.finish()?;
    let command = SeatingCommand::Create { number, name: name.flatten(), area, capacity };
    write
        .submit(&app, &caller, Command::Seating(command), |entries, view| {
            let created = first_of(entries, |event| if let Event::TableSaved(event) = event { Some(event.table.id) } else { None });
            shown(StatusCode::CREATED, view, created.ok_or_else(|| missing("tables"))?)
        })
        .await
}

/// Seats of a new table without `capacity`.
const CAPACITY_DEFAULT: u32 = 4;

fn shown(status: StatusCode, view: &dyn View, id: u64) -> Stored<Answer> {
    json(status, &TableView::of(view, id)?)
}

/// Changes the number, name, area or capacity of a table.
#[utoipa::path(put, path = "/api/tables/{id}", tag = "orders", request_body = TableBody, params(("id" = u64, Path)), responses(
    (status = 200, body = TableView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn update(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<TableBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let number = count(&mut form, "tableNumber", &write.body.table_number, TABLE_NUMBER_MAX);
    let name = form.text_change("name", &write.body.name, table_name);
    let area = form.text_change("area", &write.body.area, area);
    let capacity = count(&mut form, "capacity", &write.body.capacity, CAPACITY_MAX);
    form.finish()?;
    let table_id = parse_id(&id, "table")?;
    let command = SeatingCommand::Update { table_id, number, name, area, capacity };
    write.submit(&app, &caller, Command::Seating(command), move |_, view| shown(StatusCode::OK, view, table_id)).await
}

/// Removes a table; orders keep its number and name.
#[utoipa::path(delete, path = "/api/tables/{id}", tag = "orders", params(("id" = u64, Path)), responses(
    (status = 204), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn delete(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = SeatingCommand::Archive { table_id: parse_id(&id, "table")? };
    write.submit(&app, &caller, Command::Seating(command), |_: &[Entry], _| Ok(no_content())).await
}

/// Changes the status of a table.
#[utoipa::path(patch, path = "/api/tables/{id}/status", tag = "orders", request_body = TableStatusBody, params(("id" = u64, Path)), responses(
    (status = 200, body = TableView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 415)))]
pub async fn set_status(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<TableStatusBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let status = form.word("status", &write.body.status, TableStatus::parse, UNKNOWN_STATUS);
    if write.body.status.value().is_none() {
        form.reject("status", UNKNOWN_STATUS);
    }
    form.finish()?;
    let table_id = parse_id(&id, "table")?;
    let command = SeatingCommand::SetStatus { table_id, status: status.unwrap_or(TableStatus::Available) };
    write.submit(&app, &caller, Command::Seating(command), move |_, view| shown(StatusCode::OK, view, table_id)).await
}

const UNKNOWN_STATUS: &str = "Must be available, occupied, reserved or cleaning";
