//! What users do with their own account: sign out, look at it, change the password.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::audit::Event;
use super::audit_list::record;
use super::known_device::device_cookie;
use super::password::{Guess, hash, new_password};
use super::session::{SignedInView, Token, cookie, end_all, no_store};
use super::signed_in::{AnySignedIn, SignedIn};
use super::user::{HeadUser, UserView};
use crate::error::{HeadCode, HeadError};
use crate::web::{HeadJson, HeadState};
use web::form::{Form, RawField};
use web::server::serve::{IsHttps, Peer};

/// The current and the new password.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct ChangePasswordBody {
    #[schema(value_type = String)]
    current_password: RawField,
    #[schema(value_type = String)]
    new_password: RawField,
}

/// Signs out: ends this session.
#[utoipa::path(post, path = "/api/head/logout", tag = "accounts", security(("session" = [])), responses((status = 204)))]
pub(super) async fn logout(
    State(state): State<HeadState>,
    caller: AnySignedIn,
    https: Option<Extension<IsHttps>>,
) -> Result<Response, HeadError> {
    let token = &caller.token;
    let ended = state.database.transaction(move |transaction| async move { token.end(&transaction).await });
    ended.await?;
    let removed = cookie("", 0, state.is_secure(https.is_some()))?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, removed)]).into_response())
}

/// Returns the account of the caller.
#[utoipa::path(get, path = "/api/head/me", tag = "accounts", security(("session" = [])), responses((status = 200, body = UserView)))]
pub(super) async fn me(caller: AnySignedIn) -> ([(header::HeaderName, header::HeaderValue); 1], Json<UserView>) {
    ([(header::CACHE_CONTROL, no_store())], Json(caller.user.view()))
}

/// Changes the caller's password, ends all sessions of the account and begins another.
#[utoipa::path(post, path = "/api/head/change-password", tag = "accounts", security(("session" = [])),
    request_body = ChangePasswordBody, responses((status = 200, body = SignedInView), (status = 429)))]
pub(super) async fn change_password(
    State(state): State<HeadState>,
    caller: AnySignedIn,
    Extension(Peer(peer)): Extension<Peer>,
    https: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    HeadJson(body): HeadJson<ChangePasswordBody>,
) -> Result<Response, HeadError> {
    let mut form = Form::default();
    let current = form.password("currentPassword", &body.current_password);
    if current.is_none() {
        form.reject("currentPassword", "Current password is required");
    }
    let new = new_password(&mut form, "newPassword", &body.new_password);
    form.finish()?;
    let user = confirmed(&state, &caller, current.unwrap_or_default(), peer.ip(), "currentPassword").await?;
    let compared = user.password_hash.clone();
    let password_hash = hash(&state, new.unwrap_or_default()).await?;
    let user = HeadUser { password_hash, must_change_password: false, ..user };
    let (token, now) = (Token::random()?, state.now());
    let (user, begun, compared) = (&user, &token, &compared);
    state
        .database
        .transaction(move |transaction| async move {
            let update = "UPDATE head_users SET password_hash = $2, must_change_password = FALSE WHERE user_id = $1 AND password_hash = $3";
            if transaction.execute(update, &[&user.user_id, &user.password_hash, compared]).await? == 0 {
                return Err(HeadError::unauthenticated());
            }
            end_all(&transaction, &user.user_id).await?;
            begun.begin(&transaction, user, now).await?;
            record(&transaction, now, &SignedIn::of(user), Event::new("user.password_changed", "Changed the password")).await
        })
        .await?;
    let secure = state.is_secure(https.is_some());
    let device = device_cookie(&state.secret, &headers, &user.user_id, now, secure)?;
    token.answer(user, None, device, secure)
}

/// The user, once the password was given again in `field`.
///
/// # Errors
/// 400 on the field for a wrong password, 429 after too many.
pub(super) async fn confirmed(
    state: &HeadState,
    caller: &AnySignedIn,
    password: String,
    address: std::net::IpAddr,
    field: &str,
) -> Result<HeadUser, HeadError> {
    let guess = Guess::new(state, &caller.user.username, address, Some(caller.device));
    match guess.password(Some(caller.user.clone()), password).await {
        Err(error) if error.code() == Some(HeadCode::Unauthenticated) => Err(HeadError::field(field, "Current password is incorrect")),
        Err(error) => Err(error),
        Ok(user) => {
            guess.succeeded();
            Ok(user)
        }
    }
}
