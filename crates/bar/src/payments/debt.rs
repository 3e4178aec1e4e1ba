//! Debts, to the millionth of a cent, and the allocation of a payment to them.
//!
//! Each debt is owed in the currency that its line was priced in. Inside a payment nothing is rounded to cents: amounts
//! are millionths of a cent, and the sum of excess and shortfall is compared as one exact fraction.

use serde::{Deserialize, Serialize};

use base::decimal::divide_rounded;
use base::rate::SCALE;
use base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};

/// Millionths of a cent in a cent.
pub const FINE: i128 = 1_000_000;
/// [`SCALE`] in the width of these amounts.
pub(super) const RATE_SCALE: i128 = SCALE as i128;

/// What is owed for one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Debt {
    pub currency: CurrencyCode,
    /// What is still owed, in millionths of a cent of that currency.
    #[serde(rename = "left")]
    pub outstanding: i64,
    /// Money of each currency that was taken for it so far.
    #[serde(rename = "got")]
    pub paid: Cash,
}

impl Debt {
    /// The debt for a line of which nothing is paid. `total` is at most [`super::OWED_MAX`].
    pub fn whole(currency: CurrencyCode, total: Price) -> Self {
        Debt { currency, outstanding: narrow(i128::from(total.minor_in(currency)) * FINE), paid: Cash::ZERO }
    }

    /// Whether nothing is owed any more.
    pub fn is_settled(&self) -> bool {
        self.outstanding == 0
    }
}

/// `value` in 64 bits, saturated.
pub(super) fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
}

/// The sum of debts as two equal amounts: all of it in US dollars, or all of it in Liberian dollars, at `rate`.
pub fn remaining<'a>(debts: impl Iterator<Item = &'a Debt>, rate: Rate) -> Price {
    let (usd, lrd) = outstanding(debts);
    in_both(usd, lrd, rate)
}

/// The sum of debts as one exact value, in the unit of [`AllocationResult::excess`].
pub fn outstanding_value<'a>(debts: impl Iterator<Item = &'a Debt>, rate: Rate) -> i128 {
    let (usd, lrd) = outstanding(debts);
    exact_value(usd, lrd, i128::from(rate.scaled()))
}

/// Lowers a debt by `value`, in the unit of [`AllocationResult::excess`]; never below zero. A negative value raises it.
pub fn reduce_value(debt: &mut Debt, value: i128, rate: Rate) {
    debt.outstanding = narrow(i128::from(debt.outstanding) - divide_rounded(value, value_unit(debt.currency, rate))).max(0);
}

/// The sum of debts, each in the currency that it is owed in. Parts of a cent are added up before they are rounded.
pub fn due<'a>(debts: impl Iterator<Item = &'a Debt>) -> Cash {
    let (usd, lrd) = outstanding(debts);
    Cash { usd: Usd::minor(cents(usd)), lrd: Lrd::minor(cents(lrd)) }
}

/// Millionths of a cent that are owed in US dollars, and in Liberian dollars.
fn outstanding<'a>(debts: impl Iterator<Item = &'a Debt>) -> (i128, i128) {
    let (mut usd, mut lrd) = (0, 0);
    for debt in debts {
        match debt.currency {
            CurrencyCode::Usd => usd += i128::from(debt.outstanding),
            CurrencyCode::Lrd => lrd += i128::from(debt.outstanding),
        }
    }
    (usd, lrd)
}

/// The exact value of `usd` and `lrd` millionths of cents together: millionths of a Liberian cent × 10,000. `scaled` is
/// [`Rate::scaled`].
fn exact_value(usd: i128, lrd: i128, scaled: i128) -> i128 {
    usd * scaled + lrd * RATE_SCALE
}

/// The value of `amount` in the unit of [`AllocationResult::excess`].
pub fn cash_value(amount: Cash, rate: Rate) -> i128 {
    exact_value(i128::from(amount.usd.as_minor()) * FINE, i128::from(amount.lrd.as_minor()) * FINE, i128::from(rate.scaled()))
}

/// Half a US cent, or half a Liberian cent where that is more, in the unit of [`AllocationResult::excess`]: less is not owed, and no
/// more than that is no change.
pub(super) fn half_a_cent(rate: Rate) -> i128 {
    half_of(CurrencyCode::Usd, rate).max(half_of(CurrencyCode::Lrd, rate))
}

/// Half a cent of `currency`, in the unit of [`AllocationResult::excess`].
pub(super) fn half_of(currency: CurrencyCode, rate: Rate) -> i128 {
    cash_value(Cash::of(currency, 1), rate) / 2
}

/// The value of a millionth of a cent of `currency`, in the unit of [`AllocationResult::excess`].
pub fn value_unit(currency: CurrencyCode, rate: Rate) -> i128 {
    match currency {
        CurrencyCode::Usd => i128::from(rate.scaled()),
        CurrencyCode::Lrd => RATE_SCALE,
    }
}

/// Whether what is left, in the unit of [`AllocationResult::excess`], is not owed any more.
pub fn is_rest(value: i128, rate: Rate) -> bool {
    value < half_a_cent(rate)
}

/// `usd` and `lrd` millionths of cents together, as cents of either currency.
fn in_both(usd: i128, lrd: i128, rate: Rate) -> Price {
    let scaled = i128::from(rate.scaled());
    let value = exact_value(usd, lrd, scaled);
    Price {
        usd: Usd::minor(narrow(divide_rounded(value, scaled * FINE))),
        lrd: Lrd::minor(narrow(divide_rounded(value, RATE_SCALE * FINE))),
    }
}

