//! Staff accounts, roles and sessions.
//!
//! A session is a row. It ends when the row is removed, even if its token is still valid.

pub mod chain;
mod decide;
mod load;
pub mod pins;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::*;
pub use load::load;
pub use tables::*;

use base::{Role, Timestamp};

/// Fewest characters of a username.
pub const USERNAME_MIN: usize = 3;
/// Fewest characters of a password.
pub const PASSWORD_MIN: usize = 6;
/// Lifetime of a session in the box's running time: 60 days, in milliseconds.
pub const SESSION_MILLIS: u64 = 60 * 24 * 60 * 60 * 1000;
/// Lifetime of a session on an enrolled device in the box's running time: 12 hours, in milliseconds.
pub const DEVICE_SESSION_MILLIS: u64 = 12 * 60 * 60 * 1000;
/// How long a session on a device may do what needs the password, in milliseconds of running time: 15 minutes.
pub const CONFIRMED_MILLIS: u64 = 15 * 60 * 1000;
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
    /// Whether the person has seen, closed or skipped the tour of the screens.
    #[serde(default)]
    pub tour_done: bool,
}

/// A session, which begins with a sign-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub user_id: u64,
    /// The box's running time at the sign-in, in milliseconds.
    pub since: u64,
    /// The enrolled device that it is bound to; `None` on a private phone.
    pub device: Option<DeviceSession>,
    /// Wrong PINs in the person's name between the sign-in before and this one.
    pub wrong_tries: u32,
    /// When the first of those was.
    pub wrong_tries_since: Option<Timestamp>,
}

/// The part of a session that only one on an enrolled device has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceSession {
    pub device_id: u64,
    /// When the password was last given; `None` if only the PIN was.
    pub confirmed: Option<Confirmation>,
}

/// When a password was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// The box's running time, in milliseconds.
    pub running: u64,
    pub at: Timestamp,
}

impl Session {
    /// Lifetime in the box's running time, in milliseconds.
    pub fn lifetime(&self) -> u64 {
        if self.device.is_some() { DEVICE_SESSION_MILLIS } else { SESSION_MILLIS }
    }

    /// The password confirmation that is in force at the running time `running`.
    pub fn confirmation(&self, running: u64) -> Option<Confirmation> {
        self.device.as_ref()?.confirmed.filter(|given| running.saturating_sub(given.running) < CONFIRMED_MILLIS)
    }

    /// Whether it may do what needs the password: one on a private phone always began with it.
    pub fn is_confirmed(&self, running: u64) -> bool {
        self.device.is_none() || self.confirmation(running).is_some()
    }
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

/// A code was made with which a person chooses a password and begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationMade {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
}

/// A person completed, closed or skipped the tour of the screens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TourDone {
    pub user_id: u64,
}

/// A person changed their password: all of their sessions end, and a new one begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordChanged {
    pub user_id: u64,
    /// argon2id in PHC format.
    pub password_hash: String,
    /// The new session.
    pub session_id: String,
    /// The enrolled device of the new session; `None` on a private phone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_id: Option<u64>,
}

/// A person signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedIn {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
    /// The new session.
    pub session_id: String,
    /// The enrolled device; `None` on a private phone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<SignInDevice>,
    /// Wrong PINs in the person's name since the sign-in before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub wrong_tries: u32,
    /// When the first of those was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong_tries_since: Option<Timestamp>,
}

/// The enrolled device on which a person signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInDevice {
    pub device_id: u64,
    /// For the audit.
    pub device_name: String,
    pub by: SignInBy,
    /// Whether it ends the device's lock and its count of wrong PINs.
    pub unlocks: bool,
}

/// How a person proved who they are on an enrolled device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SignInBy {
    Pin,
    Password,
    /// A code from a manager, with which the person chose a new PIN.
    Code,
}

/// A person signed out, or their session on a device ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedOut {
    pub user_id: u64,
    pub session_id: String,
    /// How a session on a device ended, unless its person signed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<DeviceSessionEnd>,
}

/// How a session on a device ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceSessionEnd {
    pub why: EndReason,
    /// For the audit.
    pub device_name: String,
}

/// Why a session on a device ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndReason {
    /// Its person locked the screen.
    Locked,
    /// It was not used.
    Idle,
    /// It was as old as a session may become.
    Expired,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
