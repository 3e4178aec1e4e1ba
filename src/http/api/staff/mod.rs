//! Sign-in and staff accounts.

pub mod auth;
pub mod device;
pub mod hash_queue;
mod new_password;
pub mod throttle;
pub mod users;
