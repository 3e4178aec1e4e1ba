//! Extractors of the caller: any signed-in user, or an owner.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};

use super::known_device::known_device;
use super::session::{Token, credentials};
use super::user::{Bars, HeadRole, HeadUser};
use crate::error::{HeadCode, HeadError};
use crate::web::HeadState;
use web::device_key::DeviceKey;
use web::headers::{is_json, same_origin};
use web::server::connections::Connection;
use web::server::serve::IsHttps;

/// The user who calls, with the password changed and the second factor set up.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub user_id: String,
    /// As the record and directives name the user: the name, or the username where there is none.
    pub name: String,
    pub role: HeadRole,
    /// The bars that the user sees. Another bar is 404.
    pub bars: Bars,
}

impl SignedIn {
    /// Refuses a bar that the user does not see, as one that does not exist.
    ///
    /// # Errors
    /// 404.
    pub fn may_see(&self, bar: &str) -> Result<(), HeadError> {
        if self.bars.has(bar) { Ok(()) } else { Err(HeadError::not_found("bar")) }
    }

    pub(super) fn of(user: &HeadUser) -> Self {
        SignedIn { user_id: user.user_id.clone(), name: user.name.clone(), role: user.role, bars: user.bars.clone() }
    }
}

/// An owner who calls.
#[derive(Debug, Clone)]
pub struct Owner(pub SignedIn);

/// A user who calls, perhaps one who must change the password or set up the second factor first.
pub struct AnySignedIn {
    pub user: HeadUser,
    pub(super) token: Token,
    /// The known device, or the session, which proves as much.
    pub(super) device: DeviceKey,
}

/// An owner who calls, with the account and the session: for what asks for a present code.
pub(super) struct PresentOwner {
    pub owner: SignedIn,
    pub any: AnySignedIn,
}

impl FromRequestParts<HeadState> for AnySignedIn {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, state: &HeadState) -> Result<Self, HeadError> {
        let (token, by_cookie) = credentials(&parts.headers).ok_or_else(HeadError::unauthenticated)?;
        let user = token.user(&state.database, state.now()).await?.ok_or_else(HeadError::unauthenticated)?;
        if by_cookie && !matches!(parts.method, Method::GET | Method::HEAD) {
            own_page(state, &parts.headers, parts.extensions.get::<IsHttps>().is_some())?;
        }
        if let Some(connection) = parts.extensions.get::<Connection>() {
            connection.mark_signed_in();
        }
        let known = known_device(&state.secret, &parts.headers, &user.user_id, state.now());
        let device = known.unwrap_or_else(|| token.device());
        Ok(AnySignedIn { user, token, device })
    }
}

impl FromRequestParts<HeadState> for SignedIn {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, state: &HeadState) -> Result<Self, HeadError> {
        AnySignedIn::from_request_parts(parts, state).await?.complete(state)
    }
}

impl AnySignedIn {
    /// The user, once the password was changed and the second factor set up.
    ///
    /// # Errors
    /// 403 `password_change_required`, `totp_required`.
    fn complete(&self, state: &HeadState) -> Result<SignedIn, HeadError> {
        has_changed_password(&self.user)?;
        if !self.user.has_totp && !state.demo {
            return Err(HeadError::new(HeadCode::TotpRequired, "Please set up the second factor first"));
        }
        Ok(SignedIn::of(&self.user))
    }
}

impl FromRequestParts<HeadState> for PresentOwner {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, state: &HeadState) -> Result<Self, HeadError> {
        let any = AnySignedIn::from_request_parts(parts, state).await?;
        let owner = any.complete(state)?;
        if owner.role == HeadRole::Owner { Ok(PresentOwner { owner, any }) } else { Err(HeadError::forbidden()) }
    }
}

impl FromRequestParts<HeadState> for Owner {
    type Rejection = HeadError;
    async fn from_request_parts(parts: &mut Parts, state: &HeadState) -> Result<Self, HeadError> {
        let user = SignedIn::from_request_parts(parts, state).await?;
        if user.role == HeadRole::Owner { Ok(Owner(user)) } else { Err(HeadError::forbidden()) }
    }
}

/// Refuses a user who must change the password first.
///
/// # Errors
/// 403 `password_change_required`.
pub(super) fn has_changed_password(user: &HeadUser) -> Result<(), HeadError> {
    match user.must_change_password {
        true => Err(HeadError::new(HeadCode::PasswordChangeRequired, "Please change your password first")),
        false => Ok(()),
    }
}

/// A write by cookie comes from head office's own page: at the host that was asked, or at the address that people type, behind which a
/// server may add HTTPS.
fn own_page(state: &HeadState, headers: &HeaderMap, by_https: bool) -> Result<(), HeadError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let public = state.url.as_ref().map(|url| url.origin().ascii_serialization());
    let is_public = public.is_some() && text(header::ORIGIN) == public.as_deref();
    if is_public && text(header::CONTENT_TYPE).is_some_and(|kind| is_json(kind) || kind == "application/octet-stream") {
        return Ok(());
    }
    Ok(same_origin(headers, by_https)?)
}
