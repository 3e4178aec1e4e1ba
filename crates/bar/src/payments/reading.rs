//! Readings of what is owed: the sum at the rate, and what a guest is shown in each currency.

use super::debt::{Debt, FINE, narrow, remaining};
use base::decimal::divide_rounded;
use base::{CurrencyCode, Lrd, Price, Rate, Usd};

/// What a guest is shown for one debt, in millionths of a cent of each currency. Neither amount need be the other one at the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    usd: i64,
    lrd: i64,
}

impl Reading {
    /// The totals of a line of which nothing is paid.
    pub fn of(total: Price) -> Self {
        let fine = |minor: i64| narrow(i128::from(minor) * FINE);
        Reading { usd: fine(total.usd.as_minor()), lrd: fine(total.lrd.as_minor()) }
    }

    /// Millionths of a cent of each currency.
    pub(super) fn of_fine(usd: i64, lrd: i64) -> Self {
        Reading { usd, lrd }
    }

    /// A debt that is known in its own currency alone.
    pub fn at_rate(debt: &Debt, rate: Rate) -> Self {
        let scaled = i128::from(rate.scaled());
        let outstanding = i128::from(debt.outstanding);
        let other = match debt.currency {
            CurrencyCode::Usd => divide_rounded(outstanding * scaled, super::debt::RATE_SCALE),
            CurrencyCode::Lrd => divide_rounded(outstanding * super::debt::RATE_SCALE, scaled),
        };
        Reading::new(debt.currency, debt.outstanding, narrow(other))
    }

    /// What is left of a line whose prices are fixed in both currencies, with these totals: the same part of each.
    pub fn in_proportion(debt: &Debt, total: Price) -> Self {
        let own = i128::from(total.minor_in(debt.currency)) * FINE;
        let other = i128::from(total.minor_in(other_than(debt.currency))) * FINE;
        let part = if own == 0 { 0 } else { divide_rounded(i128::from(debt.outstanding) * other, own) };
        Reading::new(debt.currency, debt.outstanding, narrow(part))
    }

    /// The part `of` / `all` of it, where `own` is exactly what it is in `currency`.
    pub fn part(self, currency: CurrencyCode, own: i64) -> Self {
        let (all, other) = (self.fine_in(currency), self.fine_in(other_than(currency)));
        let part = if all == 0 { other } else { narrow(divide_rounded(i128::from(other) * i128::from(own), i128::from(all))) };
        Reading::new(currency, own, part)
    }

    fn new(currency: CurrencyCode, own: i64, other: i64) -> Self {
        match currency {
            CurrencyCode::Usd => Reading { usd: own, lrd: other },
            CurrencyCode::Lrd => Reading { usd: other, lrd: own },
        }
    }

    /// Millionths of a cent of this currency.
    pub fn fine_in(self, currency: CurrencyCode) -> i64 {
        match currency {
            CurrencyCode::Usd => self.usd,
            CurrencyCode::Lrd => self.lrd,
        }
    }
}

fn other_than(currency: CurrencyCode) -> CurrencyCode {
    match currency {
        CurrencyCode::Usd => CurrencyCode::Lrd,
        CurrencyCode::Lrd => CurrencyCode::Usd,
    }
}

/// What is due as it is shown: the sum of the readings, or of the debts at `rate` where there are none.
pub fn shown(debts: &[Debt], readings: &[Reading], rate: Rate) -> Price {
    if readings.is_empty() { remaining(debts.iter(), rate) } else { sum_of_readings(readings) }
}

/// The sum of readings, to the cent.
pub(super) fn sum_of_readings(readings: &[Reading]) -> Price {
    let cents = |fine: fn(&Reading) -> i64| narrow(divide_rounded(readings.iter().map(|one| i128::from(fine(one))).sum(), FINE));
    Price { usd: Usd::minor(cents(|one| one.usd)), lrd: Lrd::minor(cents(|one| one.lrd)) }
}
