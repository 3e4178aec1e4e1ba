//! Settings of bills: comps without approval, slips of part payments.

use serde::{Deserialize, Serialize};

use base::Usd;

/// Largest cap of comps: $10,000 a day.
const COMP_CAP_MAX: Usd = Usd::minor(1_000_000);

/// Settings of bills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillSettings {
    /// What a bartender's comps of a business day may be worth together without an approval, where the rule for comps is `approve`.
    pub comp_cap: Usd,
    /// Whether each part of an order that is paid in equal shares prints a slip.
    pub slips: bool,
}

impl Default for BillSettings {
    fn default() -> Self {
        BillSettings { comp_cap: Usd::ZERO, slips: true }
    }
}

/// A change of the settings of bills; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetBills {
    /// See [`BillSettings::comp_cap`].
    pub comp_cap: Option<Usd>,
    /// See [`BillSettings::slips`].
    pub slips: Option<bool>,
}

impl SetBills {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &BillSettings) -> BillSettings {
        BillSettings { comp_cap: self.comp_cap.unwrap_or(now.comp_cap), slips: self.slips.unwrap_or(now.slips) }
    }
}

impl BillSettings {
    /// Checks the limits.
    ///
    /// # Errors
    /// A sentence about the value that is out of range.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.comp_cap < Usd::ZERO || self.comp_cap > COMP_CAP_MAX {
            return Err("Comps without approval must be between 0.00 and 10000.00".to_owned());
        }
        Ok(())
    }
}
