//! Who does something, and the envelope in which every command travels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Timestamp;

/// What a person at the bar may do; each role may do all that the one before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Sells, serves, gives credit.
    Bartender,
    /// Also keeps the stock and the price list, voids and refunds.
    Manager,
    /// Also sets the rate and keeps the staff list.
    Admin,
}

impl Role {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Bartender => "bartender",
            Role::Manager => "manager",
            Role::Admin => "admin",
        }
    }

    /// Reads a role. `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        [Role::Bartender, Role::Manager, Role::Admin].into_iter().find(|role| role.as_str() == text)
    }
}

/// Who gave a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The user's id; 0 is the box itself.
    pub id: u64,
    /// The username, frozen into the journal.
    pub name: String,
    /// What the user may do.
    pub role: Role,
}

impl Actor {
    /// The box itself: first start, printing, upkeep.
    pub fn the_box() -> Self {
        Actor { id: 0, name: "Barback".to_owned(), role: Role::Admin }
    }
}

/// What every command and every event comes in: rules ask no clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// When, never earlier than the entry before.
    pub at: Timestamp,
    /// Milliseconds that this box has been running in its life, up to this command. Never jumps.
    pub running: u64,
    /// Who.
    pub actor: Actor,
}
