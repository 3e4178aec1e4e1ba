//! Stored form of a sale: one row for all of its lines. Shared fields are written once, and rare fields of a line take one byte
//! together when none of them is there.

mod counter_payment;

use serde::{Deserialize, Serialize};

use super::{LineDiscount, Refund, RefundsOfLine, Sale, SaleLine, StillOpen, StoredKind, Takes, VoidableLine, Voided};
use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::payments::Allocation;
use crate::reasons::ListedReason;
use crate::seating::TableLabel;
use crate::tax::{Buyer, LineTax, TaxExemption};
use base::{Approved, BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Reference, Timestamp};
use counter_payment::{CounterPaymentRow, usual_allocation};

/// The fields of a line that depend on its sale: its void, its refunds, and its allocations where they are not the usual ones.
type DependentFields = (Option<Timestamp>, Voided, RefundsOfLine, Option<Vec<Allocation>>);

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
    open: Option<StillOpen>,
    table: Option<TableLabel>,
    buyer: Option<Buyer>,
    exemption: Option<TaxExemption>,
    refund: Option<Box<Refund>>,
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

/// Fields that most lines do not have. `None`: as in the sale, or derived from the other fields.
#[derive(Default, PartialEq, Serialize, Deserialize)]
struct Rare {
    /// Number of ids that were left out before this line's.
    skipped: u64,
    kind: Option<StoredKind>,
    total: Option<Price>,
    discount: Option<Box<LineDiscount>>,
    tax: Option<Box<LineTax>>,
    list: Option<Price>,
    discount_reason: Option<String>,
    discount_listed: Option<ListedReason>,
    approval: Option<Approved>,
    rate: Option<Rate>,
    method: Option<PaymentMethod>,
    notes: Option<String>,
    takes: Option<Box<Takes>>,
    label: Option<String>,
    order_id: Option<u64>,
    order_item_id: Option<u64>,
    credit_id: Option<u64>,
    voided_at: Option<Timestamp>,
    voided: Option<Voided>,
    refunded: Option<RefundsOfLine>,
    allocations: Option<Vec<Allocation>>,
}

impl Row {
    /// The row of `sale`, whose first line has the id `first`.
    pub fn new(sale: &Sale, first: u64) -> Self {
        let mut next = first;
        let lines = sale.lines.iter().map(|voidable| {
            let line = &voidable.line;
            let skipped = line.id.saturating_sub(next);
            next = line.id + 1;
            Line::new(voidable, skipped, sale)
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
            open: sale.open,
            table: sale.table.clone(),
            buyer: sale.buyer.clone(),
            exemption: sale.exemption.clone(),
            refund: sale.refund.clone(),
        }
    }

    pub(super) fn receipt_id(&self) -> u64 {
        self.receipt_id
    }

    /// The sale; `first` is the id of its first line.
    pub fn into_sale(self, first: u64) -> Sale {
        let (rate, method) = (self.rate, self.method.clone());
        let mut next = first;
        let decoded = self.lines.into_iter().map(|line| {
            let id = next + line.rare.as_ref().map_or(0, |rare| rare.skipped);
            next = id + 1;
            line.into_line(id, rate, &method)
        });
        let (lines, dependent): (Vec<SaleLine>, Vec<DependentFields>) = decoded.unzip();
        let counter_payment = self.counter_payment.into_payment(&lines);
        let voidable = |(mut line, (voided_at, voided, refunded, allocations)): (SaleLine, DependentFields)| {
            line.allocations =
                allocations.unwrap_or_else(|| usual_allocation(&line, self.payment_id, counter_payment.as_ref()).into_iter().collect());
            VoidableLine { line, voided_at, voided, refunded }
        };
        Sale {
            lines: lines.into_iter().zip(dependent).map(voidable).collect(),
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
            open: self.open,
            table: self.table,
            buyer: self.buyer,
            exemption: self.exemption,
            refund: self.refund,
        }
    }
}

impl Line {
    fn new(VoidableLine { line, voided_at, voided, refunded }: &VoidableLine, skipped: u64, sale: &Sale) -> Self {
        let usual = usual_allocation(line, sale.payment_id, sale.counter_payment.as_ref());
        let rare = Rare {
            skipped,
            kind: line.kind,
            total: (Some(line.total) != line.unit.times(line.quantity)).then_some(line.total),
            discount: line.discount.clone(),
            tax: line.tax.clone(),
            list: (line.list != line.unit).then_some(line.list),
            discount_reason: line.discount_reason.clone(),
            discount_listed: line.discount_listed.clone(),
            approval: line.approval.clone(),
            rate: (line.rate != sale.rate).then_some(line.rate),
            method: (line.method != sale.method).then(|| line.method.clone()),
            notes: line.notes.clone(),
            takes: line.takes.clone(),
            label: line.label.clone(),
            order_id: line.order_id,
            order_item_id: line.order_item_id,
            credit_id: line.credit_id,
            voided_at: *voided_at,
            voided: (*voided != Voided::default()).then(|| voided.clone()),
            refunded: (!refunded.is_nothing()).then(|| refunded.clone()),
            allocations: (line.allocations != usual.as_slice()).then(|| line.allocations.clone()),
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

    fn into_line(self, id: u64, rate: Rate, method: &PaymentMethod) -> (SaleLine, DependentFields) {
        let rare = self.rare.map(|rare| *rare).unwrap_or_default();
        let line = SaleLine {
            id,
            kind: rare.kind,
            product_id: self.product_id,
            product_name: self.name,
            brand: self.brand,
            category: self.category,
            quantity: self.quantity,
            currency: self.currency,
            unit: self.unit,
            total: rare.total.unwrap_or_else(|| self.unit.times(self.quantity).unwrap_or(Price::ZERO)),
            discount: rare.discount,
            tax: rare.tax,
            list: rare.list.unwrap_or(self.unit),
            discount_reason: rare.discount_reason,
            discount_listed: rare.discount_listed,
            approval: rare.approval,
            rate: rare.rate.unwrap_or(rate),
            method: rare.method.unwrap_or_else(|| method.clone()),
            notes: rare.notes,
            order_id: rare.order_id,
            order_item_id: rare.order_item_id,
            credit_id: rare.credit_id,
            allocations: Vec::new(),
            takes: rare.takes,
            label: rare.label,
        };
        (line, (rare.voided_at, rare.voided.unwrap_or_default(), rare.refunded.unwrap_or_default(), rare.allocations))
    }
}

#[cfg(test)]
mod tests;
