//! Checks of passwords, and the cookie by which the box recognises a phone from then on.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};
use axum::response::Response;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::Caller;
use crate::staff;
use base::text::PASSWORD_MAX;
use web::device_key::DeviceKey;
use web::password;
use web::throttle::Attempt;

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
        Some(_) | None => {
            app.throttle.failed(attempt, app.engine.running());
            Err(staff::wrong_credentials().into())
        }
    }
}

/// Adds the cookie by which the box recognises the phone from now on to the answer of a sign-in.
pub fn recognising(
    answer: Result<Response, ApiError>,
    app: &AppState,
    headers: &HeaderMap,
    user_id: u64,
    secure: bool,
) -> Result<Response, ApiError> {
    let mut answer = answer?;
    answer.headers_mut().append(header::SET_COOKIE, app.known_devices.cookie(headers, user_id, app.engine.running(), secure)?);
    Ok(answer)
}

/// An attempt of a signed-in caller to give the password again.
pub fn known_attempt(app: &AppState, caller: &Caller, headers: &HeaderMap, address: IpAddr) -> Attempt {
    let user = &caller.user;
    let known = app.known_devices.device(headers, user.id, app.engine.running());
    Attempt::new(&user.username, address, Some(known.unwrap_or_else(|| DeviceKey::of_session(&caller.session_id))))
}
