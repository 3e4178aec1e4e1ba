//! Tests of what parts come to: the table of order 12, and any debts, rates and steps.

use proptest::prelude::*;

use super::*;
use crate::payments::allocate;
use base::{CurrencyCode, Price};

fn rate(scaled: u64) -> Rate {
    Rate::parse(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000)).expect("legal")
}

fn owed(currency: CurrencyCode, cents: i64) -> Debt {
    Debt::whole(currency, Price { usd: Usd::minor(cents), lrd: Lrd::minor(cents) })
}

fn parts_of(debts: &[Debt]) -> OwedInParts {
    OwedInParts { debts: debts.to_vec(), readings: Vec::new() }
}

/// Order 12: $10.00 and L$950.
fn order_12() -> Vec<Debt> {
    vec![owed(CurrencyCode::Usd, 1_000), owed(CurrencyCode::Lrd, 95_000)]
}

/// What is paid for each of `of` parts, and the debts afterwards.
fn pays(mut debts: Vec<Debt>, of: u32, pay_in: impl Fn(u32) -> PayIn, rate: Rate, step: Lrd) -> (Vec<Cash>, Vec<Debt>) {
    let mut parts = Vec::new();
    for part in 1..=of {
        let amount = parts_of(&debts).part_amount(of - part + 1, pay_in(part), rate, step);
        let result = allocate(&debts, amount, rate);
        assert!(result.excess == 0, "part {part} of {of} is more than what remains: {amount:?}");
        debts = result.debts;
        parts.push(amount);
    }
    (parts, debts)
}

#[test]
fn order_12_in_four_parts() {
    let lrd = |amounts: [i64; 4]| amounts.map(|amount| Cash { usd: Usd::ZERO, lrd: Lrd::minor(amount * 100) }).to_vec();
    let split = |amounts: [i64; 4]| amounts.map(|amount| Cash { usd: Usd::minor(300), lrd: Lrd::minor(amount * 100) }).to_vec();
    let cases = [
        (PayIn::Lrd, 5, lrd([715, 715, 710, 710])),
        (PayIn::Lrd, 20, lrd([720, 720, 720, 690])),
        (PayIn::Split, 5, split([145, 145, 140, 140])),
        (PayIn::Usd, 5, vec![Cash { usd: Usd::minor(375), lrd: Lrd::ZERO }; 4]),
    ];
    for (pay_in, step, expected) in cases {
        let (parts, after) = pays(order_12(), 4, |_| pay_in, rate(1_900_000), Lrd::minor(step * 100));
        assert_eq!(parts, expected, "{pay_in:?} by {step}");
        assert!(after.iter().all(Debt::is_settled));
    }
    assert_eq!(
        parts_of(&order_12()).parts_in_lrd(4, rate(1_900_000), Lrd::minor(500)),
        [715, 715, 710, 710].map(|amount| Lrd::minor(amount * 100))
    );
}

#[test]
fn the_first_of_four_parts_of_two_cents_is_all() {
    let (parts, after) = pays(vec![owed(CurrencyCode::Usd, 2)], 1, |_| PayIn::Lrd, rate(1_900_000), Lrd::minor(500));
    assert_eq!(parts_of(&[owed(CurrencyCode::Usd, 2)]).part_amount(4, PayIn::Lrd, rate(1_900_000), Lrd::minor(500)), parts[0]);
    assert_eq!(parts[0], Cash { usd: Usd::ZERO, lrd: Lrd::minor(380) });
    assert!(after.iter().all(Debt::is_settled));
}

fn debts() -> impl Strategy<Value = Vec<Debt>> {
    let line = (any::<bool>(), 1i64..50_000_000);
    let currency = |usd| if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd };
    prop::collection::vec(line, 1..8).prop_map(move |lines| lines.into_iter().map(|(usd, cents)| owed(currency(usd), cents)).collect())
}

proptest! {
    #[test]
    fn parts_sum_to_what_was_owed(
        debts in debts(), of in 2u32..=20, ways in prop::collection::vec(0usize..3, 20), scaled in 10_000u64..=10_000_000, step in 1i64..10_000,
    ) {
        let (rate, way) = (rate(scaled), |part: u32| PayIn::ALL[ways[part as usize - 1]]);
        let (parts, after) = pays(debts, of, way, rate, Lrd::minor(step));
        prop_assert!(after.iter().all(Debt::is_settled));
        prop_assert!(parts.iter().all(|part| part.usd >= Usd::ZERO && part.lrd >= Lrd::ZERO));
    }

    #[test]
    fn parts_in_one_currency_sum_to_the_cent(debts in debts(), of in 2u32..=20, scaled in 10_000u64..=10_000_000, step in 1i64..10_000) {
        let (rate, step) = (rate(scaled), Lrd::minor(step));
        let all = remaining(debts.iter(), rate);
        prop_assert_eq!(parts_of(&debts).parts_in_lrd(of, rate, step).into_iter().sum::<Lrd>(), all.lrd);
        let (in_lrd, _) = pays(debts, of, |_| PayIn::Lrd, rate, step);
        let difference = in_lrd.iter().map(|part| part.lrd).sum::<Lrd>() - all.lrd;
        prop_assert!(difference.as_minor().abs() <= 1, "{difference:?}");
    }
}
