//! What a refusal looks like on the wire.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// An answer that is not 2xx: `{"message", "code", "fields": null}`.
pub fn problem(status: StatusCode, code: &str, message: &str) -> Response {
    (status, Json(json!({ "message": message, "code": code, "fields": null }))).into_response()
}
