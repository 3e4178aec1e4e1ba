//! Sign-in and staff accounts.

pub mod auth;
pub mod device;
pub mod hash_queue;
pub mod throttle;
pub mod users;
