//! Factory reset: the machine forgets the bar.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{machine_with, refused};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::password_check::{check, known_attempt};
use crate::http::contract::session::Admin;
use crate::http::contract::write::PasswordWrite;
use crate::machine::welcome;
use crate::staff;
use appliance::Services;
use base::Refusal;
use web::form::{Form, RawField};
use web::server::serve::Peer;

/// A wish to forget the bar.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ResetBody {
    /// The password of the box's first start, from its slip.
    #[schema(value_type = String)]
    password: RawField,
}

/// Forgets the bar and everything that was sold, and restarts as a new box. Needs the password of the slip that was printed at the first
/// start, so that who signs in as admin cannot do it alone.
#[utoipa::path(post, path = "/api/box/reset", tag = "machine", request_body = ResetBody, responses(
    (status = 204), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415), (status = 429)))]
pub async fn reset(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    write: PasswordWrite<ResetBody>,
) -> Result<Response, ApiError> {
    let machine = machine_with(&app, |services: &Services| services.power, "machine")?;
    let mut form = Form::default();
    let password = form.password("password", &write.body.password);
    if password.is_none() {
        form.reject("password", "Please enter the password of the slip");
    }
    form.finish()?;
    let folder = app.store.folder().ok_or_else(ApiError::internal)?.path().to_owned();
    let hash = welcome::slip_password_hash(&folder);
    let hash = hash.ok_or_else(|| Refusal::conflict("This box has no slip: it was set up in another way. Write its card again."))?;
    let holder = staff::User { password_hash: hash, ..caller.user.clone() };
    let attempt = known_attempt(&app, &caller, &headers, peer.ip());
    match check(&app, Some(holder), password.unwrap_or_default(), &attempt).await {
        Err(error) if error.has_status(StatusCode::UNAUTHORIZED) => return Err(Refusal::field("password", "Wrong password").into()),
        checked => checked?,
    };
    welcome::ask_for_reset(&folder).map_err(|error| {
        tracing::error!("the factory reset: {error}");
        ApiError::internal()
    })?;
    machine.restart().await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
