//! The people who work here, their roles, and their sessions.
//!
//! A session is a row: it ends when the row goes, whatever a token says of itself.

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
/// A session ends after so much of the box's own running time: 60 days, in milliseconds.
pub const SESSION_MILLIS: u64 = 60 * 24 * 60 * 60 * 1000;
/// A person's sessions at a time; a further sign-in ends the oldest.
pub const SESSIONS_MAX: usize = 20;

/// Somebody with an account. Never leaves the box as it is: it holds the password's hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct User {
    /// Counts from 1.
    pub id: u64,
    /// Unique without case among those who are not archived.
    pub username: String,
    /// Unique without case among those who are not archived.
    pub email: Option<String>,
    /// argon2id in PHC format.
    pub password_hash: String,
    pub role: Role,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub phone: Option<String>,
    /// Whether they may sign in.
    pub is_active: bool,
    /// Since when the account exists.
    pub created_at: Timestamp,
    /// When they last signed in.
    pub last_login_at: Option<Timestamp>,
    /// Whether they may do nothing but choose a new password.
    pub must_change_password: bool,
    /// Whether the account was deleted. The row stays, because records name it.
    pub archived: bool,
}

/// One sign-in that lasts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub user_id: u64,
    /// The box's running time at the sign-in, in milliseconds.
    pub since: u64,
}

/// An account as it is from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserSaved {
    pub user: User,
    /// Whether every session of theirs ends: another role, another password, switched off.
    pub ends_sessions: bool,
}

/// The account is deleted; its name and e-mail are free again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserArchived {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
}

/// A new password; all sessions end but the one that begins with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordChanged {
    pub user_id: u64,
    /// argon2id in PHC format.
    pub password_hash: String,
    /// The session that begins.
    pub session_id: String,
}

/// Somebody signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
    /// The session that begins.
    pub session_id: String,
}

/// Somebody signed out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedOut {
    pub user_id: u64,
    /// The session that ends.
    pub session_id: String,
}
