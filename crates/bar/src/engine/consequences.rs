//! Follow-up events of a command: dining tables that become occupied or free, price plans that lose a product,
//! fiscal documents, and print jobs.
//!
//! They are decided here and not in `apply`, so that a later change of policy does not change what the journal already records.

mod moves;

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Event;
use super::execute::fiscal;
use super::printing::slip_of;
use crate::catalog;
use crate::orders::{self, ItemChanged, Order, OrderItem, OrderStatus, OrderType};
use crate::payments::Booking;
use crate::printing::{self, JobKind, JobQueued, PrintTrigger, TicketHead};
use crate::reasons::{ListedReason, in_words};
use crate::sales::SaleLine;
use crate::seating::{self, DiningTable, TableSaved};
use crate::settings::Settings;
use crate::tills::{self, MovementKind};
use base::{Approved, Envelope, Role};
use store::{Stored, View};

/// The follow-up events of `events`, which are not applied yet.
pub(super) fn follow_up_events(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<Event>> {
    let mut follow_ups = Vec::new();
    for event in events {
        follow_ups.extend(table_changes(view, event)?.into_iter().map(Event::TableSaved));
    }
    let saved = events.iter().filter_map(|event| if let Event::ProductSaved(saved) = event { Some(saved) } else { None });
    follow_ups.extend(catalog::prices_by_hand(view, settings.price_day(envelope.at), saved)?.map(Event::PricesUnplanned));
    let documents = fiscal::documents(view, settings, envelope, events)?;
    follow_ups.extend(documents.into_iter().map(|document| Event::DocumentMade(Box::new(document))));
    follow_ups.extend(print_jobs(view, settings, envelope, events)?.into_iter().map(Event::PrintQueued));
    Ok(follow_ups)
}

fn table_changes(view: &dyn View, event: &Event) -> Stored<Vec<TableSaved>> {
    match event {
        Event::ItemsMoved(_) | Event::OrdersMerged(_) | Event::TableMoved(_) => moves::table_changes(view, event),
        Event::OrderPlaced(placed) if placed.order_type == OrderType::DineIn => {
            let table = table(view, placed.table_id)?;
            Ok(seating::occupied(table.as_ref()).into_iter().collect())
        }
        Event::OrderChanged(changed) => {
            let Some(before) = orders::order(view, changed.order_id)? else { return Ok(Vec::new()) };
            if before.order_type != OrderType::DineIn || before.table_id == changed.table_id {
                return Ok(Vec::new());
            }
            let others = orders::open_orders(view)?.into_iter().any(|other| other.table_id == before.table_id && other.id != before.id);
            let left = if others { None } else { table(view, before.table_id)? };
            let taken = table(view, changed.table_id)?;
            Ok(seating::occupied(taken.as_ref()).into_iter().chain(seating::freed(left.as_ref())).collect())
        }
        _ => Ok(Vec::new()),
    }
}

fn print_jobs(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<JobQueued>> {
    let mut triggers = Vec::new();
    for event in events {
        triggers.extend(print_triggers(view, settings, event)?);
        triggers.extend(cash_page(view, settings, envelope, event)?);
    }
    if triggers.is_empty() {
        return Ok(Vec::new());
    }
    Ok(printing::jobs_for(triggers, settings, printing::next_job_id(view)?, envelope))
}

/// The page that an event about cash has: a slip for two signatures, the Z where the person may see it, else what they counted.
fn cash_page<'a>(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &Event) -> Stored<Option<PrintTrigger<'a>>> {
    let (kind, till_id) = match event {
        Event::CashMoved(moved) => {
            let Some(movement) = moved.movements.iter().find(|movement| movement.shift_id.is_some()) else { return Ok(None) };
            let movement_id = movement.id;
            match movement.kind {
                MovementKind::Drop => (JobKind::DropSlip { movement_id }, movement.till_id),
                MovementKind::PayOut => (JobKind::PayOutSlip { movement_id }, movement.till_id),
                _ => return Ok(None),
            }
        }
        Event::ShiftClosed(closed) => {
            let sees_z = envelope.actor.role >= Role::Manager || !settings.cash.blind_count;
            let z = JobKind::Z { number: closed.closing.z_number, copy: 0 };
            let kind = if sees_z || closed.count.is_none() { z } else { JobKind::CountSlip { shift_id: closed.shift_id } };
            (kind, closed.till_id)
        }
        _ => return Ok(None),
    };
    let printer_id = tills::till(view, till_id)?.and_then(|state| state.till.printer_id);
    Ok(Some(PrintTrigger::CashPage { kind, printer_id }))
}

/// The drawer comes first, because a person waits for it; then the tickets for the kitchen; then the receipt.
fn print_triggers<'a>(view: &dyn View, settings: &Settings, event: &'a Event) -> Stored<Vec<PrintTrigger<'a>>> {
    let mut triggers = Vec::new();
    let (took_cash, booking) = match event {
        Event::SaleRecorded(sale) => (sale.took_cash(), sale.counter_payment.as_ref().and_then(|payment| payment.booking)),
        Event::OrderPaid(paid) => (paid.payment.took_cash(), paid.payment.booking),
        Event::CreditPaid(paid) => (paid.payment.took_cash(), paid.payment.booking),
        _ => (false, None),
    };
    if took_cash {
        let till = match booking.and_then(Booking::till_id) {
            Some(id) => tills::till(view, id)?,
            None => None,
        };
        triggers.push(PrintTrigger::CashTaken { printer_id: till.and_then(|state| state.till.printer_id) });
    }
    if let Event::OrderPaid(paid) = event
        && paid.payment.share.is_some()
        && let Some(order) = orders::order(view, paid.order_id)?
    {
        let order = Order { settled: paid.sale.is_some(), ..order.with_shares(&paid.shares) };
        triggers.push(PrintTrigger::PartPaid { slip: slip_of(&paid.payment, Some(&order)) });
    }
    match event {
        Event::OrderPlaced(placed) => {
            let head = TicketHead::from_order_placed(placed, table_number(view, placed.table_id)?);
            triggers.push(PrintTrigger::ItemsOrdered { head, items: placed.items.as_slice().into() });
        }
        Event::ItemAdded(added) => {
            if let Some(order) = orders::order(view, added.order_id)? {
                triggers
                    .push(PrintTrigger::ItemsOrdered { head: ticket_head(view, &order)?, items: std::slice::from_ref(&added.item).into() });
            }
        }
        Event::ItemRemoved(removed) => {
            let pieces = |order: &Order| all_items(order).into_iter().filter(|(id, _)| *id == removed.item_id).collect();
            triggers.extend(items_removed(
                view,
                removed.order_id,
                pieces,
                removed.reason.as_deref(),
                removed.listed_reason.as_ref(),
                removed.approval.as_ref(),
            )?);
        }
        Event::ItemChanged(changed) => triggers.extend(item_changed(view, changed)?),
        Event::ItemsMoved(_) | Event::OrdersMerged(_) => triggers.extend(moves::slips(view, event)?),
        Event::OrderMoved(moved) if moved.status == OrderStatus::Cancelled => {
            triggers.extend(items_removed(
                view,
                moved.order_id,
                all_items,
                moved.reason.as_deref(),
                moved.listed_reason.as_ref(),
                moved.approval.as_ref(),
            )?);
        }
        Event::OrderVoided(voided) => {
            triggers.extend(items_removed(
                view,
                voided.order_id,
                all_items,
                Some(&voided.reason),
                voided.listed_reason.as_ref(),
                voided.approval.as_ref(),
            )?);
        }
        _ => {}
    }
    triggers.extend(receipt(view, settings, event)?.map(|number| PrintTrigger::ReceiptIssued { number }));
    Ok(triggers)
}

