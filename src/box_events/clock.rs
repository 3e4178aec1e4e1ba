//! What the journal knows about the wall clock: whether its date is in doubt, and when time stamps went back.

use serde::{Deserialize, Serialize};

use crate::base::Timestamp;

/// A jump of the wall clock by more than this is noted in the journal and shown to admins: 5 minutes, in milliseconds.
pub const JUMP_MILLIS: i64 = 5 * 60 * 1000;

/// A wall clock that differs by more than this from the expected time is in doubt: one day, in milliseconds. A smaller jump moves
/// sales by one business day at the most; with a larger limit a wrong clock would go unnoticed for days.
pub const DOUBT_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// The clock's date is in doubt: since when, and what is still certain.
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

/// The wall clock jumped, or its date came into doubt, or a doubt ended by itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockJumped {
    /// Milliseconds forward (or back).
    pub by: i64,
    /// The doubt from this entry on; none while the clock is believed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubt: Option<ClockDoubt>,
    /// The stamp of the entry before, where this one and those after it follow the clock back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned_from: Option<Timestamp>,
}

/// A manager confirmed that the clock's date is right: it is the entry's own time stamp.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockConfirmed {
    /// The last stamp that was certain before.
    pub floor: Timestamp,
    /// The stamp of the entry before, where this one and those after it follow the clock back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned_from: Option<Timestamp>,
}
