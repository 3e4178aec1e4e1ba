//! Cash settings: tills, counts, tolerances, and whether the bar gives coins.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use super::Settings;
use base::{Lrd, Usd};

/// Step of change for a bar that gives coins: L$5.
pub const STEP_WITH_COINS: Lrd = Lrd::minor(500);
/// Step of change for a bar that gives none: the smallest note, L$20.
pub const STEP_WITHOUT_COINS: Lrd = Lrd::minor(2_000);
/// Shortest time after which a shift counts as long, in hours.
pub const LONG_SHIFT_MIN: u8 = 1;
/// Longest such time, in hours: a week.
pub const LONG_SHIFT_MAX: u8 = 168;
/// Largest tolerance of an exchange, in percent.
pub const EXCHANGE_TOLERANCE_MAX: u8 = 100;

/// Which tills can open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum CashMode {
    /// There are no tills.
    Off,
    /// One drawer.
    Drawer,
    /// Several drawers.
    Drawers,
    /// Drawers, and purses that staff carry.
    Purses,
}

base::words!(CashMode);

/// How cash is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum CountBy {
    /// The number of each note and coin.
    Pieces,
    /// One sum for each currency.
    Totals,
}

base::words!(CountBy);

/// All settings about cash except methods and denominations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CashSettings {
    /// Which tills can open.
    pub mode: CashMode,
    /// Whether cash is only taken while a shift is open.
    pub require_shift: bool,
    /// Whether bartenders count without seeing what is expected.
    pub blind_count: bool,
    pub count_by: CountBy,
    /// Largest difference of a count that is accepted without a second count, in US dollars.
    pub tolerance_usd: Usd,
    /// The same in Liberian dollars.
    pub tolerance_lrd: Lrd,
    /// Largest pay-out without approval, in US dollars.
    pub pay_out_limit_usd: Usd,
    /// The same in Liberian dollars.
    pub pay_out_limit_lrd: Lrd,
    /// Hours after which an open shift counts as long.
    pub long_shift_hours: u8,
    /// Largest loss of an exchange without approval, in percent of its amount at the house rate.
    pub exchange_tolerance: u8,
    /// Most that a movement of a drawer or purse may be, in US dollars.
    pub movement_max_usd: Usd,
    /// The same in Liberian dollars.
    pub movement_max_lrd: Lrd,
    /// The answer to 'Do you give L$5 and L$10 coins?'; `None` until it is answered.
    pub lrd_coins: Option<bool>,
    /// Whether what is due in cash in Liberian dollars is rounded to what can be paid.
    #[serde(default = "yes")]
    pub round_due: bool,
}

/// The smallest amounts of US dollars in cash that a bar can choose: a cent, coins, and the smallest note.
pub const USD_CASH_STEPS: [Usd; 6] = [Usd::minor(1), Usd::minor(5), Usd::minor(10), Usd::minor(25), Usd::minor(50), Usd::minor(100)];

fn yes() -> bool {
    true
}

/// The smallest amount of US dollars in cash of a new bar: a cent.
pub(super) fn cent() -> Usd {
    USD_CASH_STEPS[0]
}

impl Default for CashSettings {
    fn default() -> Self {
        CashSettings {
            mode: CashMode::Off,
            require_shift: false,
            blind_count: true,
            count_by: CountBy::Pieces,
            tolerance_usd: Usd::minor(200),
            tolerance_lrd: Lrd::minor(50_000),
            pay_out_limit_usd: Usd::minor(2_000),
            pay_out_limit_lrd: Lrd::minor(400_000),
            long_shift_hours: 20,
            exchange_tolerance: 2,
            movement_max_usd: Usd::minor(100_000),
            movement_max_lrd: Lrd::minor(20_000_000),
            lrd_coins: None,
            round_due: yes(),
        }
    }
}

