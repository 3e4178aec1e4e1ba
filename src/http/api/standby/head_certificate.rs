//! The second box's certificate for head office, which the first box gets for it.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::journal::SecondBox;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::write::PublicWrite;
use crate::parcels::SecondRequest;
use base::Refusal;

/// Path of the call, which the second box alone makes.
pub const SECOND_CERTIFICATE_PATH: &str = "/api/journal/certificate";

/// 200 with the certificate for the signing request of the second box; 409 if the bar has no head office.
pub async fn certify(State(app): State<AppState>, _: SecondBox, write: PublicWrite<SecondRequest>) -> Result<Response, ApiError> {
    let certificate = app.head_link.certify_second(&write.body).await?;
    let certificate = certificate.ok_or_else(|| Refusal::conflict("This bar is not connected to a head office"))?;
    Ok((StatusCode::OK, [(header::CACHE_CONTROL, "no-store")], axum::Json(certificate)).into_response())
}
