//! Events of the box itself: backups, restores, and jumps of its wall clock.

mod clock;
mod machine;
mod tables;

use serde::{Deserialize, Serialize};

pub use clock::{ClockConfirmed, ClockDoubt, ClockJumped, DOUBT_MILLIS, JUMP_MILLIS};
pub use machine::{MachineChange, MachineChanged};
pub use tables::{
    apply_backed_up, apply_clock, clock_doubt, last_backup, last_clock_jump, last_nightly, note_start, starts_to_record, take_starts,
};

use base::{BusinessDay, Timestamp};

/// A backup was created and verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupMade {
    /// File name of the backup.
    pub name: String,
    /// Number of its last journal entry.
    pub journal: u64,
    /// Size of the file in bytes.
    pub size_bytes: u64,
}

/// The bar was restored from a backup: all sessions end, and sales after the backup are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxRestored {
    /// When the backup was started.
    #[serde(rename = "copied_at")]
    pub backup_started_at: Timestamp,
    /// Number of the backup's last journal entry.
    pub journal: u64,
    /// The business day of the restore.
    pub day: BusinessDay,
    /// The counter before that of the next receipt: the start of its series.
    pub receipts_skipped_to: u64,
    /// The series that receipt numbers of every business day are counted in from now on.
    pub series: u32,
    /// Number of the last Z of the bar that was replaced; 0 if the backup has it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub replaced_z: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
