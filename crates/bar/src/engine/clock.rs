//! Clock that stamps entries: the system clock, or one that a test moves.

use std::time::Instant;

use base::Timestamp;

/// Source of time. Decisions never read it: they get `now` from the command's envelope.
pub trait Clock: Send + Sync {
    /// The wall clock, which may jump.
    fn now(&self) -> Timestamp;
    /// Running time of this process in milliseconds: monotonic, starts at 0.
    fn running_millis(&self) -> u64;
}

/// The system clock.
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// Starts counting the running time now.
    pub fn start() -> Self {
        SystemClock { started: Instant::now() }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(jiff::Timestamp::now().as_millisecond())
    }

    fn running_millis(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
