//! Payments of what a guest is shown, which need not be the sum at the rate.

use super::change::LRD_CENT;
use super::debt::{AllocationResult, Debt, allocate, cash_value, half_of, narrow, outstanding_value, remaining};
use super::reading::{Reading, sum_of_readings};
use base::decimal::divide_rounded;
use base::{Cash, CurrencyCode, Lrd, Price, Rate, apportion};

/// Allocates `tender` to `debts` as [`allocate`] does. `readings` are what a guest is shown for each; none where that is the sum at
/// the rate. Money in one currency then has two readings: as shown in that currency, and at `rate`. It settles the debts if either
/// says so, and gives the lesser change of both. Less than both pays a part, at the rate.
pub fn allocate_total(debts: &[Debt], readings: &[Reading], tender: Cash, rate: Rate) -> AllocationResult {
    let at_rate = allocate(debts, tender, rate);
    let Some((currency, total)) = as_shown(debts, readings, tender, rate) else { return at_rate };
    let shown = allocate(&[Debt::whole(currency, total)], tender, rate);
    if !shown.settled && !at_rate.settled || at_rate.settled && shown.settled && at_rate.excess <= shown.excess {
        return at_rate;
    }
    // One reading alone says that it settles, or it keeps more than the other one.
    let (excess, over) = if at_rate.settled && shown.settled { (shown.excess, shown.over) } else { (0, Cash::ZERO) };
    let weights: Vec<i64> = readings.iter().map(|reading| reading.fine_in(currency)).collect();
    let parts = apportion(tender.minor_in(currency) - over.minor_in(currency), &weights);
    let paid = |(debt, part): (&Debt, i64)| Debt { outstanding: 0, paid: debt.paid + Cash::of(currency, part), ..*debt };
    AllocationResult { debts: debts.iter().zip(parts).map(paid).collect(), settled: true, excess, over }
}

/// Whether `tender`, by methods that give no change, is more than the debts and `tip` together. What is due in the currency handed over, as it
/// is shown, is not too much, although it may be up to half a cent more than what is owed.
pub fn is_too_much(debts: &[Debt], readings: &[Reading], tender: Cash, tip: Cash, rate: Rate) -> bool {
    let currencies = [CurrencyCode::Usd, CurrencyCode::Lrd].into_iter().filter(|currency| tender.minor_in(*currency) != 0);
    let half_a_cent = currencies.map(|currency| half_of(currency, rate)).max();
    half_a_cent.is_some_and(|half_a_cent| balances(debts, readings, tender, rate).0 - cash_value(tip, rate) > half_a_cent)
}

/// What `tender` is above the debts by both readings, in the unit of [`AllocationResult::excess`], the lesser first; negative where it is
/// less than the debts.
pub(super) fn balances(debts: &[Debt], readings: &[Reading], tender: Cash, rate: Rate) -> (i128, i128) {
    let at_rate = cash_value(tender, rate) - outstanding_value(debts.iter(), rate);
    as_shown(debts, readings, tender, rate).map_or((at_rate, at_rate), |(currency, total)| {
        let shown = cash_value(tender, rate) - cash_value(Cash::of(currency, total.minor_in(currency)), rate);
        (shown.min(at_rate), shown.max(at_rate))
    })
}

/// The debts less `tender`, where cash in steps of `step` comes no closer: at most half a step more or less. Positive where the bar
/// takes less.
pub(super) fn rounding_to_step(debts: &[Debt], readings: &[Reading], tender: Cash, rate: Rate, step: Lrd) -> Option<Lrd> {
    let (less, more) = balances(debts, readings, tender, rate);
    let balance = 0.clamp(less, more);
    let is_closest = 2 * balance.abs() <= i128::from(step.as_minor()) * LRD_CENT;
    is_closest.then(|| Lrd::minor(narrow(-divide_rounded(balance, LRD_CENT))))
}

/// What is still to pay after `tender`, which does not settle the debts; `after` are the debts then.
pub(super) fn missing(debts: &[Debt], after: &[Debt], readings: &[Reading], tender: Cash, rate: Rate) -> Price {
    let left = remaining(after.iter(), rate);
    let Some((currency, total)) = as_shown(debts, readings, tender, rate) else { return left };
    let Price { usd, lrd } = total + -Price { usd: tender.usd, lrd: tender.lrd };
    match currency {
        CurrencyCode::Usd => Price { usd: left.usd.min(usd), ..left },
        CurrencyCode::Lrd => Price { lrd: left.lrd.min(lrd), ..left },
    }
}

