//! Random refunds, and what they must keep, line by line.

use barback::engine::{Command, Entry};
use barback::payments::{Payment, TillRequest, sum_of};
use barback::sales::{self, LineToRefund, RefundAmount, RefundSale, SaleRefunded};
use base::{BarTime, Cash};

use crate::bar::Bar;
use crate::line::{goods_in, minus};
use crate::money_back::is_payable_for;
use crate::oracle::Oracle;

impl Bar {
    /// Refunds the first lines of a receipt.
    pub fn refund_of_receipt(&self, pick: u64, amounts: &[(bool, i64)], returns_stock: bool) -> Command {
        let sale_id = 1 + pick % (self.oracle.lines.len() as u64 + 1);
        let sale = sales::sale_of_line(&self.tables, sale_id).expect("readable");
        let receipt_number = sale.as_ref().map_or_else(|| "R-20261121-9999".to_owned(), |sale| sale.receipt_number.clone());
        let lines = sale.map(|sale| sale.into_recorded_lines()).unwrap_or_default();
        let line = |(line, (has_goods, amount)): (sales::RecordedLine, &(bool, i64))| {
            let left = line.refundable_gross().minor_in(line.line.currency);
            let amount =
                if *has_goods { RefundAmount::Pieces(*amount % 8 + 1) } else { RefundAmount::Money((left * amount / 1_000).max(1)) };
            LineToRefund { sale_id: line.line.id, amount }
        };
        Command::RefundSale(RefundSale {
            receipt_number,
            lines: lines.into_iter().zip(amounts).map(line).collect(),
            reason: "Flat".into(),
            returns_stock,
            refund: None,
            till: TillRequest::default(),
        })
    }
}

impl Oracle {
    /// A refund is a sale of its day with negative lines. All refunds of a line together are at most the line.
    pub fn refund(&mut self, entry: &Entry, event: &SaleRefunded, bar_time: &BarTime) {
        event.payments.iter().for_each(|payment| self.add_payment(payment, event.sale.day));
        let returns = event.refund().is_some_and(|refund| refund.returns_stock);
        for (part, line) in event.parts.iter().zip(&event.sale.lines) {
            let expected = self.lines.iter_mut().find(|expected| expected.line.id == part.sale_id).expect("a recorded line");
            let part = &part.part;
            let (pieces, total, money) = &mut expected.refunded;
            (*pieces, *total) = (*pieces + part.quantity, *total + part.total);
            *money += sum_of(&part.allocations);
            let left = expected.counting().line;
            let (currency, paid) = (left.currency, sum_of(&left.allocations));
            let (pieces, total, money) = expected.refunded;
            let is_too_much = pieces > left.quantity || total.minor_in(currency) > left.total.minor_in(currency);
            let is_all = match left.total.minor_in(currency) {
                0 => pieces == left.quantity,
                all => total.minor_in(currency) == all,
            };
            // What was voided of a line took its share of the money.
            let is_all = is_all && expected.voided == 0;
            if is_too_much || (is_all && (total, money) != (left.total, paid)) {
                self.wrong.push(format!("{pieces} pieces, {total:?} and {money:?} of line {} are refunded: {left:?}", left.id));
            }
            if (line.quantity, line.total) != (-part.quantity, minus(part.total)) || line.order_id.is_some() {
                self.wrong.push(format!("{line:?} is not the opposite of {part:?}"));
            }
            if returns {
                self.move_took(&self.took(&left), goods_in(line, part.quantity));
            }
        }
        let given: Cash = event.payments.iter().map(Payment::tendered).sum();
        let allocated: Cash = event.sale.lines.iter().map(|line| sum_of(&line.allocations)).sum();
        let back: Cash = event.parts.iter().map(|part| sum_of(&part.part.allocations)).sum();
        // Cash in Liberian dollars is rounded to what can be paid.
        if given != allocated || !is_payable_for(-given, back, event.parts.len()) {
            self.wrong.push(format!("{given:?} is given back, {allocated:?} is on the lines, {back:?} was on the goods"));
        }
        self.add_sale(entry, &event.sale, bar_time);
    }
}
