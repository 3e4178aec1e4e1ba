//! The lines with the money of a payment. One line may be in several rows: an item of an order, the credit item and the sale line that it
//! became.

use crate::credit::CreditItem;
use crate::methods::PaymentMethod;
use crate::orders::Order;
use crate::payments::{Allocation, PaidLine, sum_of};
use crate::sales::{Sale, SaleLine};
use base::{Cash, CurrencyCode};

/// A line with money of the payment.
#[derive(Debug)]
pub struct MoneyLine {
    pub currency: CurrencyCode,
    /// Whether it is revenue when it is sold.
    pub is_revenue: bool,
    pub method: PaymentMethod,
    /// All money on it.
    pub allocations: Vec<Allocation>,
    /// Receipt and line of the sale that it became.
    pub sale: Option<(String, u64)>,
    /// The order and its item.
    pub item: Option<(u64, u64)>,
    pub credit_id: Option<u64>,
    /// The order item that its credit item was.
    order_item_id: Option<u64>,
}

impl MoneyLine {
    fn new(line: &SaleLine, order_item_id: Option<u64>) -> Self {
        MoneyLine {
            currency: line.currency,
            is_revenue: line.is_revenue(),
            method: line.method.clone(),
            allocations: line.allocations.clone(),
            sale: None,
            item: None,
            credit_id: None,
            order_item_id,
        }
    }

    /// The money of the payment on it.
    pub fn money_of(&self, payment_id: u64) -> Cash {
        let own: Vec<Allocation> = self.allocations.iter().copied().filter(|part| part.payment_id == payment_id).collect();
        sum_of(&own)
    }

    /// What a correction of the payment needs of it.
    pub fn paid(&self, payment_id: u64) -> PaidLine {
        PaidLine { currency: self.currency, money: self.money_of(payment_id) }
    }

    /// All money on it, with `own` in place of that of the payment.
    pub fn with(&self, payment_id: u64, own: &[Allocation]) -> Vec<Allocation> {
        let first = self.allocations.iter().position(|part| part.payment_id == payment_id).unwrap_or(self.allocations.len());
        let (before, after) = self.allocations.split_at(first);
        let others = after.iter().filter(|part| part.payment_id != payment_id);
        before.iter().chain(own).chain(others).copied().collect()
    }

    /// Whether the payment is the last one with money on it, which says how the line was paid.
    pub fn is_paid_last_by(&self, payment_id: u64) -> bool {
        self.allocations.iter().map(|part| part.payment_id).max() == Some(payment_id)
    }
}

/// The lines of these sales, orders and credit items with money of the payment, each once.
pub fn money_lines(payment_id: u64, sales: &[Sale], orders: &[Order], credits: &[CreditItem]) -> Vec<MoneyLine> {
    let has_money = |line: &SaleLine| line.allocations.iter().any(|part| part.payment_id == payment_id);
    let mut lines: Vec<MoneyLine> = Vec::new();
    for sale in sales {
        for line in sale.lines.iter().map(|line| &line.line).filter(|line| has_money(line)) {
            let place = Some((sale.receipt_number.clone(), line.id));
            lines.push(MoneyLine { sale: place, credit_id: line.credit_id, ..MoneyLine::new(line, line.order_item_id) });
        }
    }
    for item in credits.iter().filter(|item| has_money(&item.line)) {
        match lines.iter_mut().find(|line| line.credit_id == Some(item.id)) {
            Some(line) => line.order_item_id = line.order_item_id.or(item.order_item_id),
            None => lines.push(MoneyLine { credit_id: Some(item.id), ..MoneyLine::new(&item.line, item.order_item_id) }),
        }
    }
    for order in orders {
        for item in order.lines().filter(|item| has_money(&item.line)) {
            let place = Some((order.id, item.id));
            match lines.iter_mut().find(|line| line.order_item_id == Some(item.id)) {
                Some(line) => line.item = place,
                None => lines.push(MoneyLine { item: place, ..MoneyLine::new(&item.line, Some(item.id)) }),
            }
        }
    }
    lines
}
