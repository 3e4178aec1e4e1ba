//! Codes that work once and for minutes: in memory, with limits for guesses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::devices::EnrolmentCode;
use crate::http::ApiError;
use base::Actor;
use web::server::connections::network;
use web::throttle::backoff;

/// How long a code enrols a device, in milliseconds of running time: 10 minutes.
pub const CODE_MILLIS: u64 = 10 * 60 * 1000;
/// Wrong codes from one address, or from one IPv6 /64, before it must wait. The code stays valid for other addresses: 8.5 × 10^11 codes
/// cannot be guessed within minutes, and a guest must not be able to take it from the manager who made it.
const ADDRESS_FAILURES: usize = 5;
/// Most addresses that are remembered: guessing must not fill the memory.
const ADDRESSES_MAX: usize = 10_000;
/// Random bytes for a code, of which some are skipped.
const RANDOM_BYTES: usize = 64;

/// A code that was made, and what it is for.
#[derive(Clone)]
pub struct MadeCode<T> {
    pub code: EnrolmentCode,
    pub purpose: T,
    /// The manager or admin who made it.
    pub by: Actor,
    /// The box's running time at which it expires, in milliseconds.
    until: u64,
}

/// The codes that work now, of which each purpose has one, and wrong codes by network.
pub struct Codes<T> {
    state: Mutex<State<T>>,
}

struct State<T> {
    made: Vec<MadeCode<T>>,
    /// What codes were for that were used, until another is made for the same.
    used: Vec<T>,
    failures: HashMap<IpAddr, Vec<u64>>,
}

impl<T> Default for Codes<T> {
    fn default() -> Self {
        Codes { state: Mutex::new(State { made: Vec::new(), used: Vec::new(), failures: HashMap::new() }) }
    }
}

/// What became of the last code for a purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeState {
    /// It works.
    Open,
    Used,
    /// There is none, or it has expired; a restart of the box ends all.
    Gone,
}

/// What a code is for.
pub trait Purpose: Clone {
    /// Whether a new code for this ends one for `other`.
    fn replaces(&self, other: &Self) -> bool;
}

/// A new random code.
///
/// # Errors
/// 500 if the system gives no random bytes.
pub fn new_code() -> Result<EnrolmentCode, ApiError> {
    loop {
        let mut bytes = [0; RANDOM_BYTES];
        getrandom::fill(&mut bytes).map_err(|_| ApiError::internal())?;
        if let Some(code) = EnrolmentCode::from_random(&bytes) {
            return Ok(code);
        }
    }
}

impl<T: Purpose> Codes<T> {
    /// Makes a code work for so many milliseconds from the box's running time `now`; an earlier one for the same ends.
    pub fn put(&self, code: EnrolmentCode, purpose: T, by: Actor, (now, millis): (u64, u64)) {
        let mut state = self.state();
        state.made.retain(|made| now < made.until && !purpose.replaces(&made.purpose));
        state.used.retain(|used| !purpose.replaces(used));
        state.made.push(MadeCode { code, purpose, by, until: now + millis });
    }

    /// Takes the code, if it is one that works: of two phones, one gets it. `None` for a wrong one, which counts.
    ///
    /// # Errors
    /// 429 if the address must wait; the code is not looked at.
    pub fn take(&self, typed: Option<&EnrolmentCode>, address: IpAddr, now: u64) -> Result<Option<MadeCode<T>>, ApiError> {
        let address = network(address);
        let mut state = self.state();
        let wait = state.failures.get_mut(&address).map_or(0, |failures| backoff(failures, ADDRESS_FAILURES, now));
        if wait > 0 {
            return Err(ApiError::too_many(wait.div_ceil(1000)));
        }
        state.made.retain(|made| now < made.until);
        if let Some(place) = state.made.iter().position(|made| typed == Some(&made.code)) {
            state.failures.remove(&address);
            return Ok(Some(state.made.swap_remove(place)));
        }
        state.count_failure(address, now);
        Ok(None)
    }

    /// Notes that a code that was taken does what it is for, before others are told that it is done.
    pub fn note_used(&self, taken: &MadeCode<T>) {
        self.state().used.push(taken.purpose.clone());
    }

