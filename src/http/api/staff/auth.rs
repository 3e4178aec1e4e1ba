//! Sign-in, sign-out, and changing one's own password.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::text::PASSWORD_MAX;
use crate::base::{Actor, Refusal};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::device::DeviceKey;
use crate::http::api::staff::new_password::{hash, new_password};
use crate::http::api::staff::throttle::Attempt;
use crate::http::api::staff::users::UserView;
use crate::http::contract::form::{Form, RawField};
use crate::http::contract::session::{AnyUser, COOKIE};
use crate::http::contract::write::{PasswordWrite, PublicWrite};
use crate::http::server::connections::Connection;
use crate::http::server::serve::{IsHttps, Peer};
use crate::password;
use crate::staff::{self, StaffCommand};

/// `Max-Age` of the session cookie in seconds: the longest life of a session.
const COOKIE_SECONDS: u64 = staff::SESSION_MILLIS / 1000;

/// State of the box at first start.
#[derive(Serialize, ToSchema)]
pub struct Initialized {
    initialized: bool,
    demo: bool,
}

/// A new session.
#[derive(Serialize, ToSchema)]
pub struct SignedInView {
    token: String,
    user: UserView,
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
    let device = user.as_ref().and_then(|user| app.devices.device(&headers, user.id, app.engine.running()));
    let user = check(&app, user, password, &Attempt::new(&username, peer.ip(), device)).await?;
    if !user.is_active {
        return Err(staff::inactive().into());
    }
    let session_id = password::session_id().map_err(|_| ApiError::internal())?;
    let actor = Actor { id: user.id, name: user.username.clone(), role: user.role };
    let command = StaffCommand::SignIn { user_id: user.id, compared_hash: user.password_hash, session_id: session_id.clone() };
    app.engine.run(Command::Staff(command), actor).await?;
    if let Some(Extension(connection)) = connection {
        connection.mark_signed_in();
    }
    signed_in(&app, &headers, user.id, &session_id, secure.is_some())
}

/// Checks the password of an account. A wrong password and an unknown account get the same refusal after the same time.
pub async fn check(app: &AppState, user: Option<staff::User>, password: String, attempt: &Attempt) -> Result<staff::User, ApiError> {
    let recognised = app.throttle.may_try(attempt, app.engine.running())?;
    let permit = app.hash_queue.acquire(recognised).await?;
    app.throttle.begin(attempt, app.engine.running())?;
    let hash = user.as_ref().map_or(password::DUMMY_HASH, |user| &user.password_hash).to_owned();
    let is_right =
        tokio::task::spawn_blocking(move || password.chars().count() <= PASSWORD_MAX && password::matches(&password, &hash)).await;
    drop(permit);
    match user {
        Some(user) if is_right.unwrap_or(false) => {
            app.throttle.succeeded(attempt, app.engine.running());
            Ok(user)
        }
        _ => {
            app.throttle.failed(attempt, app.engine.running());
            Err(staff::wrong_credentials().into())
        }
    }
}

/// Answers with the cookies of a new session and of the device, which the box recognises from now on.
fn signed_in(app: &AppState, headers: &HeaderMap, user_id: u64, session_id: &str, secure: bool) -> Result<Response, ApiError> {
    let user = app.store.read(|view| staff::user(view, user_id))?.ok_or_else(ApiError::unauthenticated)?;
    let token = app.signer.token(user_id, session_id)?;
    let device = app.devices.cookie(headers, user_id, app.engine.running(), secure)?;
    let cookies = AppendHeaders([(header::SET_COOKIE, cookie(&token, COOKIE_SECONDS, secure)?), (header::SET_COOKIE, device)]);
    Ok((cookies, no_store(), Json(SignedInView { token, user: UserView::new(&user) })).into_response())
}

fn no_store() -> HeaderMap {
    HeaderMap::from_iter([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))])
}

fn cookie(token: &str, seconds: u64, secure: bool) -> Result<HeaderValue, ApiError> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    HeaderValue::try_from(text).map_err(|_| ApiError::internal())
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
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie("", 0, secure.is_some())?)]).into_response())
}

/// Returns the account of the caller.
#[utoipa::path(get, path = "/api/auth/me", tag = "access", responses((status = 200, body = UserView), (status = 401)))]
pub async fn me(AnyUser(caller): AnyUser) -> Response {
    (no_store(), Json(UserView::new(&caller.user))).into_response()
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
    let device = app.devices.device(&headers, user.id, app.engine.running()).unwrap_or_else(|| DeviceKey::of_session(&caller.session_id));
    match check(&app, Some(user.clone()), current, &Attempt::new(&user.username, peer.ip(), Some(device))).await {
        Err(error) if error.has_status(StatusCode::UNAUTHORIZED) => {
            return Err(Refusal::field("currentPassword", "Current password is incorrect").into());
        }
        result => result?,
    };
    let password_hash = hash(&app, new).await?;
    let session_id = password::session_id().map_err(|_| ApiError::internal())?;
    let command = StaffCommand::ChangePassword { password_hash, compared_hash: user.password_hash, session_id: session_id.clone() };
    app.engine.run(Command::Staff(command), caller.actor()).await?;
    // The password is already changed: an error from here on must not say that nothing was saved.
    signed_in(&app, &headers, user.id, &session_id, secure.is_some()).map_err(|_| ApiError::outcome_unknown())
}
