//! Wall clock events: jumps, doubts about its date, and confirmations.

use serde::{Deserialize, Serialize};

use base::Timestamp;

/// A jump of the wall clock by more than this is noted in the journal and shown to admins: 5 minutes, in milliseconds.
pub const JUMP_MILLIS: i64 = 5 * 60 * 1000;

/// A wall clock that differs by more than this from the expected time is in doubt: one day, in milliseconds. A smaller jump moves
/// sales by one business day at the most; with a larger limit a wrong clock would go unnoticed for days.
pub const DOUBT_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// State while the clock's date is in doubt: the last certain time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockDoubt {
    /// The last time stamp that is not in doubt. No later entry gets an earlier one.
    pub floor: Timestamp,
    /// The box's running time at that entry, in milliseconds.
    pub running: u64,
}

impl ClockDoubt {
    /// What the clock would show if it had only counted the box's running time since the last certain stamp.
    pub fn expected(&self, running: u64) -> Timestamp {
        let ran = i64::try_from(running.saturating_sub(self.running)).unwrap_or(i64::MAX);
        Timestamp::from_millis(self.floor.as_millis().saturating_add(ran))
    }
}

/// The wall clock jumped, or its date came into doubt, or a doubt ended without a confirmation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockJumped {
    /// Milliseconds forward; negative if back.
    pub by: i64,
    /// The doubt from this entry on; `None` while the clock is trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doubt: Option<ClockDoubt>,
    /// Stamp of the previous entry, if stamps go back from this entry on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned_from: Option<Timestamp>,
}

/// A manager confirmed that the clock's date is right: it is the entry's own time stamp.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockConfirmed {
    /// The last certain stamp before the confirmation.
    pub floor: Timestamp,
    /// Stamp of the previous entry, if stamps go back from this entry on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned_from: Option<Timestamp>,
}