    /// What became of the last code for this at the box's running time `now`.
    pub fn state_of(&self, purpose: &T, now: u64) -> CodeState {
        let state = self.state();
        if state.made.iter().any(|made| now < made.until && purpose.replaces(&made.purpose)) {
            CodeState::Open
        } else if state.used.iter().any(|used| purpose.replaces(used)) {
            CodeState::Used
        } else {
            CodeState::Gone
        }
    }

    /// Gives a code back that was taken and not used, unless there is a newer one for the same.
    pub fn give_back(&self, taken: MadeCode<T>) {
        let mut state = self.state();
        state.used.retain(|used| !taken.purpose.replaces(used));
        if !state.made.iter().any(|made| made.purpose.replaces(&taken.purpose)) {
            state.made.push(taken);
        }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> State<T> {
    fn count_failure(&mut self, address: IpAddr, now: u64) {
        if self.failures.len() >= ADDRESSES_MAX {
            self.failures.clear();
        }
        self.failures.entry(address).or_default().push(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::{DeviceKind, Draft};

    fn code(text: &str) -> EnrolmentCode {
        EnrolmentCode::parse(text).expect("a code")
    }

    fn with_code() -> Codes<Draft> {
        let draft = Draft {
            name: "Bar tablet".to_owned(),
            kind: DeviceKind::Till,
            user_ids: None,
            till_id: None,
            station_ids: Vec::new(),
            mirrors_device_id: None,
            lock_after: None,
            lock_after_sale: false,
        };
        let codes = Codes::default();
        codes.put(code("7KQ2-M9XP"), draft, Actor::the_box(), (1_000, CODE_MILLIS));
        codes
    }

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 168, 1, number])
    }

    fn is_taken(codes: &Codes<Draft>, text: &str, from: u8, now: u64) -> Option<bool> {
        codes.take(Some(&code(text)), address(from), now).ok().map(|made| made.is_some())
    }

    #[test]
    fn a_code_works_once_and_for_ten_minutes() {
        let codes = with_code();
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 1, 1_000 + CODE_MILLIS), Some(false), "too late");
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 1, 1_000), Some(false), "and it is gone");
        let codes = with_code();
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 1, 1_000 + CODE_MILLIS - 1), Some(true));
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 2, 2_000), Some(false), "the second phone");
    }

    #[test]
    fn a_code_that_was_not_used_works_again_unless_there_is_a_newer_one() {
        let codes = with_code();
        let made = codes.take(Some(&code("7KQ2-M9XP")), address(1), 1_000).expect("no wait").expect("right");
        codes.give_back(made.clone());
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 1, 1_000), Some(true));
        codes.put(code("8888-8888"), made.purpose.clone(), Actor::the_box(), (1_000, CODE_MILLIS));
        codes.give_back(made);
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 1, 1_000), Some(false));
        assert_eq!(is_taken(&codes, "8888-8888", 1, 1_000), Some(true));
    }

    #[test]
    fn five_wrong_codes_make_their_own_network_wait_and_nobody_else() {
        let codes = with_code();
        assert_eq!(
            [0; 6].map(|_| is_taken(&codes, "2222-2222", 1, 1_000)),
            [Some(false), Some(false), Some(false), Some(false), Some(false), None]
        );
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 1, 1_000), None, "the right one too");
        for guess in 0..200 {
            assert_eq!(is_taken(&codes, "2222-2222", 10 + guess, 1_000), Some(false));
        }
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 2, 1_000), Some(true), "no number of others ends it");
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_together() {
        let codes = with_code();
        let from = |text: &str, typed: &str| {
            codes.take(Some(&code(typed)), text.parse().expect("an address"), 1_000).ok().map(|made| made.is_some())
        };
        for host in 1..=5 {
            assert_eq!(from(&format!("fd00:1:2:3::{host}"), "2222-2222"), Some(false));
        }
        assert_eq!(from("fd00:1:2:3:a:b:c:d", "7KQ2-M9XP"), None);
        assert_eq!(from("fd00:1:2:4::1", "7KQ2-M9XP"), Some(true));
        let codes = with_code();
        let mapped = "::ffff:192.168.1.7".parse().expect("an address");
        for _ in 0..5 {
            assert!(codes.take(Some(&code("2222-2222")), mapped, 1_000).is_ok());
        }
        assert_eq!(is_taken(&codes, "7KQ2-M9XP", 7, 1_000), None, "one address in two spellings");
    }
}
