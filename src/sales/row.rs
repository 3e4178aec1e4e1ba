//! A whole sale as one row: what its lines have in common is written once, and what hardly ever is there takes one byte.

use serde::{Deserialize, Serialize};

use super::counter_payment::{CounterPaymentRow, usual_allocations};
use super::{CounterPayment, RecordedLine, SaleLine, SaleRecorded};
use crate::base::{BarMoment, BusinessDay, Cash, CurrencyCode, Customer, Envelope, Price, Rate, Reference, Timestamp};
use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::payments::{Allocation, PaymentRow, Tender};

/// A line of a sale, and when it was voided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoidableLine {
    pub line: SaleLine,
    /// `None` for a line that counts.
    pub voided_at: Option<Timestamp>,
}

/// A sale with its lines: what one receipt shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    /// Counts from 1 over all receipts.
    pub receipt_id: u64,
    /// `R-YYYYMMDD-NNNN`.
    pub receipt_number: String,
    /// The night it belongs to.
    pub day: BusinessDay,
    /// When.
    pub at: Timestamp,
    /// The hour of the bar's clock then.
    pub hour: u8,
    /// Who bought.
    pub customer: Option<Customer>,
    /// Who took the money.
    pub user_id: u64,
    /// Their username then.
    pub user_name: String,
    /// How it was paid.
    pub method: PaymentMethod,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// Its payment, for a sale over the counter.
    pub counter_payment: Option<CounterPayment>,
    /// What was handed over for an order or for credit; `None` where `counter_payment` says it or, in sales of 0.1, the lines do.
    pub tendered: Option<Cash>,
    /// What was given back for an order or for credit.
    pub change: Cash,
    /// The payment that made it. None for sales of 0.1 over the counter.
    pub payment_id: Option<u64>,
    /// Its lines, and when each was voided.
    pub lines: Vec<VoidableLine>,
}

impl Sale {
    /// The sale of an event.
    pub fn new(event: &SaleRecorded, envelope: &Envelope, receipt_id: u64, hour: u8) -> Self {
        Sale {
            receipt_id,
            receipt_number: event.receipt_number.clone(),
            day: event.day,
            at: envelope.at,
            hour,
            customer: event.customer.clone(),
            user_id: envelope.actor.id,
            user_name: envelope.actor.name.clone(),
            method: event.method.clone(),
            rate: event.rate,
            counter_payment: event.counter_payment.clone(),
            tendered: event.tendered,
            change: event.change,
            payment_id: event.payment_id,
            lines: event.lines.iter().map(|line| VoidableLine { line: line.clone(), voided_at: None }).collect(),
        }
    }

    /// What was handed over, in each currency.
    pub fn handed_over(&self) -> Cash {
        let of_lines = || self.lines.iter().map(|VoidableLine { line, .. }| line.total.charged_in(line.currency)).sum();
        match &self.counter_payment {
            Some(counter_payment) => counter_payment.tenders.iter().map(Tender::cash).sum(),
            None => self.tendered.unwrap_or_else(of_lines),
        }
    }

    /// What was given back, in each currency.
    pub fn given_back(&self) -> Cash {
        self.counter_payment.as_ref().map_or(self.change, |counter_payment| counter_payment.change)
    }

    /// The payment of a sale over the counter.
    pub fn payment(&self) -> Option<PaymentRow> {
        let when = BarMoment { day: self.day, hour: self.hour };
        let counter_payment = self.counter_payment.clone()?;
        let payment = counter_payment.payment(self.payment_id?, &self.customer, self.rate, &self.method, &self.receipt_number, Some(when));
        Some(PaymentRow { payment, at: self.at, when, user_name: self.user_name.clone() })
    }

    /// One of its lines, with the facts that all of them share.
    pub fn recorded_line(&self, line: &VoidableLine) -> RecordedLine {
        RecordedLine {
            line: line.line.clone(),
            at: self.at,
            day: self.day,
            hour: self.hour,
            customer: self.customer.clone(),
            user_id: self.user_id,
            user_name: self.user_name.clone(),
            receipt_number: self.receipt_number.clone(),
            payment_id: self.payment_id,
            voided_at: line.voided_at,
        }
    }

    /// The line with this id.
    pub fn line(&self, id: u64) -> Option<RecordedLine> {
        self.lines.iter().find(|line| line.line.id == id).map(|line| self.recorded_line(line))
    }
}

/// What is read of a line beside it: when it was voided, and the money on it where that is not the usual.
type Rest = (Option<Timestamp>, Option<Vec<Allocation>>);

