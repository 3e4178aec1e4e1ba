//! Settings about people: when the screens of enrolled devices lock.

use serde::{Deserialize, Serialize};

/// Shortest time after which a screen locks, in seconds.
pub const LOCK_AFTER_MIN: u32 = 15;
/// Longest such time, in seconds.
pub const LOCK_AFTER_MAX: u32 = 900;

/// Settings about people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PeopleSettings {
    /// Seconds without a touch after which the screen of an enrolled device locks.
    pub lock_after: u32,
}

impl Default for PeopleSettings {
    fn default() -> Self {
        PeopleSettings { lock_after: 90 }
    }
}

/// A change of the settings about people; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetPeople {
    /// See [`PeopleSettings::lock_after`].
    pub lock_after: Option<u32>,
}

impl SetPeople {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &PeopleSettings) -> PeopleSettings {
        PeopleSettings { lock_after: self.lock_after.unwrap_or(now.lock_after) }
    }
}

impl PeopleSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// A sentence about what cannot be set.
    pub(super) fn check(&self) -> Result<(), String> {
        if !(LOCK_AFTER_MIN..=LOCK_AFTER_MAX).contains(&self.lock_after) {
            return Err(format!("A screen locks after {LOCK_AFTER_MIN} to {LOCK_AFTER_MAX} seconds"));
        }
        Ok(())
    }
}
