//! Settings of credit: how much a customer may owe.

use serde::{Deserialize, Serialize};

use base::Usd;

/// The limit of new customers unless the bar says otherwise: $1,000.
const LIMIT: Usd = Usd::minor(100_000);
/// Largest limit of a tab: $1,000,000.
pub const CREDIT_LIMIT_MAX: Usd = Usd::minor(100_000_000);

/// Settings of credit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditSettings {
    /// How much a customer who is new may owe; `None`: without a limit.
    pub limit: Option<Usd>,
}

impl Default for CreditSettings {
    fn default() -> Self {
        CreditSettings { limit: Some(LIMIT) }
    }
}

/// A change of the settings of credit; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetCreditSettings {
    /// See [`CreditSettings::limit`]; `Some(None)` removes it.
    pub limit: Option<Option<Usd>>,
}

impl SetCreditSettings {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &CreditSettings) -> CreditSettings {
        CreditSettings { limit: self.limit.unwrap_or(now.limit) }
    }
}

impl CreditSettings {
    /// Checks the limit.
    ///
    /// # Errors
    /// A sentence about the value that is out of range.
    pub(super) fn check(&self) -> Result<(), String> {
        self.limit.map_or(Ok(()), check_limit)
    }
}

/// Checks a limit of credit.
///
/// # Errors
/// A sentence about what is possible.
pub fn check_limit(limit: Usd) -> Result<(), String> {
    if limit < Usd::ZERO || limit > CREDIT_LIMIT_MAX {
        return Err("A limit of credit must be between 0.00 and 1000000.00".to_owned());
    }
    Ok(())
}
