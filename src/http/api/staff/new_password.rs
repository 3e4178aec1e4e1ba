//! New passwords: parsing and hashing.

use crate::http::ApiError;
use crate::http::AppState;
use crate::staff::PASSWORD_MIN;
use base::text::PASSWORD_MAX;
use web::form::{Form, RawField};
use web::password;

/// Parses a new password: neither too short nor too long, and not blank, because sign-in refuses blank passwords.
pub fn new_password(form: &mut Form, name: &str, field: &RawField, too_short: &str) -> Option<String> {
    let password = form.password(name, field).unwrap_or_default();
    let length = if password.trim().is_empty() { 0 } else { password.chars().count() };
    match length {
        PASSWORD_MIN..=PASSWORD_MAX => Some(password),
        0..PASSWORD_MIN => {
            form.reject(name, too_short);
            None
        }
        _ => {
            form.reject(name, format!("Password must be at most {PASSWORD_MAX} characters"));
            None
        }
    }
}

/// Hashes a new password, within the limits of the hash queue.
pub async fn hash(app: &AppState, password: String) -> Result<String, ApiError> {
    let _permit = app.hash_queue.acquire(true).await?;
    match tokio::task::spawn_blocking(move || password::hash(&password)).await {
        Ok(Ok(hash)) => Ok(hash),
        _ => Err(ApiError::internal()),
    }
}
