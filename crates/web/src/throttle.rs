//! Sign-in throttling: exponential backoff after failed attempts, without locking the owner out.
//!
//! Failures are counted by device for callers with the cookie of an earlier sign-in, else by address (an IPv6 address by its /64). Failures of
//! unrecognised callers delay other unrecognised callers, never a device or an address that signed in to the account lately.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use crate::device_key::DeviceKey;
use crate::server::connections::network;
use base::text::fold_case;
use base::{Decided, Refusal};

/// Failures of one account from one address or device before it must wait.
const ACCOUNT_FAILURES: usize = 5;
/// Failures from one address over all accounts before it must wait.
const ADDRESS_FAILURES: usize = 30;
/// Failures are forgotten after 5 minutes.
const WINDOW_MILLIS: u64 = 5 * 60 * 1000;
/// First wait; it doubles with each further failure.
const WAIT_MILLIS: u64 = 2_000;
/// Longest wait.
const WAIT_MILLIS_MAX: u64 = 60_000;
/// Most doublings of a wait: enough to reach the longest one, without overflow.
const DOUBLINGS_MAX: u32 = 10;
/// How long a device or an address is recognised after a sign-in, in milliseconds: 60 days.
pub const RECOGNISED_MILLIS: u64 = 60 * 24 * 60 * 60 * 1000;
/// Most accounts and addresses that are remembered: guessing must not fill the memory.
const REMEMBERED_MAX: usize = 10_000;
/// Most sign-ins that are remembered, each of an account from an address; the oldest one is dropped.
const SIGN_INS_MAX: usize = 1_000;

/// An attempt to sign in.
#[derive(Debug, Clone)]
pub struct Attempt {
    account: String,
    /// The IPv4 address, or the /64 of an IPv6 address.
    address: IpAddr,
    /// The device, if this account signed in on it lately.
    device: Option<DeviceKey>,
}

impl Attempt {
    /// `device` is `None` unless it is recognised for this account.
    pub fn new(account: &str, address: IpAddr, device: Option<DeviceKey>) -> Self {
        Attempt { account: fold_case(account), address: network(address), device }
    }

    fn pair(&self) -> (String, IpAddr) {
        (self.account.clone(), self.address)
    }
}

/// Recent failures. Times are the box's running time in milliseconds, which clock changes do not affect.
#[derive(Default)]
pub struct Throttle {
    log: Mutex<FailureLog>,
}

#[derive(Default)]
struct FailureLog {
    /// Failures of an account on a device that is recognised for it.
    devices: HashMap<(String, DeviceKey), Vec<u64>>,
    /// Failures of an account from an address.
    pairs: HashMap<(String, IpAddr), Vec<u64>>,
    /// Failures from an address.
    addresses: HashMap<IpAddr, Vec<u64>>,
    /// Failures of an account from anywhere, and the last attempt of an unrecognised caller.
    accounts: HashMap<String, (Vec<u64>, u64)>,
    /// When an account last signed in from an address. Lost at a restart, unlike the cookies of devices.
    signed_in: HashMap<(String, IpAddr), u64>,
}

impl Throttle {
    /// Checks before the attempt waits in the hash queue. Returns whether the caller is recognised.
    ///
    /// # Errors
    ///
    /// 429 if the caller must wait.
    pub fn may_try(&self, attempt: &Attempt, now: u64) -> Decided<bool> {
        let Ok(mut log) = self.log.lock() else { return Ok(false) };
        refuse(log.wait(attempt, now))?;
        Ok(log.recognises(attempt, now))
    }

    /// Checks again right before the password is verified, and records the attempt. Other attempts may have failed while this
    /// one waited: otherwise twenty concurrent guesses would all pass before the first has failed.
    ///
    /// # Errors
    ///
    /// 429 if the caller must wait.
    pub fn begin(&self, attempt: &Attempt, now: u64) -> Decided<()> {
        let Ok(mut log) = self.log.lock() else { return Ok(()) };
        refuse(log.wait(attempt, now))?;
        if !log.recognises(attempt, now)
            && let Some((_, last)) = log.accounts.get_mut(&attempt.account)
        {
            *last = now;
        }
        Ok(())
    }

