//! Sessions: a random token that the client has, and its hash in the database.

use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::code_try::WrongCodes;
use super::user::{COLUMNS, HeadUser, UserView};
use crate::database::{Database, Transaction};
use crate::error::HeadError;
use crate::web::moment;
use base::Timestamp;
use web::device_key::{DeviceKey, NONCE_BYTES};
use web::headers::cookies;

/// The cookie that sign-in sets.
pub const COOKIE: &str = "barback_head_session";
/// A session that was not used for this long has ended, in milliseconds: 12 hours.
pub const SESSION_IDLE_MILLIS: i64 = 12 * 60 * 60 * 1000;
/// A session ends this long after it began, in milliseconds: 30 days.
pub const SESSION_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;
/// The time of the last use is written when it is this old, in milliseconds, so that not every read is a write.
const USE_MILLIS: i64 = 60 * 1000;
/// Random bytes of a token.
const TOKEN_BYTES: usize = 32;

/// The token of a session. Only the client has it.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    pub(super) fn random() -> Result<Self, HeadError> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
        Ok(Token(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// What the database has. The token is random and long, so a plain hash is enough.
    fn hash(&self) -> Vec<u8> {
        Sha256::digest(&self.0).to_vec()
    }

    /// Begins a session of the user, if the user may still sign in and the password is still the one that was compared.
    ///
    /// # Errors
    /// 401 if that changed in the meantime; those of the database.
    pub(super) async fn begin(&self, transaction: &Transaction, user: &HeadUser, now: Timestamp) -> Result<(), HeadError> {
        let insert = "INSERT INTO sessions (token_hash, user_id, began_at, used_at) \
            SELECT $1, user_id, $3, $3 FROM head_users WHERE user_id = $2 AND is_active AND password_hash = $4";
        let begun = transaction.execute(insert, &[&self.hash(), &user.user_id, &moment(now), &user.password_hash]).await?;
        if begun == 1 { Ok(()) } else { Err(HeadError::unauthenticated()) }
    }

    /// Ends all other sessions of the user.
    pub(super) async fn end_others(&self, transaction: &Transaction, user_id: &str) -> Result<(), HeadError> {
        transaction.execute("DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2", &[&user_id, &self.hash()]).await?;
        Ok(())
    }

    /// What stands for the session where a device is known by it: a session proves as much as the cookie of one.
    pub(super) fn device(&self) -> DeviceKey {
        let mut key = [0; NONCE_BYTES];
        key.iter_mut().zip(self.hash()).for_each(|(place, byte)| *place = byte);
        DeviceKey::of_bytes(key)
    }

    /// Ends the session.
    pub(super) async fn end(&self, transaction: &Transaction) -> Result<(), HeadError> {
        transaction.execute("DELETE FROM sessions WHERE token_hash = $1", &[&self.hash()]).await?;
        Ok(())
    }

    /// The user of the session, if it has not ended. Records its use.
    pub(super) async fn user(&self, database: &Database, now: Timestamp) -> Result<Option<HeadUser>, HeadError> {
        let ago = |millis: i64| moment(Timestamp::from_millis(now.as_millis() - millis));
        let (hash, idle, oldest, written) = (self.hash(), ago(SESSION_IDLE_MILLIS), ago(SESSION_MILLIS), ago(USE_MILLIS));
        let sql = format!(
            "SELECT {COLUMNS}, s.used_at FROM sessions s JOIN head_users u ON u.user_id = s.user_id \
             WHERE s.token_hash = $1 AND s.used_at > $2 AND s.began_at > $3 AND u.is_active"
        );
        let client = database.client().await?;
        let Some(row) = client.query_opt(&client.prepare_cached(&sql).await?, &[&hash, &idle, &oldest]).await? else { return Ok(None) };
        if row.try_get::<_, jiff::Timestamp>("used_at")? < written {
            let update = "UPDATE sessions SET used_at = $2 WHERE token_hash = $1 AND used_at < $2";
            client.execute(update, &[&hash, &moment(now)]).await?;
        }
        HeadUser::of(&row).map(Some)
    }

    /// The answer of a sign-in, with the cookies of the session and of the known device.
    ///
    /// # Errors
    /// 500 if a cookie cannot be written.
    pub(super) fn answer(
        &self,
        user: &HeadUser,
        wrong_codes: Option<WrongCodes>,
        device: HeaderValue,
        secure: bool,
    ) -> Result<Response, HeadError> {
        let session = cookie(&self.0, SESSION_MILLIS / 1000, secure)?;
        let body = SignedInView { token: self.0.clone(), user: user.view(), wrong_codes };
        let mut response = ([(header::SET_COOKIE, session), (header::CACHE_CONTROL, no_store())], Json(body)).into_response();
        response.headers_mut().append(header::SET_COOKIE, device);
        Ok(response)
    }
}

/// A session that began.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignedIn)]
pub(super) struct SignedInView {
    /// What the cookie has too, for programs without cookies.
    token: String,
    user: UserView,
    /// The wrong codes before this sign-in; null unless there were too many.
    wrong_codes: Option<WrongCodes>,
}

/// Ends all sessions of a user.
pub(super) async fn end_all(transaction: &Transaction, user_id: &str) -> Result<(), HeadError> {
    transaction.execute("DELETE FROM sessions WHERE user_id = $1", &[&user_id]).await?;
    Ok(())
}

/// The token of a request, and whether it is from the cookie. If there is an `Authorization` header, the cookie is ignored.
pub(super) fn credentials(headers: &HeaderMap) -> Option<(Token, bool)> {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let (scheme, token) = value.to_str().ok()?.trim().split_once(' ')?;
        return scheme.eq_ignore_ascii_case("bearer").then(|| (Token(token.trim().to_owned()), false));
    }
    cookies(headers).find(|(name, _)| *name == COOKIE).map(|(_, token)| (Token(token.to_owned()), true))
}

/// The cookie with a token; an empty one for 0 seconds removes it.
///
/// # Errors
/// 500 for a token that no header can have.
pub(super) fn cookie(token: &str, seconds: i64, secure: bool) -> Result<HeaderValue, HeadError> {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}");
    HeaderValue::from_str(&text).map_err(HeadError::internal)
}

/// `Cache-Control` of answers that no cache may keep.
pub fn no_store() -> HeaderValue {
    HeaderValue::from_static("no-store")
}
