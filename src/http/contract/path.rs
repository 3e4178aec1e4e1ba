//! Path parameters, refused in the shape of all API errors.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::http::ApiError;
use crate::http::AppState;
use base::Code;

/// Like axum's `Path`, but answers parameters that cannot be decoded (`%FF`) with 404 in JSON, where axum answers 400 in
/// plain text.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<AppState> for Path<T> {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        match axum::extract::Path::from_request_parts(parts, app).await {
            Ok(axum::extract::Path(names)) => Ok(Path(names)),
            Err(_) => Err(ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, "There is nothing at this address")),
        }
    }
}

/// The id in a path; 404 for `what` when it is not a number.
pub fn parse_id(text: &str, what: &str) -> Result<u64, ApiError> {
    text.parse().map_err(|_| ApiError::not_found(what))
}
