//! The hash of a request's body, by which the box knows the same request again.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::http::ApiError;
use web::form::Canonical;

/// The member of a body with which a person confirms a call of a colleague. It is no part of what is asked for.
const PIN_MEMBER: &str = "pin";

/// The hash of a body, equal for all spellings of the same content. It is stored, so it says nothing about a PIN. `bytes` is its length as
/// sent.
pub fn body_hash(body: &Value, bytes: usize) -> Result<[u8; 32], ApiError> {
    let mut canonical = Vec::with_capacity(bytes);
    let without_pin = body.as_object().filter(|members| members.contains_key(PIN_MEMBER)).map(|members| {
        let others = members.iter().filter(|(name, _)| *name != PIN_MEMBER).map(|(name, value)| (name.clone(), value.clone()));
        Value::Object(others.collect())
    });
    let written = serde_json::to_writer(&mut canonical, &Canonical(without_pin.as_ref().unwrap_or(body)));
    written.map_err(|error| ApiError::invalid(format!("The request cannot be read: {error}")))?;
    Ok(Sha256::digest(canonical).into())
}

/// The hash of a body in hexadecimal digits. `bytes` is its length as sent.
pub fn hex_hash(body: &Value, bytes: usize) -> Result<String, ApiError> {
    Ok(body_hash(body, bytes)?.iter().map(|byte| format!("{byte:02x}")).collect())
}
