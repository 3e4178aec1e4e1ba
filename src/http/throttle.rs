//! Guessing passwords takes longer and longer, without ever locking the owner out.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use tokio::sync::{Semaphore, SemaphorePermit};

use super::ApiError;
use crate::base::text::fold;

/// Failures of one account from one address before it must wait.
const ACCOUNT_FAILURES: usize = 5;
/// Failures from one address over all accounts before it must wait.
const ADDRESS_FAILURES: usize = 30;
/// Failures are forgotten after 5 minutes.
const WINDOW_MILLIS: u64 = 5 * 60 * 1000;
/// First wait; it doubles with each further failure.
const WAIT_MILLIS: u64 = 2_000;
/// Longest wait.
const WAIT_MILLIS_MAX: u64 = 60_000;
/// Most times that a wait doubles: enough to reach the longest, and no more than a number holds.
const DOUBLINGS_MAX: u32 = 10;
/// Accounts and addresses that are remembered; a guest's guessing must not fill the memory.
const REMEMBERED_MAX: usize = 10_000;
/// Hashes that run at a time: each takes 19 MiB and a core.
const HASHES_AT_ONCE: usize = 2;
/// Sign-ins that may wait for a hash; the next one is told to come back.
const HASHES_WAITING: usize = 16;
/// When to come back from a full queue, in seconds.
const QUEUE_RETRY_SECONDS: u64 = 2;

/// Failures that were seen lately. Times are the box's running time in milliseconds, which no clock jump moves.
pub struct Throttle {
    seen: Mutex<Seen>,
    hashing: Semaphore,
    waiting: Semaphore,
}

impl Default for Throttle {
    fn default() -> Self {
        Throttle {
            seen: Mutex::default(),
            hashing: Semaphore::new(HASHES_AT_ONCE),
            waiting: Semaphore::new(HASHES_AT_ONCE + HASHES_WAITING),
        }
    }
}

#[derive(Default)]
struct Seen {
    /// Failures of an account from an address.
    pairs: HashMap<(String, IpAddr), Vec<u64>>,
    /// Failures from an address.
    addresses: HashMap<IpAddr, Vec<u64>>,
    /// Failures of an account from anywhere, and the last try.
    accounts: HashMap<String, (Vec<u64>, u64)>,
}

/// The right to hash a password now.
pub struct Hashing<'a> {
    _waiting: SemaphorePermit<'a>,
    _hashing: SemaphorePermit<'a>,
}

impl Throttle {
    /// May this account be tried from this address at `now`? Asked before a try waits for its turn.
    pub fn may_try(&self, account: &str, address: IpAddr, now: u64) -> Result<(), ApiError> {
        let Ok(mut seen) = self.seen.lock() else { return Ok(()) };
        refuse(seen.wait(&fold(account), address, now))
    }

    /// The same when it is its turn, right before the password is looked at: others may have failed while it waited, or
    /// twenty guesses at once would all pass before the first has failed. Noted as a try.
    pub fn begin(&self, account: &str, address: IpAddr, now: u64) -> Result<(), ApiError> {
        let Ok(mut seen) = self.seen.lock() else { return Ok(()) };
        let account = fold(account);
        refuse(seen.wait(&account, address, now))?;
        seen.note_try(&account, now);
        Ok(())
    }

    /// The password was wrong, or there is no such account.
    pub fn failed(&self, account: &str, address: IpAddr, now: u64) {
        let Ok(mut seen) = self.seen.lock() else { return };
        seen.make_room(now);
        let account = fold(account);
        seen.pairs.entry((account.clone(), address)).or_default().push(now);
        seen.addresses.entry(address).or_default().push(now);
        let (failures, last) = seen.accounts.entry(account).or_default();
        failures.push(now);
        *last = now;
    }

    /// The password was right: what this address got wrong before is forgiven.
    pub fn succeeded(&self, account: &str, address: IpAddr) {
        if let Ok(mut seen) = self.seen.lock() {
            seen.pairs.remove(&(fold(account), address));
        }
    }

    /// Waits for a turn to hash; refuses when too many wait already.
    pub async fn hashing(&self) -> Result<Hashing<'_>, ApiError> {
        let waiting = self.waiting.try_acquire().map_err(|_| ApiError::too_many(QUEUE_RETRY_SECONDS))?;
        let hashing = self.hashing.acquire().await.map_err(|_| ApiError::internal())?;
        Ok(Hashing { _waiting: waiting, _hashing: hashing })
    }
}

