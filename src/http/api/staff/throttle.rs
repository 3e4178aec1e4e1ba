//! Sign-in throttling: failed attempts must wait longer and longer, and the owner is never locked out.
//!
//! Failures are counted by device for those who bring the cookie of an earlier sign-in, else by address. What strangers
//! get wrong makes other strangers wait, never a device or an address that signed in to the account lately.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use crate::base::text::fold;
use crate::http::ApiError;
use crate::http::api::staff::device::{DEVICE_MILLIS, DeviceKey};

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
/// Most times that a wait doubles: enough to reach the longest, and no more than a number holds.
const DOUBLINGS_MAX: u32 = 10;
/// Accounts and addresses that are remembered; a guest's guessing must not fill the memory.
const REMEMBERED_MAX: usize = 10_000;
/// Sign-ins that are remembered, each of an account from an address; the oldest one makes room.
const SIGN_INS_MAX: usize = 1_000;

/// Who tries to sign in.
#[derive(Debug, Clone)]
pub struct Attempt {
    account: String,
    address: IpAddr,
    /// The device, where somebody signed in to this account on it lately.
    device: Option<DeviceKey>,
}

impl Attempt {
    /// At `account`, from `address`, on a device that is recognised for this account or not.
    pub fn new(account: &str, address: IpAddr, device: Option<DeviceKey>) -> Self {
        Attempt { account: fold(account), address: address.to_canonical(), device }
    }

    fn pair(&self) -> (String, IpAddr) {
        (self.account.clone(), self.address)
    }
}

/// Failures that were seen lately. Times are the box's running time in milliseconds, which no clock jump moves.
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
    /// Failures of an account from anywhere, and the last try of a stranger.
    accounts: HashMap<String, (Vec<u64>, u64)>,
    /// When an account last signed in from an address. Forgotten at a restart, which the devices' cookies outlive.
    signed_in: HashMap<(String, IpAddr), u64>,
}

impl Throttle {
    /// May this be tried at `now`? Asked before a try waits for its turn. Tells whether the caller is recognised.
    pub fn may_try(&self, attempt: &Attempt, now: u64) -> Result<bool, ApiError> {
        let Ok(mut log) = self.log.lock() else { return Ok(false) };
        refuse(log.wait(attempt, now))?;
        Ok(log.recognises(attempt, now))
    }

    /// The same when it is its turn, right before the password is looked at: others may have failed while it waited, or
    /// twenty guesses at once would all pass before the first has failed. Noted as a try.
    pub fn begin(&self, attempt: &Attempt, now: u64) -> Result<(), ApiError> {
        let Ok(mut log) = self.log.lock() else { return Ok(()) };
        refuse(log.wait(attempt, now))?;
        if !log.recognises(attempt, now)
            && let Some((_, last)) = log.accounts.get_mut(&attempt.account)
        {
            *last = now;
        }
        Ok(())
    }

    /// The password was wrong, or there is no such account.
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

    /// The password was right: what this address and this device got wrong before is forgiven, and the address is
    /// recognised from now on.
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
    /// Milliseconds to wait before the next try.
    fn wait(&mut self, attempt: &Attempt, now: u64) -> u64 {
        if let Some(device) = attempt.device {
            // Not for its address either: a guest may share it, behind the same router.
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
                recent(failures, now);
                if failures.len() >= ACCOUNT_FAILURES { (*last + WAIT_MILLIS).saturating_sub(now) } else { 0 }
            }
            None => 0,
        };
        own_wait.max(account_wait)
    }

    /// Whether the account signed in on this device or from this address lately.
    fn recognises(&self, attempt: &Attempt, now: u64) -> bool {
        let signed_in = || self.signed_in.get(&attempt.pair()).is_some_and(|at| now.saturating_sub(*at) < DEVICE_MILLIS);
        attempt.device.is_some() || signed_in()
    }

    fn make_room(&mut self, now: u64) {
        if self.pairs.len() + self.accounts.len() < REMEMBERED_MAX {
            return;
        }
        // Devices are as many as people signed in on: no guessing makes more of them.
        self.devices.retain(|_, failures| recent(failures, now) > 0);
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
#[path = "throttle_tests.rs"]
mod tests;
