//! Pairing with a second box: commands and events for its code, and the event of its promotion.

mod code;
mod tables;

use serde::{Deserialize, Serialize};

pub use code::{Code, InvalidCode};
pub use tables::{Pairing, apply_paired, apply_parted, pairing};

use base::BusinessDay;

/// Commands about the second box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StandbyCommand {
    /// Allows a second box that has the code with this hash. An earlier code is no longer valid.
    Pair {
        /// From [`Code::hash`].
        code_hash: String,
    },
    /// Ends the access of the second box.
    Part,
}

/// Events about the second box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StandbyEvent {
    Paired(StandbyPaired),
    Parted(StandbyParted),
}

/// A code was made for a second box. The journal contains only its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandbyPaired {
    /// From [`Code::hash`].
    pub code_hash: String,
}

/// The code of the second box is no longer valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandbyParted {}

/// A second box became the first one: all sessions end, and the old box's last entries may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxPromoted {
    /// Address of the box that it followed.
    pub first: String,
    /// Number of the last entry that came from there.
    pub journal: u64,
    /// The business day of the promotion.
    pub day: BusinessDay,
    /// Number before that of the next receipt, which begins its series.
    pub receipts_skipped_to: u64,
    /// Series of all further receipt numbers.
    pub series: u32,
}

/// Decides the events of a command. `paired`: whether a code is valid now.
pub fn decide(command: &StandbyCommand, paired: bool) -> Vec<StandbyEvent> {
    match command {
        StandbyCommand::Pair { code_hash } => vec![StandbyEvent::Paired(StandbyPaired { code_hash: code_hash.clone() })],
        StandbyCommand::Part if paired => vec![StandbyEvent::Parted(StandbyParted {})],
        StandbyCommand::Part => Vec::new(),
    }
}
