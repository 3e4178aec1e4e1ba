//! PINs: short secrets with which staff sign in on enrolled devices, and the counts of wrong tries.

mod decide;
mod load;
mod rules;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::{DeviceFacts, PinCommand, PinContext, Proof, decide, device_locked, device_required, not_here, pin_off, wrong_pin};
pub(super) use decide::{has_length_for, pin_removed};
pub use load::{PinLoad, device_of, load};
pub use rules::{PIN_DIGITS_BARTENDER, PIN_DIGITS_SENIOR, check_pin_for, is_pin};
pub use tables::*;

use base::{BusinessDay, Timestamp};

/// Wrong tries of one person on one device before a wait starts.
pub const TRIES_FREE: u32 = 5;
/// The first wait, in milliseconds; each further wrong try doubles it.
pub const WAIT_MILLIS: u64 = 30_000;
/// The longest wait, in milliseconds.
pub const WAIT_MILLIS_MAX: u64 = 900_000;
/// Most doublings of a wait: enough to reach the longest one, without overflow.
const DOUBLINGS_MAX: u32 = 6;
/// Wrong tries of one person in a business day, on all devices, that switch the PIN off.
pub const PERSON_TRIES_MAX: u32 = 20;
/// Wrong tries on one device in a business day, over all names, that lock the device.
pub const DEVICE_TRIES_MAX: u32 = 30;

/// The PIN of an account. Its hash is no row: the box keeps it in a file beside the key of PINs, so that no journal and no backup has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// Random; the box keeps the hash under it.
    pub mark: String,
    /// How many digits it has.
    pub digits: u8,
    /// Whether it is switched off after too many wrong tries.
    pub off: bool,
}

/// The PIN that a person gave on a till device to confirm something, as it was compared: the command that it is for decides whether it is
/// still so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenPin {
    /// The mark of the PIN that was given.
    pub mark: String,
    pub device_id: u64,
    /// For the audit.
    pub device_name: String,
}

/// Whether an account has a PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PinStatus {
    None,
    Set,
    Off,
}

impl PinStatus {
    /// The status of a PIN.
    pub fn of(pin: Option<&Pin>) -> Self {
        match pin {
            None => PinStatus::None,
            Some(pin) if pin.off => PinStatus::Off,
            Some(_) => PinStatus::Set,
        }
    }
}

/// Wrong tries of one person on one device since the last right one there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceTries {
    pub wrong: u32,
    /// The box's running time at the last one, in milliseconds.
    pub last: u64,
}

impl DeviceTries {
    /// Milliseconds until the next try, at the box's running time `running`.
    pub fn wait_millis(&self, running: u64) -> u64 {
        let Some(beyond) = self.wrong.checked_sub(TRIES_FREE) else { return 0 };
        let wait = (WAIT_MILLIS << beyond.min(DOUBLINGS_MAX)).min(WAIT_MILLIS_MAX);
        (self.last + wait).saturating_sub(running)
    }

    /// Wrong tries that are left without a wait.
    pub fn left(&self) -> u32 {
        TRIES_FREE.saturating_sub(self.wrong)
    }
}

/// Wrong tries in a person's name, on all devices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonTries {
    /// The business day of the last one.
    pub day: Option<BusinessDay>,
    /// Wrong tries on that day since the PIN was last set or switched on.
    pub on_day: u32,
    /// Wrong tries since the person last signed in.
    pub since_sign_in: u32,
    /// When the first of those was.
    pub first_at: Option<Timestamp>,
}

impl PersonTries {
    /// Wrong tries on `day`.
    pub fn on(&self, day: BusinessDay) -> u32 {
        if self.day == Some(day) { self.on_day } else { 0 }
    }
}

/// A person chose a PIN.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinSet {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
    /// See [`Pin::mark`].
    pub mark: String,
    pub digits: u8,
    /// Whether a code from a manager allowed it, instead of the password.
    pub by_code: bool,
}

/// The PIN of an account ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinRemoved {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
}

/// A code was made with which a person chooses a new PIN. The journal does not contain the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinResetMade {
    pub user_id: u64,
    /// For the audit.
    pub username: String,
    pub day: BusinessDay,
}

/// A wrong PIN or reset code was given. The journal contains the counts, and never what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongPin {
    /// The person in whose name it was tried; the id may be unknown.
    pub user_id: u64,
    /// For the audit; `None` for an unknown id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    pub device_id: u64,
    /// For the audit.
    pub device_name: String,
    pub day: BusinessDay,
    /// Wrong tries of this person on this device, with this one.
    pub on_device: u32,
    /// Wrong tries of this person on that day on all devices, with this one.
    pub of_person: u32,
    /// Wrong tries on this device on that day over all names, with this one.
    pub of_device: u32,
    /// Whether the person's PIN is off from now on.
    pub turns_off: bool,
    /// Whether the device is locked from now on.
    pub locks: bool,
}

/// A person gave the password during a session on a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordConfirmed {
    pub user_id: u64,
    pub session_id: String,
    pub device_id: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifth_wrong_try_waits_30_seconds_and_each_further_one_twice_as_long() {
        let wait = |wrong| DeviceTries { wrong, last: 1_000 }.wait_millis(1_000) / 1_000;
        assert_eq!([0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 30, u32::MAX].map(wait), [0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900]);
        assert_eq!(DeviceTries { wrong: 5, last: 1_000 }.wait_millis(30_999), 1);
        assert_eq!(DeviceTries { wrong: 5, last: 1_000 }.wait_millis(31_000), 0);
        assert_eq!([1, 2, 3, 4, 5, 6].map(|wrong| DeviceTries { wrong, last: 0 }.left()), [4, 3, 2, 1, 0, 0]);
    }
}
