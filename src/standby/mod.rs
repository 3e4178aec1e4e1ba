//! A second box that keeps up with this one: the code by which it is let in, and what happens when it takes over.

mod code;
mod tables;

use serde::{Deserialize, Serialize};

pub use code::{Code, NoCode};
pub use tables::{Pairing, apply_paired, apply_parted, pairing};

use crate::base::BusinessDay;

/// A wish about the second box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StandbyCommand {
    /// A second box that shows the code of this hash may follow; one before it no longer.
    Pair {
        /// What [`Code::hash`] says.
        code_hash: String,
    },
    /// No second box may follow any longer.
    Part,
}

/// What a wish about the second box leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StandbyEvent {
    /// One may follow.
    Paired(StandbyPaired),
    /// None may.
    Parted(StandbyParted),
}

/// A code was made out for a second box. The code itself is in no journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandbyPaired {
    /// What [`Code::hash`] says.
    pub code_hash: String,
}

/// The code of the second box counts no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandbyParted {}

/// The second box became the first: every session ends, and what the first one did last is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxPromoted {
    /// The box that it followed.
    pub first: String,
    /// The last entry that came from there.
    pub journal: u64,
    /// The business day of the promotion.
    pub day: BusinessDay,
    /// The number before the next receipt's: where its series begins.
    pub receipts_skipped_to: u64,
    /// The series that receipt numbers of every business day are counted in from now on.
    pub series: u32,
}

/// The rules.
pub fn decide(command: &StandbyCommand, paired: bool) -> Vec<StandbyEvent> {
    match command {
        StandbyCommand::Pair { code_hash } => vec![StandbyEvent::Paired(StandbyPaired { code_hash: code_hash.clone() })],
        StandbyCommand::Part if paired => vec![StandbyEvent::Parted(StandbyParted {})],
        StandbyCommand::Part => Vec::new(),
    }
}
