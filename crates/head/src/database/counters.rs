//! What `/metrics` shows of the database.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counts retries, and knows whether the database answered last time.
#[derive(Default)]
pub struct Counters {
    retries: [AtomicU64; RETRIED.len()],
    down: AtomicBool,
}

/// Why a transaction ran again: two SQLSTATEs, and a connection that was lost before COMMIT.
const RETRIED: [&str; 3] = ["40001", "40P01", "connection"];

impl Counters {
    /// Transactions that ran again since the start, by SQLSTATE or `connection`: `transaction_retries_total{code}`.
    pub fn transaction_retries(&self) -> impl Iterator<Item = (&'static str, u64)> {
        RETRIED.into_iter().zip(&self.retries).map(|(code, count)| (code, count.load(Ordering::Relaxed)))
    }

    /// Whether the last request to the database was answered: `database_up`.
    pub fn database_up(&self) -> bool {
        !self.down.load(Ordering::Relaxed)
    }

    pub(super) fn set_up(&self, up: bool) {
        self.down.store(!up, Ordering::Relaxed);
    }

    pub(super) fn count_retry(&self, code: &str) {
        let place = RETRIED.iter().position(|retried| *retried == code);
        if let Some(count) = place.and_then(|place| self.retries.get(place)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    }
}
