//! Sign-in, staff accounts, PINs, and sessions on enrolled devices.

pub mod auth;
pub mod colleagues;
pub mod device_session;
pub mod invitations;
pub mod known_device;
mod new_password;
pub mod password_check;
pub mod pin_check;
mod pin_hashes;
mod pin_key;
pub mod pins;
mod reset_codes;
pub mod session_view;
pub mod user_view;
pub mod users;
