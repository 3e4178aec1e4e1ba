//! `POST /api/head/login`.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use super::audit::{Event, record};
use super::password::Guess;
use super::session::Token;
use super::signed_in::SignedIn;
use super::user::HeadUser;
use super::{recovery, totp};
use crate::head::database::Transaction;
use crate::head::error::{HeadCode, HeadError};
use crate::head::web::{HeadJson, HeadState};
use crate::http::server::serve::{IsHttps, Peer};
use crate::http::shared::{Form, RawField};

/// Digits of a code by time; anything else is taken for a recovery code.
const TOTP_DIGITS: usize = 6;

/// Name, password, and the second factor once it is set up.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct LoginBody {
    username: RawField,
    password: RawField,
    code: RawField,
}

/// Signs in.
pub(super) async fn login(
    State(state): State<HeadState>,
    Extension(Peer(peer)): Extension<Peer>,
    https: Option<Extension<IsHttps>>,
    HeadJson(body): HeadJson<LoginBody>,
) -> Result<Response, HeadError> {
    let mut form = Form::default();
    let username = form.required_line("username", &body.username, "Username is required");
    let password = form.password("password", &body.password).filter(|password| !password.trim().is_empty());
    if password.is_none() {
        form.reject("password", "Password is required");
    }
    let code = form.line("code", &body.code);
    form.finish()?;
    let (username, password) = (username.unwrap_or_default(), password.unwrap_or_default());
    let guess = Guess::new(&state, &username, peer.ip());
    let user = HeadUser::named(&state.database, &username).await?;
    let user = guess.password(user, password).await?;
    if !user.is_active {
        return Err(HeadError::new(HeadCode::Inactive, "This account is switched off"));
    }
    let token = begin(&state, &user, code.as_deref()).await.inspect_err(|error| {
        if error.code() == Some(HeadCode::CodeWrong) {
            guess.failed();
        }
    })?;
    guess.succeeded();
    token.answer(&user, state.is_secure(https.is_some()))
}

/// Uses the code up and begins a session, in one transaction.
async fn begin(state: &HeadState, user: &HeadUser, code: Option<&str>) -> Result<Token, HeadError> {
    let token = Token::random()?;
    let (now, needs_code, used) = (state.now(), user.has_totp && !state.demo, &token);
    if needs_code && code.is_none() {
        return Err(HeadError::new(HeadCode::CodeRequired, "Enter the code from your app"));
    }
    state
        .database
        .transaction(move |transaction| async move {
            if let (true, Some(code)) = (needs_code, code) {
                use_code(state, &transaction, user, code).await?;
            }
            used.begin(&transaction, user, now).await?;
            record(&transaction, now, &SignedIn::of(user), Event::new("user.signed_in", "Signed in")).await
        })
        .await?;
    Ok(token)
}

/// Uses a code by time or a recovery code up.
///
/// # Errors
/// 401 `code_wrong`, also for one that was used before.
pub(super) async fn use_code(state: &HeadState, transaction: &Transaction, user: &HeadUser, code: &str) -> Result<(), HeadError> {
    let typed: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let is_right = if typed.len() == TOTP_DIGITS && typed.bytes().all(|digit| digit.is_ascii_digit()) {
        let secrets = totp::TotpSecrets::open(&state.secret, &user.user_id, user.totp_secret.as_deref())?;
        let secret = secrets.current.ok_or_else(|| HeadError::internal("a user's second factor has no secret"))?;
        match totp::step_of(&secret, &typed, state.now())? {
            Some(step) => use_step(transaction, &user.user_id, step).await?,
            None => false,
        }
    } else {
        recovery::use_up(transaction, &user.user_id, &typed).await?
    };
    if is_right { Ok(()) } else { Err(wrong_code()) }
}

/// Uses the code of a step up. Returns whether no code of this step or a later one was used before, at any head office.
pub(super) async fn use_step(transaction: &Transaction, user_id: &str, step: i64) -> Result<bool, HeadError> {
    let update = "UPDATE head_users SET totp_step = $2 WHERE user_id = $1 AND totp_step < $2";
    Ok(transaction.execute(update, &[&user_id, &step]).await? == 1)
}

/// 401 `code_wrong`.
pub(super) fn wrong_code() -> HeadError {
    HeadError::new(HeadCode::CodeWrong, "This code is wrong or was used before")
}
