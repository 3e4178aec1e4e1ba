//! Codes with which people choose a new PIN: one for each person, in memory, until it is used, expires or is replaced.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::devices::EnrolmentCode;

/// How long a code works, in milliseconds of running time: 10 minutes.
pub const RESET_MILLIS: u64 = 10 * 60 * 1000;

/// The codes by person. There are at most as many as accounts: codes are made for accounts that exist.
#[derive(Default)]
pub struct ResetCodes {
    codes: Mutex<HashMap<u64, (EnrolmentCode, u64)>>,
}

impl ResetCodes {
    /// Replaces the person's code, at the box's running time `running`.
    pub fn put(&self, user_id: u64, code: EnrolmentCode, running: u64) {
        self.codes().insert(user_id, (code, running + RESET_MILLIS));
    }

    /// Whether this is the person's code, and works.
    pub fn is_right(&self, user_id: u64, code: &EnrolmentCode, running: u64) -> bool {
        self.codes().get(&user_id).is_some_and(|(right, until)| right == code && running < *until)
    }

    /// Uses up the person's code.
    pub fn remove(&self, user_id: u64) {
        self.codes().remove(&user_id);
    }

    fn codes(&self) -> MutexGuard<'_, HashMap<u64, (EnrolmentCode, u64)>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_for_one_person_and_for_ten_minutes() {
        let (codes, code) = (ResetCodes::default(), EnrolmentCode::parse("7KQ2-M9XP").expect("a code"));
        codes.put(4, code.clone(), 1_000);
        assert!(codes.is_right(4, &code, 1_000) && codes.is_right(4, &code, 1_000 + RESET_MILLIS - 1));
        assert!(!codes.is_right(4, &code, 1_000 + RESET_MILLIS) && !codes.is_right(5, &code, 1_000));
        let newer = EnrolmentCode::parse("7KQ2-M9XQ").expect("a code");
        codes.put(4, newer.clone(), 2_000);
        assert!(!codes.is_right(4, &code, 2_000) && codes.is_right(4, &newer, 2_000));
        codes.remove(4);
        assert!(!codes.is_right(4, &newer, 2_000));
    }
}
