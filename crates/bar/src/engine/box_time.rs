//! The box's time: wall clock, whether its date is trusted, and total running time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Clock, Reading, Stamps};
use base::Timestamp;

/// Wall clock, running time and stamp state, shared by the writer and its callers.
pub(super) struct BoxTime {
    clock: Arc<dyn Clock>,
    /// Total running time before this start, in milliseconds.
    before: u64,
    /// Changed only by the writer, between its transactions.
    stamps: Mutex<Stamps>,
}

impl BoxTime {
    /// `before` is the total running time before this start, in milliseconds.
    pub fn new(clock: Arc<dyn Clock>, before: u64, stamps: Stamps) -> Self {
        BoxTime { clock, before, stamps: Mutex::new(stamps) }
    }

    /// Time of the wall clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Total running time of the box, over all starts, in milliseconds.
    pub fn running(&self) -> u64 {
        self.before + self.clock.running_millis()
    }

    /// Total running time at which the box started last, in milliseconds.
    pub fn started(&self) -> u64 {
        self.before
    }

    /// The stamp state, locked. A lock poisoned by a panic is used anyway.
    pub fn stamps(&self) -> MutexGuard<'_, Stamps> {
        self.stamps.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The stamp that an entry would get now.
    pub fn reading(&self) -> Reading {
        self.stamps().read(self.clock.now(), self.running())
    }

    /// See [`Stamps::estimated_now`].
    pub fn estimated_now(&self) -> Timestamp {
        self.stamps().estimated_now(self.clock.now(), self.running())
    }
}
