//! Codes of the second factor, of which a user may give few wrong ones: one count for all calls that ask for a code, in the database, so
//! that it holds at every head office.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use utoipa::ToSchema;

use super::audit::{Event, record_as};
use super::recovery;
use super::totp::{self, TotpSecrets};
use super::user::HeadUser;
use crate::database::{Database, Transaction};
use crate::error::{HeadCode, HeadError};
use crate::web::{HeadState, moment, when};
use base::Timestamp;

/// Wrong codes, without a right one between, before the next one has to wait.
pub const WRONG_CODES_FREE: i64 = 10;
/// First wait, in seconds; it doubles with each further wrong code.
const WAIT_SECONDS: i64 = 30;
/// Longest wait, in seconds.
const WAIT_SECONDS_MAX: i64 = 60 * 60;
/// Most doublings of the wait: enough to reach the longest one.
const DOUBLINGS_MAX: i64 = 10;
/// How long owners are told of too many wrong codes, in seconds. A right code does not end it: it may be the thief's.
pub const CODES_ALERT_SECONDS: i64 = 24 * 60 * 60;
/// Digits of a code by time; anything else is taken for a recovery code.
const TOTP_DIGITS: usize = 6;
/// Who is on record for wrong codes: nobody knows who gave them.
const NOBODY: &str = "Somebody";

/// A code that a user gives. It counts as wrong until it was right, so that many at once are no more than one after the other.
pub(super) struct CodeTry<'a> {
    state: &'a HeadState,
    user: &'a HeadUser,
    code: String,
    /// Wrong codes before this one, and when the last of them was given.
    before: (i64, Option<jiff::Timestamp>),
    used: AtomicBool,
}

impl<'a> CodeTry<'a> {
    /// Counts the code; `None` for a user who has no second factor, or in a demo.
    ///
    /// # Errors
    /// 401 `code_required` without a code, 429 after too many wrong ones.
    pub(super) async fn begin(state: &'a HeadState, user: &'a HeadUser, code: Option<&str>) -> Result<Option<Self>, HeadError> {
        if state.demo || !user.has_totp {
            return Ok(None);
        }
        let code: String = code.unwrap_or_default().chars().filter(|letter| !letter.is_whitespace()).collect();
        if code.is_empty() {
            return Err(HeadError::new(HeadCode::CodeRequired, "Enter the code from your app"));
        }
        let now = state.now();
        let before = state.database.transaction(move |transaction| async move { count(&transaction, &user.user_id, now).await }).await?;
        Ok(Some(CodeTry { state, user, code, before, used: AtomicBool::new(false) }))
    }

    /// Uses the code up, in the transaction that does what it allows.
    ///
    /// # Errors
    /// 401 `code_wrong`, also for one that was used before.
    pub(super) async fn use_up(&self, transaction: &Transaction) -> Result<(), HeadError> {
        let (user_id, code) = (&self.user.user_id, &self.code);
        let is_right = if code.len() == TOTP_DIGITS && code.bytes().all(|digit| digit.is_ascii_digit()) {
            // As it is now: it may have been replaced since the user was read.
            let row = transaction.query_opt("SELECT totp_secret FROM head_users WHERE user_id = $1 FOR UPDATE", &[user_id]).await?;
            let sealed: Option<Vec<u8>> = row.map(|row| row.try_get(0)).transpose()?.flatten();
            let secret = TotpSecrets::open(&self.state.secret, user_id, sealed.as_deref())?.current;
            match secret.map(|secret| totp::step_of(&secret, code, self.state.now())).transpose()?.flatten() {
                Some(step) => use_step(transaction, user_id, step).await?,
                None => false,
            }
        } else {
            recovery::use_up(transaction, user_id, code).await?
        };
        if !is_right {
            return Err(wrong_code());
        }
        transaction.execute("UPDATE head_users SET wrong_codes = 0 WHERE user_id = $1", &[user_id]).await?;
        self.used.store(true, Ordering::SeqCst);
        Ok(())
    }