/// Both parts of `amount` together as two equal amounts: all of it in US dollars, or all of it in Liberian dollars.
pub fn value_in_both(amount: Cash, rate: Rate) -> Price {
    in_both(i128::from(amount.usd.as_minor()) * FINE, i128::from(amount.lrd.as_minor()) * FINE, rate)
}

/// Debts after a tender was allocated to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllocationResult {
    /// In the order in which they were given.
    pub debts: Vec<Debt>,
    /// Whether nothing is owed any more.
    pub settled: bool,
    /// What was tendered beyond the debts, as one exact value: millionths of a Liberian cent × 10,000. 0 when nothing is to be given back.
    pub excess: i128,
    /// The excess in the currency that it is over in, rounded to cents.
    pub over: Cash,
}

impl AllocationResult {
    /// The result when exactly what was due, to the cent, was tendered: parts of a cent are neither owed any longer nor given back.
    pub fn in_full(self) -> Self {
        let debts = self.debts.into_iter().map(|debt| Debt { outstanding: 0, ..debt }).collect();
        AllocationResult { debts, settled: true, excess: 0, over: Cash::ZERO }
    }

    /// The result when all of `tender` is kept for the debts, which were `before`: what it is more than them goes to the last one.
    pub(super) fn keeping(self, tender: Cash, before: &[Debt]) -> Self {
        let mut kept = self.in_full();
        let allocated: Cash = kept.debts.iter().zip(before).map(|(after, before)| after.paid + -before.paid).sum();
        let last = kept.debts.iter_mut().zip(before).rfind(|(_, before)| !before.is_settled());
        if let Some((debt, _)) = last {
            debt.paid += tender + -allocated;
        }
        kept
    }
}

/// Allocates `tender` to `debts` in their order; each takes its own currency first, then the other at `rate`. Settled when
/// the rest is worth less than half a US cent, or less than half a Liberian cent where that is more. An excess of that much is no
/// change either: what is due is shown half a cent higher where it lies halfway between two cents.
pub fn allocate(debts: &[Debt], tender: Cash, rate: Rate) -> AllocationResult {
    let scaled = i128::from(rate.scaled());
    let mut unspent =
        RemainingTender { usd: i128::from(tender.usd.as_minor()) * FINE, lrd: i128::from(tender.lrd.as_minor()) * FINE, scaled };
    let balance = debts.iter().fold(unspent.value(), |balance, debt| balance - unspent.value_of(debt));
    let half_a_cent = half_a_cent(rate);
    let settled = balance > -half_a_cent;
    let mut after: Vec<Debt> = debts.iter().map(|debt| unspent.pay(*debt)).collect();
    if settled {
        after.iter_mut().for_each(|debt| debt.outstanding = 0);
    }
    let has_excess = balance > half_a_cent;
    let over = if has_excess { unspent.cash() } else { Cash::ZERO };
    AllocationResult { debts: after, settled, excess: if has_excess { balance } else { 0 }, over }
}

/// The part of a tender that is not allocated yet, in millionths of cents.
struct RemainingTender {
    usd: i128,
    lrd: i128,
    scaled: i128,
}

impl RemainingTender {
    fn value(&self) -> i128 {
        exact_value(self.usd, self.lrd, self.scaled)
    }

    fn cash(&self) -> Cash {
        Cash { usd: Usd::minor(cents(self.usd)), lrd: Lrd::minor(cents(self.lrd)) }
    }

    fn value_of(&self, debt: &Debt) -> i128 {
        let outstanding = i128::from(debt.outstanding);
        match debt.currency {
            CurrencyCode::Usd => exact_value(outstanding, 0, self.scaled),
            CurrencyCode::Lrd => exact_value(0, outstanding, self.scaled),
        }
    }

    fn pay(&mut self, mut debt: Debt) -> Debt {
        let mut outstanding = i128::from(debt.outstanding);
        let (mut usd, mut lrd) = (0, 0);
        match debt.currency {
            CurrencyCode::Usd => {
                usd = take(&mut self.usd, &mut outstanding);
                let (paid, spent) = exchange(&mut self.lrd, outstanding, self.scaled, RATE_SCALE);
                outstanding -= paid;
                lrd = spent;
            }
            CurrencyCode::Lrd => {
                let own = take(&mut self.lrd, &mut outstanding);
                let (paid, spent) = exchange(&mut self.usd, outstanding, RATE_SCALE, self.scaled);
                outstanding -= paid;
                lrd += own;
                usd += spent;
            }
        }
        debt.outstanding = narrow(outstanding);
        debt.paid += Cash { usd: Usd::minor(cents(usd)), lrd: Lrd::minor(cents(lrd)) };
        debt
    }
}

fn cents(fine: i128) -> i64 {
    narrow(divide_rounded(fine, FINE))
}

/// Pays off as much of `outstanding` as `unspent` holds. Returns the amount.
fn take(unspent: &mut i128, outstanding: &mut i128) -> i128 {
    let taken = (*unspent).min(*outstanding).max(0);
    *unspent -= taken;
    *outstanding -= taken;
    taken
}

/// Pays off `outstanding` in the other currency: one unit of it costs `numerator / denominator` units of `unspent`. Returns
/// what was paid off, and what it cost.
fn exchange(unspent: &mut i128, outstanding: i128, numerator: i128, denominator: i128) -> (i128, i128) {
    let cost = divide_rounded(outstanding * numerator, denominator);
    if *unspent >= cost {
        *unspent -= cost;
        return (outstanding, cost);
    }
    let spent = (*unspent).max(0);
    *unspent -= spent;
    (divide_rounded(spent * denominator, numerator).min(outstanding), spent)
}

#[cfg(test)]
#[path = "debt_tests.rs"]
mod tests;
