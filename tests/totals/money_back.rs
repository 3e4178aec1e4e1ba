//! What voids give back.

use barback::sales::{SaleLine, SaleVoided};
use base::{Cash, CurrencyCode, Usd};

use crate::oracle::Oracle;

/// The smallest coin of the bar, in Liberian cents.
const STEP: u64 = 500;

/// Whether `given` is what `parts` parts of lines are worth, but for coins that do not exist: at most one for each part.
pub fn is_payable_for(given: Cash, worth: Cash, parts: usize) -> bool {
    let difference = given + -worth;
    difference.usd == Usd::ZERO && difference.minor_in(CurrencyCode::Lrd).unsigned_abs() <= STEP * parts as u64
}

impl Oracle {
    /// All parts of a line together give back the money that was allocated to it. Cash in Liberian dollars is rounded over the whole
    /// receipt, so that a line may give back up to a coin more or less.
    pub fn check_money_back(&mut self, event: &SaleVoided, line: &SaleLine, pieces: i64) {
        let back: Cash = event.refunds.iter().flat_map(|refund| &refund.tenders).map(|tender| -tender.cash()).sum();
        let (voided, given) = self.given_back.entry(line.id).or_default();
        (*voided, *given) = (*voided + pieces, *given + back);
        let paid: Cash = line.allocations.iter().map(|allocation| Cash::of(allocation.currency, allocation.amount)).sum();
        if *voided == line.quantity && !is_payable_for(*given, paid, 1) {
            self.wrong.push(format!("line {} was paid with {paid:?}, and {given:?} was given back", line.id));
        }
    }
}
