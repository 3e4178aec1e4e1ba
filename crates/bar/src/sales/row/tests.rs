//! Any sale reads back from its row.

use proptest::prelude::*;

use super::*;
use crate::catalog::Unit;
use crate::payments::{Booking, Tender, Tip, TipOwner};
use crate::sales::{CounterPayment, Refunded, Take, VoidReason};
use crate::tax::{Percent, TaxKind, TaxMode, TaxPart};
use base::{BusinessDay, Lrd, Usd};

fn price() -> impl Strategy<Value = Price> {
    (-1_000i64..100_000, -1_000i64..10_000_000).prop_map(|(usd, lrd)| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) })
}

fn cash() -> impl Strategy<Value = Cash> {
    price().prop_map(|Price { usd, lrd }| Cash { usd, lrd })
}

fn rate() -> impl Strategy<Value = Rate> {
    (1u32..400).prop_map(|whole| Rate::parse(&whole.to_string()).expect("a rate"))
}

fn method() -> impl Strategy<Value = PaymentMethod> {
    proptest::sample::select(vec![PaymentMethod::CASH, PaymentMethod::MOBILE, PaymentMethod::MIXED])
}

/// A short text, or none.
fn text() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[A-Za-z ]{0,12}")
}

fn id() -> impl Strategy<Value = Option<u64>> {
    proptest::option::of(1u64..1_000_000)
}

fn allocations() -> impl Strategy<Value = Allocation> {
    let currency = any::<bool>().prop_map(|usd| if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd });
    (1u64..20, 0u32..3, currency, 1i64..100_000).prop_map(|(payment_id, tender, currency, amount)| Allocation {
        payment_id,
        tender,
        currency,
        amount,
    })
}

fn counter_payment() -> impl Strategy<Value = Option<CounterPayment>> {
    let tender =
        (method(), any::<bool>(), 1i64..100_000, proptest::option::of("[A-Z0-9]{1,6}")).prop_map(|(method, usd, amount, reference)| {
            Tender { method, currency: if usd { CurrencyCode::Usd } else { CurrencyCode::Lrd }, amount, reference }
        });
    let payment = (proptest::collection::vec(tender, 0..4), cash(), any::<bool>(), any::<bool>(), text()).prop_map(
        |(tenders, change, by_word, assumed, notes)| {
            let of = TipOwner { user_id: 7, user_name: "musa".to_owned(), pooled: assumed };
            let tip = by_word.then_some(Tip { amount: change, of: Some(of), returns: Vec::new() });
            CounterPayment {
                tenders,
                change,
                rounding: Lrd::minor(60),
                rounded_due: Lrd::minor(20),
                tip,
                by_word,
                assumed,
                notes,
                booking: (!by_word).then_some(Booking::Shift { till_id: 1, shift_id: 300 }),
            }
        },
    );
    proptest::option::of(payment)
}

prop_compose! {
    fn tax()(is_added in any::<bool>(), percents in proptest::collection::vec((1u32..10_000).prop_map(Percent::hundredths), 0..3), exempt in any::<bool>(), total in price()) -> LineTax {
        let part = |percent| TaxPart { name: "GST".to_owned(), percent, amount: Price::ZERO };
        let mode = if is_added { TaxMode::Added } else { TaxMode::Included };
        let parts = percents.into_iter().map(part).collect();
        let tax = LineTax { mode, class: "standard".to_owned(), kind: TaxKind::Taxed, day: BusinessDay::from_number(20_778), parts, exempt };
        tax.on(total)
    }
}

fn takes() -> impl Strategy<Value = Option<Box<Takes>>> {
    let take = (1u64..9, 0i64..10_000, any::<bool>()).prop_map(|(product_id, amount, is_counted)| {
        let unit = if is_counted { Unit::Ml } else { Unit::Piece };
        Take { product_id, product_name: "Gin".to_owned(), unit, amount, is_counted }
    });
    let takes = (1i64..9, proptest::collection::vec(take, 0..3)).prop_map(|(pieces, goods)| Box::new(Takes { pieces, goods }));
    proptest::option::of(takes)
}

prop_compose! {
    fn refunded()(quantity in -1i64..3, total in price(), allocations in proptest::collection::vec(allocations(), 0..3)) -> Refunded {
        if quantity < 0 {
            return Refunded::default();
        }
        let receipts = vec!["R-20261122-0001".to_owned()];
        Refunded { quantity, total, taxes: vec![total], allocations, receipts }
    }
}