    /// Records a wrong password, or an unknown account.
    pub fn failed(&self, attempt: &Attempt, now: u64) {
        let Ok(mut log) = self.log.lock() else { return };
        log.make_room(now);
        if let Some(device) = attempt.device {
            log.devices.entry((attempt.account.clone(), device)).or_default().push(now);
        }
        log.pairs.entry(attempt.pair()).or_default().push(now);
        log.addresses.entry(attempt.address).or_default().push(now);
        let (failures, last) = log.accounts.entry(attempt.account.clone()).or_default();
        failures.push(now);
        *last = now;
    }

    /// Records a right password: clears the failures of this address and this device, and recognises the address from now on.
    pub fn succeeded(&self, attempt: &Attempt, now: u64) {
        let Ok(mut log) = self.log.lock() else { return };
        if let Some(device) = attempt.device {
            log.devices.remove(&(attempt.account.clone(), device));
        }
        log.pairs.remove(&attempt.pair());
        log.signed_in.insert(attempt.pair(), now);
        if log.signed_in.len() > SIGN_INS_MAX
            && let Some(oldest) = log.signed_in.iter().min_by_key(|(_, at)| **at).map(|(pair, _)| pair.clone())
        {
            log.signed_in.remove(&oldest);
        }
    }
}

impl FailureLog {
    /// Milliseconds to wait before the next attempt.
    fn wait(&mut self, attempt: &Attempt, now: u64) -> u64 {
        if let Some(device) = attempt.device {
            // Failures of its address do not count either: a guest behind the same router may share it.
            let failures = self.devices.get_mut(&(attempt.account.clone(), device));
            return failures.map_or(0, |failures| backoff(failures, ACCOUNT_FAILURES, now));
        }
        let pair_wait = self.pairs.get_mut(&attempt.pair()).map_or(0, |failures| backoff(failures, ACCOUNT_FAILURES, now));
        let address_wait = self.addresses.get_mut(&attempt.address).map_or(0, |failures| backoff(failures, ADDRESS_FAILURES, now));
        let own_wait = pair_wait.max(address_wait);
        if self.recognises(attempt, now) {
            return own_wait;
        }
        let account_wait = match self.accounts.get_mut(&attempt.account) {
            Some((failures, last)) => {
                prune(failures, now);
                if failures.len() >= ACCOUNT_FAILURES { (*last + WAIT_MILLIS).saturating_sub(now) } else { 0 }
            }
            None => 0,
        };
        own_wait.max(account_wait)
    }

    /// Whether the account signed in on this device or from this address lately.
    fn recognises(&self, attempt: &Attempt, now: u64) -> bool {
        let signed_in = || self.signed_in.get(&attempt.pair()).is_some_and(|at| now.saturating_sub(*at) < RECOGNISED_MILLIS);
        attempt.device.is_some() || signed_in()
    }

    fn make_room(&mut self, now: u64) {
        if self.pairs.len() + self.accounts.len() < REMEMBERED_MAX {
            return;
        }
        // Only successful sign-ins add devices, so guessing cannot fill that map.
        self.devices.retain(|_, failures| prune(failures, now) > 0);
        self.pairs.retain(|_, failures| prune(failures, now) > 0);
        self.addresses.retain(|_, failures| prune(failures, now) > 0);
        self.accounts.retain(|_, (failures, _)| prune(failures, now) > 0);
        if self.pairs.len() + self.accounts.len() >= REMEMBERED_MAX {
            // Thousands of made-up names within five minutes: the counts by address still throttle them.
            self.pairs.clear();
            self.accounts.clear();
        }
    }
}

fn refuse(millis: u64) -> Decided<()> {
    match millis {
        0 => Ok(()),
        millis => Err(Refusal::too_many(millis.div_ceil(1000))),
    }
}

/// Removes failures older than the window, and returns how many are left.
fn prune(failures: &mut Vec<u64>, now: u64) -> usize {
    failures.retain(|at| now.saturating_sub(*at) < WINDOW_MILLIS);
    failures.len()
}

/// Remaining wait: 2 s from the failure number `allowed`, doubled by each further one, up to 60 s.
pub fn backoff(failures: &mut Vec<u64>, allowed: usize, now: u64) -> u64 {
    let count = prune(failures, now);
    let (Some(beyond), Some(last)) = (count.checked_sub(allowed), failures.last()) else { return 0 };
    let doublings = u32::try_from(beyond).unwrap_or(u32::MAX).min(DOUBLINGS_MAX);
    let wait = (WAIT_MILLIS << doublings).min(WAIT_MILLIS_MAX);
    (last + wait).saturating_sub(now)
}

#[cfg(test)]
#[path = "throttle_tests.rs"]
mod tests;