/// Number of the receipt that is printed now. Where its paper waits for a fiscal signature, that is when it comes, or when the wait ends.
fn receipt<'a>(view: &dyn View, settings: &Settings, event: &'a Event) -> Stored<Option<Cow<'a, str>>> {
    let document_id = match event {
        Event::DocumentSigned(event) => &event.document_id,
        Event::PaperReleased(event) => &event.document_id,
        _ => {
            let sale = event.sale().filter(|_| !fiscal::holds_paper(settings));
            return Ok(sale.map(|sale| sale.receipt_number.as_str().into()));
        }
    };
    let document = crate::fiscal::document(view, document_id)?.filter(|document| document.made.holds_paper);
    let Some(number) = document.map(|document| document.made.receipt_number) else { return Ok(None) };
    // The paper of a refused document may have been printed by hand.
    Ok((printing::prints(view, &number)? == 0).then(|| number.into()))
}

/// Pieces that were taken off are cancelled, pieces that were put back are ordered, and a new note is printed with the pieces that
/// the printer knew before.
fn item_changed<'a>(view: &dyn View, changed: &'a ItemChanged) -> Stored<Vec<PrintTrigger<'a>>> {
    let Some(order) = orders::order(view, changed.order_id)? else { return Ok(Vec::new()) };
    let Some(item) = order.items.iter().find(|item| item.id == changed.item_id) else { return Ok(Vec::new()) };
    let with = |quantity| {
        let line = SaleLine { quantity, notes: changed.notes.clone(), ..item.line.clone() };
        OrderItem { line, ..item.clone() }
    };
    let taken_off = changed.before - changed.quantity;
    let mut triggers = Vec::new();
    if taken_off > 0 {
        let pieces = |_: &Order| BTreeMap::from([(changed.item_id, taken_off)]);
        triggers.extend(items_removed(
            view,
            changed.order_id,
            pieces,
            changed.reason.as_deref(),
            changed.listed_reason.as_ref(),
            changed.approval.as_ref(),
        )?);
    }
    if changed.is_note_new {
        let item = Box::new(with(changed.quantity.min(changed.before)));
        triggers.push(PrintTrigger::NoteChanged {
            head: ticket_head(view, &order)?,
            item,
            tickets: printing::tickets_of_items(view, &order)?,
        });
    }
    if taken_off < 0 {
        triggers.push(PrintTrigger::ItemsOrdered { head: ticket_head(view, &order)?, items: vec![with(-taken_off)].into() });
    }
    Ok(triggers)
}

