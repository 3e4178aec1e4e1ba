//! Passwords: the same rules, hashes and throttling as on the box.

use std::net::IpAddr;

use crate::accounts::HeadUser;
use crate::error::{HeadCode, HeadError};
use crate::web::HeadState;
use bar::staff::PASSWORD_MIN;
use base::text::PASSWORD_MAX;
use web::device_key::DeviceKey;
use web::form::{Form, RawField};
use web::password;
use web::throttle::Attempt;

/// Parses a new password: neither too short nor too long, and not blank.
pub(super) fn new_password(form: &mut Form, name: &str, field: &RawField) -> Option<String> {
    let password = form.password(name, field).unwrap_or_default();
    let length = if password.trim().is_empty() { 0 } else { password.chars().count() };
    match length {
        PASSWORD_MIN..=PASSWORD_MAX => Some(password),
        0..PASSWORD_MIN => {
            form.reject(name, format!("Password must be at least {PASSWORD_MIN} characters"));
            None
        }
        _ => {
            form.reject(name, format!("Password must be at most {PASSWORD_MAX} characters"));
            None
        }
    }
}

/// Hashes a new password (argon2id), within the limits of the hash queue.
///
/// # Errors
/// 503 while too many passwords wait; 500 where hashing fails.
pub async fn hash(state: &HeadState, password: String) -> Result<String, HeadError> {
    let _permit = state.hash_queue.acquire(true).await?;
    let hashed = tokio::task::spawn_blocking(move || password::hash(&password)).await;
    hashed.map_err(HeadError::internal)?.map_err(HeadError::internal)
}

/// An attempt to sign in with a password or a code.
pub(super) struct Guess<'a> {
    state: &'a HeadState,
    attempt: Attempt,
}

impl<'a> Guess<'a> {
    /// An attempt for `username` from `address`; `device` is the known one, if it is.
    pub(super) fn new(state: &'a HeadState, username: &str, address: IpAddr, device: Option<DeviceKey>) -> Self {
        Guess { state, attempt: Attempt::new(username, address, device) }
    }

    /// Whether the password is the user's. A wrong password and an unknown user get the same refusal after the same time. A right one does
    /// not end the wait after wrong ones yet: the second factor may be wrong.
    ///
    /// # Errors
    /// 401 for a wrong one, 429 after too many.
    pub(super) async fn password(&self, user: Option<HeadUser>, password: String) -> Result<HeadUser, HeadError> {
        let (throttle, now) = (&self.state.throttle, || self.state.clock.running_millis());
        let recognised = throttle.may_try(&self.attempt, now())?;
        let permit = self.state.hash_queue.acquire(recognised).await?;
        throttle.begin(&self.attempt, now())?;
        let hash = user.as_ref().map_or(password::DUMMY_HASH, |user| &user.password_hash).to_owned();
        let matches = move || password.chars().count() <= PASSWORD_MAX && password::matches(&password, &hash);
        let is_right = tokio::task::spawn_blocking(matches).await.unwrap_or(false);
        drop(permit);
        match user {
            Some(user) if is_right => Ok(user),
            _ => {
                self.failed();
                Err(HeadError::new(HeadCode::Unauthenticated, "Invalid username or password"))
            }
        }
    }

    /// Whether another code may be tried now.
    ///
    /// # Errors
    /// 429 after too many.
    pub(super) fn may_try(&self) -> Result<(), HeadError> {
        self.state.throttle.begin(&self.attempt, self.state.clock.running_millis()).map_err(HeadError::from)
    }

    /// Counts a wrong password or code.
    pub(super) fn failed(&self) {
        self.state.throttle.failed(&self.attempt, self.state.clock.running_millis());
    }

    /// Forgets the failures of this address.
    pub(super) fn succeeded(&self) {
        self.state.throttle.succeeded(&self.attempt, self.state.clock.running_millis());
    }
}
