//! What a part of an order comes to, in each way to pay it.

use super::PayIn;
use crate::payments::{CashSteps, Change, ChangeIn, Debt, FINE, Reading, allocate, outstanding_value, remaining, shown, value_in_both};
use base::decimal::divide_rounded;
use base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};

/// Every amount that can be written.
const CENTS: CashSteps = CashSteps { lrd: Lrd::minor(1), usd: Usd::minor(1), rounds_due: false };

/// What is owed of an order that is paid in parts.
#[derive(Debug, Clone)]
pub struct OwedInParts {
    pub debts: Vec<Debt>,
    /// What a guest is shown for each, where prices are fixed in both currencies; else none.
    pub readings: Vec<Reading>,
}

impl OwedInParts {
    /// All of it, as it is shown in each currency.
    pub fn remaining(&self, rate: Rate) -> Price {
        shown(&self.debts, &self.readings, rate)
    }

    /// What the next of `left` parts comes to: what remains, to the cent, divided by the parts left, rounded up to what can be paid. Never
    /// more than what remains; the last part is exactly that. `step` is the smallest amount of Liberian dollars.
    pub fn part_amount(&self, left: u32, pay_in: PayIn, rate: Rate, step: Lrd) -> Cash {
        let all = self.all_of(pay_in, rate);
        if left <= 1 {
            return all;
        }
        let (of, left) = (self.remaining(rate), i128::from(left));
        let step = i128::from(step.as_minor().max(1));
        let (usd_cents, lrd_cents) = (i128::from(of.usd.as_minor()), i128::from(of.lrd.as_minor()));
        match pay_in {
            PayIn::Lrd => {
                let part = divide_up(lrd_cents, left * step) * step;
                if part >= lrd_cents { all } else { Cash { usd: Usd::ZERO, lrd: Lrd::minor(narrow(part)) } }
            }
            PayIn::Usd => {
                let part = divide_up(usd_cents, left);
                if part >= usd_cents { all } else { Cash { usd: Usd::minor(narrow(part)), lrd: Lrd::ZERO } }
            }
            PayIn::Split => {
                let of = remaining(self.debts.iter(), rate);
                let lrd_cents = i128::from(of.lrd.as_minor());
                // `scaled` hundredths of a Liberian cent are a dollar: the rate is LRD per USD, times 10,000.
                let scaled = i128::from(rate.scaled());
                let dollars = lrd_cents * 100 / (left * scaled);
                let rest = divide_up(lrd_cents * 100 - dollars * left * scaled, left * 100 * step) * step;
                let part = Cash { usd: Usd::minor(narrow(dollars * 100)), lrd: Lrd::minor(narrow(rest)) };
                if value_in_both(part, rate).lrd >= of.lrd { all } else { part }
            }
        }
    }

    /// What each of `left` parts comes to if all of them are paid in Liberian dollars.
    pub fn parts_in_lrd(&self, left: u32, rate: Rate, step: Lrd) -> Vec<Lrd> {
        let (mut rest, step) = (i128::from(self.remaining(rate).lrd.as_minor()), i128::from(step.as_minor().max(1)));
        let part = |left: u32| {
            let part = if left == 1 { rest } else { (divide_up(rest, i128::from(left) * step) * step).min(rest) };
            rest -= part;
            Lrd::minor(narrow(part))
        };
        (1..=left).rev().map(part).collect()
    }

    /// All of it, to the cent.
    fn all_of(&self, pay_in: PayIn, rate: Rate) -> Cash {
        let Price { usd, lrd } = self.remaining(rate);
        match pay_in {
            PayIn::Lrd => Cash { usd: Usd::ZERO, lrd },
            PayIn::Usd => Cash { usd, lrd: Lrd::ZERO },
            PayIn::Split => Change::of(outstanding_value(self.debts.iter(), rate), rate, ChangeIn::Split, &CENTS).given,
        }
    }

    /// The part of each debt that exactly `amount` pays off, which is what the next part comes to.
    pub fn cover(&self, amount: Cash, pay_in: PayIn, rate: Rate) -> OwedInParts {
        let currency = match pay_in {
            PayIn::Lrd => CurrencyCode::Lrd,
            PayIn::Usd => CurrencyCode::Usd,
            PayIn::Split => return self.covered_at_rate(amount, rate),
        };
        if self.readings.is_empty() {
            return self.covered_at_rate(amount, rate);
        }
        let is_all = amount.minor_in(currency) >= self.remaining(rate).minor_in(currency);
        let mut left = i128::from(amount.minor_in(currency)) * FINE;
        let mut covered = OwedInParts { debts: Vec::new(), readings: Vec::new() };
        for (debt, reading) in self.debts.iter().zip(&self.readings) {
            let all = i128::from(reading.fine_in(currency));
            let part = if is_all { all } else { left.min(all) };
            left -= part;
            let outstanding = if part == all { debt.outstanding } else { narrow(divide_rounded(i128::from(debt.outstanding) * part, all)) };
            covered.debts.push(Debt { outstanding, paid: Cash::ZERO, ..*debt });
            covered.readings.push(reading.part(currency, narrow(part)));
        }
        covered
    }

    /// The same debts, as if no money were on them yet: those of the last part.
    #[must_use]
    pub fn without_money(self) -> Self {
        let debts = self.debts.into_iter().map(|debt| Debt { paid: Cash::ZERO, ..debt }).collect();
        OwedInParts { debts, ..self }
    }

    fn covered_at_rate(&self, amount: Cash, rate: Rate) -> OwedInParts {
        let after = allocate(&self.debts, amount, rate).debts;
        let part = |(before, after): (&Debt, &Debt)| Debt {
            currency: before.currency,
            outstanding: before.outstanding - after.outstanding,
            paid: Cash::ZERO,
        };
        OwedInParts { debts: self.debts.iter().zip(&after).map(part).collect(), readings: Vec::new() }
    }
}

/// The quotient of what is not negative, rounded up.
fn divide_up(numerator: i128, denominator: i128) -> i128 {
    (numerator + denominator - 1) / denominator
}

fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
