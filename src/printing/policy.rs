//! Printing policy: which jobs follow from a sale, an order, a payment.
//!
//! It is asked once, when the command is decided. The jobs are events of their own with their ids, so that a later policy
//! changes nothing that the journal already says.

use std::collections::{BTreeMap, BTreeSet};

use super::{JobKind, JobQueued, JobStatus, PrintJob, Ticket, TicketHead, TicketItem};
use crate::base::Envelope;
use crate::orders::OrderItem;
use crate::settings::Settings;

/// Something that happened for which the bar may want paper, or an open drawer.
#[derive(Debug, Clone)]
pub enum PrintTrigger<'a> {
    /// Money that may lie in the drawer.
    CashTaken,
    /// A receipt was made.
    ReceiptIssued {
        /// Its number.
        number: &'a str,
    },
    /// Items were ordered.
    ItemsOrdered {
        /// What the ticket says of the order.
        head: TicketHead,
        /// What to make.
        items: &'a [OrderItem],
    },
    /// Items were taken off an order, or all of them with it.
    ItemsRemoved {
        /// What the ticket says of the order.
        head: TicketHead,
        /// Ids of the order's items that are not to be made any longer.
        item_ids: BTreeSet<u64>,
        /// The jobs that told a printer to make items of this order.
        tickets: Vec<PrintJob>,
        /// Why.
        reason: Option<&'a str>,
    },
}

/// The jobs that follow from `triggers`, numbered from `next_job_id`. None where the bar has no printer for them.
pub fn jobs_for(triggers: Vec<PrintTrigger<'_>>, settings: &Settings, next_job_id: u64, envelope: &Envelope) -> Vec<JobQueued> {
    let mut wanted: Vec<(JobKind, u64)> = Vec::new();
    for trigger in triggers {
        match trigger {
            PrintTrigger::CashTaken => {
                let printer = settings.drawer_printer();
                wanted.extend(printer.map(|printer| (JobKind::Drawer { by: envelope.actor.name.clone() }, printer.id)));
            }
            PrintTrigger::ReceiptIssued { number } => {
                let printer = settings.receipt_printer().filter(|_| settings.auto_print);
                wanted.extend(printer.map(|printer| (JobKind::Receipt { number: number.to_owned(), copy: 0 }, printer.id)));
            }
            PrintTrigger::ItemsOrdered { head, items } => {
                for (printer_id, items) in by_printer(items, settings) {
                    let ticket = Ticket::new(&head, items, envelope, None);
                    wanted.push((JobKind::Ticket(Box::new(ticket)), printer_id));
                }
            }
            PrintTrigger::ItemsRemoved { head, item_ids, tickets, reason } => {
                for (printer_id, items) in items_sent_to_printers(tickets, &item_ids, settings) {
                    let ticket = Ticket::new(&head, items, envelope, reason);
                    wanted.push((JobKind::Cancellation(Box::new(ticket)), printer_id));
                }
            }
        }
    }
    let numbered = wanted.into_iter().zip(next_job_id..);
    numbered.map(|((kind, printer_id), job_id)| JobQueued { job_id, kind, printer_id, by_policy: true }).collect()
}

/// What each printer that has a category of the order is told to make.
fn by_printer(items: &[OrderItem], settings: &Settings) -> BTreeMap<u64, Vec<TicketItem>> {
    let mut by_printer = BTreeMap::<u64, Vec<TicketItem>>::new();
    for item in items {
        for printer in settings.ticket_printers(item.line.category.as_str()) {
            by_printer.entry(printer.id).or_default().push(TicketItem::new(item));
        }
    }
    by_printer
}

/// Which of `item_ids` each printer was told to make, wherever its ticket was sent since.
fn items_sent_to_printers(tickets: Vec<PrintJob>, item_ids: &BTreeSet<u64>, settings: &Settings) -> BTreeMap<u64, Vec<TicketItem>> {
    let mut by_printer = BTreeMap::<u64, Vec<TicketItem>>::new();
    for job in tickets {
        if settings.printer(job.printer_id).is_none() || never_printed(&job) {
            continue;
        }
        if let JobKind::Ticket(ticket) = job.kind {
            let told = ticket.items.into_iter().filter(|item| item_ids.contains(&item.id));
            by_printer.entry(job.printer_id).or_default().extend(told);
        }
    }
    by_printer.retain(|_, items| !items.is_empty());
    by_printer
}

/// Whether no one can have read the ticket, and no one will.
fn never_printed(job: &PrintJob) -> bool {
    job.attempts == 0 && matches!(job.status, JobStatus::Cancelled | JobStatus::Expired | JobStatus::Failed)
}