/// The currency of `tender` and the sum of `readings`, if all money is in one currency, and what is shown in it is not the sum at the rate.
fn as_shown(debts: &[Debt], readings: &[Reading], tender: Cash, rate: Rate) -> Option<(CurrencyCode, Price)> {
    let currency = only_currency(tender).filter(|_| !debts.is_empty() && readings.len() == debts.len())?;
    let total = sum_of_readings(readings);
    (total.minor_in(currency) != remaining(debts.iter(), rate).minor_in(currency)).then_some((currency, total))
}

/// The currency of `tender`; `None` for no money and for money of both kinds.
fn only_currency(tender: Cash) -> Option<CurrencyCode> {
    match (tender.usd.is_zero(), tender.lrd.is_zero()) {
        (false, true) => Some(CurrencyCode::Usd),
        (true, false) => Some(CurrencyCode::Lrd),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use base::{Lrd, Usd};

    fn tender(usd: i64, lrd: i64) -> Cash {
        Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    /// A line with a price in each currency, owed in `currency`.
    fn lines() -> impl Strategy<Value = Vec<(bool, i64, i64)>> {
        prop::collection::vec((any::<bool>(), 1i64..100_000, 1i64..20_000_000), 1..8)
    }

    fn bill(lines: &[(bool, i64, i64)]) -> (Vec<Debt>, Vec<Reading>) {
        let price = |usd: i64, lrd: i64| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
        let currency = |in_usd: bool| if in_usd { CurrencyCode::Usd } else { CurrencyCode::Lrd };
        let debts = lines.iter().map(|(in_usd, usd, lrd)| Debt::whole(currency(*in_usd), price(*usd, *lrd))).collect();
        (debts, lines.iter().map(|(_, usd, lrd)| Reading::of(price(*usd, *lrd))).collect())
    }

    #[test]
    fn a_product_with_two_prices_is_paid_at_either() {
        let rate = Rate::parse("190").expect("legal");
        // $4.00 are L$760 at the rate.
        let (debts, totals) = bill(&[(true, 400, 70_000)]);
        let pays = |tender: Cash| allocate_total(&debts, &totals, tender, rate);
        for (tender, excess) in
            [(tender(400, 0), 0), (tender(0, 70_000), 0), (tender(0, 74_000), 0), (tender(0, 76_000), 0), (tender(0, 100_000), 24_000)]
        {
            let result = pays(tender);
            assert!(result.settled);
            assert_eq!(result.excess, excess * 1_000_000 * 10_000);
            assert_eq!(result.debts[0].paid, tender + -result.over);
        }
        assert!(!pays(tender(0, 69_000)).settled, "a part counts at the rate");
        assert!(pays(tender(200, 35_000)).settled == allocate(&debts, tender(200, 35_000), rate).settled, "so do both together");
        // Priced in Liberian dollars, where $7.00 are more than L$1,200.
        let (debts, totals) = bill(&[(false, 700, 120_000)]);
        let pays = |tender: Cash| allocate_total(&debts, &totals, tender, rate);
        assert_eq!(
            [tender(632, 0), tender(700, 0), tender(0, 120_000)].map(|tender| (pays(tender).settled, pays(tender).excess)),
            [(true, 0); 3]
        );
    }

    proptest! {
        #[test]
        fn paying_the_total_as_shown_settles_without_change(lines in lines(), scaled in 1u64..=10_000_000) {
            let rate = Rate::parse(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000)).expect("legal");
            let (debts, totals) = bill(&lines);
            let total = sum_of_readings(&totals);
            for shown in [tender(total.usd.as_minor(), 0), tender(0, total.lrd.as_minor())] {
                let result = allocate_total(&debts, &totals, shown, rate);
                prop_assert!(result.settled && result.excess == 0);
                prop_assert!(result.debts.iter().all(Debt::is_settled));
                prop_assert_eq!(result.debts.iter().map(|debt| debt.paid).sum::<Cash>(), shown);
                prop_assert!(!is_too_much(&debts, &totals, shown, Cash::ZERO, rate));
            }
        }

        #[test]
        fn more_money_never_gives_less(lines in lines(), usd in 1i64..500_000) {
            let rate = Rate::parse("190").expect("legal");
            let (debts, totals) = bill(&lines);
            let pays = |usd: i64| allocate_total(&debts, &totals, tender(usd, 0), rate);
            let (less, more) = (pays(usd), pays(usd + 1));
            prop_assert!(more.settled || !less.settled);
            prop_assert!(more.excess >= less.excess);
            prop_assert!(balances(&debts, &totals, tender(usd + 1, 0), rate) > balances(&debts, &totals, tender(usd, 0), rate));
        }
    }
}