/// The items of an order, with their pieces.
fn all_items(order: &Order) -> BTreeMap<u64, i64> {
    order.items.iter().map(|item| (item.id, item.line.quantity)).collect()
}

fn items_removed<'a>(
    view: &dyn View,
    order_id: u64,
    pieces: impl Fn(&Order) -> BTreeMap<u64, i64>,
    reason: Option<&str>,
    listed: Option<&ListedReason>,
    approval: Option<&'a Approved>,
) -> Stored<Option<PrintTrigger<'a>>> {
    let Some(order) = orders::order(view, order_id)? else { return Ok(None) };
    let tickets = printing::tickets_of_items(view, &order)?;
    let reason = reason.map(|reason| in_words(listed, reason));
    let approved_by = approval.map(|approval| approval.approved_by.as_str());
    Ok(Some(PrintTrigger::ItemsRemoved { head: ticket_head(view, &order)?, pieces: pieces(&order), tickets, reason, approved_by }))
}

fn ticket_head(view: &dyn View, order: &Order) -> Stored<TicketHead> {
    Ok(TicketHead::of(order, table_number(view, order.table_id)?))
}

pub(super) fn table_number(view: &dyn View, table_id: Option<u64>) -> Stored<Option<u32>> {
    Ok(table(view, table_id)?.map(|table| table.number))
}

fn table(view: &dyn View, table_id: Option<u64>) -> Stored<Option<DiningTable>> {
    table_id.map_or(Ok(None), |id| seating::any_table(view, id))
}

#[cfg(test)]
mod tests;
