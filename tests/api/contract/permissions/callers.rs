//! The kinds of callers, and which of them each group of calls allows.

/// Kinds of callers, in the order of the columns: `ended` has signed out, `forged` sends a tampered token, `locked` must
/// change the password first. Those by PIN are signed in on a device without the password; `enrolled` is a device without
/// a session, `revoked` one that was revoked while an admin was signed in on it.
pub const CALLERS: [&str; 12] = [
    "guest",
    "bartender",
    "manager",
    "admin",
    "ended",
    "forged",
    "locked",
    "bartender by PIN",
    "manager by PIN",
    "admin by PIN",
    "enrolled",
    "revoked",
];

/// The column of a bartender who signed in with the password.
pub const BARTENDER_COLUMN: usize = 1;

/// A call, and the status for each caller when the body is an empty object and the ids exist nowhere.
pub type Row = (&'static str, [u16; CALLERS.len()]);

/// Allowed without signing in.
pub const fn public(answer: u16) -> [u16; CALLERS.len()] {
    [answer; CALLERS.len()]
}
/// Allowed to everyone signed in, even while the password must be changed.
pub const fn person(answer: u16) -> [u16; CALLERS.len()] {
    [401, answer, answer, answer, 401, 401, answer, answer, answer, answer, 401, 401]
}
/// Allowed to everyone signed in whose password need not be changed.
pub const fn staff(answer: u16) -> [u16; CALLERS.len()] {
    [401, answer, answer, answer, 401, 401, 403, answer, answer, answer, 401, 401]
}
/// Allowed to managers and admins, by PIN too.
pub const fn shift(answer: u16) -> [u16; CALLERS.len()] {
    [401, 403, answer, answer, 401, 401, 403, 403, answer, answer, 401, 401]
}
/// Allowed to managers and admins who gave the password.
pub const fn manager(answer: u16) -> [u16; CALLERS.len()] {
    [401, 403, answer, answer, 401, 401, 403, 403, 403, 403, 401, 401]
}
/// Allowed to admins who gave the password.
pub const fn admin(answer: u16) -> [u16; CALLERS.len()] {
    [401, 403, 403, answer, 401, 401, 403, 403, 403, 403, 401, 401]
}
/// Allowed on an enrolled device, with any session or none.
pub const fn device(answer: u16) -> [u16; CALLERS.len()] {
    [403, 403, 403, 403, 403, 403, 403, answer, answer, answer, answer, 403]
}
/// Allowed in a session on an enrolled device.
pub const fn device_session(answer: u16) -> [u16; CALLERS.len()] {
    [401, 403, 403, 403, 401, 401, 403, answer, answer, answer, 401, 401]
}
