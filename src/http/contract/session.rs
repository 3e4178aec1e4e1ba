//! Authentication: session tokens (JWT) and extractors by role. The token names a session, whose row decides whether it is valid.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::devices;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::enrolment::{Enrolled, enrolled};
use crate::http::contract::{chosen_till::chosen_till, device_use, hs256};
use crate::settings::{self, ApprovalKind};
use crate::staff::{self, Session, User};
use base::{Actor, Code, Refusal, Role};
use web::headers::{cookies, same_origin};
use web::server::connections::Connection;
use web::server::serve::IsHttps;

/// The cookie that sign-in sets.
pub const COOKIE: &str = "barback_session";
/// Message of every call but a few while the user must change the password.
const PASSWORD_LOCK: &str = "Please change your password first";
/// Message of a call that a PIN is not enough for.
const PASSWORD_REQUIRED: &str = "Enter your password to do this";

/// Verified tokens that are cached: more than a bar has phones, and less than 100 kB.
const VERIFIED_MAX: usize = 256;

/// Claims of a token. There is no expiry: the session's row decides when it ends, whatever the clock says.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    /// User id.
    sub: String,
    /// Session id.
    sid: String,
}

/// Signs and verifies session tokens (JWT, HS256).
pub struct TokenSigner {
    encoding: EncodingKey,
    decoding: DecodingKey,
    validation: Validation,
    /// Verified tokens and their sessions: a phone sends the same token with every request.
    verified: Mutex<HashMap<String, String>>,
}

impl TokenSigner {
    /// With the box's own secret.
    pub fn new(secret: &[u8]) -> Self {
        hs256::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false;
        validation.required_spec_claims.clear();
        TokenSigner {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            validation,
            verified: Mutex::default(),
        }
    }

    /// The token of a session.
    pub fn token(&self, user_id: u64, session_id: &str) -> Result<String, ApiError> {
        let claims = Claims { sub: user_id.to_string(), sid: session_id.to_owned() };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.encoding).map_err(|_| ApiError::internal())
    }

    /// The session that a token names, if the signature is valid. Its row decides whether the session is still valid.
    pub fn session(&self, token: &str) -> Option<String> {
        if let Some(session) = self.verified().get(token) {
            return Some(session.clone());
        }
        let session = jsonwebtoken::decode::<Claims>(token, &self.decoding, &self.validation).ok()?.claims.sid;
        let mut verified = self.verified();
        if verified.len() >= VERIFIED_MAX {
            verified.clear();
        }
        verified.insert(token.to_owned(), session.clone());
        Some(session)
    }

    fn verified(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.verified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The signed-in user of a call.
#[derive(Clone)]
pub struct Caller {
    pub user: User,
    pub session_id: String,
    pub session: Session,
    /// The enrolled device of the session; `None` on a private phone.
    pub device: Option<Enrolled>,
    /// The till that was chosen on the phone.
    pub chosen_till: Option<u64>,
    /// The box's running time at the call, in milliseconds.
    running: u64,
}

impl Caller {
    /// The user as the actor of a command.
    pub fn actor(&self) -> Actor {
        Actor { id: self.user.id, name: self.user.username.clone(), role: self.user.role }
    }

    /// Refuses a session that began with a PIN, unless the password was given lately.
    ///
    /// # Errors
    /// 403 `password_required`.
    pub fn has_password(&self) -> Result<(), ApiError> {
        if self.session.is_confirmed(self.running) { Ok(()) } else { Err(Refusal::new(Code::PasswordRequired, PASSWORD_REQUIRED).into()) }
    }
}

/// Authenticates the caller, of any role.
fn caller(parts: &Parts, app: &AppState) -> Result<Caller, ApiError> {
    let (token, by_cookie) = credentials(&parts.headers).ok_or_else(ApiError::unauthenticated)?;
    let session_id = app.signer.session(&token).ok_or_else(ApiError::unauthenticated)?;
    let running = app.engine.running();
    let live = app.store.read(|view| staff::live_session(view, &session_id, running))?;
    let (session, user) = live.ok_or_else(ApiError::unauthenticated)?;
    let device = match &session.device {
        None => None,
        Some(on) => {
            let present = enrolled(app, &parts.headers)?.filter(|present| present.device.id == on.device_id);
            Some(present.ok_or_else(ApiError::unauthenticated)?)
        }
    };
    if let Some(present) = &device
        && device_use::is_idle(app, &session_id, &present.device)?
    {
        return Err(ApiError::unauthenticated());
    }
    let writes = !matches!(parts.method, Method::GET | Method::HEAD);
    if by_cookie && writes {
        same_origin(&parts.headers, parts.extensions.get::<IsHttps>().is_some())?;
    }
    if device.is_some() && writes {
        app.device_uses.wrote(&session_id, running);
    }
    if let Some(connection) = parts.extensions.get::<Connection>() {
        connection.mark_signed_in();
    }
    Ok(Caller { user, session_id, session, device, chosen_till: chosen_till(&parts.headers), running })
}

/// The user of a session, if it is still valid. For live streams, which outlast the check at their start.
pub fn session_user(app: &AppState, session_id: &str) -> Option<User> {
    let running = app.engine.running();
    let (session, user) = app.store.read(|view| staff::live_session(view, session_id, running)).ok()??;
    if let Some(on) = &session.device {
        let device = app.store.read(|view| devices::device(view, on.device_id)).ok()??;
        if device_use::is_idle(app, session_id, &device).ok()? {
            return None;
        }
    }
    Some(user)
}

/// The token, and whether it is from the cookie. If there is an `Authorization` header, the cookie is ignored.
pub fn credentials(headers: &HeaderMap) -> Option<(String, bool)> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let (scheme, token) = value.to_str().ok()?.trim().split_once(' ')?;
        return scheme.eq_ignore_ascii_case("bearer").then(|| (token.trim().to_owned(), false));
    }
    cookies(headers).find(|(name, _)| *name == COOKIE).map(|(_, token)| (token.to_owned(), true))
}

