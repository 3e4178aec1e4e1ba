//! Path parameters, refused in the shape of all errors.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::error::{HeadCode, HeadError};

/// Like axum's `Path`, but answers parameters that cannot be decoded (`%FF`) with 404 in JSON.
pub struct HeadPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for HeadPath<T> {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, HeadError> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(names)) => Ok(HeadPath(names)),
            Err(_) => Err(HeadError::new(HeadCode::NotFound, "There is nothing at this address")),
        }
    }
}
