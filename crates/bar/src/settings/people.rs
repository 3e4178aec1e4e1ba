//! Settings about people: when the screens of enrolled devices lock, reasons, the clock for working hours, and tips.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// Shortest time after which a screen locks, in seconds.
pub const LOCK_AFTER_MIN: u32 = 15;
/// Longest such time, in seconds.
pub const LOCK_AFTER_MAX: u32 = 900;

/// Digits of a telephone number with its country code (ITU-T E.164).
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// Whether the staff clock in and out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ClockMode {
    Off,
    On,
}

base::words!(ClockMode);

/// Whether tips are taken, and whose they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum TipMode {
    /// No tips are taken.
    Off,
    /// A tip belongs to one person.
    Person,
    /// Tips go into one pool, which is shared by working hours.
    Pool,
}

base::words!(TipMode);

/// Which finished work bartenders see: sales, receipts, what was paid, and sums over them. Open work is seen by all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BartendersSee {
    All,
    /// What they ordered, sold or took money for themselves.
    Own,
    /// No sums, and of their own work that of the present business day.
    Nothing,
}

base::words!(BartendersSee);

/// Settings about people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeopleSettings {
    /// Seconds without a touch after which the screen of an enrolled device locks.
    pub lock_after: u32,
    pub bartenders_see: BartendersSee,
    pub clock_mode: ClockMode,
    /// Whether breaks are paid working time.
    pub breaks_paid: bool,
    /// Whether a reason may be written instead of chosen from the list.
    pub free_text: bool,
    /// Whether managers may read and issue truth sheets.
    pub sheet_managers: bool,
    /// Digits of the owner's WhatsApp number, with the country code; empty: none.
    pub sheet_owner_phone: String,
    pub tip_mode: TipMode,
}

impl Default for PeopleSettings {
    fn default() -> Self {
        PeopleSettings {
            lock_after: 90,
            bartenders_see: BartendersSee::All,
            clock_mode: ClockMode::Off,
            breaks_paid: false,
            free_text: true,
            tip_mode: TipMode::Off,
            sheet_managers: true,
            sheet_owner_phone: String::new(),
        }
    }
}

/// A change of these settings; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetPeople {
    /// See [`PeopleSettings::lock_after`].
    pub lock_after: Option<u32>,
    /// See [`PeopleSettings::bartenders_see`].
    pub bartenders_see: Option<BartendersSee>,
    /// See [`PeopleSettings::clock_mode`].
    pub clock_mode: Option<ClockMode>,
    /// See [`PeopleSettings::breaks_paid`].
    pub breaks_paid: Option<bool>,
    /// See [`PeopleSettings::free_text`].
    pub free_text: Option<bool>,
    /// See [`PeopleSettings::sheet_managers`].
    pub sheet_managers: Option<bool>,
    /// The owner's number, with or without `+`, blanks, dashes and brackets; blank: none.
    pub sheet_owner_phone: Option<String>,
    /// See [`PeopleSettings::tip_mode`].
    pub tip_mode: Option<TipMode>,
}

impl SetPeople {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &PeopleSettings) -> PeopleSettings {
        PeopleSettings {
            lock_after: self.lock_after.unwrap_or(now.lock_after),
            bartenders_see: self.bartenders_see.unwrap_or(now.bartenders_see),
            clock_mode: self.clock_mode.unwrap_or(now.clock_mode),
            breaks_paid: self.breaks_paid.unwrap_or(now.breaks_paid),
            free_text: self.free_text.unwrap_or(now.free_text),
            sheet_managers: self.sheet_managers.unwrap_or(now.sheet_managers),
            sheet_owner_phone: self.sheet_owner_phone.as_deref().map_or_else(|| now.sheet_owner_phone.clone(), dialled),
            tip_mode: self.tip_mode.unwrap_or(now.tip_mode),
        }
    }
}

impl PeopleSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// A sentence about what cannot be set.
    pub(super) fn check(&self) -> Result<(), String> {
        if !(LOCK_AFTER_MIN..=LOCK_AFTER_MAX).contains(&self.lock_after) {
            return Err(format!("A screen locks after {LOCK_AFTER_MIN} to {LOCK_AFTER_MAX} seconds"));
        }
        Ok(())
    }

    /// Checks the settings of truth sheets.
    ///
    /// # Errors
    /// A sentence about what cannot be set.
    pub(super) fn check_sheet(&self) -> Result<(), String> {
        let phone = &self.sheet_owner_phone;
        let is_number = PHONE_DIGITS.contains(&phone.len()) && phone.bytes().all(|byte| byte.is_ascii_digit()) && !phone.starts_with('0');
        if phone.is_empty() || is_number {
            return Ok(());
        }
        Err("Write the owner's number with its country code, such as 231 77 012 3456".to_owned())
    }
}

/// A telephone number as it is dialled: without what people write between the digits, and without the prefix of calls abroad.
fn dialled(text: &str) -> String {
    let number: String = text.chars().filter(|letter| !letter.is_whitespace() && !"+-().".contains(*letter)).collect();
    number.strip_prefix("00").map_or(number.clone(), str::to_owned)
}
