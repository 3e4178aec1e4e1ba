//! Printing policy: which print jobs follow from a sale, an order or a payment.
//!
//! It is evaluated once, when the command is decided. The jobs are events of their own with their ids, so that a later policy
//! changes nothing that is in the journal.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::{JobKind, JobQueued, JobStatus, MovedSlip, PaperPlace, PrintJob, Ticket, TicketHead, TicketItem};
use crate::orders::OrderItem;
use crate::settings::Settings;
use base::Envelope;

/// A change that may print something or open the drawer.
#[derive(Debug, Clone)]
pub enum PrintTrigger<'a> {
    /// Cash was taken, so the drawer opens.
    CashTaken {
        /// The printer of the till's drawer; `None` for that of the bar.
        printer_id: Option<u64>,
    },
    /// A part of an order was paid that is paid in equal shares.
    PartPaid {
        /// The slip about it.
        slip: JobKind,
    },
    /// A receipt was issued.
    ReceiptIssued {
        /// Its number.
        number: Cow<'a, str>,
    },
    /// Items were ordered.
    ItemsOrdered {
        /// The order's part of the ticket.
        head: TicketHead,
        /// Items to make.
        items: Cow<'a, [OrderItem]>,
    },
    /// The note of an item changed that may have been printed already.
    NoteChanged {
        /// The order's part of the ticket.
        head: TicketHead,
        /// The item with its new note.
        item: Box<OrderItem>,
        /// The ticket jobs of this order.
        tickets: Vec<PrintJob>,
    },
    /// Items went to another place.
    ItemsMoved {
        /// Where they were.
        from: PaperPlace,
        /// Where they are.
        to: PaperPlace,
        /// Pieces that moved, by the item that they were pieces of.
        pieces: BTreeMap<u64, i64>,
        /// The ticket jobs of these items.
        tickets: Vec<PrintJob>,
    },
    /// Something about cash happened that has a page.
    CashPage {
        /// The page.
        kind: JobKind,
        /// The till's printer; `None` for that of receipts.
        printer_id: Option<u64>,
    },
    /// Items were removed from an order, or the whole order was cancelled.
    ItemsRemoved {
        /// The order's part of the ticket.
        head: TicketHead,
        /// Pieces that are no longer to be made, by order item.
        pieces: BTreeMap<u64, i64>,
        /// The ticket jobs of this order.
        tickets: Vec<PrintJob>,
        /// The reason that was given.
        reason: Option<String>,
        /// Username of the person who approved it.
        approved_by: Option<&'a str>,
    },
}