/// A change of cash settings; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetCash {
    /// See [`CashSettings::mode`].
    pub mode: Option<CashMode>,
    /// See [`CashSettings::require_shift`].
    pub require_shift: Option<bool>,
    /// See [`CashSettings::blind_count`].
    pub blind_count: Option<bool>,
    /// See [`CashSettings::count_by`].
    pub count_by: Option<CountBy>,
    /// See [`CashSettings::tolerance_usd`].
    pub tolerance_usd: Option<Usd>,
    /// See [`CashSettings::tolerance_lrd`].
    pub tolerance_lrd: Option<Lrd>,
    /// See [`CashSettings::pay_out_limit_usd`].
    pub pay_out_limit_usd: Option<Usd>,
    /// See [`CashSettings::pay_out_limit_lrd`].
    pub pay_out_limit_lrd: Option<Lrd>,
    /// See [`CashSettings::long_shift_hours`].
    pub long_shift_hours: Option<u8>,
    /// See [`CashSettings::exchange_tolerance`].
    pub exchange_tolerance: Option<u8>,
    /// See [`CashSettings::movement_max_usd`].
    pub movement_max_usd: Option<Usd>,
    /// See [`CashSettings::movement_max_lrd`].
    pub movement_max_lrd: Option<Lrd>,
    /// See [`CashSettings::lrd_coins`]; `Some(None)` removes the answer.
    pub lrd_coins: Option<Option<bool>>,
    /// See [`CashSettings::round_due`].
    pub round_due: Option<bool>,
}

impl SetCash {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &CashSettings) -> CashSettings {
        CashSettings {
            mode: self.mode.unwrap_or(now.mode),
            require_shift: self.require_shift.unwrap_or(now.require_shift),
            blind_count: self.blind_count.unwrap_or(now.blind_count),
            count_by: self.count_by.unwrap_or(now.count_by),
            tolerance_usd: self.tolerance_usd.unwrap_or(now.tolerance_usd),
            tolerance_lrd: self.tolerance_lrd.unwrap_or(now.tolerance_lrd),
            pay_out_limit_usd: self.pay_out_limit_usd.unwrap_or(now.pay_out_limit_usd),
            pay_out_limit_lrd: self.pay_out_limit_lrd.unwrap_or(now.pay_out_limit_lrd),
            long_shift_hours: self.long_shift_hours.unwrap_or(now.long_shift_hours),
            exchange_tolerance: self.exchange_tolerance.unwrap_or(now.exchange_tolerance),
            movement_max_usd: self.movement_max_usd.unwrap_or(now.movement_max_usd),
            movement_max_lrd: self.movement_max_lrd.unwrap_or(now.movement_max_lrd),
            lrd_coins: self.lrd_coins.unwrap_or(now.lrd_coins),
            round_due: self.round_due.unwrap_or(now.round_due),
        }
    }
}

impl CashSettings {
    /// Whether bartenders count a drawer without being told what it should hold.
    pub fn is_blind(&self) -> bool {
        self.mode != CashMode::Off && self.blind_count
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// A sentence about what cannot be set.
    pub(super) fn check(&self) -> Result<(), String> {
        if !(LONG_SHIFT_MIN..=LONG_SHIFT_MAX).contains(&self.long_shift_hours) {
            return Err(format!("A long shift has {LONG_SHIFT_MIN} to {LONG_SHIFT_MAX} hours"));
        }
        if self.exchange_tolerance > EXCHANGE_TOLERANCE_MAX {
            return Err(format!("The exchange tolerance is a whole percentage from 0 to {EXCHANGE_TOLERANCE_MAX}"));
        }
        Ok(())
    }
}

/// Sets the step of change and the coins that follow from `lrd_coins`, unless the same command sets them itself.
pub(super) fn answer_coins(settings: &mut Settings, gives_coins: bool, step_given: bool, denominations_given: bool) {
    if !step_given {
        settings.lrd_cash_step = if gives_coins { STEP_WITH_COINS } else { STEP_WITHOUT_COINS };
    }
    if !denominations_given {
        settings.denominations.iter_mut().filter(|coin| coin.is_lrd_coin()).for_each(|coin| coin.enabled = gives_coins);
    }
}
