//! Order tickets: what the bar and the kitchen are told to make, and to stop making.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::tables::{job, queue};
use super::{JobKind, JobStatus, PrintJob};
use crate::base::Envelope;
use crate::orders::{self, Order, OrderItem, OrderType};
use crate::settings::settings;
use crate::store::{Stored, Table, Tables, View};

/// The tickets of an order, by job.
const TICKETS: Table<(u64, u64), ()> = Table::new("order_tickets");

/// What one ticket says, frozen when the order was: a ticket that prints late tells what was ordered then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Which order.
    pub order_id: u64,
    /// Where it goes.
    pub order_type: OrderType,
    /// The number of the table, where there is one.
    pub table: Option<u32>,
    /// Who ordered.
    pub customer: String,
    /// What somebody noted on the order.
    pub notes: Option<String>,
    /// What to make.
    pub items: Vec<TicketItem>,
    /// Username of who ordered it, or took it off.
    pub user_name: String,
    /// Why it was taken off.
    pub reason: Option<String>,
}

/// A line of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketItem {
    /// The order's item.
    pub id: u64,
    /// Pieces.
    pub quantity: i64,
    /// What.
    pub name: String,
    /// What somebody noted on it.
    pub notes: Option<String>,
}

impl TicketItem {
    fn new(item: &OrderItem) -> Self {
        let line = &item.line;
        TicketItem { id: item.id, quantity: line.quantity, name: line.product_name.clone(), notes: line.notes.clone() }
    }
}

/// Applies what was put on an order: a ticket for each printer that has a category of it. The order is in the tables
/// already.
pub fn apply_ordered(tables: &mut dyn Tables, envelope: &Envelope, order_id: u64, items: &[OrderItem]) -> Stored<()> {
    let settings = settings(tables.view())?;
    let mut by_printer = BTreeMap::<u64, Vec<TicketItem>>::new();
    for item in items {
        for printer in settings.ticket_printers(item.line.category.as_str()) {
            by_printer.entry(printer.id).or_default().push(TicketItem::new(item));
        }
    }
    if by_printer.is_empty() {
        return Ok(());
    }
    let Some(order) = orders::order(tables.view(), order_id)? else { return Ok(()) };
    for (printer_id, items) in by_printer {
        let ticket = ticket(tables.view(), envelope, &order, items, None)?;
        let job_id = queue(tables, envelope, &JobKind::Ticket(Box::new(ticket)), printer_id)?;
        TICKETS.put(tables, &(order_id, job_id), &())?;
    }
    Ok(())
}

/// Applies that one item was taken off an order that still has it in the tables.
pub fn apply_item_removed(tables: &mut dyn Tables, envelope: &Envelope, order_id: u64, item_id: u64, reason: Option<&str>) -> Stored<()> {
    let Some(order) = orders::order(tables.view(), order_id)? else { return Ok(()) };
    let items: Vec<u64> = order.items.iter().map(|item| item.id).filter(|id| *id == item_id).collect();
    take_back(tables, envelope, &order, &items, reason)
}

/// Applies that a whole order was taken back.
pub fn apply_order_removed(tables: &mut dyn Tables, envelope: &Envelope, order_id: u64, reason: Option<&str>) -> Stored<()> {
    let Some(order) = orders::order(tables.view(), order_id)? else { return Ok(()) };
    let items: Vec<u64> = order.items.iter().map(|item| item.id).collect();
    take_back(tables, envelope, &order, &items, reason)
}

/// Tells every printer that was told to make one of `items` to stop.
fn take_back(tables: &mut dyn Tables, envelope: &Envelope, order: &Order, items: &[u64], reason: Option<&str>) -> Stored<()> {
    let settings = settings(tables.view())?;
    let mut by_printer = BTreeMap::<u64, Vec<TicketItem>>::new();
    for ((_, job_id), ()) in TICKETS.with_prefix(tables.view(), &order.id)? {
        let Some(job) = job(tables.view(), job_id)? else { continue };
        // Where the ticket went by hand in the meantime; a printer that is gone is told nothing.
        if settings.printer(job.printer_id).is_none() || never_printed(&job) {
            continue;
        }
        if let JobKind::Ticket(ticket) = job.kind {
            let told = ticket.items.into_iter().filter(|item| items.contains(&item.id));
            by_printer.entry(job.printer_id).or_default().extend(told);
        }
    }
    for (printer_id, items) in by_printer.into_iter().filter(|(_, items)| !items.is_empty()) {
        let ticket = ticket(tables.view(), envelope, order, items, reason)?;
        queue(tables, envelope, &JobKind::Cancellation(Box::new(ticket)), printer_id)?;
    }
    Ok(())
}

/// Whether nobody can have read the ticket, and nobody will.
fn never_printed(job: &PrintJob) -> bool {
    job.attempts == 0 && matches!(job.status, JobStatus::Cancelled | JobStatus::Expired | JobStatus::Failed)
}

fn ticket(view: &dyn View, envelope: &Envelope, order: &Order, items: Vec<TicketItem>, reason: Option<&str>) -> Stored<Ticket> {
    let table = match order.table_id {
        Some(id) => orders::any_table(view, id)?.map(|table| table.number),
        None => None,
    };
    Ok(Ticket {
        order_id: order.id,
        order_type: order.order_type,
        table,
        customer: order.customer.name.clone(),
        notes: order.notes.clone(),
        items,
        user_name: envelope.actor.name.clone(),
        reason: reason.map(str::to_owned),
    })
}