impl Seen {
    /// Milliseconds to wait before the next try.
    fn wait(&mut self, account: &str, address: IpAddr, now: u64) -> u64 {
        let pair = self.pairs.get_mut(&(account.to_owned(), address));
        let pair_wait = pair.map_or(0, |failures| backoff(failures, ACCOUNT_FAILURES, now));
        let address_wait = self.addresses.get_mut(&address).map_or(0, |failures| backoff(failures, ADDRESS_FAILURES, now));
        let account_wait = match self.accounts.get_mut(account) {
            Some((failures, last)) => {
                recent(failures, now);
                if failures.len() >= ACCOUNT_FAILURES { (*last + WAIT_MILLIS).saturating_sub(now) } else { 0 }
            }
            None => 0,
        };
        pair_wait.max(address_wait).max(account_wait)
    }

    fn note_try(&mut self, account: &str, now: u64) {
        if let Some((_, last)) = self.accounts.get_mut(account) {
            *last = now;
        }
    }

    fn make_room(&mut self, now: u64) {
        if self.pairs.len() + self.accounts.len() < REMEMBERED_MAX {
            return;
        }
        self.pairs.retain(|_, failures| recent(failures, now) > 0);
        self.addresses.retain(|_, failures| recent(failures, now) > 0);
        self.accounts.retain(|_, (failures, _)| recent(failures, now) > 0);
        if self.pairs.len() + self.accounts.len() >= REMEMBERED_MAX {
            // Thousands of made-up names within five minutes: the addresses' own counts go on holding them back.
            self.pairs.clear();
            self.accounts.clear();
        }
    }
}

fn refuse(millis: u64) -> Result<(), ApiError> {
    match millis {
        0 => Ok(()),
        millis => Err(ApiError::too_many(millis.div_ceil(1000))),
    }
}

/// Forgets what is older than the window; how many are left.
fn recent(failures: &mut Vec<u64>, now: u64) -> usize {
    failures.retain(|at| now.saturating_sub(*at) < WINDOW_MILLIS);
    failures.len()
}

