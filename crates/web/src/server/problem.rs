//! Error answers outside of the API: a host that is not allowed, an unknown path, a panic.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An error in the same JSON shape as those of the API. `code` is one of the API's error codes, such as `not_found`.
pub fn problem(status: StatusCode, code: &'static str, message: &str) -> Response {
    let body = json!({ "message": message, "code": code, "fields": null });
    let mut response = (status, axum::Json(body)).into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
