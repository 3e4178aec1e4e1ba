//! Signing in and out, and the accounts of the staff.

pub mod auth;
pub mod device;
pub mod hash_queue;
pub mod throttle;
pub mod users;
