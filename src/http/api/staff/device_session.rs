//! Sessions on enrolled devices: keeping one alive, locking, and giving the password.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::password_check::{check, known_attempt};
use crate::http::api::staff::session_view::{no_store, password_until, session_cookie};
use crate::http::contract::session::{AnyUser, Caller, Staff};
use crate::http::contract::write::PasswordWrite;
use crate::staff::pins::{PinCommand, device_required};
use crate::staff::{self, EndReason};
use base::Refusal;
use web::form::{Form, RawField};
use web::server::serve::{IsHttps, Peer};

/// The caller's password.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ConfirmBody {
    #[schema(value_type = String)]
    password: RawField,
}

/// Until when what needs the password is allowed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Confirmed {
    password_until: String,
}

/// Keeps a session on an enrolled device alive while its screen is touched.
#[utoipa::path(post, path = "/api/pin/alive", tag = "access", responses((status = 204), (status = 401), (status = 403)))]
pub async fn alive(AnyUser(caller): AnyUser) -> Result<StatusCode, ApiError> {
    // As every write, it was noted when the caller was authenticated.
    on_device(&caller)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Locks an enrolled device: ends the session on it.
#[utoipa::path(post, path = "/api/pin/lock", tag = "access", responses((status = 204), (status = 401), (status = 403)))]
pub async fn lock(State(app): State<AppState>, AnyUser(caller): AnyUser, secure: Option<Extension<IsHttps>>) -> Result<Response, ApiError> {
    on_device(&caller)?;
    let command = PinCommand::EndSession { session_id: caller.session_id.clone(), why: EndReason::Locked };
    app.engine.run(Command::Pins(command), caller.actor()).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, session_cookie("", 0, secure.is_some())?)]).into_response())
}

/// Gives the password, which allows a session on an enrolled device everything that its person may do, for 15 minutes.
#[utoipa::path(post, path = "/api/auth/confirm", tag = "access", request_body = ConfirmBody, responses(
    (status = 200, body = Confirmed), (status = 400), (status = 401), (status = 403), (status = 415), (status = 429)))]
pub async fn confirm(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    write: PasswordWrite<ConfirmBody>,
) -> Result<Response, ApiError> {
    on_device(&caller)?;
    let mut form = Form::default();
    let password = form.password("password", &write.body.password);
    if password.is_none() {
        form.reject("password", "Password is required");
    }
    form.finish()?;
    let attempt = known_attempt(&app, &caller, &headers, peer.ip());
    let user = match check(&app, Some(caller.user.clone()), password.unwrap_or_default(), &attempt).await {
        Err(error) if error.has_status(StatusCode::UNAUTHORIZED) => return Err(Refusal::field("password", "Wrong password").into()),
        checked => checked?,
    };
    let command = PinCommand::Confirm { compared_hash: user.password_hash, session_id: caller.session_id.clone() };
    app.engine.run(Command::Pins(command), caller.actor()).await?;
    let session = app.store.read(|view| staff::session_row(view, &caller.session_id))?.ok_or_else(ApiError::unauthenticated)?;
    let until = password_until(&session, app.engine.running()).ok_or_else(ApiError::internal)?;
    Ok((no_store(), Json(Confirmed { password_until: until.to_string() })).into_response())
}

fn on_device(caller: &Caller) -> Result<(), ApiError> {
    if caller.device.is_some() { Ok(()) } else { Err(device_required().into()) }
}
