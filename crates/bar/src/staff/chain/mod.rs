//! Accounts that head office keeps: all of such an account but password and PIN is head office's.

mod tables;

pub use tables::{apply_chain, chain_of, chains, linked_user, unlink_users};

use super::User;

/// The fields that are head office's, by their names in the API.
pub const OWNED: [&str; 7] = ["username", "email", "role", "firstName", "lastName", "phone", "isActive"];

/// The fields of head office that differ. The bar may switch an account off, and only head office switches it on again.
pub fn changed(before: &User, after: &User) -> Vec<&'static str> {
    let differs = |field: &&str| match *field {
        "username" => before.username != after.username,
        "email" => before.email != after.email,
        "role" => before.role != after.role,
        "firstName" => before.first_name != after.first_name,
        "lastName" => before.last_name != after.last_name,
        "phone" => before.phone != after.phone,
        _ => !before.is_active && after.is_active,
    };
    OWNED.into_iter().filter(differs).collect()
}
