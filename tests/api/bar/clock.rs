//! Test clock that only moves when a test moves it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use barback::engine::Clock;
use base::Timestamp;

pub const SECOND: Duration = Duration::from_secs(1);
/// Start time of every test: Saturday 2026-11-21, 20:00 in Monrovia.
const OPENING: &str = "2026-11-21T20:00:00Z";

/// A wall clock and a running time that stand still until a test moves them. Clones share the same time.
#[derive(Clone)]
pub struct TestClock {
    /// Milliseconds since the Unix epoch.
    wall: Arc<AtomicI64>,
    /// Milliseconds since the last start of the box.
    running: Arc<AtomicU64>,
}

impl Default for TestClock {
    fn default() -> Self {
        TestClock { wall: Arc::new(AtomicI64::new(millis(OPENING))), running: Arc::default() }
    }
}

impl TestClock {
    /// Advances the wall clock and the running time by `time`.
    pub fn pass(&self, time: Duration) {
        let millis = u64::try_from(time.as_millis()).expect("a short time");
        self.wall.fetch_add(millis.cast_signed(), Ordering::SeqCst);
        self.running.fetch_add(millis, Ordering::SeqCst);
    }

    /// Sets the wall clock to `moment` (RFC 3339); the running time does not change.
    pub fn jump_to(&self, moment: &str) {
        self.wall.store(millis(moment), Ordering::SeqCst);
    }

    /// Seconds since `moment` (RFC 3339).
    pub fn seconds_since(&self, moment: &str) -> i64 {
        (self.wall.load(Ordering::SeqCst) - millis(moment)) / 1_000
    }

    /// Resets the running time, as a restart of the box does.
    pub(super) fn reboot(&self) {
        self.running.store(0, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.wall.load(Ordering::SeqCst))
    }

    fn running_millis(&self) -> u64 {
        self.running.load(Ordering::SeqCst)
    }
}

fn millis(moment: &str) -> i64 {
    moment.parse::<jiff::Timestamp>().expect("a moment").as_millisecond()
}