    /// Ends the try with what the call came to, which it returns. A wrong code stays counted; one that was not looked at does not.
    ///
    /// # Errors
    /// That of the call; those of the database.
    pub(super) async fn settle<T>(&self, outcome: Result<T, HeadError>) -> Result<T, HeadError> {
        let is_wrong = outcome.as_ref().is_err_and(|error| error.code() == Some(HeadCode::CodeWrong));
        let (user, now, is_done) = (self.user, self.state.now(), outcome.is_ok() && self.used.load(Ordering::SeqCst));
        if is_wrong {
            self.state.database.transaction(move |transaction| async move { warn(&transaction, user, now).await }).await?;
        } else if !is_done {
            let give_back = "UPDATE head_users SET wrong_codes = GREATEST(COALESCE(wrong_codes, 0) - 1, 0) WHERE user_id = $1";
            let work = move |transaction: Transaction| async move { transaction.execute(give_back, &[&user.user_id]).await };
            self.state.database.transaction(work).await?;
        }
        outcome
    }

    /// The wrong codes before this one; `None` unless there were too many.
    pub(super) fn wrong_before(&self) -> Option<WrongCodes> {
        match self.before {
            (count, Some(at)) if count >= WRONG_CODES_FREE => Some(WrongCodes { count, at: when(at) }),
            _ => None,
        }
    }
}

/// Wrong codes before a sign-in.
#[derive(Serialize, ToSchema)]
pub(super) struct WrongCodes {
    count: i64,
    /// When the last one was given.
    at: String,
}

/// Counts a code, and returns how many wrong ones there were before, and when the last one was given.
async fn count(transaction: &Transaction, user_id: &str, now: Timestamp) -> Result<(i64, Option<jiff::Timestamp>), HeadError> {
    let sql = "SELECT COALESCE(wrong_codes, 0), wrong_code_at FROM head_users WHERE user_id = $1 FOR UPDATE";
    let row = transaction.query_opt(sql, &[&user_id]).await?.ok_or_else(HeadError::unauthenticated)?;
    let (wrong, at): (i64, Option<jiff::Timestamp>) = (row.try_get(0)?, row.try_get(1)?);
    let until = at.map_or(0, |at| at.as_millisecond() + wait_seconds(wrong) * 1000);
    let left = until - now.as_millis();
    if left > 0 {
        return Err(HeadError::too_many(left.unsigned_abs().div_ceil(1000)));
    }
    let update = "UPDATE head_users SET wrong_codes = COALESCE(wrong_codes, 0) + 1, wrong_code_at = $2 WHERE user_id = $1";
    transaction.execute(update, &[&user_id, &moment(now)]).await?;
    Ok((wrong, at))
}

/// Seconds between the last of so many wrong codes and the next one.
fn wait_seconds(wrong: i64) -> i64 {
    match wrong - WRONG_CODES_FREE {
        beyond if beyond < 0 => 0,
        beyond => (WAIT_SECONDS << beyond.min(DOUBLINGS_MAX)).min(WAIT_SECONDS_MAX),
    }
}

/// Tells owners, once there are too many wrong codes.
async fn warn(transaction: &Transaction, user: &HeadUser, now: Timestamp) -> Result<(), HeadError> {
    let sql = "SELECT COALESCE(wrong_codes, 0) FROM head_users WHERE user_id = $1 FOR UPDATE";
    let Some(row) = transaction.query_opt(sql, &[&user.user_id]).await? else { return Ok(()) };
    let wrong: i64 = row.try_get(0)?;
    if wrong < WRONG_CODES_FREE {
        return Ok(());
    }
    transaction.execute("UPDATE head_users SET codes_alert_at = $2 WHERE user_id = $1", &[&user.user_id, &moment(now)]).await?;
    if wrong == WRONG_CODES_FREE {
        let event = Event::new("user.wrong_codes", format!("{wrong} wrong codes for {}", user.username));
        record_as(transaction, now, None, NOBODY, event).await?;
    }
    Ok(())
}

/// The names of users for whom there were too many wrong codes lately.
pub async fn wrong_codes_for(database: &Database, now: Timestamp) -> Result<Vec<String>, HeadError> {
    let since = moment(Timestamp::from_millis(now.as_millis() - CODES_ALERT_SECONDS * 1000));
    let client = database.client().await?;
    let rows = client.query("SELECT username FROM head_users WHERE codes_alert_at > $1 ORDER BY username", &[&since]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        let waits: Vec<i64> = [0, 9, 10, 11, 12, 16, 17, 1_000].into_iter().map(wait_seconds).collect();
        assert_eq!(waits, [0, 0, 30, 60, 120, 1_920, 3_600, 3_600]);
    }
}