/// Any caller, signed in or not. For public calls.
pub struct OptionalCaller(pub Option<Caller>);
/// Any signed-in user, even one who must change the password first.
pub struct AnyUser(pub Caller);
/// Any signed-in user.
pub struct Staff(pub Caller);
/// A manager or an admin, for what belongs to a shift: on an enrolled device, the PIN is enough.
pub struct ShiftManager(pub Caller);
/// A manager or an admin; on an enrolled device, the password must have been given.
pub struct Manager(pub Caller);
/// An admin; on an enrolled device, the password must have been given.
pub struct Admin(pub Caller);

impl FromRequestParts<AppState> for OptionalCaller {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        Ok(OptionalCaller(caller(parts, app).ok()))
    }
}

impl FromRequestParts<AppState> for AnyUser {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        caller(parts, app).map(AnyUser)
    }
}

/// Authenticates a caller of at least this role, whose password need not be changed.
pub(super) fn at_least(parts: &Parts, app: &AppState, role: Role) -> Result<Caller, ApiError> {
    let caller = caller(parts, app)?;
    if caller.user.must_change_password {
        return Err(Refusal::new(Code::PasswordChangeRequired, PASSWORD_LOCK).into());
    }
    if caller.user.role < role {
        return Err(Refusal::forbidden().into());
    }
    Ok(caller)
}

macro_rules! extractors {
    ($($extractor:ident => ($role:expr, $needs_password:expr)),+ $(,)?) => {$(
        impl FromRequestParts<AppState> for $extractor {
            type Rejection = ApiError;
            async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
                let caller = at_least(parts, app, $role)?;
                if $needs_password {
                    caller.has_password()?;
                }
                Ok($extractor(caller))
            }
        }
    )+};
}

/// Users who may void sales, by the rules of the bar: managers and admins, and bartenders unless the rule denies it.
pub struct SaleVoider(pub Caller);
/// Users who may void orders, by the rules of the bar.
pub struct OrderVoider(pub Caller);
/// Whoever may open the drawer without a sale, by the rules of the bar.
pub struct DrawerOpener(pub Caller);
/// A person who may close a shift without a count, by the rules of the bar.
pub struct UncountedCloser(pub Caller);
/// A person who may reverse a movement of cash, by the rules of the bar.
pub struct CashCorrector(pub Caller);

