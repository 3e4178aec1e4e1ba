//! Table with the valid pairing code.

use serde::{Deserialize, Serialize};

use super::StandbyPaired;
use base::{Envelope, Timestamp};
use store::{Stored, Table, Tables, View};

const PAIRING: Table<u8, Pairing> = Table::new("standby");
/// Key of the only row: there is one second box at most.
const ONLY_KEY: u8 = 1;

/// The valid pairing code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    pub code_hash: String,
    /// When the code was made.
    pub at: Timestamp,
    /// Name of the admin who made it.
    pub by: String,
}

/// The valid code; `None` if no second box may follow.
pub fn pairing(view: &dyn View) -> Stored<Option<Pairing>> {
    PAIRING.get(view, &ONLY_KEY)
}

/// Stores the new code.
pub fn apply_paired(tables: &mut dyn Tables, envelope: &Envelope, event: &StandbyPaired) -> Stored<()> {
    let pairing = Pairing { code_hash: event.code_hash.clone(), at: envelope.at, by: envelope.actor.name.clone() };
    PAIRING.put(tables, &ONLY_KEY, &pairing)
}

/// Removes the code.
pub fn apply_parted(tables: &mut dyn Tables) -> Stored<()> {
    PAIRING.remove(tables, &ONLY_KEY)
}
