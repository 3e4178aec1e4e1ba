//! The smallest amounts of cash that a bar takes and gives.

use base::{Lrd, Usd};

/// A US cent, the smallest step of dollars: with it, dollars are paid exactly.
const CENT: Usd = Usd::minor(1);

/// The smallest amounts of cash that the bar takes and gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashSteps {
    /// The smallest note or coin in Liberian dollars.
    pub lrd: Lrd,
    /// The smallest amount of US dollars in change and in exact payments; the rest is in Liberian dollars.
    pub usd: Usd,
    /// Whether what is due in cash in Liberian dollars is rounded to `lrd`. Change always is.
    pub rounds_due: bool,
}

impl CashSteps {
    /// The payable amount that is nearest to `cents` Liberian cents; of two that are as near, the greater one.
    pub fn nearest(&self, cents: i128) -> i128 {
        let step = i128::from(self.lrd.as_minor().max(1));
        (2 * cents + step).div_euclid(2 * step) * step
    }

    /// What is payable of `part` Liberian cents after `before`, so that all parts together come to the amount that is nearest to their sum.
    pub fn payable_part(&self, before: i64, part: i64) -> i64 {
        let (before, part) = (i128::from(before), i128::from(part));
        i64::try_from(self.nearest(before + part) - self.nearest(before)).unwrap_or(i64::MAX)
    }

    /// The US cents of `cents` that are whole steps.
    pub fn whole_usd(&self, cents: i128) -> i128 {
        let step = i128::from(self.usd.as_minor().max(1));
        cents.div_euclid(step) * step
    }

    /// Whether the bar takes and gives every US cent.
    pub fn has_us_cents(&self) -> bool {
        self.usd <= CENT
    }
}
