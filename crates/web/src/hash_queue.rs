//! Limits concurrent password hashing, with reserved capacity for recognised users.

use tokio::sync::{Semaphore, SemaphorePermit};

use base::{Decided, Refusal};

/// Concurrent hashes: each takes 19 MiB and a core.
const HASHES_AT_ONCE: usize = 2;
/// Sign-ins of unrecognised callers that may wait; further ones are refused with 429.
const STRANGERS_WAITING: usize = 16;
/// Sign-ins of recognised users, and new passwords, that may run or wait.
const RECOGNISED_MAX: usize = 16;
/// `Retry-After` of a full queue, in seconds.
const RETRY_SECONDS: u64 = 2;

/// Semaphores for password hashing. Unrecognised callers first wait for one of two permits among themselves and only then
/// for a hash, so a recognised user waits for one hash and not for a queue of guesses.
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

/// Permit to hash a password, released on drop.
pub struct HashPermit<'a> {
    _place: SemaphorePermit<'a>,
    _among_strangers: Option<SemaphorePermit<'a>>,
    _hashing: SemaphorePermit<'a>,
}

impl HashQueue {
    /// Waits for a permit.
    ///
    /// # Errors
    ///
    /// 429 if too many are waiting already.
    pub async fn acquire(&self, recognised: bool) -> Decided<HashPermit<'_>> {
        let places = if recognised { &self.recognised } else { &self.strangers_waiting };
        let place = places.try_acquire().map_err(|_| Refusal::too_many(RETRY_SECONDS))?;
        let among_strangers = match recognised {
            true => None,
            false => Some(self.strangers.acquire().await.map_err(|_| Refusal::too_many(RETRY_SECONDS))?),
        };
        let hashing = self.hashing.acquire().await.map_err(|_| Refusal::too_many(RETRY_SECONDS))?;
        Ok(HashPermit { _place: place, _among_strangers: among_strangers, _hashing: hashing })
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    #[test]
    fn a_full_queue_refuses_unrecognised_callers_and_has_capacity_for_recognised_ones() {
        let queue = HashQueue::default();
        let mut context = Context::from_waker(Waker::noop());
        let mut waiting: Vec<_> = (0..HASHES_AT_ONCE + STRANGERS_WAITING).map(|_| Box::pin(queue.acquire(false))).collect();
        let mut running: Vec<_> = Vec::new();
        for acquiring in &mut waiting {
            if let Poll::Ready(permit) = acquiring.as_mut().poll(&mut context) {
                running.push(permit.expect("a permit"));
            }
        }
        assert_eq!(running.len(), HASHES_AT_ONCE);
        assert!(matches!(Box::pin(queue.acquire(false)).as_mut().poll(&mut context), Poll::Ready(Err(_))));
        let mut owner = Box::pin(queue.acquire(true));
        assert!(owner.as_mut().poll(&mut context).is_pending(), "it waits for a hash");
        running.pop();
        for acquiring in waiting.iter_mut().skip(HASHES_AT_ONCE) {
            assert!(acquiring.as_mut().poll(&mut context).is_pending(), "an unrecognised caller who waited longer");
        }
        assert!(owner.as_mut().poll(&mut context).is_ready(), "the next hash is the owner's");
        waiting.pop();
        assert!(Box::pin(queue.acquire(false)).as_mut().poll(&mut context).is_pending());
    }
}
