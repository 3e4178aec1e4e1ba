//! What was sent to the kitchen and the bar.

use std::collections::BTreeSet;

use super::{JobKind, PrintJob, Ticket, TicketItem, sent_items, tickets_of};
use crate::orders::{Order, OrderStatus, with_origins};
use store::{Stored, View};

/// Ids of the items of an order that were sent to a printer, or whose preparation has begun.
pub fn items_sent(view: &dyn View, order: &Order) -> Stored<BTreeSet<u64>> {
    if order.status != OrderStatus::Pending {
        return Ok(order.items.iter().map(|item| item.id).collect());
    }
    Ok(sent_items(tickets_of_items(view, order)?))
}

/// The ticket jobs of the items of an order, also of those that were ordered on another one. On them, items have the ids that they, or
/// the parts that were cut off them, have on the order now.
pub fn tickets_of_items(view: &dyn View, order: &Order) -> Stored<Vec<PrintJob>> {
    let mut found = tickets_of(view, order.id)?;
    if order.items.iter().all(|item| item.first_order_id.is_none() && item.part_of.is_none()) {
        return Ok(found);
    }
    for id in order.items.iter().filter_map(|item| item.first_order_id).collect::<BTreeSet<_>>() {
        found.extend(tickets_of(view, id)?);
    }
    found.sort_by_key(|job| job.id);
    let mut origins = Vec::with_capacity(order.items.len());
    for item in &order.items {
        origins.push((item.id, with_origins(view, item.id)?));
    }
    for job in &mut found {
        if let JobKind::Ticket(ticket) = &mut job.kind {
            ticket.items = renamed(ticket, &origins);
        }
    }
    Ok(found)
}

/// The items of a ticket under their present ids.
fn renamed(ticket: &Ticket, origins: &[(u64, Vec<u64>)]) -> Vec<TicketItem> {
    let of = |(id, origins): &(u64, Vec<u64>)| {
        let printed = ticket.items.iter().find(|printed| origins.contains(&printed.id))?;
        Some(TicketItem { id: *id, ..printed.clone() })
    };
    origins.iter().filter_map(of).collect()
}
