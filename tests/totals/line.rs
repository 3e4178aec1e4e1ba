//! A sale line as the events say it, with what was voided of it.

use barback::sales::{SaleLine, StoredKind};
use base::{BusinessDay, Cash, Customer, Price, Timestamp};

/// A sale line with the values that its row must have.
pub struct ExpectedLine {
    pub line: SaleLine,
    pub at: Timestamp,
    pub day: BusinessDay,
    pub hour: u8,
    pub user_id: u64,
    pub customer: Option<Customer>,
    pub receipt: String,
    pub first_of_receipt: u64,
    /// Voided pieces.
    pub voided: i64,
    /// Sum of the totals that the voids took away.
    pub voided_total: Price,
    /// Sums of the taxes that the voids took away, part by part.
    pub voided_taxes: Vec<Price>,
    /// Pieces, total and money that refunds took back; the line itself stays.
    pub refunded: (i64, Price, Cash),
    /// Whether its receipt is a refund.
    pub is_refund: bool,
}

impl ExpectedLine {
    /// Whether a piece of it is not voided. A line of a refund counts always.
    pub fn counts(&self) -> bool {
        self.line.quantity <= 0 || self.voided < self.line.quantity
    }

    /// The line without its voided pieces.
    pub fn counting(&self) -> Self {
        let (quantity, total) = (self.line.quantity - self.voided, self.line.total + minus(self.voided_total));
        let tax = self.line.tax.as_ref().map(|tax| tax.less(&tax.with(&self.voided_taxes)));
        let line = SaleLine { quantity, total, tax: tax.map(Box::new), ..self.line.clone() };
        let (customer, receipt, voided_taxes) = (self.customer.clone(), self.receipt.clone(), self.voided_taxes.clone());
        ExpectedLine { line, customer, receipt, voided_taxes, ..*self }
    }
}

pub fn minus(price: Price) -> Price {
    Price { usd: -price.usd, lrd: -price.lrd }
}

/// The goods in `pieces` of a line: none for a service charge, and for the rest of a piece whose paid part is another line.
pub fn goods_in(line: &SaleLine, pieces: i64) -> i64 {
    if line.is_product() && line.kind != Some(StoredKind::RestOfPiece) { pieces } else { 0 }
}
