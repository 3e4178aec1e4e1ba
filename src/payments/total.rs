//! Payments of a bill on which nothing is paid yet, at the totals that the guest was shown.

use super::debt::{AllocationResult, Debt, allocate, remaining};
use crate::base::{Cash, CurrencyCode, Price, Rate};

/// Allocates `tender` to `debts` as [`allocate`] does. `totals` are those of the lines as the bill shows them; none for debts that
/// are only known at the rate. If all money is in one currency, and the sum of the totals in it is another than what the debts
/// come to at `rate`, then the totals decide: their sum settles the debts without change, and what is over it is change. Less than
/// the sum pays a part, at the rate; where that part covers the debts, it settles them without change.
pub fn allocate_total(debts: &[Debt], totals: &[Price], tender: Cash, rate: Rate) -> AllocationResult {
    let at_rate = allocate(debts, tender, rate);
    let Some(currency) = only_currency(tender).filter(|_| totals.len() == debts.len()) else { return at_rate };
    let total: Price = totals.iter().copied().sum();
    if total.minor_in(currency) == remaining(debts.iter(), rate).minor_in(currency) {
        return at_rate;
    }
    let as_shown = allocate(&[Debt::whole(currency, total)], tender, rate);
    if as_shown.settled {
        let kept = tender.minor_in(currency).min(total.minor_in(currency));
        let shares = totals.iter().map(|total| total.minor_in(currency));
        return AllocationResult {
            debts: paid_off(debts, shares, kept, currency),
            settled: true,
            excess: as_shown.excess,
            over: as_shown.over,
        };
    }
    if at_rate.settled {
        let shares = at_rate.debts.iter().map(|debt| debt.paid.minor_in(currency));
        let debts = paid_off(debts, shares, tender.minor_in(currency), currency);
        return AllocationResult { debts, settled: true, excess: 0, over: Cash::ZERO };
    }
    at_rate
}

/// `debts`, all settled with `kept` in `currency`: each with its share, the last one with the rest.
fn paid_off(debts: &[Debt], shares: impl Iterator<Item = i64>, kept: i64, currency: CurrencyCode) -> Vec<Debt> {
    let mut left = kept;
    let last = debts.len().saturating_sub(1);
    let parts = shares.enumerate().map(|(place, share)| {
        let part = if place == last { left } else { share.min(left) };
        left -= part;
        part
    });
    debts.iter().zip(parts).map(|(debt, part)| Debt { outstanding: 0, paid: debt.paid + Cash::of(currency, part), ..*debt }).collect()
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
    use crate::base::{Lrd, Usd};

    fn tender(usd: i64, lrd: i64) -> Cash {
        Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    /// A line with a price in each currency, owed in `currency`.
    fn lines() -> impl Strategy<Value = Vec<(bool, i64, i64)>> {
        prop::collection::vec((any::<bool>(), 1i64..100_000, 1i64..20_000_000), 1..8)
    }

    fn bill(lines: &[(bool, i64, i64)]) -> (Vec<Debt>, Vec<Price>) {
        let price = |usd: i64, lrd: i64| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
        let currency = |in_usd: bool| if in_usd { CurrencyCode::Usd } else { CurrencyCode::Lrd };
        let debts = lines.iter().map(|(in_usd, usd, lrd)| Debt::whole(currency(*in_usd), price(*usd, *lrd))).collect();
        (debts, lines.iter().map(|(_, usd, lrd)| price(*usd, *lrd)).collect())
    }

    #[test]
    fn a_product_with_two_prices_is_paid_at_either() {
        let rate = Rate::parse("190").expect("legal");
        let (debts, totals) = bill(&[(true, 400, 70_000)]);
        let pays = |tender: Cash| allocate_total(&debts, &totals, tender, rate);
        assert!(pays(tender(400, 0)).settled && pays(tender(0, 70_000)).settled);
        assert_eq!((pays(tender(0, 70_000)).excess, pays(tender(400, 0)).excess), (0, 0));
        assert!(pays(tender(0, 100_000)).settled && pays(tender(0, 100_000)).excess == 30_000 * 1_000_000 * 10_000);
        assert!(!pays(tender(0, 69_000)).settled, "a part counts at the rate");
        assert!(pays(tender(200, 35_000)).settled == allocate(&debts, tender(200, 35_000), rate).settled, "so do both together");
    }

    proptest! {
        #[test]
        fn paying_the_total_as_shown_settles_without_change(lines in lines(), scaled in 10_000u64..=10_000_000) {
            let rate = Rate::parse(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000)).expect("legal");
            let (debts, totals) = bill(&lines);
            let total: Price = totals.iter().copied().sum();
            for shown in [tender(total.usd.as_minor(), 0), tender(0, total.lrd.as_minor())] {
                let result = allocate_total(&debts, &totals, shown, rate);
                prop_assert!(result.settled && result.excess == 0);
                prop_assert!(result.debts.iter().all(Debt::is_settled));
                prop_assert_eq!(result.debts.iter().map(|debt| debt.paid).sum::<Cash>(), shown);
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
        }
    }
}