prop_compose! {
    fn line()(
        step in 1u64..3,
        (product_name, brand, discount_reason, notes) in ("[A-Za-z ]{1,20}", text(), text(), text()),
        (quantity, unit, plain) in (1i64..1_000, price(), any::<bool>()),
        (total, list, rate, method) in (price(), price(), rate(), method()),
        (order_id, order_item_id, credit_id, label) in (id(), id(), id(), text()),
        (allocations, takes) in (proptest::collection::vec(allocations(), 0..3), takes()),
        (voided_at, listed) in (proptest::option::of(any::<i64>()), proptest::option::of((1u64..9, "[A-Za-z ]{1,9}"))),
        tax in proptest::option::of(tax()),
        (gone, back, refund_ids, refunded) in (0i64..3, price(), proptest::collection::vec(1u64..9, 0..3), refunded()),
    ) -> VoidableLine {
        let (total, list) = if plain { (unit.times(quantity).expect("small"), unit) } else { (total, list) };
        let discount_listed = listed.map(|(id, name)| ListedReason { id, name });
        let reason = (gone > 0).then(|| VoidReason { text: "Wrong drink".to_owned(), listed: discount_listed.clone() });
        let approval = (gone == 1).then(|| Approved { approval_id: step, approved_by: product_name.clone(), requested_by: "musa".to_owned() });
        let line = SaleLine {
            discount: None,
            id: step, kind: [None, Some(StoredKind::ServiceCharge), Some(StoredKind::RestOfPiece)][usize::try_from(step % 3).expect("small")], product_id: 7, product_name, brand, category: Category::Food, quantity, currency: CurrencyCode::Lrd,
            unit, total, tax: tax.clone().map(Box::new), list, discount_reason, discount_listed, approval, rate, method, notes, order_id, order_item_id,
            credit_id, allocations, takes, label,
        };
        let taxes = if gone > 0 { tax.map(|tax| tax.amounts()).unwrap_or_default() } else { Vec::new() };
        let voided = Voided { quantity: gone, total: back, taxes, refund_ids, reason, approval: line.approval.clone() };
        VoidableLine { line, voided_at: voided_at.map(Timestamp::from_millis), voided, refunded: refunded.into() }
    }
}

proptest! {
    #[test]
    fn a_sale_reads_back(
        mut lines in proptest::collection::vec(line(), 0..5),
        first in 1u64..1_000_000,
        (rate, method, tendered, change) in (rate(), method(), proptest::option::of(cash()), cash()),
        (counter_payment, exact, usual, payment_id) in (counter_payment(), any::<bool>(), any::<bool>(), proptest::option::of(1u64..20)),
        customer in text(),
        (table, buyer) in (proptest::option::of((1u32..40, text()).prop_map(|(number, name)| TableLabel { number, name })), proptest::option::of(("[A-Z]{1,9}", text(), text()).prop_map(|(name, tin, address)| Buyer { name, tin, address }))),
        open in proptest::option::of((cash(), price()).prop_map(|(on_account, still_owed)| StillOpen { on_account, still_owed })),
    ) {
        let mut id = first - 1;
        for (place, VoidableLine { line, .. }) in lines.iter_mut().enumerate() {
            id += if place == 0 { 1 } else { line.id };
            line.id = id;
        }
        let whole: Vec<SaleLine> = lines.iter().map(|line| line.line.clone()).collect();
        let counter_payment = if exact { Some(CounterPayment::exact(&whole, counter_payment.as_ref().and_then(|payment| payment.booking))) } else { counter_payment };
        for VoidableLine { line, .. } in lines.iter_mut().filter(|_| usual) {
            line.allocations = usual_allocation(line, payment_id, counter_payment.as_ref()).into_iter().collect();
        }
        let sale = Sale {
            receipt_id: 3, receipt_number: "R-20261121-0003".to_owned(), day: BusinessDay::from_number(20_778),
            at: Timestamp::from_millis(1), hour: 23, customer: customer.and_then(|name| Customer::new(&name, None)),
            user_id: 2, user_name: "mary".to_owned(), method, rate, counter_payment, tendered, change, payment_id, open, table,
            exemption: buyer.as_ref().map(|buyer| TaxExemption { name: buyer.name.clone(), document_number: "DIP-2231".to_owned(), approval: None }),
            refund: payment_id.filter(|id| *id > 10).map(|_| Box::new(Refund {
                of: "R-20261120-0001".to_owned(), reason: VoidReason { text: "Flat".to_owned(), listed: None },
                returns_stock: true, approval: None,
            })),
            buyer, lines,
        };
        prop_assert_eq!(Row::new(&sale, first).into_sale(first), sale);
    }
}
