//! The money on the lines of receipts, and what of it goes back with a part of a line.

use super::{RecordedLine, VoidedPart};
use crate::payments::{Allocation, CashSteps, FINE, PaymentRow, Refundable, refundable_on, rounded_due_on};
use base::Lrd;
use base::decimal::divide_rounded;

/// The money on the lines of one or several receipts.
#[derive(Debug, Default)]
pub struct ReceiptMoney {
    /// All lines, in the order of their receipts.
    lines: Vec<RecordedLine>,
    /// The payments whose money was allocated to them, oldest first.
    pub payments: Vec<PaymentRow>,
}

impl ReceiptMoney {
    /// `lines` are all lines of the receipts, `payments` those whose money was allocated to them, oldest first.
    pub fn new(lines: Vec<RecordedLine>, payments: Vec<PaymentRow>) -> Self {
        ReceiptMoney { lines, payments }
    }

    /// What goes back with this part of a line, in cash that can be paid: all parts of a receipt together give back what was kept for it.
    pub fn back(&self, line_id: u64, part: &VoidedPart, steps: &CashSteps) -> Refundable {
        let lrd_cash = self.before(line_id, |allocations| refundable_on(allocations, &self.payments).lrd_cash().into());
        let rounded_due = |allocations: &[Allocation]| rounded_due_on(allocations, &self.payments);
        let before = self.before(line_id, rounded_due);
        let cents = |fine: i128| Lrd::minor(i64::try_from(divide_rounded(fine, FINE)).unwrap_or_default());
        // All parts of a receipt together carry what its payments were rounded by.
        let own = cents(before + rounded_due(&part.allocations)) + -cents(before);
        let lrd_cash = i64::try_from(lrd_cash).unwrap_or_default();
        refundable_on(&part.allocations, &self.payments).rounded_by(own).payable_after(lrd_cash, steps)
    }

    /// `amount` of the money on the lines of the receipt before this one, and on what is gone of this one.
    fn before(&self, line_id: u64, amount: impl Fn(&[Allocation]) -> i128) -> i128 {
        let Some(place) = self.lines.iter().position(|line| line.line.id == line_id) else { return 0 };
        let line = &self.lines[place];
        let before = self.lines[..place].iter().filter(|other| other.receipt_number == line.receipt_number);
        before.map(|line| amount(&line.line.allocations)).sum::<i128>() + amount(&line.line.allocations) - amount(&line.money_left())
    }
}

impl RecordedLine {
    /// The money on what is neither voided nor refunded of the line.
    fn money_left(&self) -> Vec<Allocation> {
        if self.voided_at.is_some() { Vec::new() } else { self.refundable().allocations }
    }
}
