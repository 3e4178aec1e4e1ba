//! Debts, to the millionth of a cent, and the allocation of a payment to them.
//!
//! Each debt is owed in the currency that its line was priced in. Inside a payment nothing is rounded to cents: amounts
//! are millionths of a cent, and the sum of excess and shortfall is compared as one exact fraction.

use serde::{Deserialize, Serialize};

use crate::base::decimal::divide_rounded;
use crate::base::rate::SCALE;
use crate::base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};

/// Millionths of a cent in a cent.
pub(super) const FINE: i128 = 1_000_000;
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
    let unit = match debt.currency {
        CurrencyCode::Usd => i128::from(rate.scaled()),
        CurrencyCode::Lrd => RATE_SCALE,
    };
    debt.outstanding = narrow(i128::from(debt.outstanding) - divide_rounded(value, unit)).max(0);
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
pub(super) fn value_of(amount: Cash, rate: Rate) -> i128 {
    exact_value(i128::from(amount.usd.as_minor()) * FINE, i128::from(amount.lrd.as_minor()) * FINE, i128::from(rate.scaled()))
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
}

/// Allocates `tender` to `debts` in their order; each takes its own currency first, then the other at `rate`. Settled when
/// the rest is worth less than half a US cent, or less than half a Liberian cent where that is more. An excess of less
/// than half a US cent is no change.
pub fn allocate(debts: &[Debt], tender: Cash, rate: Rate) -> AllocationResult {
    let scaled = i128::from(rate.scaled());
    let mut unspent =
        RemainingTender { usd: i128::from(tender.usd.as_minor()) * FINE, lrd: i128::from(tender.lrd.as_minor()) * FINE, scaled };
    let balance = debts.iter().fold(unspent.value(), |balance, debt| balance - unspent.value_of(debt));
    let half_a_cent = FINE * scaled / 2;
    let half_a_liberian_cent = FINE * RATE_SCALE / 2;
    let settled = balance > -half_a_cent.max(half_a_liberian_cent);
    let mut after: Vec<Debt> = debts.iter().map(|debt| unspent.pay(*debt)).collect();
    if settled {
        after.iter_mut().for_each(|debt| debt.outstanding = 0);
    }
    let has_excess = balance >= half_a_cent;
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
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rate(text: &str) -> Rate {
        Rate::parse(text).expect("legal")
    }

    fn dollars(cents: i64) -> Debt {
        Debt::whole(CurrencyCode::Usd, Price { usd: Usd::minor(cents), lrd: Lrd::ZERO })
    }

    fn liberty(cents: i64) -> Debt {
        Debt::whole(CurrencyCode::Lrd, Price { usd: Usd::ZERO, lrd: Lrd::minor(cents) })
    }

    fn tender(usd: i64, lrd: i64) -> Cash {
        Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    fn price(usd: i64, lrd: i64) -> Price {
        Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    #[test]
    fn each_line_takes_its_own_currency_first() {
        let result = allocate(&[dollars(600), liberty(95_000)], tender(600, 95_000), rate("200"));
        assert!(result.settled && result.excess == 0);
        assert_eq!(result.debts[0].paid, tender(600, 0));
        assert_eq!(result.debts[1].paid, tender(0, 95_000));
    }

    #[test]
    fn what_is_due_to_the_cent_is_all_that_is_owed() {
        // Just less than half a cent of each currency, and half a cent of each: together more than half a US cent.
        for (parts, cents, excess) in [(499_900, 0, false), (500_000, 1, true)] {
            let debts =
                [Debt { outstanding: 547_000_000 + parts, ..dollars(0) }, Debt { outstanding: 10_000_000_000 + parts, ..liberty(0) }];
            let due = due(debts.iter());
            assert_eq!(due, tender(547 + cents, 10_000 + cents));
            let result = allocate(&debts, due, rate("190"));
            assert_eq!((result.settled, result.excess > 0), (excess, excess));
            let result = result.in_full();
            assert!(result.settled && result.excess == 0 && result.debts.iter().all(Debt::is_settled));
            assert_eq!(result.debts.iter().map(|debt| debt.paid).sum::<Cash>(), due);
        }
    }

    #[test]
    fn parts_of_a_cent_are_added_up_before_they_are_rounded() {
        let third = |debt: Debt| Debt { outstanding: 333_333_333, ..debt };
        assert_eq!(due([third(dollars(0)), third(liberty(0)), third(dollars(0))].iter()), tender(667, 333));
    }

    #[test]
    fn then_the_other_at_the_rate() {
        let result = allocate(&[dollars(600), liberty(95_000)], tender(1_000, 0), rate("190"));
        assert!(!result.settled);
        assert!(result.debts[0].is_settled());
        assert_eq!(due(result.debts.iter()), tender(0, 19_000));
        assert_eq!(remaining(result.debts.iter(), rate("190")), price(100, 19_000));
    }

    #[test]
    fn a_debt_keeps_its_currency_whatever_the_rate_does() {
        let debts = [liberty(95_000)];
        assert_eq!(remaining(debts.iter(), rate("190")), price(500, 95_000));
        assert_eq!(remaining(debts.iter(), rate("200")), price(475, 95_000));
    }

    #[test]
    fn what_is_less_than_half_a_cent_shows_as_nothing() {
        for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
            for (outstanding, shown) in [(499_999, 0), (500_000, 1)] {
                let debt = Debt { currency, outstanding, paid: Cash::ZERO };
                assert_eq!(remaining([debt].iter(), rate("1")), price(shown, shown));
            }
        }
    }

    #[test]
    fn half_a_cent_decides() {
        // 0.4 cents short is settled, 0.6 is not: at 200 LRD per USD a US cent is L$2.
        assert!(allocate(&[liberty(10_000)], tender(0, 9_901), rate("200")).settled);
        assert!(!allocate(&[liberty(10_000)], tender(0, 9_900), rate("200")).settled);
        // Less than half a cent too much is no change.
        assert_eq!(allocate(&[liberty(10_000)], tender(0, 10_099), rate("200")).excess, 0);
        assert!(allocate(&[liberty(10_000)], tender(0, 10_100), rate("200")).excess > 0);
    }

    #[test]
    fn where_a_dollar_is_less_than_liberty_half_a_liberian_cent_decides() {
        // 4 US cents are 2.4 Liberian ones, shown as 2; 3 are 1.8.
        assert!(allocate(&[dollars(4)], tender(0, 2), rate("0.6")).settled);
        assert!(!allocate(&[dollars(3)], tender(0, 1), rate("0.6")).settled);
    }

    #[test]
    fn less_than_half_a_cent_on_a_line_is_none() {
        // L$5.00 are 0.499999 of a US cent.
        let result = allocate(&[liberty(500)], tender(1, 0), rate("1000.002"));
        assert_eq!(result.debts[0].paid, Cash::ZERO);
        let almost_half = Debt { currency: CurrencyCode::Lrd, outstanding: 499_999, paid: Cash::ZERO };
        assert_eq!(allocate(&[almost_half], tender(0, 1), rate("190")).debts[0].paid, Cash::ZERO);
    }

    #[test]
    fn no_money_pays_nothing_off() {
        let debts = [dollars(600), liberty(95_000), dollars(0)];
        assert_eq!(allocate(&debts, Cash::ZERO, rate("190")).debts, debts);
    }

    #[test]
    fn what_a_line_costs_exactly_settles_it() {
        // L$1,000,000 are $1.00 here, to the millionth of a cent.
        let result = allocate(&[liberty(100_000_000), dollars(100)], tender(100, 0), rate("999999.9999"));
        assert!(result.debts[0].is_settled() && !result.settled);
    }

    fn debts() -> impl Strategy<Value = Vec<Debt>> {
        prop::collection::vec((any::<bool>(), 1i64..50_000_000), 1..8)
            .prop_map(|lines| lines.into_iter().map(|(usd, cents)| if usd { dollars(cents) } else { liberty(cents) }).collect())
    }

    proptest! {
        #[test]
        fn paying_what_is_shown_settles(debts in debts(), scaled in 10_000u64..=10_000_000) {
            let rate = rate(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000));
            let shown = remaining(debts.iter(), rate);
            prop_assert!(allocate(&debts, tender(shown.usd.as_minor(), 0), rate).settled);
            prop_assert!(allocate(&debts, tender(0, shown.lrd.as_minor()), rate).settled);
        }

        #[test]
        fn parts_settle_too(debts in debts(), usd in 0i64..1_000_000, lrd in 0i64..100_000_000, scaled in 10_000u64..=10_000_000) {
            let rate = rate(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000));
            let first = allocate(&debts, tender(usd, lrd), rate);
            let shown = remaining(first.debts.iter(), rate);
            if first.settled {
                prop_assert_eq!(shown, Price::ZERO);
            } else {
                prop_assert!(allocate(&first.debts, tender(shown.usd.as_minor(), 0), rate).settled);
                prop_assert!(first.excess == 0);
            }
        }

        #[test]
        fn nothing_is_lost_between_tender_and_debts(debts in debts(), usd in 0i64..1_000_000, lrd in 0i64..100_000_000) {
            let rate = rate("190");
            let result = allocate(&debts, tender(usd, lrd), rate);
            if !result.settled {
                // Every cent that was tendered is on some line.
                let paid: Cash = result.debts.iter().map(|debt| debt.paid).sum();
                prop_assert!((paid.usd.as_minor() - usd).abs() <= debts.len() as i64);
                prop_assert!((paid.lrd.as_minor() - lrd).abs() <= debts.len() as i64);
            }
        }
    }
}
