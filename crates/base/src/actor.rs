//! Actor and role of a person (or the box itself), and the envelope of commands and journal entries.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::Timestamp;

/// Access level of a user. Each role may do everything that the roles before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Role {
    /// Sells, serves tables, gives credit.
    Bartender,
    /// Also manages stock and prices, voids and refunds.
    Manager,
    /// Also manages the exchange rate, the staff and the settings.
    Admin,
}

crate::words!(Role);

/// The user that gave a command, or the box itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// User id; 0 for the box itself.
    pub id: u64,
    /// Username at that time, as stored in the journal.
    pub name: String,
    pub role: Role,
}

impl Actor {
    /// The box itself: first start, printing, maintenance.
    pub fn the_box() -> Self {
        Actor { id: 0, name: "Barback".to_owned(), role: Role::Admin }
    }
}

/// Time and actor of a command or journal entry. Rules get the time from here, because they have no clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Timestamp by the rules of `engine/stamps.rs`: earlier than that of the entry before only after a clock in doubt.
    pub at: Timestamp,
    /// Total running time of the box up to this command, in milliseconds. Unlike the clock, it never jumps.
    pub running: u64,
    pub actor: Actor,
}
