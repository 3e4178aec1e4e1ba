//! Receipts as rows.

use std::ops::ControlFlow;

use super::Receipt;
use crate::base::Envelope;
use crate::printing::{self, PrintCommand, PrintContext};
use crate::sales::{SaleRecorded, main_currency};
use crate::settings::Settings;
use crate::store::{Counter, Key, Stored, Table, Tables, View};

const RECEIPTS: Table<u64, Receipt> = Table::new("receipts");
const NUMBERS: Table<String, u64> = Table::new("receipt_numbers");
const RECEIPT_IDS: Counter = Counter("receipts");

/// The receipt with this number.
pub fn receipt(view: &dyn View, number: &str) -> Stored<Option<Receipt>> {
    match NUMBERS.get(view, &number.to_owned())? {
        Some(id) => RECEIPTS.get(view, &id),
        None => Ok(None),
    }
}

/// Receipts with ids below `before`, newest first, until `each` breaks.
pub fn visit_receipts(view: &dyn View, before: u64, mut each: impl FnMut(Receipt) -> ControlFlow<()>) -> Stored<()> {
    RECEIPTS.visit(view, &[], &before.to_bytes(), true, |_, receipt| each(receipt))
}

/// Applies the sale: its receipt.
pub fn apply_recorded(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRecorded) -> Stored<()> {
    let id = RECEIPT_IDS.take(tables)?;
    let receipt = Receipt {
        id,
        number: event.receipt_number.clone(),
        day: event.day,
        at: envelope.at,
        order_id: event.lines.iter().find_map(|line| line.order_id),
        customer: event.customer.clone(),
        method: event.method,
        rate: event.rate,
        total: event.lines.iter().map(|line| line.total).sum(),
        paid: event.tendered.unwrap_or_else(|| event.lines.iter().map(|line| line.total.only(line.currency)).sum()),
        change: event.change,
        currency: main_currency(event.lines.iter().map(|line| line.currency)),
        sale_ids: event.lines.iter().map(|line| line.id).collect(),
        served_by: envelope.actor.name.clone(),
        notes: event.lines.iter().find_map(|line| line.notes.clone()),
    };
    NUMBERS.put(tables, &receipt.number, &id)?;
    RECEIPTS.put(tables, &id, &receipt)
}

/// Loads what a decision about the spool looks at.
pub fn load_print(view: &dyn View, command: &PrintCommand, settings: Settings) -> Stored<PrintContext> {
    let (job_id, number) = match command {
        PrintCommand::Reprint { number } => (None, Some(number)),
        PrintCommand::Test { .. } | PrintCommand::OpenDrawer { .. } | PrintCommand::SalesReport { .. } => (None, None),
        PrintCommand::Retry { job_id }
        | PrintCommand::Cancel { job_id }
        | PrintCommand::Move { job_id, .. }
        | PrintCommand::Report { job_id, .. } => (Some(*job_id), None),
    };
    Ok(PrintContext {
        job: match job_id {
            Some(id) => printing::job(view, id)?,
            None => None,
        },
        receipt_exists: match number {
            Some(number) => receipt(view, number)?.is_some(),
            None => false,
        },
        prints: match number {
            Some(number) => printing::prints(view, number)?,
            None => 0,
        },
        settings,
    })
}
