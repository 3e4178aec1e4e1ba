//! What happens to the box itself: copies and restores, and what its wall clock does.

mod clock;
mod tables;

use serde::{Deserialize, Serialize};

pub use clock::{ClockConfirmed, ClockDoubt, ClockJumped, DOUBT_MILLIS, JUMP_MILLIS};
pub use tables::{apply_backed_up, apply_clock, clock_doubt, last_nightly};

use crate::base::{BusinessDay, Timestamp};

/// A copy of everything was made, and proved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupMade {
    /// The copy's file.
    pub name: String,
    /// Its last entry.
    pub journal: u64,
    /// How large it is.
    pub size_bytes: u64,
}

/// The bar was restored from a copy: every session ends, and what was sold after the copy was made is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxRestored {
    /// When the copy was begun.
    pub copied_at: Timestamp,
    /// The copy's last entry.
    pub journal: u64,
    /// The business day of the restore.
    pub day: BusinessDay,
    /// The number before the next receipt's: where its series begins.
    pub receipts_skipped_to: u64,
    /// The series that receipt numbers of every business day are counted in from now on.
    pub series: u32,
}
