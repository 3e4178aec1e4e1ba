//! The code that counts, as a row.

use serde::{Deserialize, Serialize};

use super::StandbyPaired;
use crate::base::{Envelope, Timestamp};
use crate::store::{Stored, Table, Tables, View};

const PAIRING: Table<u8, Pairing> = Table::new("standby");
/// There is one second box.
const THE_ONE: u8 = 1;

/// The code that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// What its hash is.
    pub code_hash: String,
    /// When it was made.
    pub at: Timestamp,
    /// Who asked for it.
    pub by: String,
}

/// The code that counts; none where no second box may follow.
pub fn pairing(view: &dyn View) -> Stored<Option<Pairing>> {
    PAIRING.get(view, &THE_ONE)
}

/// Applies the event.
pub fn apply_paired(tables: &mut dyn Tables, envelope: &Envelope, event: &StandbyPaired) -> Stored<()> {
    let pairing = Pairing { code_hash: event.code_hash.clone(), at: envelope.at, by: envelope.actor.name.clone() };
    PAIRING.put(tables, &THE_ONE, &pairing)
}

/// Applies the event.
pub fn apply_parted(tables: &mut dyn Tables) -> Stored<()> {
    PAIRING.remove(tables, &THE_ONE)
}
