//! Redirects from the short addresses in printed codes (`/m`, `/t/{table}`) to the menu page.

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::http::api::menu::qr::table_number;
use crate::http::contract::path::Path;
use crate::http::server::ui::screens;

/// Redirects a table's code to the menu. An invalid number gets the page for unknown addresses.
pub async fn table(Path(table): Path<String>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match table_number(&table) {
        Some(table) => redirect(&format!("/customer-menu?table={table}")),
        None => screens(method, uri, headers).await,
    }
}

/// Redirects the code without a table to the menu.
pub async fn without_table() -> Response {
    redirect("/customer-menu")
}

fn redirect(to: &str) -> Response {
    let location = HeaderValue::try_from(to).unwrap_or_else(|_| HeaderValue::from_static("/customer-menu"));
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}
