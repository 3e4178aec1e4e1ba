//! The first owner of a new database, and new passwords from the command line.

use serde_json::json;

use super::audit::{Event, record_as};
use super::session::end_all;
use super::user::{Bars, HeadRole, HeadUser};
use super::users::{insert, new_id};
use crate::config::PASSWORD_ENV;
use crate::database::Database;
use crate::error::HeadError;
use crate::web::moment;
use base::Timestamp;
use base::text::fold;
use web::password;

/// Username of the first owner.
const OWNER: &str = "owner";
/// Username, password and role of the accounts of a demo.
pub const DEMO_ACCOUNTS: [(&str, &str, HeadRole); 2] =
    [("owner", "owner123", HeadRole::Owner), ("manager", "manager123", HeadRole::Manager)];
/// Who acts from the command line, on record.
const CONSOLE: &str = "Command line";

/// The first owner's password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FirstOwner {
    /// Made by head office: shown on the console once.
    Generated(String),
    /// Set by the person who installs head office: shown nowhere.
    Preset,
}

impl FirstOwner {
    /// The line for the console.
    pub fn line(&self) -> String {
        match self {
            FirstOwner::Generated(password) => format!("First sign-in: {OWNER} / {password}"),
            FirstOwner::Preset => format!("First sign-in: {OWNER}, with the password in {PASSWORD_ENV}"),
        }
    }
}

/// Creates the first owner of a database without users. `None` if there are users, also if another head office creates one now.
pub async fn seed(database: &Database, preset: Option<&str>, now: Timestamp) -> Result<Option<FirstOwner>, HeadError> {
    let client = database.client().await?;
    let has_users = client.query_opt("SELECT 1::BIGINT FROM head_users LIMIT 1", &[]).await?.is_some();
    drop(client);
    if has_users {
        return Ok(None);
    }
    let first = match preset {
        Some(_) => FirstOwner::Preset,
        None => FirstOwner::Generated(password::generate().map_err(HeadError::internal)?),
    };
    let text = match (&first, preset) {
        (FirstOwner::Generated(password), _) => password.clone(),
        (FirstOwner::Preset, preset) => preset.unwrap_or_default().to_owned(),
    };
    let user = &HeadUser { must_change_password: true, ..new_user(OWNER, "Owner", &text, HeadRole::Owner, now)? };
    let inserted = database.transaction(move |transaction| async move { insert(&transaction, user).await });
    match inserted.await {
        Ok(()) => Ok(Some(first)),
        Err(error) if error.code() == Some(crate::error::HeadCode::Taken) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creates the accounts of a demo, whose passwords everybody knows.
pub async fn seed_demo(database: &Database, now: Timestamp) -> Result<(), HeadError> {
    for (username, password, role) in DEMO_ACCOUNTS {
        let user = &new_user(username, username, password, role, now)?;
        database.transaction(move |transaction| async move { insert(&transaction, user).await }).await?;
    }
    Ok(())
}

/// An active user of all bars, who need not change the password.
fn new_user(username: &str, name: &str, password: &str, role: HeadRole, now: Timestamp) -> Result<HeadUser, HeadError> {
    Ok(HeadUser {
        user_id: new_id()?,
        username: username.to_owned(),
        name: name.to_owned(),
        password_hash: password::hash(password).map_err(HeadError::internal)?,
        must_change_password: false,
        role,
        bars: Bars::All,
        is_active: true,
        totp_secret: None,
        has_totp: false,
        added_at: moment(now),
    })
}

/// Sets a random password for a user, takes the second factor off, and ends all sessions. Returns the password.
///
/// # Errors
/// 404 for a user that does not exist; those of the database.
pub async fn reset(database: &Database, username: &str, now: Timestamp) -> Result<String, HeadError> {
    let new = password::generate().map_err(HeadError::internal)?;
    let (username, hash) = (&fold(username), &password::hash(&new).map_err(HeadError::internal)?);
    database
        .transaction(move |transaction| async move {
            let sql = "SELECT user_id FROM head_users WHERE username = $1 FOR UPDATE";
            let row = transaction.query_opt(sql, &[username]).await?.ok_or_else(|| HeadError::not_found("user"))?;
            let user_id: String = row.try_get(0)?;
            let update = "UPDATE head_users SET password_hash = $2, must_change_password = TRUE, totp_secret = NULL, \
                totp_confirmed_at = NULL, recovery_codes = $3, wrong_codes = 0 WHERE user_id = $1";
            transaction.execute(update, &[&user_id, hash, &json!([])]).await?;
            end_all(&transaction, &user_id).await?;
            let event = Event::new("user.reset", format!("Set a new password for {username}"));
            record_as(&transaction, now, None, CONSOLE, event).await
        })
        .await?;
    Ok(new)
}
