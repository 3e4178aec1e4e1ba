//! Refunds of receipts: money goes back, and the sale stays. What is given back is a receipt of its own with negative lines, on the day of
//! the refund.

mod cut;
mod decide;
mod load;
mod money;

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize};

pub use decide::{RefundContext, RefundSale, goods_back, refund_sale};
pub use load::load_refund;

use super::{SaleRecorded, VoidReason, VoidedPart};
use crate::payments::{Allocation, Payment};
use base::{Approved, Price};

/// How much of a line is refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundAmount {
    /// Pieces, with what they cost.
    Pieces(i64),
    /// Money without goods, in minor units of the line's currency.
    Money(i64),
}

/// A line to refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineToRefund {
    pub sale_id: u64,
    pub amount: RefundAmount,
}

/// A part of a line that was refunded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundedPart {
    /// The line that was sold.
    pub sale_id: u64,
    /// Positive. No pieces where money was given back without goods. The allocations are the part's share of the money on the line.
    pub part: VoidedPart,
}

/// What the receipt of a refund gives back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// Number of the receipt of the sale.
    pub of: String,
    pub reason: VoidReason,
    /// Whether the goods went back to the shelf.
    pub returns_stock: bool,
    /// The approval it was made with.
    pub approval: Option<Approved>,
}

/// Money was given back for a sale that stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleRefunded {
    /// The receipt of the refund; its `refund` is never `None`.
    pub sale: SaleRecorded,
    /// What is taken of the lines that were sold: one for each line of the receipt, in their order.
    pub parts: Vec<RefundedPart>,
    /// The payments that give the money back. None if nothing was paid for these lines.
    pub payments: Vec<Payment>,
}

/// Everything that was refunded of a line so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Refunded {
    pub quantity: i64,
    /// The sum of the parts' totals.
    pub total: Price,
    /// The sums of the parts' taxes.
    pub taxes: Vec<Price>,
    /// The sums of the parts' shares of the money on the line.
    pub allocations: Vec<Allocation>,
    /// Numbers of the receipts of the refunds, oldest first.
    pub receipts: Vec<String>,
}

impl Refunded {
    /// Adds one more part, of the refund with this receipt number.
    pub fn add(&mut self, part: &VoidedPart, receipt_number: &str) {
        self.quantity += part.quantity;
        self.total += part.total;
        self.taxes.resize(self.taxes.len().max(part.taxes.len()), Price::ZERO);
        self.taxes.iter_mut().zip(&part.taxes).for_each(|(sum, tax)| *sum += *tax);
        for allocation in &part.allocations {
            match self.allocations.iter_mut().find(|known| known.is_of_tender(allocation)) {
                Some(known) => known.amount += allocation.amount,
                None => self.allocations.push(*allocation),
            }
        }
        if self.receipts.last().is_none_or(|last| last != receipt_number) {
            self.receipts.push(receipt_number.to_owned());
        }
    }

    /// Whether nothing was refunded.
    pub fn is_nothing(&self) -> bool {
        self.receipts.is_empty()
    }
}

/// Everything that was refunded of a line so far, without room for it in the lines of which nothing was.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RefundsOfLine(Option<Box<Refunded>>);

impl Deref for RefundsOfLine {
    type Target = Refunded;

    fn deref(&self) -> &Refunded {
        static NOTHING: Refunded =
            Refunded { quantity: 0, total: Price::ZERO, taxes: Vec::new(), allocations: Vec::new(), receipts: Vec::new() };
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for RefundsOfLine {
    fn deref_mut(&mut self) -> &mut Refunded {
        self.0.get_or_insert_default()
    }
}

impl From<Refunded> for RefundsOfLine {
    fn from(refunded: Refunded) -> Self {
        RefundsOfLine((!refunded.is_nothing()).then(|| Box::new(refunded)))
    }
}

impl SaleRefunded {
    /// What it gives back.
    pub fn refund(&self) -> Option<&Refund> {
        self.sale.refund.as_deref()
    }
}
