//! Staff accounts, roles and sessions.
//!
//! A session is a row. It ends when the row is removed, even if its token is still valid.

mod decide;
mod load;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::*;
pub use load::load;
pub use tables::*;

use crate::base::{Role, Timestamp};

/// Fewest characters of a username.
pub const USERNAME_MIN: usize = 3;
/// Fewest characters of a password.
pub const PASSWORD_MIN: usize = 6;
/// Lifetime of a session in the box's running time: 60 days, in milliseconds.
pub const SESSION_MILLIS: u64 = 60 * 24 * 60 * 60 * 1000;
/// Most sessions of an account at the same time; another sign-in ends the oldest.
pub const SESSIONS_MAX: usize = 20;

/// A staff account. It must not leave the box as it is, because it holds the hash of the password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Counts from 1.
    pub id: u64,
    /// Unique, ignoring case, among accounts that are not archived.
    pub username: String,
    /// Unique, ignoring case, among accounts that are not archived.
    pub email: Option<String>,
    /// argon2id in PHC format.
    pub password_hash: String,
    pub role: Role,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone: Option<String>,
    /// Whether they may sign in.
    pub is_active: bool,
    pub created_at: Timestamp,
    pub last_login_at: Option<Timestamp>,
    /// Whether the account can do nothing but choose a new password.
    pub must_change_password: bool,
    /// Whether the account was deleted. The row stays, because records refer to it.
    pub archived: bool,
}

/// A session, which begins with a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub user_id: u64,
    /// The box's running time at the sign-in, in milliseconds.
    pub since: u64,
}

/// An account was created or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserSaved {
    pub user: User,
    /// Whether all of its sessions end, because role or password changed or it was switched off.
    pub ends_sessions: bool,
}

/// An account was deleted; its name and e-mail can be used again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserArchived {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
}

/// A person changed their password: all of their sessions end, and a new one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordChanged {
    pub user_id: u64,
    /// argon2id in PHC format.
    pub password_hash: String,
    /// The new session.
    pub session_id: String,
}

/// A person signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
    /// The new session.
    pub session_id: String,
}

/// A person signed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedOut {
    pub user_id: u64,
    pub session_id: String,
}
