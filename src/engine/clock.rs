//! The clock that stamps entries: the machine's own, or one that a test moves.

use std::time::Instant;

use crate::base::Timestamp;

/// Where time comes from. Rules never ask it: `now` arrives with the command's envelope.
pub trait Clock: Send + Sync {
    /// The wall clock, which may jump.
    fn now(&self) -> Timestamp;
    /// Milliseconds that this process has been running: never jumps, starts at 0.
    fn running_millis(&self) -> u64;
}

/// The machine's own clock.
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
