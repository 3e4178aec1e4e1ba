//! Bodies of calls: JSON within limits, refused in the shape of all errors.

use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::state::HeadState;
use crate::error::{HeadCode, HeadError};
use web::body_budget::{HeldBytes, PASSWORDS_BODY_MAX};
use web::headers::is_json;

/// A small JSON body without an `Idempotency-Key`: those with passwords and codes, whose answers have secrets. A call without members may
/// leave the body out.
pub struct HeadJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<HeadState> for HeadJson<T> {
    type Rejection = HeadError;
    async fn from_request(request: Request, state: &HeadState) -> Result<Self, HeadError> {
        let (parts, body) = request.into_parts();
        let (value, _held) = read_object(state, &parts.headers, body, PASSWORDS_BODY_MAX).await?;
        Ok(HeadJson(parse(value)?))
    }
}

/// A body of which no member is looked at.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct NoMembers {}

/// Reads a JSON object of at most `limit` bytes; no body at all is an empty object.
///
/// # Errors
/// 415, 413, 400.
pub(crate) async fn read_object(
    state: &HeadState,
    headers: &HeaderMap,
    body: axum::body::Body,
    limit: usize,
) -> Result<(Value, HeldBytes), HeadError> {
    let is_typed = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(is_json);
    if !is_typed && !body.is_end_stream() {
        return Err(HeadError::new(HeadCode::UnsupportedMediaType, "Send JSON: Content-Type: application/json"));
    }
    let (bytes, held) = state.body_budget.read(headers, body, limit).await?;
    if bytes.is_empty() {
        return Ok((Value::Object(Default::default()), held));
    }
    let value: Value = serde_json::from_slice(&bytes).map_err(|_| HeadError::invalid("The request is not valid JSON"))?;
    if has_nul(&value) {
        return Err(HeadError::invalid("The request must not contain NUL"));
    }
    if !value.is_object() {
        return Err(HeadError::invalid("The request must be a JSON object"));
    }
    Ok((value, held))
}

/// Whether a text or a name in it has NUL, which the database does not take.
pub(crate) fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_nul),
        Value::Object(members) => members.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The members of a body.
///
/// # Errors
/// 400.
pub(crate) fn parse<T: DeserializeOwned>(value: Value) -> Result<T, HeadError> {
    serde_json::from_value(value).map_err(|error| HeadError::invalid(format!("The request cannot be read: {error}")))
}
