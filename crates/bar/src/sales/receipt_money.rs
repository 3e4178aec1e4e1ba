//! The money on the lines of receipts, and what of it goes back with a part of a line.

use super::{RecordedLine, VoidedPart};
use crate::payments::{Allocation, CashSteps, PaymentRow, Refundable, refundable_on};

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
        refundable_on(&part.allocations, &self.payments).payable_after(self.lrd_cash_before(line_id), steps)
    }

    /// Cash in Liberian dollars, in cents, on the lines of the receipt before this one, and on what is gone of this one.
    fn lrd_cash_before(&self, line_id: u64) -> i64 {
        let Some(place) = self.lines.iter().position(|line| line.line.id == line_id) else { return 0 };
        let line = &self.lines[place];
        let before = self.lines[..place].iter().filter(|other| other.receipt_number == line.receipt_number);
        let cash = |allocations: &[Allocation]| refundable_on(allocations, &self.payments).lrd_cash();
        before.map(|line| cash(&line.line.allocations)).sum::<i64>() + cash(&line.line.allocations) - cash(&line.money_left())
    }
}

impl RecordedLine {
    /// The money on what is neither voided nor refunded of the line.
    fn money_left(&self) -> Vec<Allocation> {
        if self.voided_at.is_some() { Vec::new() } else { self.refundable().allocations }
    }
}
