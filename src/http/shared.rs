//! What head office's server shares with the box's: forms, limits of bodies and of password hashing, throttling of sign-ins, cookies.

pub use super::api::settings::SettingsBody;
pub use super::api::staff::hash_queue::HashQueue;
pub use super::api::staff::known_device::{DeviceKey, NONCE_BYTES};
pub use super::api::staff::throttle::{Attempt, Throttle};
pub use super::contract::body_budget::{BODY_MAX, BodyBudget, HeldBytes, PASSWORDS_BODY_MAX};
pub use super::contract::form::{Canonical, Form, RawField};
pub use super::contract::session::{cookies, is_json, same_origin};
pub use super::contract::write::key_header;
