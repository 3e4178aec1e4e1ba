//! People who sign in at head office: users, passwords, the second factor, sessions, and the record of what they did.
//!
//! An `owner` sees and does everything; a `manager` sees the bars in `bars`. Nothing about a session is cached: every call reads its row
//! and the user's, so a sign-out, a new password, another role or a switched-off account counts at once at every head office.

pub(crate) mod audit;
mod audit_list;
mod code_try;
mod first_owner;
mod known_device;
mod own;
mod password;
mod recovery;
mod second_factor;
mod session;
mod sign_in;
pub(crate) mod signed_in;
mod totp;
mod user;
mod user_body;
mod users;

pub use audit::{Event, record_as};
pub use audit_list::record;
pub use code_try::{CODES_ALERT_SECONDS, WRONG_CODES_FREE, wrong_codes_for};
pub use first_owner::{DEMO_ACCOUNTS, FirstOwner, reset, seed, seed_demo};
pub use password::hash as hash_password;
pub(crate) use session::no_store;
pub use session::{COOKIE, SESSION_IDLE_MILLIS, SESSION_MILLIS};
pub use signed_in::{AnySignedIn, Owner, SignedIn};
pub use user::{Bars, HeadRole, HeadUser};

use crate::web::calls;

calls!(
    sign_in::login,
    own::logout,
    own::me,
    own::change_password,
    second_factor::begin,
    second_factor::confirm,
    users::list,
    users::create,
    users::update,
    users::remove,
    audit_list::list,
);