/// 2 s after the failure that fills `allowed`, doubling with each further one up to 60 s.
fn backoff(failures: &mut Vec<u64>, allowed: usize, now: u64) -> u64 {
    let count = recent(failures, now);
    let (Some(beyond), Some(last)) = (count.checked_sub(allowed), failures.last()) else { return 0 };
    let doublings = u32::try_from(beyond).unwrap_or(u32::MAX).min(DOUBLINGS_MAX);
    let wait = (WAIT_MILLIS << doublings).min(WAIT_MILLIS_MAX);
    (last + wait).saturating_sub(now)
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::*;

    const GUEST: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 50));
    const OFFICE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 1, 2));

    /// Tries, and tells how long it would have to wait.
    fn wait(throttle: &Throttle, account: &str, address: IpAddr, now: u64) -> u64 {
        let wait = throttle.seen.lock().expect("lock").wait(&fold(account), address, now);
        assert_eq!(throttle.begin(account, address, now).is_ok(), wait == 0);
        wait
    }

    #[test]
    fn five_failures_then_two_seconds_doubling_to_sixty() {
        let throttle = Throttle::default();
        for _ in 0..4 {
            throttle.failed("admin", GUEST, 1_000);
        }
        assert_eq!(wait(&throttle, "admin", GUEST, 1_000), 0);
        throttle.failed("ADMIN", GUEST, 1_000);
        assert_eq!(wait(&throttle, "admin", GUEST, 1_000), 2_000);
        assert_eq!(wait(&throttle, "admin", GUEST, 3_000), 0);
        throttle.failed("admin", GUEST, 3_000);
        assert_eq!(wait(&throttle, "admin", GUEST, 3_000), 4_000);
        for _ in 0..10 {
            throttle.failed("admin", GUEST, 3_000);
        }
        assert_eq!(wait(&throttle, "admin", GUEST, 3_000), 60_000);
        assert_eq!(wait(&throttle, "admin", GUEST, 3_000 + WINDOW_MILLIS), 0);
    }

    #[test]
    fn a_guest_does_not_lock_the_owner_out() {
        let throttle = Throttle::default();
        for _ in 0..20 {
            throttle.failed("admin", GUEST, 10_000);
        }
        assert_eq!(wait(&throttle, "admin", OFFICE, 10_000), 2_000);
        assert_eq!(wait(&throttle, "admin", OFFICE, 12_000), 0);
        assert_eq!(wait(&throttle, "admin", OFFICE, 12_500), 1_500);
        assert_eq!(wait(&throttle, "musu", OFFICE, 12_500), 0);
        for (failures, expected) in [(4, 0), (1, 2_000)] {
            (0..failures).for_each(|_| throttle.failed("musu", GUEST, 20_000));
            assert_eq!(wait(&throttle, "musu", OFFICE, 20_000), expected);
        }
    }

    #[test]
    fn a_full_queue_sends_the_next_one_away() {
        let throttle = Throttle::default();
        let mut context = Context::from_waker(Waker::noop());
        let mut queue: Vec<_> = (0..HASHES_AT_ONCE + HASHES_WAITING).map(|_| Box::pin(throttle.hashing())).collect();
        let begun: Vec<_> = queue.iter_mut().map(|turn| turn.as_mut().poll(&mut context)).filter(Poll::is_ready).collect();
        assert_eq!(begun.len(), HASHES_AT_ONCE);
        assert!(matches!(Box::pin(throttle.hashing()).as_mut().poll(&mut context), Poll::Ready(Err(_))));
        queue.pop();
        assert!(Box::pin(throttle.hashing()).as_mut().poll(&mut context).is_pending());
    }

    #[test]
    fn what_is_old_makes_room_for_what_is_new() {
        let throttle = Throttle::default();
        for i in 0..REMEMBERED_MAX {
            let [_, _, high, low] = u32::try_from(i).expect("small").to_be_bytes();
            throttle.failed("nobody", IpAddr::from([10, 0, high, low]), 0);
        }
        for _ in 0..5 {
            throttle.failed("admin", GUEST, WINDOW_MILLIS);
        }
        assert_eq!(wait(&throttle, "admin", GUEST, WINDOW_MILLIS), 2_000);
    }

    /// More than a hundred accounts are still new, each of which failed once but for one.
    #[test]
    fn what_is_new_stays_when_room_is_made() {
        const NEW: usize = 121;
        let throttle = Throttle::default();
        for i in 0..REMEMBERED_MAX / 2 - NEW {
            let [_, _, high, low] = u32::try_from(i).expect("small").to_be_bytes();
            throttle.failed(&format!("nobody{i}"), IpAddr::from([10, 0, high, low]), 0);
        }
        throttle.failed("once", OFFICE, 1_000);
        (0..5).for_each(|_| throttle.failed("admin", GUEST, 1_000));
        (2..NEW).for_each(|i| throttle.failed(&format!("somebody{i}"), GUEST, 1_000));
        throttle.failed("musu", GUEST, WINDOW_MILLIS);
        let seen = throttle.seen.lock().expect("lock");
        assert_eq!((seen.pairs.len(), seen.addresses.len(), seen.accounts.len()), (NEW + 1, 2, NEW + 1));
    }

    #[test]
    fn an_address_is_held_back_over_all_accounts() {
        let throttle = Throttle::default();
        for i in 0..30 {
            throttle.failed(&format!("nobody{i}"), GUEST, 5_000);
        }
        assert_eq!(wait(&throttle, "somebody", GUEST, 5_000), 2_000);
        assert_eq!(wait(&throttle, "somebody", OFFICE, 5_000), 0);
    }

    #[test]
    fn a_right_password_forgives() {
        let throttle = Throttle::default();
        for _ in 0..4 {
            throttle.failed("musu", GUEST, 0);
        }
        throttle.succeeded("musu", GUEST);
        throttle.failed("musu", GUEST, 10);
        throttle.failed("musu", GUEST, 10);
        // The account waits its 2 s; the address, which would wait 4 after six failures, does not.
        assert_eq!(wait(&throttle, "musu", GUEST, 2_010), 0);
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        // From two addresses: what is remembered is an odd number, and never as much as is allowed.
        throttle.failed("admin", GUEST, 1_000);
        throttle.failed("admin", OFFICE, 1_000);
        for i in 0..3 * REMEMBERED_MAX {
            throttle.failed(&format!("name{i}"), GUEST, 1_000);
        }
        let seen = throttle.seen.lock().expect("lock");
        assert!(seen.pairs.len() + seen.accounts.len() <= REMEMBERED_MAX + 2);
    }
}
