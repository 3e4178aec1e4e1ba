//! Tests of debts and of the allocation of payments to them.

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
        let debts = [Debt { outstanding: 547_000_000 + parts, ..dollars(0) }, Debt { outstanding: 10_000_000_000 + parts, ..liberty(0) }];
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
    // Half a cent too much is no change.
    assert_eq!(allocate(&[liberty(10_000)], tender(0, 10_100), rate("200")).excess, 0);
    assert!(allocate(&[liberty(10_000)], tender(0, 10_101), rate("200")).excess > 0);
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
    fn paying_what_is_shown_settles_without_change(debts in debts(), scaled in 1u64..=10_000_000) {
        let rate = rate(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000));
        let shown = remaining(debts.iter(), rate);
        for shown in [tender(shown.usd.as_minor(), 0), tender(0, shown.lrd.as_minor())] {
            let result = allocate(&debts, shown, rate);
            prop_assert!(result.settled && result.excess == 0);
        }
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
