//! Parts of the session story: a clock set by hand, people, and expected sessions.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use barback::engine::Clock;
use base::{Role, Timestamp};

/// Clock whose wall time and running time are set by hand.
#[derive(Default)]
pub struct ManualClock {
    /// Wall time, in milliseconds since 1970.
    pub wall: AtomicI64,
    /// Milliseconds since the start.
    pub running: AtomicU64,
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.wall.load(Ordering::SeqCst))
    }

    fn running_millis(&self) -> u64 {
        self.running.load(Ordering::SeqCst)
    }
}

/// Expected state of a person's account.
pub struct Member {
    pub id: u64,
    pub name: String,
    pub role: Role,
    pub active: bool,
    pub password: u32,
}

/// A session that should exist.
#[derive(Debug, Clone)]
pub struct ExpectedSession {
    pub user_id: u64,
    pub since: u64,
}
