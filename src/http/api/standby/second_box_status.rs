//! Status of the second box, as its last request shows it.

use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::backup;
use base::Timestamp;
use store::{Stored, View};

/// Last request of the second box.
#[derive(Debug, Clone, Copy)]
pub struct LastContact {
    pub address: Option<IpAddr>,
    /// Monotonic time.
    pub at: Instant,
    /// The same time by the box's clock, for people.
    pub wall_time: Timestamp,
    /// Number of its newest entry.
    pub journal: u64,
}

/// Status of the second box since this process started.
pub struct SecondBoxStatus {
    known: Mutex<Known>,
    started_at: Instant,
    bar_name: OnceLock<String>,
}

#[derive(Default)]
struct Known {
    last_contact: Option<LastContact>,
    /// A pairing code was created since the start, so a second box is about to connect.
    expected: bool,
}

impl Default for SecondBoxStatus {
    fn default() -> Self {
        SecondBoxStatus { known: Mutex::default(), started_at: Instant::now(), bar_name: OnceLock::new() }
    }
}

impl SecondBoxStatus {
    /// Its last request since this box started.
    pub fn last_contact(&self) -> Option<LastContact> {
        self.lock().last_contact
    }

    /// Forgets the last contact: a newly paired box is to connect.
    pub fn expect(&self) {
        *self.lock() = Known { last_contact: None, expected: true };
    }

    /// How long this box has run without a request of the second box; `None` after a request, or while a newly paired one is to
    /// connect.
    pub fn missed_for(&self) -> Option<Duration> {
        let known = self.lock();
        (known.last_contact.is_none() && !known.expected).then(|| self.started_at.elapsed())
    }

    /// Records a request of the second box, whose newest entry is number `journal`.
    pub(super) fn record_contact(&self, address: Option<IpAddr>, wall_time: Timestamp, journal: u64) {
        self.lock().last_contact = Some(LastContact { address, at: Instant::now(), wall_time, journal });
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bar's name, read once and then cached; `None` before the bar has one.
    pub(super) fn bar_name(&self, view: &dyn View) -> Stored<Option<&str>> {
        if self.bar_name.get().is_none()
            && let Some(name) = backup::bar_name(view)?
        {
            let _ = self.bar_name.set(name);
        }
        Ok(self.bar_name.get().map(String::as_str))
    }
}
