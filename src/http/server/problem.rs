//! The answer to a request that no handler sees: a host that is not the box's, an address that does not exist, a panic.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An answer of the shape that all errors have. `code` is one of the error codes of the API, such as `not_found`.
pub fn problem(status: StatusCode, code: &'static str, message: &str) -> Response {
    let body = json!({ "message": message, "code": code, "fields": null });
    let mut response = (status, axum::Json(body)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
