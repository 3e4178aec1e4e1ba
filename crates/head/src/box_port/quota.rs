//! Limits how much may happen in a minute or a day, per key. Each head counts alone and forgets at a restart.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A minute.
const MINUTE: Duration = Duration::from_secs(60);
/// A day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Most keys that are remembered; the oldest is forgotten for another one.
const KEYS_MAX: usize = 10_000;

/// At most so many per key in each window.
pub struct Quota<K> {
    max: u64,
    /// Length of a window. It begins with the first one that is counted.
    length: Duration,
    windows: Mutex<HashMap<K, Window>>,
}

#[derive(Clone, Copy)]
struct Window {
    began: Instant,
    count: u64,
}

impl<K: Hash + Eq + Clone> Quota<K> {
    /// A quota of `max` a minute.
    pub fn per_minute(max: u32) -> Self {
        Quota { max: u64::from(max), length: MINUTE, windows: Mutex::default() }
    }

    /// A quota of `max` a day.
    pub fn per_day(max: u64) -> Self {
        Quota { max, length: DAY, windows: Mutex::default() }
    }

    /// Counts one of `key`.
    ///
    /// # Errors
    /// The seconds until the next one is allowed, if there were too many.
    pub fn take(&self, key: &K, now: Instant) -> Result<(), u64> {
        self.take_many(key, 1, now)
    }

    /// Counts `amount` of `key`. What is left may be exceeded once, so that nothing is too large for ever.
    ///
    /// # Errors
    /// As [`Quota::take`].
    pub fn take_many(&self, key: &K, amount: u64, now: Instant) -> Result<(), u64> {
        let length = self.length;
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let age = |window: &Window| now.saturating_duration_since(window.began);
        if let Some(window) = windows.get_mut(key).filter(|window| age(window) < length) {
            if window.count >= self.max {
                return Err((length - age(window)).as_secs() + 1);
            }
            window.count = window.count.saturating_add(amount);
            return Ok(());
        }
        if windows.len() >= KEYS_MAX {
            windows.retain(|_, window| age(window) < length);
        }
        if windows.len() >= KEYS_MAX
            && let Some(oldest) = windows.iter().min_by_key(|(_, window)| window.began).map(|(key, _)| key.clone())
        {
            windows.remove(&oldest);
        }
        windows.insert(key.clone(), Window { began: now, count: amount });
        Ok(())
    }

    /// Takes back one that [`Quota::take`] counted.
    pub fn give_back(&self, key: &K) {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(window) = windows.get_mut(key) {
            window.count = window.count.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_own_quota_in_each_minute() {
        let (quota, start) = (Quota::per_minute(10), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        for _ in 0..10 {
            assert_eq!(quota.take(&"a", at(0)), Ok(()));
        }
        assert_eq!(quota.take(&"a", at(20)), Err(41));
        assert_eq!(quota.take(&"b", at(20)), Ok(()));
        quota.give_back(&"a");
        assert_eq!(quota.take(&"a", at(21)), Ok(()));
        assert_eq!(quota.take(&"a", at(59)), Err(2));
        assert_eq!(quota.take(&"a", at(60)), Ok(()));
    }

    #[test]
    fn a_day_has_bytes_and_the_last_parcel_may_exceed_them() {
        let (quota, start) = (Quota::per_day(1_000), Instant::now());
        let at = |hours: u64| start + Duration::from_secs(hours * 60 * 60);
        assert_eq!(quota.take_many(&"a", 999, at(0)), Ok(()));
        assert_eq!(quota.take_many(&"a", 5_000, at(1)), Ok(()));
        assert_eq!(quota.take_many(&"a", 1, at(2)), Err(22 * 60 * 60 + 1));
        assert_eq!(quota.take_many(&"b", 1, at(2)), Ok(()));
        assert_eq!(quota.take_many(&"a", 1, at(24)), Ok(()));
    }

    #[test]
    fn a_flood_of_keys_takes_no_more_memory() {
        let (quota, now) = (Quota::per_minute(1), Instant::now());
        for key in 0..KEYS_MAX + 50 {
            assert_eq!(quota.take(&key, now), Ok(()));
        }
        assert_eq!(quota.windows.lock().map(|windows| windows.len()).ok(), Some(KEYS_MAX));
    }
}