/// The jobs that follow from `triggers`, numbered from `next_job_id`. Empty if the bar has no printer for them.
pub fn jobs_for(triggers: Vec<PrintTrigger<'_>>, settings: &Settings, next_job_id: u64, envelope: &Envelope) -> Vec<JobQueued> {
    let mut wanted: Vec<(JobKind, u64)> = Vec::new();
    for trigger in triggers {
        match trigger {
            PrintTrigger::CashTaken { printer_id } => {
                let of_till = printer_id.and_then(|id| settings.printer(id)).filter(|printer| printer.enabled && printer.opens_drawer);
                let printer = of_till.or_else(|| settings.drawer_printer());
                wanted.extend(printer.map(|printer| (JobKind::drawer_for_cash(&envelope.actor.name), printer.id)));
            }
            PrintTrigger::CashPage { kind, printer_id } => {
                let of_till = printer_id.and_then(|id| settings.printer(id)).filter(|printer| printer.enabled);
                let printer = of_till.or_else(|| settings.receipt_printer()).filter(|_| settings.auto_print);
                wanted.extend(printer.map(|printer| (kind, printer.id)));
            }
            PrintTrigger::PartPaid { slip } => {
                let printer = settings.receipt_printer().filter(|_| settings.auto_print && settings.bills.slips);
                wanted.extend(printer.map(|printer| (slip, printer.id)));
            }
            PrintTrigger::ReceiptIssued { number } => {
                let printer = settings.receipt_printer().filter(|_| settings.auto_print);
                wanted.extend(printer.map(|printer| (JobKind::Receipt { number: number.into_owned(), copy: 0 }, printer.id)));
            }
            PrintTrigger::ItemsOrdered { head, items } => {
                for (printer_id, items) in by_printer(&items, settings) {
                    let ticket = Ticket::new(&head, items, envelope, None);
                    wanted.push((JobKind::Ticket(Box::new(ticket)), printer_id));
                }
            }
            PrintTrigger::NoteChanged { head, item, tickets } => {
                let pieces = BTreeMap::from([(item.id, item.line.quantity)]);
                for printer_id in items_sent_to_printers(tickets, &pieces, settings).into_keys() {
                    let ticket = Ticket { is_change: true, ..Ticket::new(&head, vec![TicketItem::new(&item)], envelope, None) };
                    wanted.push((JobKind::Ticket(Box::new(ticket)), printer_id));
                }
            }
            PrintTrigger::ItemsMoved { from, to, pieces, tickets } => {
                for (printer_id, items) in items_sent_to_printers(tickets, &pieces, settings) {
                    let slip = MovedSlip { from: from.clone(), to: to.clone(), items, user_name: envelope.actor.name.clone() };
                    wanted.push((JobKind::Moved(Box::new(slip)), printer_id));
                }
            }
            PrintTrigger::ItemsRemoved { head, pieces, tickets, reason, approved_by } => {
                for (printer_id, items) in items_sent_to_printers(tickets, &pieces, settings) {
                    let approved_by = approved_by.map(str::to_owned);
                    let ticket = Ticket { approved_by, ..Ticket::new(&head, items, envelope, reason.as_deref()) };
                    wanted.push((JobKind::Cancellation(Box::new(ticket)), printer_id));
                }
            }
        }
    }
    let numbered = wanted.into_iter().zip(next_job_id..);
    numbered
        .map(|((kind, printer_id), job_id)| JobQueued { job_id, kind, printer_id, by_policy: true, day: None, approval: None })
        .collect()
}

/// The items for each printer that prints tickets of their category.
fn by_printer(items: &[OrderItem], settings: &Settings) -> BTreeMap<u64, Vec<TicketItem>> {
    let mut by_printer = BTreeMap::<u64, Vec<TicketItem>>::new();
    for item in items {
        for printer in settings.ticket_printers(item.line.category.as_str()) {
            by_printer.entry(printer.id).or_default().push(TicketItem::new(item));
        }
    }
    by_printer
}

/// Those of `pieces` that each printer got a ticket for, also after the ticket moved to another printer.
fn items_sent_to_printers(tickets: Vec<PrintJob>, pieces: &BTreeMap<u64, i64>, settings: &Settings) -> BTreeMap<u64, Vec<TicketItem>> {
    let mut by_printer = BTreeMap::<u64, Vec<TicketItem>>::new();
    for job in tickets {
        if settings.printer(job.printer_id).is_none() || never_printed(&job) {
            continue;
        }
        if let JobKind::Ticket(ticket) = job.kind {
            let sent = by_printer.entry(job.printer_id).or_default();
            for item in ticket.items {
                // An item has several tickets where its note changed, or pieces of it were put back.
                let is_new = sent.iter().all(|other| other.id != item.id);
                sent.extend(pieces.get(&item.id).filter(|_| is_new).map(|quantity| TicketItem { quantity: *quantity, ..item }));
            }
        }
    }
    by_printer.retain(|_, items| !items.is_empty());
    by_printer
}

/// The items of an order that were sent to a printer, by its ticket jobs.
pub fn sent_items(tickets: Vec<PrintJob>) -> BTreeSet<u64> {
    let items = tickets.into_iter().filter_map(|job| if let JobKind::Ticket(ticket) = job.kind { Some(ticket.items) } else { None });
    items.flatten().map(|item| item.id).collect()
}

/// Whether the ticket was never printed and never will be.
fn never_printed(job: &PrintJob) -> bool {
    job.attempts == 0 && matches!(job.status, JobStatus::Cancelled | JobStatus::Expired | JobStatus::Failed)
}
