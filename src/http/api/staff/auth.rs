//! Sign-in, sign-out, and changing one's own password.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::new_password::{hash, new_password};
use crate::http::api::staff::password_check::{check, known_attempt, recognising};
use crate::http::api::staff::pins;
use crate::http::api::staff::session_view::{MeView, SignedInView, no_store, session_cookie, signed_in};
use crate::http::contract::enrolment::enrolled_for_write;
use crate::http::contract::session::AnyUser;
use crate::http::contract::write::{PasswordWrite, PublicWrite};
use crate::staff::pins::{Proof, not_here};
use crate::staff::{self, StaffCommand};
use base::{Actor, Refusal};
use web::form::{Form, RawField};
use web::password;
use web::server::connections::Connection;
use web::server::serve::{IsHttps, Peer};
use web::throttle::Attempt;

/// State of the box at first start.
#[derive(Serialize, ToSchema)]
pub struct Initialized {
    initialized: bool,
    demo: bool,
}

/// Credentials.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct LoginBody {
    #[schema(value_type = String, example = "admin")]
    username: RawField,
    #[schema(value_type = String, example = "admin123")]
    password: RawField,
}

/// The current and the new password.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ChangePasswordBody {
    #[schema(value_type = String)]
    current_password: RawField,
    #[schema(value_type = String)]
    new_password: RawField,
}

/// Reports that the first account exists. The box creates it at its start.
#[utoipa::path(post, path = "/api/auth/init", tag = "access", responses((status = 200, body = Initialized)))]
pub async fn init(State(app): State<AppState>) -> Json<Initialized> {
    Json(Initialized { initialized: true, demo: app.demo })
}

/// Signs in.
#[utoipa::path(post, path = "/api/auth/login", tag = "access", request_body = LoginBody, responses(
    (status = 200, body = SignedInView), (status = 400), (status = 401), (status = 403), (status = 415), (status = 429)))]
pub async fn login(
    State(app): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    secure: Option<Extension<IsHttps>>,
    connection: Option<Extension<Connection>>,
    headers: HeaderMap,
    write: PublicWrite<LoginBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let username = form.required_line("username", &write.body.username, "Username is required");
    let password = form.password("password", &write.body.password).filter(|password| !password.trim().is_empty());
    if password.is_none() {
        form.reject("password", "Password is required");
    }
    form.finish()?;
    let (username, password) = (username.unwrap_or_default(), password.unwrap_or_default());
    let user = app.store.read(|view| staff::user_named(view, &username))?;
    let known = user.as_ref().and_then(|user| app.known_devices.device(&headers, user.id, app.engine.running()));
    let present = enrolled_for_write(&app, &headers, secure.is_some())?;
    let user = check(&app, user, password, &Attempt::new(&username, peer.ip(), known)).await?;
    if !user.is_active {
        return Err(staff::inactive().into());
    }
    if let Some(present) = present {
        if !present.device.is_till() {
            return Err(not_here().into());
        }
        let proof = Proof::Password { compared_hash: user.password_hash.clone() };
        let answer = pins::begin(&app, &present, &user, proof, secure.is_some(), connection).await;
        return recognising(answer, &app, &headers, user.id, secure.is_some());
    }
    let session_id = password::session_id().map_err(|_| ApiError::internal())?;
    let actor = Actor { id: user.id, name: user.username.clone(), role: user.role };
    let command = StaffCommand::SignIn { user_id: user.id, compared_hash: user.password_hash, session_id: session_id.clone() };
    app.engine.run(Command::Staff(command), actor).await?;
    if let Some(Extension(connection)) = connection {
        connection.mark_signed_in();
    }
    let answer = signed_in(&app, user.id, &session_id, None, secure.is_some());
    recognising(answer, &app, &headers, user.id, secure.is_some())
}

/// Signs out: ends this session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "access", responses((status = 204), (status = 401)))]
pub async fn logout(
    State(app): State<AppState>,
    AnyUser(caller): AnyUser,
    secure: Option<Extension<IsHttps>>,
) -> Result<Response, ApiError> {
    let command = StaffCommand::SignOut { session_id: caller.session_id.clone() };
    app.engine.run(Command::Staff(command), caller.actor()).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, session_cookie("", 0, secure.is_some())?)]).into_response())
}

/// Says that the caller has completed, closed or skipped the tour of the screens: it does not open by itself again, on any device.
#[utoipa::path(post, path = "/api/auth/tour", tag = "access", responses((status = 204), (status = 401)))]
pub async fn finish_tour(State(app): State<AppState>, AnyUser(caller): AnyUser) -> Result<Response, ApiError> {
    app.engine.run(Command::Staff(StaffCommand::FinishTour), caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Returns the account and the session of the caller.
#[utoipa::path(get, path = "/api/auth/me", tag = "access", responses((status = 200, body = MeView), (status = 401)))]
pub async fn me(State(app): State<AppState>, AnyUser(caller): AnyUser) -> Result<Response, ApiError> {
    Ok((no_store(), Json(MeView::load(&app, &caller.session_id)?)).into_response())
}

/// Changes the caller's password and ends all other sessions of the account.
#[utoipa::path(post, path = "/api/auth/change-password", tag = "access", request_body = ChangePasswordBody, responses(
    (status = 200, body = SignedInView), (status = 400), (status = 401), (status = 415), (status = 429)))]
pub async fn change_password(
    State(app): State<AppState>,
    AnyUser(caller): AnyUser,
    Extension(Peer(peer)): Extension<Peer>,
    secure: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    write: PasswordWrite<ChangePasswordBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let current = form.password("currentPassword", &write.body.current_password);
    if current.is_none() {
        form.reject("currentPassword", "Current password is required");
    }
    let new = new_password(&mut form, "newPassword", &write.body.new_password, "New password must be at least 6 characters");
    form.finish()?;
    let (current, new) = (current.unwrap_or_default(), new.unwrap_or_default());
    let user = caller.user.clone();
    match check(&app, Some(user.clone()), current, &known_attempt(&app, &caller, &headers, peer.ip())).await {
        Err(error) if error.has_status(StatusCode::UNAUTHORIZED) => {
            return Err(Refusal::field("currentPassword", "Current password is incorrect").into());
        }
        result => result?,
    };
    let password_hash = hash(&app, new).await?;
    let session_id = password::session_id().map_err(|_| ApiError::internal())?;
    let command = StaffCommand::ChangePassword {
        password_hash,
        compared_hash: user.password_hash,
        old_session_id: caller.session_id.clone(),
        session_id: session_id.clone(),
    };
    app.engine.run(Command::Staff(command), caller.actor()).await?;
    // The password is already changed: an error from here on must not say that nothing was saved.
    let answer = signed_in(&app, user.id, &session_id, caller.device.as_ref(), secure.is_some());
    recognising(answer, &app, &headers, user.id, secure.is_some()).map_err(|_| ApiError::outcome_unknown())
}