/// Refuses a role to which the bar's rule for a kind of approval denies the call, before anything else is looked at.
macro_rules! unless_denied {
    ($($extractor:ident => $kind:expr),+ $(,)?) => {$(
        impl FromRequestParts<AppState> for $extractor {
            type Rejection = ApiError;
            async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
                let Staff(caller) = Staff::from_request_parts(parts, app).await?;
                if app.store.read(settings::settings)?.approvals.forbids($kind, caller.user.role) {
                    return Err(Refusal::forbidden().into());
                }
                Ok($extractor(caller))
            }
        }
    )+};
}

unless_denied! {
    SaleVoider => ApprovalKind::VoidSale,
    OrderVoider => ApprovalKind::VoidOrder,
    DrawerOpener => ApprovalKind::NoSale,
    UncountedCloser => ApprovalKind::UncountedClose,
    CashCorrector => ApprovalKind::CashCorrection,
}

extractors! {
    Staff => (Role::Bartender, false),
    ShiftManager => (Role::Manager, false),
    Manager => (Role::Manager, true),
    Admin => (Role::Admin, true),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().expect("header"))).collect()
    }

    #[test]
    fn an_authorization_header_takes_precedence_over_the_cookie() {
        let cookie = (header::COOKIE, "a=b; barback_session=c.d.e");
        assert_eq!(credentials(&headers(std::slice::from_ref(&cookie))), Some(("c.d.e".to_owned(), true)));
        assert_eq!(credentials(&headers(&[cookie.clone(), (header::AUTHORIZATION, "bearer x.y.z")])), Some(("x.y.z".to_owned(), false)));
        assert_eq!(credentials(&headers(&[cookie, (header::AUTHORIZATION, "Basic abc")])), None);
    }

    #[test]
    fn pages_of_other_sites_cannot_write() {
        let table = [
            ("bar.local:8080", "http://bar.local:8080", "application/json", true),
            ("BAR.local", "http://bar.local:80", "application/json; charset=utf-8", true),
            ("bar.local", "http://evil.example", "application/json", false),
            ("bar.local", "null", "application/json", false),
            ("bar.local:8080", "http://bar.local", "application/json", false),
            ("bar.local", "http://bar.local", "text/plain", false),
        ];
        for (host, origin, kind, fine) in table {
            let sent = headers(&[(header::HOST, host), (header::ORIGIN, origin), (header::CONTENT_TYPE, kind)]);
            assert_eq!(same_origin(&sent, false).is_ok(), fine, "{host} {origin} {kind}");
        }
        assert!(same_origin(&headers(&[(header::HOST, "bar.local"), (header::CONTENT_TYPE, "application/json")]), false).is_err());
    }

    #[test]
    fn a_page_loaded_over_http_cannot_write_over_https() {
        for (secure, origin, fine) in [
            (true, "https://bar.local", true),
            (true, "https://bar.local:443", true),
            (true, "http://bar.local", false),
            (false, "https://bar.local", false),
            (false, "https://bar.local:80", false),
        ] {
            let sent = headers(&[(header::HOST, "bar.local"), (header::ORIGIN, origin), (header::CONTENT_TYPE, "application/json")]);
            assert_eq!(same_origin(&sent, secure).is_ok(), fine, "{secure} {origin}");
        }
    }

    #[test]
    fn only_tokens_with_our_signature_are_valid() {
        let signer = TokenSigner::new(b"one secret");
        let token = signer.token(7, "abc").expect("signed");
        assert_eq!(signer.session(&token).as_deref(), Some("abc"));
        assert_eq!(signer.session(&token).as_deref(), Some("abc"), "from the cache");
        assert_eq!(TokenSigner::new(b"another").session(&token), None);
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.", token.split('.').nth(1).expect("three parts"));
        assert_eq!(signer.session(&unsigned), None);
        assert_eq!(signer.session(&token[..token.len() - 2]), None);
    }
}