/// A [`Sale`] as it is stored, under the id of its first line.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    receipt_id: u64,
    number: Reference,
    day: BusinessDay,
    at: Timestamp,
    hour: u8,
    customer: Option<Customer>,
    user_id: u64,
    user_name: String,
    method: PaymentMethod,
    rate: Rate,
    counter_payment: CounterPaymentRow,
    tendered: Option<Cash>,
    change: Cash,
    payment_id: Option<u64>,
    lines: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    product_id: u64,
    name: String,
    brand: Option<String>,
    category: Category,
    quantity: i64,
    currency: CurrencyCode,
    unit: Price,
    rare: Option<Box<Rare>>,
}

/// What most lines do not have. None: as the sale has it, or as it follows from the rest.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Rare {
    /// Ids that were left out before this line's.
    skipped: u64,
    total: Option<Price>,
    list: Option<Price>,
    discount_reason: Option<String>,
    rate: Option<Rate>,
    method: Option<PaymentMethod>,
    notes: Option<String>,
    order_id: Option<u64>,
    order_item_id: Option<u64>,
    credit_id: Option<u64>,
    voided_at: Option<Timestamp>,
    allocations: Option<Vec<Allocation>>,
}

impl Row {
    /// The row of `sale`, whose first line has the id `first`.
    pub fn new(sale: &Sale, first: u64) -> Self {
        let mut next = first;
        let lines = sale.lines.iter().map(|VoidableLine { line, voided_at }| {
            let skipped = line.id.saturating_sub(next);
            next = line.id + 1;
            Line::new(line, *voided_at, skipped, sale)
        });
        Row {
            lines: lines.collect(),
            receipt_id: sale.receipt_id,
            number: Reference::of(&sale.receipt_number),
            day: sale.day,
            at: sale.at,
            hour: sale.hour,
            customer: sale.customer.clone(),
            user_id: sale.user_id,
            user_name: sale.user_name.clone(),
            method: sale.method.clone(),
            rate: sale.rate,
            counter_payment: CounterPaymentRow::new(sale),
            tendered: sale.tendered,
            change: sale.change,
            payment_id: sale.payment_id,
        }
    }

    /// The receipt that it is on.
    pub fn receipt_id(&self) -> u64 {
        self.receipt_id
    }

    /// Decodes the row.
    pub fn into_sale(self, first: u64) -> Sale {
        let (rate, method) = (self.rate, self.method.clone());
        let mut next = first;
        let read = self.lines.into_iter().map(|line| {
            let id = next + line.rare.as_ref().map_or(0, |rare| rare.skipped);
            next = id + 1;
            line.into_line(id, rate, &method)
        });
        let (lines, rest): (Vec<SaleLine>, Vec<Rest>) = read.unzip();
        let counter_payment = self.counter_payment.read(&lines);
        let voidable = |(mut line, (voided_at, allocations)): (SaleLine, Rest)| {
            line.allocations = allocations.unwrap_or_else(|| usual_allocations(&line, self.payment_id, counter_payment.as_ref()));
            VoidableLine { line, voided_at }
        };
        Sale {
            lines: lines.into_iter().zip(rest).map(voidable).collect(),
            receipt_id: self.receipt_id,
            receipt_number: self.number.text(),
            day: self.day,
            at: self.at,
            hour: self.hour,
            customer: self.customer,
            user_id: self.user_id,
            user_name: self.user_name,
            method,
            rate,
            counter_payment,
            tendered: self.tendered,
            change: self.change,
            payment_id: self.payment_id,
        }
    }
}

impl Line {
    fn new(line: &SaleLine, voided_at: Option<Timestamp>, skipped: u64, sale: &Sale) -> Self {
        let rare = Rare {
            skipped,
            total: (Some(line.total) != line.unit.times(line.quantity)).then_some(line.total),
            list: (line.list != line.unit).then_some(line.list),
            discount_reason: line.discount_reason.clone(),
            rate: (line.rate != sale.rate).then_some(line.rate),
            method: (line.method != sale.method).then(|| line.method.clone()),
            notes: line.notes.clone(),
            order_id: line.order_id,
            order_item_id: line.order_item_id,
            credit_id: line.credit_id,
            voided_at,
            allocations: (line.allocations != usual_allocations(line, sale.payment_id, sale.counter_payment.as_ref()))
                .then(|| line.allocations.clone()),
        };
        Line {
            product_id: line.product_id,
            name: line.product_name.clone(),
            brand: line.brand.clone(),
            category: line.category,
            quantity: line.quantity,
            currency: line.currency,
            unit: line.unit,
            rare: (rare != Rare::default()).then(|| Box::new(rare)),
        }
    }

