//! Queue for password hashing, with reserved places for recognised users.

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::ApiError;

/// Hashes that run at a time: each takes 19 MiB and a core.
const HASHES_AT_ONCE: usize = 2;
/// Sign-ins of strangers that may wait for a hash; the next one is told to come back.
const STRANGERS_WAITING: usize = 16;
/// Sign-ins of recognised people, and new passwords, that may run or wait.
const RECOGNISED_MAX: usize = 16;
/// When to come back from a full queue, in seconds.
const RETRY_SECONDS: u64 = 2;

/// Turns for hashing passwords. Strangers queue for one of two turns among themselves and only then for a hash, so a
/// recognised person waits for one hash and not for a queue of guesses.
pub struct HashQueue {
    hashing: Semaphore,
    strangers: Semaphore,
    strangers_waiting: Semaphore,
    recognised: Semaphore,
}

impl Default for HashQueue {
    fn default() -> Self {
        HashQueue {
            hashing: Semaphore::new(HASHES_AT_ONCE),
            strangers: Semaphore::new(HASHES_AT_ONCE),
            strangers_waiting: Semaphore::new(HASHES_AT_ONCE + STRANGERS_WAITING),
            recognised: Semaphore::new(RECOGNISED_MAX),
        }
    }
}

/// The right to hash a password now.
pub struct HashPermit<'a> {
    _place: SemaphorePermit<'a>,
    _among_strangers: Option<SemaphorePermit<'a>>,
    _hashing: SemaphorePermit<'a>,
}

impl HashQueue {
    /// Waits for a turn.
    ///
    /// # Errors
    ///
    /// 429 where too many wait already.
    pub async fn acquire(&self, recognised: bool) -> Result<HashPermit<'_>, ApiError> {
        let places = if recognised { &self.recognised } else { &self.strangers_waiting };
        let place = places.try_acquire().map_err(|_| ApiError::too_many(RETRY_SECONDS))?;
        let among_strangers = match recognised {
            true => None,
            false => Some(self.strangers.acquire().await.map_err(|_| ApiError::internal())?),
        };
        let hashing = self.hashing.acquire().await.map_err(|_| ApiError::internal())?;
        Ok(HashPermit { _place: place, _among_strangers: among_strangers, _hashing: hashing })
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    #[test]
    fn a_full_queue_sends_the_next_stranger_away_and_keeps_places_for_the_recognised() {
        let queue = HashQueue::default();
        let mut context = Context::from_waker(Waker::noop());
        let mut waiting: Vec<_> = (0..HASHES_AT_ONCE + STRANGERS_WAITING).map(|_| Box::pin(queue.acquire(false))).collect();
        let mut running: Vec<_> = Vec::new();
        for turn in &mut waiting {
            if let Poll::Ready(turn) = turn.as_mut().poll(&mut context) {
                running.push(turn.expect("a turn"));
            }
        }
        assert_eq!(running.len(), HASHES_AT_ONCE);
        assert!(matches!(Box::pin(queue.acquire(false)).as_mut().poll(&mut context), Poll::Ready(Err(_))));
        let mut owner = Box::pin(queue.acquire(true));
        assert!(owner.as_mut().poll(&mut context).is_pending(), "it waits for a hash");
        running.pop();
        for turn in waiting.iter_mut().skip(HASHES_AT_ONCE) {
            assert!(turn.as_mut().poll(&mut context).is_pending(), "a stranger who waited for longer");
        }
        assert!(owner.as_mut().poll(&mut context).is_ready(), "the next hash is the owner's");
        waiting.pop();
        assert!(Box::pin(queue.acquire(false)).as_mut().poll(&mut context).is_pending());
    }
}
