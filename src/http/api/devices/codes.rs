//! The code with which a device enrols: one at a time, in memory, with limits for guesses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::devices::{Draft, EnrolmentCode};
use crate::http::ApiError;
use base::Actor;
use web::server::connections::network;
use web::throttle::backoff;

/// How long a code works, in milliseconds of running time: 10 minutes.
pub const CODE_MILLIS: u64 = 10 * 60 * 1000;
/// Wrong codes from one address, or from one IPv6 /64, before it must wait. The code stays valid for other addresses: 8.5 × 10^11 codes
/// cannot be guessed within its ten minutes, and a guest must not be able to take it from the manager who made it.
const ADDRESS_FAILURES: usize = 5;
/// Most addresses that are remembered: guessing must not fill the memory.
const ADDRESSES_MAX: usize = 10_000;
/// Random bytes for a code, of which some are skipped.
const RANDOM_BYTES: usize = 64;

/// A code that was made, and what it enrols.
#[derive(Clone)]
pub struct MadeCode {
    pub code: EnrolmentCode,
    pub draft: Draft,
    /// The manager or admin who made it.
    pub by: Actor,
    /// The box's running time at which it expires, in milliseconds.
    until: u64,
}

/// The code that works now, and wrong codes by network.
#[derive(Default)]
pub struct EnrolmentCodes {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    made: Option<MadeCode>,
    failures: HashMap<IpAddr, Vec<u64>>,
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

impl EnrolmentCodes {
    /// Makes a code work, at the box's running time `now`; an earlier one ends.
    pub fn put(&self, code: EnrolmentCode, draft: Draft, by: Actor, now: u64) {
        self.state().made = Some(MadeCode { code, draft, by, until: now + CODE_MILLIS });
    }

    /// Takes the code, if it is the one that was typed: of two phones, one gets it. `None` for a wrong one, which counts.
    ///
    /// # Errors
    /// 429 if the address must wait; the code is not looked at.
    pub fn take(&self, typed: Option<&EnrolmentCode>, address: IpAddr, now: u64) -> Result<Option<MadeCode>, ApiError> {
        let address = network(address);
        let mut state = self.state();
        let wait = state.failures.get_mut(&address).map_or(0, |failures| backoff(failures, ADDRESS_FAILURES, now));
        if wait > 0 {
            return Err(ApiError::too_many(wait.div_ceil(1000)));
        }
        if let Some(made) = state.made.take_if(|made| now >= made.until || typed == Some(&made.code))
            && now < made.until
        {
            state.failures.remove(&address);
            return Ok(Some(made));
        }
        state.count_failure(address, now);
        Ok(None)
    }

    /// Gives a code back that was taken and not used, unless there is a newer one.
    pub fn give_back(&self, made: MadeCode) {
        self.state().made.get_or_insert(made);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
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
    use crate::devices::DeviceKind;

    fn code(text: &str) -> EnrolmentCode {
        EnrolmentCode::parse(text).expect("a code")
    }

    fn with_code() -> EnrolmentCodes {
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
        let codes = EnrolmentCodes::default();
        codes.put(code("7KQ2-M9XP"), draft, Actor::the_box(), 1_000);
        codes
    }

    fn address(number: u8) -> IpAddr {
        IpAddr::from([192, 168, 1, number])
    }

    fn is_taken(codes: &EnrolmentCodes, text: &str, from: u8, now: u64) -> Option<bool> {
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
        codes.put(code("8888-8888"), made.draft.clone(), Actor::the_box(), 1_000);
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
