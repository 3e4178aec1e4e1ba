//! A session in answers, and the answer of every sign-in.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::devices::{self, Device};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::user_view::UserView;
use crate::http::contract::enrolment::Enrolled;
use crate::http::contract::session::COOKIE;
use crate::settings;
use crate::staff::{self, CONFIRMED_MILLIS, Session};
use base::Timestamp;
use store::{Stored, View};

/// Whether a session is bound to an enrolled device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SessionKind {
    /// On a private phone: username and password.
    Personal,
    /// On an enrolled device.
    Device,
}

/// The session of the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    kind: SessionKind,
    device_id: Option<u64>,
    device_name: Option<String>,
    /// Seconds without a touch after which the screen locks; null on a private phone.
    lock_after: Option<u32>,
    /// Whether the screen locks after each sale, payment and sent order too.
    lock_after_sale: bool,
    /// Until when what needs the password is allowed; null if it must be entered, and on a private phone.
    password_until: Option<String>,
    /// Wrong PINs in the caller's name between the sign-in before and this one.
    wrong_tries: u32,
    /// When the first of those was.
    wrong_tries_since: Option<String>,
}

/// A new session.
#[derive(Serialize, ToSchema)]
pub struct SignedInView {
    token: String,
    user: UserView,
    session: SessionView,
}

/// The account and the session of the caller.
#[derive(Serialize, ToSchema)]
#[schema(as = Me)]
pub struct MeView {
    #[serde(flatten)]
    user: UserView,
    session: SessionView,
}

impl SessionView {
    /// A session at the box's running time `running`.
    fn load(view: &dyn View, session: &Session, running: u64) -> Stored<Self> {
        let device = match &session.device {
            Some(on) => devices::device(view, on.device_id)?,
            None => None,
        };
        let settings = settings::settings(view)?;
        Ok(SessionView {
            kind: if session.device.is_some() { SessionKind::Device } else { SessionKind::Personal },
            device_id: device.as_ref().map(|device| device.id),
            device_name: device.as_ref().map(|device| device.name.clone()),
            lock_after: device.as_ref().map(|device| device.lock_seconds(&settings)),
            lock_after_sale: device.as_ref().is_some_and(|device| device.lock_after_sale),
            password_until: password_until(session, running).map(|until| until.to_string()),
            wrong_tries: session.wrong_tries,
            wrong_tries_since: session.wrong_tries_since.map(|at| at.to_string()),
        })
    }
}

/// Until when the password confirmation of a session is in force; `None` without one.
pub fn password_until(session: &Session, running: u64) -> Option<Timestamp> {
    let given = session.confirmation(running)?;
    Some(Timestamp::from_millis(given.at.as_millis().saturating_add_unsigned(CONFIRMED_MILLIS)))
}

impl MeView {
    /// The account and the session with this id.
    ///
    /// # Errors
    /// 401 if the session has ended.
    pub fn load(app: &AppState, session_id: &str) -> Result<Self, ApiError> {
        let (user, session) = load(app, session_id)?;
        Ok(MeView { user, session })
    }
}

fn load(app: &AppState, session_id: &str) -> Result<(UserView, SessionView), ApiError> {
    let running = app.engine.running();
    let found = app.store.read(|view| {
        let Some((session, user)) = staff::live_session(view, session_id, running)? else { return Ok(None) };
        Ok(Some((UserView::load(view, &user)?, SessionView::load(view, &session, running)?)))
    })?;
    found.ok_or_else(ApiError::unauthenticated)
}

/// Answers with a new session and its cookie, and renews the cookie of the device.
///
/// # Errors
/// 401 if the session has ended already.
pub fn signed_in(app: &AppState, user_id: u64, session_id: &str, device: Option<&Enrolled>, secure: bool) -> Result<Response, ApiError> {
    let (user, session) = load(app, session_id)?;
    let token = app.signer.token(user_id, session_id)?;
    let mut headers = no_store();
    let millis = if device.is_some() { staff::DEVICE_SESSION_MILLIS } else { staff::SESSION_MILLIS };
    headers.append(header::SET_COOKIE, session_cookie(&token, millis / 1000, secure)?);
    if let Some(Enrolled { device: Device { secure, .. }, secret }) = device {
        headers.append(header::SET_COOKIE, secret.cookie(*secure)?);
        app.device_uses.wrote(session_id, app.engine.running());
    }
    Ok((headers, Json(SignedInView { token, user, session })).into_response())
}

/// Headers of an answer that no cache keeps.
pub fn no_store() -> HeaderMap {
    HeaderMap::from_iter([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))])
}

/// `Set-Cookie` of a session that a browser keeps so many seconds; none removes it.
///
/// # Errors
/// 500 for a token that is no header value.
pub fn session_cookie(token: &str, seconds: u64, secure: bool) -> Result<HeaderValue, ApiError> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    HeaderValue::try_from(text).map_err(|_| ApiError::internal())
}
