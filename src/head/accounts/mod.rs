//! People who sign in at head office: users, passwords, the second factor, sessions, and the record of what they did.
//!
//! An `owner` sees and does everything; a `manager` sees the bars in `bars`. Nothing about a session is cached: every call reads its row
//! and the user's, so a sign-out, a new password, another role or a switched-off account counts at once at every head office.

mod audit;
mod code_try;
mod codes;
mod first_owner;
mod known_device;
mod own;
mod password;
mod recovery;
mod second_factor;
mod session;
mod sign_in;
mod signed_in;
mod totp;
mod user;
mod user_body;
mod users;

use axum::Router;
use axum::routing::{delete, get, post, put};

pub use audit::{Event, record, record_as};
pub use code_try::{CODES_ALERT_SECONDS, WRONG_CODES_FREE, wrong_codes_for};
pub use first_owner::{DEMO_ACCOUNTS, FirstOwner, reset, seed, seed_demo};
pub use password::hash as hash_password;
pub use session::{COOKIE, SESSION_IDLE_MILLIS, SESSION_MILLIS};
pub use signed_in::{AnySignedIn, Owner, SignedIn};
pub use user::{Bars, HeadRole, HeadUser};

use crate::head::web::HeadState;

/// The calls of accounts, codes and the audit log.
pub fn routes() -> Router<HeadState> {
    Router::new()
        .route("/api/head/login", post(sign_in::login))
        .route("/api/head/logout", post(own::logout))
        .route("/api/head/me", get(own::me))
        .route("/api/head/change-password", post(own::change_password))
        .route("/api/head/totp", post(second_factor::begin))
        .route("/api/head/totp/confirm", post(second_factor::confirm))
        .route("/api/head/users", get(users::list).post(users::create))
        .route("/api/head/users/{id}", put(users::update).delete(users::remove))
        .route("/api/head/audit", get(audit::list))
        .route("/api/head/codes", post(codes::create))
        .route("/api/head/bars/{bar}/boxes/{box}", delete(codes::revoke_box))
}
