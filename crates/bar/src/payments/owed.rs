//! What was owed when a payment was taken, as the payment keeps it: a correction of the payment is reckoned from it.

use serde::{Deserialize, Serialize};

use super::debt::narrow;
use super::{Debt, Reading};
use base::{Cash, CurrencyCode};

/// What was owed before a payment, in millionths of a cent of each currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owed {
    /// Debts in US dollars, and debts in Liberian dollars.
    debts: (i64, i64),
    /// What the guest was shown in either currency, where that is not the sum at the rate.
    shown: Option<(i64, i64)>,
}

impl Owed {
    /// That of these debts and readings.
    pub fn of(debts: &[Debt], readings: &[Reading]) -> Self {
        let in_currency = |currency| {
            let owed = debts.iter().filter(|debt| debt.currency == currency).map(|debt| i128::from(debt.outstanding));
            narrow(owed.sum())
        };
        let shown = |currency| narrow(readings.iter().map(|reading| i128::from(reading.fine_in(currency))).sum());
        let in_both = |fine: &dyn Fn(CurrencyCode) -> i64| (fine(CurrencyCode::Usd), fine(CurrencyCode::Lrd));
        Owed { debts: in_both(&in_currency), shown: (!readings.is_empty()).then(|| in_both(&shown)) }
    }

    /// One debt for each currency.
    pub fn debts(&self) -> Vec<Debt> {
        let debt = |currency, outstanding| Debt { currency, outstanding, paid: Cash::ZERO };
        vec![debt(CurrencyCode::Usd, self.debts.0), debt(CurrencyCode::Lrd, self.debts.1)]
    }

    /// The readings of these debts, whose sum is what was shown; none where that is the sum at the rate.
    pub fn readings(&self) -> Vec<Reading> {
        self.shown.map_or_else(Vec::new, |(usd, lrd)| vec![Reading::of_fine(usd, lrd), Reading::of_fine(0, 0)])
    }
}
