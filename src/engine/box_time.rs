//! The box's own time: the wall clock, how far its date is believed, and the hours that the box has been running.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Clock, Reading, Stamps};
use crate::base::Timestamp;

pub(super) struct BoxTime {
    clock: Arc<dyn Clock>,
    /// Running time before this start, in milliseconds.
    before: u64,
    /// Written by the writer alone, between its transactions.
    stamps: Mutex<Stamps>,
}

impl BoxTime {
    /// `before` is the running time before this start, in milliseconds.
    pub fn new(clock: Arc<dyn Clock>, before: u64, stamps: Stamps) -> Self {
        BoxTime { clock, before, stamps: Mutex::new(stamps) }
    }

    /// What the wall clock says.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Milliseconds that the box has been running in its life.
    pub fn running(&self) -> u64 {
        self.before + self.clock.running_millis()
    }

    /// What the next entry's time stamp follows from, locked. A lock that a panic poisoned is taken all the same.
    pub fn stamps(&self) -> MutexGuard<'_, Stamps> {
        self.stamps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an entry would be stamped with now.
    pub fn reading(&self) -> Reading {
        self.stamps().read(self.clock.now(), self.running())
    }

    /// See [`Stamps::reckoned`].
    pub fn reckoned(&self) -> Timestamp {
        self.stamps().reckoned(self.clock.now(), self.running())
    }
}
