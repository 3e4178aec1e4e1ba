//! Decides the print of a bill: its number, and the job.

use super::{Bill, BillPrinted, BillState, Billing};
use crate::orders::{self, Order};
use crate::printing::{JobKind, JobQueued};
use crate::seating::TableLabel;
use crate::settings::{PrinterSetting, Settings};
use base::{BusinessDay, Decided, Rate, Refusal, bill_number};

/// Prints the bill of an order.
#[derive(Debug, Clone)]
pub struct PrintBill {
    pub order_id: u64,
    /// Whether a printer prints it; else the phone shows or prints it, which counts as a print.
    pub prints: bool,
    /// The printer; `None` for that of receipts.
    pub printer_id: Option<u64>,
}

/// What the decision depends on.
#[derive(Debug)]
pub struct BillContext<'a> {
    pub order: Option<Order>,
    pub table: Option<TableLabel>,
    /// See [`BillPrinted::split`].
    pub split: Option<(u32, u32)>,
    /// The latest bill of the order.
    pub latest: Option<Bill>,
    /// The present business day.
    pub day: BusinessDay,
    /// The number of its last bill.
    pub bills_today: u64,
    /// LRD per USD at present.
    pub rate: Rate,
    pub settings: &'a Settings,
    pub next_job_id: u64,
}

/// An event of a bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillEvent {
    Printed(Box<BillPrinted>),
    Queued(JobQueued),
}

/// Decides a print. An order that did not change since its last bill keeps the number of that.
///
/// # Errors
/// 404 for an unknown order or printer; 409 `already_paid`, `already_on_credit`, and `conflict` for an order that is cancelled or empty, and
/// without a printer.
pub fn print_bill(command: &PrintBill, context: &BillContext) -> Decided<Vec<BillEvent>> {
    let order = context.order.as_ref().ok_or_else(|| Refusal::not_found("order"))?;
    orders::pay::payable(order)?;
    if order.items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order"));
    }
    let printer = if command.prints { Some(context.printer(command.printer_id)?) } else { None };
    let same = context.latest.as_ref().filter(|bill| bill.state == BillState::Open);
    let (number, print) = match same {
        Some(bill) => (bill.number.clone(), u32::try_from(bill.prints.len()).unwrap_or(u32::MAX).saturating_add(1)),
        None => (bill_number(context.day, context.bills_today + 1), 1),
    };
    let printer_id = printer.map(|printer| printer.id);
    let printed = BillPrinted {
        number: number.clone(),
        order_id: order.id,
        day: context.day,
        is_new: same.is_none(),
        print,
        table: context.table.clone(),
        split: context.split,
        total: order.grand_total(),
        billing: Billing { rate: context.rate, paid: order.paid, remaining: order.remaining(context.rate), printer_id },
    };
    let job = printer_id.map(|printer_id| JobQueued {
        job_id: context.next_job_id,
        kind: JobKind::Bill { number, print, order_id: order.id },
        printer_id,
        by_policy: false,
        day: Some(context.day),
        approval: None,
    });
    Ok(std::iter::once(BillEvent::Printed(Box::new(printed))).chain(job.map(BillEvent::Queued)).collect())
}

impl BillContext<'_> {
    fn printer(&self, id: Option<u64>) -> Decided<&PrinterSetting> {
        match id {
            Some(id) => self.settings.printer(id).ok_or_else(|| Refusal::not_found("printer")),
            None => self.settings.receipt_printer().ok_or_else(|| Refusal::conflict("No printer is set up")),
        }
    }
}