    /// The line, when it was voided, and the money on it where that is not the usual.
    fn into_line(self, id: u64, rate: Rate, method: &PaymentMethod) -> (SaleLine, Rest) {
        let rare = self.rare.map(|rare| *rare).unwrap_or_default();
        let line = SaleLine {
            id,
            product_id: self.product_id,
            product_name: self.name,
            brand: self.brand,
            category: self.category,
            quantity: self.quantity,
            currency: self.currency,
            unit: self.unit,
            total: rare.total.unwrap_or_else(|| self.unit.times(self.quantity).unwrap_or(Price::ZERO)),
            list: rare.list.unwrap_or(self.unit),
            discount_reason: rare.discount_reason,
            rate: rare.rate.unwrap_or(rate),
            method: rare.method.unwrap_or_else(|| method.clone()),
            notes: rare.notes,
            order_id: rare.order_id,
            order_item_id: rare.order_item_id,
            credit_id: rare.credit_id,
            allocations: Vec::new(),
        };
        (line, (rare.voided_at, rare.allocations))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::base::{Lrd, Usd};

    fn dual() -> impl Strategy<Value = Price> {
        (-1_000i64..100_000, -1_000i64..10_000_000).prop_map(|(usd, lrd)| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) })
    }

    fn cash() -> impl Strategy<Value = Cash> {
        dual().prop_map(|Price { usd, lrd }| Cash { usd, lrd })
    }

    fn rate() -> impl Strategy<Value = Rate> {
        (1u32..400).prop_map(|whole| Rate::parse(&whole.to_string()).expect("a rate"))
    }

    fn method() -> impl Strategy<Value = PaymentMethod> {
        proptest::sample::select(vec![PaymentMethod::CASH, PaymentMethod::MOBILE, PaymentMethod::MIXED])
    }

    /// A text that is there or not.
    fn word() -> impl Strategy<Value = Option<String>> {
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
        let told = (proptest::collection::vec(tender, 0..4), cash(), any::<bool>(), any::<bool>(), word()).prop_map(
            |(tenders, change, by_word, assumed, notes)| CounterPayment {
                tenders,
                change,
                rounding: Lrd::minor(60),
                by_word,
                assumed,
                notes,
            },
        );
        proptest::option::of(told)
    }

    prop_compose! {
        fn line()(
            step in 1u64..3,
            (product_name, brand, discount_reason, notes) in ("[A-Za-z ]{1,20}", word(), word(), word()),
            (quantity, unit, plain) in (1i64..1_000, dual(), any::<bool>()),
            (total, list, rate, method) in (dual(), dual(), rate(), method()),
            (order_id, order_item_id, credit_id) in (id(), id(), id()),
            allocations in proptest::collection::vec(allocations(), 0..3),
            voided_at in proptest::option::of(any::<i64>()),
        ) -> VoidableLine {
            let (total, list) = if plain { (unit.times(quantity).expect("small"), unit) } else { (total, list) };
            let line = SaleLine {
                id: step, product_id: 7, product_name, brand, category: Category::Food, quantity, currency: CurrencyCode::Lrd,
                unit, total, list, discount_reason, rate, method, notes, order_id, order_item_id, credit_id,
                allocations,
            };
            VoidableLine { line, voided_at: voided_at.map(Timestamp::from_millis) }
        }
    }

    proptest! {
        #[test]
        fn a_sale_reads_back(
            mut lines in proptest::collection::vec(line(), 0..5),
            first in 1u64..1_000_000,
            (rate, method, tendered, change) in (rate(), method(), proptest::option::of(cash()), cash()),
            (counter_payment, exact, usual, payment_id) in (counter_payment(), any::<bool>(), any::<bool>(), proptest::option::of(1u64..20)),
            customer in word(),
        ) {
            let mut id = first - 1;
            for (place, VoidableLine { line, .. }) in lines.iter_mut().enumerate() {
                id += if place == 0 { 1 } else { line.id };
                line.id = id;
            }
            let whole: Vec<SaleLine> = lines.iter().map(|line| line.line.clone()).collect();
            let counter_payment = if exact { Some(CounterPayment::exact(&whole)) } else { counter_payment };
            for VoidableLine { line, .. } in lines.iter_mut().filter(|_| usual) {
                line.allocations = usual_allocations(line, payment_id, counter_payment.as_ref());
            }
            let sale = Sale {
                receipt_id: 3, receipt_number: "R-20261121-0003".to_owned(), day: BusinessDay::from_number(20_778),
                at: Timestamp::from_millis(1), hour: 23, customer: customer.and_then(|name| Customer::new(&name, None)),
                user_id: 2, user_name: "mary".to_owned(), method, rate, counter_payment, tendered, change, payment_id, lines,
            };
            prop_assert_eq!(Row::new(&sale, first).into_sale(first), sale);
        }
    }
}
