//! Redirects from the short addresses in printed codes (`/m`, `/t/{table}`) to the menu page, and the page of a table that is gone.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::AppState;
use crate::http::api::menu::qr::table_number;
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::screens::screens;
use crate::seating;

/// Address of the menu page.
pub const MENU_PAGE: &str = "/customer-menu";

/// Redirects a table's code to the menu, without the table if there is none of that number. An invalid number gets the page for unknown
/// addresses.
pub async fn table(State(app): State<AppState>, Path(table): Path<String>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match table_number(&table) {
        Some(table) if is_gone(&app, table) => redirect(MENU_PAGE),
        Some(table) => redirect(&format!("{MENU_PAGE}?table={table}")),
        None => screens(method, uri, headers).await,
    }
}

/// Redirects the code without a table to the menu.
pub async fn without_table() -> Response {
    redirect(MENU_PAGE)
}

/// Serves the menu page; redirects one that names a table that is not there to the page without a table.
pub async fn page(State(app): State<AppState>, request: ReadRequest, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match request.param("table").and_then(table_number) {
        Some(table) if is_gone(&app, table) => redirect(MENU_PAGE),
        _ => screens(method, uri, headers).await,
    }
}

/// Whether there is no table with this number. False if the tables cannot be read: a guest sees the menu in any case.
fn is_gone(app: &AppState, number: u32) -> bool {
    app.store.read(seating::tables).is_ok_and(|tables| tables.iter().all(|table| table.number != number))
}

fn redirect(to: &str) -> Response {
    let location = HeaderValue::try_from(to).unwrap_or_else(|_| HeaderValue::from_static(MENU_PAGE));
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}
