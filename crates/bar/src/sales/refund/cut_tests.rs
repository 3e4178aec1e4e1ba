//! Properties of refunds in parts: all parts of a line give back what is on it, tender by tender, and none of them takes anything.

use proptest::prelude::*;

use super::*;
use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::sales::{NO_PRODUCT, RefundsOfLine, Voided};
use base::{BusinessDay, Rate, Timestamp};

/// A line of so many pieces at L$400 or $2.00, with this money on it: payment, tender, currency, amount.
fn line(quantity: i64, currency: CurrencyCode, money: &[(u64, u32, CurrencyCode, i64)]) -> RecordedLine {
    let unit = Price { usd: Usd::minor(200), lrd: Lrd::minor(40_000) };
    let line = SaleLine {
        id: 7,
        kind: None,
        product_id: NO_PRODUCT + 1,
        product_name: "Club Beer".to_owned(),
        brand: None,
        category: Category::Drinks,
        quantity,
        currency,
        unit,
        total: unit.times(quantity).expect("in range"),
        discount: None,
        tax: None,
        list: unit,
        discount_reason: None,
        discount_listed: None,
        approval: None,
        rate: Rate::parse("200").expect("legal"),
        method: PaymentMethod::CASH,
        notes: None,
        order_id: None,
        order_item_id: None,
        credit_id: None,
        takes: None,
        label: None,
        allocations: money
            .iter()
            .map(|(payment_id, tender, currency, amount)| Allocation {
                payment_id: *payment_id,
                tender: *tender,
                currency: *currency,
                amount: *amount,
            })
            .collect(),
    };
    RecordedLine {
        line,
        at: Timestamp::from_millis(0),
        day: BusinessDay::from_number(20_000),
        hour: 20,
        customer: None,
        user_id: 1,
        user_name: "musa".to_owned(),
        receipt_number: "R-20261121-0001".to_owned(),
        payment_id: Some(1),
        voided_at: None,
        voided: Voided::default(),
        refunded: RefundsOfLine::default(),
        refund_of: None,
    }
}

fn money() -> impl Strategy<Value = Vec<(u64, u32, CurrencyCode, i64)>> {
    let currency = any::<bool>().prop_map(|usd| if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd });
    // Few payments and tenders, so that several amounts are of the same tender.
    prop::collection::vec((1u64..3, 0u32..2, currency, 0i64..50_000), 1..6)
}

fn sums(allocations: &[Allocation]) -> Vec<((u64, u32, bool), i64)> {
    let mut sums: Vec<((u64, u32, bool), i64)> = Vec::new();
    for allocation in allocations {
        let key = (allocation.payment_id, allocation.tender, allocation.currency == CurrencyCode::Usd);
        match sums.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum += allocation.amount,
            None => sums.push((key, allocation.amount)),
        }
    }
    sums.retain(|(_, sum)| *sum != 0);
    sums.sort_unstable();
    sums
}

proptest! {
    #[test]
    fn all_refunds_give_back_what_is_on_the_line(
        quantity in 1i64..9,
        usd in any::<bool>(),
        money in money(),
        wanted in prop::collection::vec((any::<bool>(), 1i64..3, 1i64..900), 0..9),
    ) {
        let mut sold = line(quantity, if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd }, &money);
        let left = |sold: &RecordedLine| sold.refundable_gross().minor_in(sold.line.currency);
        let mut all: Vec<Allocation> = Vec::new();
        let refunds = wanted.into_iter().map(|(pieces, count, amount)| if pieces { RefundAmount::Pieces(count) } else { RefundAmount::Money(amount) });
        let mut number = 0;
        let mut take = |sold: &mut RecordedLine, part: VoidedPart| {
            number += 1;
            assert!(part.allocations.iter().all(|allocation| allocation.amount >= 0), "a refund takes money: {part:?}");
            all.extend(part.allocations.iter().copied());
            sold.refunded.add(&part, &format!("R-20261121-{number:04}"));
        };
        for refund in refunds {
            if let Some(part) = sold.refund_part(refund) {
                take(&mut sold, part);
            }
        }
        if left(&sold) > 0 {
            let rest = sold.refund_part(RefundAmount::Money(left(&sold))).expect("what is left can be refunded");
            take(&mut sold, rest);
        }
        prop_assert_eq!(sums(&all), sums(&sold.line.allocations));
    }
}

#[test]
fn two_parts_of_one_tender_are_subtracted_once() {
    let usd = CurrencyCode::Usd;
    let mut sold = line(4, usd, &[(1, 0, usd, 200), (1, 0, usd, 100), (2, 0, CurrencyCode::Lrd, 95_000)]);
    let mut given = Vec::new();
    for pieces in [2, 1, 1] {
        let part = sold.refund_part(RefundAmount::Pieces(pieces)).expect("left");
        given.push(part.allocations.iter().map(|allocation| allocation.amount).collect::<Vec<_>>());
        sold.refunded.add(&part, "R-20261121-0002");
    }
    assert_eq!(given, [[150, 47_500], [75, 23_750], [75, 23_750]]);
}
