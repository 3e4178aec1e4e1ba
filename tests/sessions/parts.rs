//! What a bar of these stories is made of: a clock that is moved by hand, people, and sessions that ought to last.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use barback::base::{Role, Timestamp};
use barback::engine::Clock;

/// The wall clock and the running time, each moved by hand.
#[derive(Default)]
pub struct Hands {
    /// What the wall clock says, in milliseconds since 1970.
    pub wall: AtomicI64,
    /// Milliseconds since the start.
    pub running: AtomicU64,
}

impl Clock for Hands {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.wall.load(Ordering::SeqCst))
    }

    fn running_millis(&self) -> u64 {
        self.running.load(Ordering::SeqCst)
    }
}

/// Somebody with an account, as it ought to be.
pub struct Member {
    pub id: u64,
    pub name: String,
    pub role: Role,
    pub active: bool,
    pub password: u32,
}

/// A session that ought to last.
#[derive(Debug, Clone)]
pub struct Lasting {
    pub user_id: u64,
    pub since: u64,
}
