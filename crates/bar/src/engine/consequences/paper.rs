//! What is printed because of events: tickets, slips, receipts, pages about cash, and the drawer that opens.

use std::collections::BTreeMap;

use super::{fiscal, moves};
use crate::engine::Event;
use crate::engine::event::MovedItems;
use crate::engine::event::groups::{people_events, plain_events, price_and_day_events};
use crate::engine::printing::slip_of;
use crate::orders::{self, ItemChanged, Order, OrderItem, OrderPaid, OrderStatus};
use crate::payments::Booking;
use crate::printing::{self, JobKind, JobQueued, PrintTrigger, TicketHead};
use crate::reasons::{ListedReason, in_words};
use crate::sales::SaleLine;
use crate::seating;
use crate::settings::Settings;
use crate::tills::{self, CashMoved, MovementKind, ShiftClosed};
use base::{Approved, Envelope};
use store::{Stored, View};

/// The print jobs of `events`, which are not applied yet.
pub(super) fn print_jobs(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<JobQueued>> {
    let mut triggers = Vec::new();
    for event in events {
        triggers.extend(print_triggers(view, settings, envelope, event)?);
    }
    if triggers.is_empty() {
        return Ok(Vec::new());
    }
    Ok(printing::jobs_for(triggers, settings, printing::next_job_id(view)?, envelope))
}

/// What one event prints. The drawer comes first, because a person waits for it; then slips and the tickets for the kitchen; then the
/// receipt.
fn print_triggers<'a>(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &'a Event) -> Stored<Vec<PrintTrigger<'a>>> {
    let mut triggers = Vec::new();
    if event.took_cash() {
        let till_id = event.booking().and_then(Booking::till_id);
        triggers.push(PrintTrigger::CashTaken { printer_id: printer_of(view, till_id)? });
    }
    match event {
        Event::OrderPaid(paid) => triggers.extend(part_paid(view, paid)?),
        Event::OrderPlaced(placed) => {
            let head = TicketHead::from_order_placed(placed, seating::label_of(view, placed.table_id)?);
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
        Event::ItemsMoved(moved) => triggers.extend(moves::slips(view, MovedItems::Moved(moved))?),
        Event::OrdersMerged(merged) => triggers.extend(moves::slips(view, MovedItems::Merged(merged))?),
        Event::OrderMoved(moved) => {
            if moved.status == OrderStatus::Cancelled {
                triggers.extend(items_removed(
                    view,
                    moved.order_id,
                    all_items,
                    moved.reason.as_deref(),
                    moved.listed_reason.as_ref(),
                    moved.approval.as_ref(),
                )?);
            }
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
        Event::DocumentSigned(event) => triggers.extend(signed_receipt(view, &event.document_id)?),
        Event::PaperReleased(event) => triggers.extend(signed_receipt(view, &event.document_id)?),
        Event::CashMoved(moved) => triggers.extend(cash_slip(view, moved)?),
        Event::ShiftClosed(closed) => triggers.push(closing_page(view, settings, envelope, closed)?),
        plain_events!() | people_events!() | price_and_day_events!() => {}
        Event::PrintQueued(_) | Event::PrintMoved(_) | Event::ShiftOpened(_) | Event::TransferAccepted(_) => {}
        // At most their receipt, and the drawer.
        Event::SaleRecorded(_)
        | Event::SaleVoided(_)
        | Event::SaleRefunded(_)
        | Event::OrderChanged(_)
        | Event::ServiceChargeSet(_)
        | Event::OrderExempted(_)
        | Event::ItemsLabelled(_)
        | Event::TableMoved(_)
        | Event::OrdersHandedOver(_)
        | Event::OrderRepriced(_)
        | Event::OrderClosed(_)
        | Event::SharesEnded(_)
        | Event::PaymentRefunded(_)
        | Event::PaymentCorrected(_)
        | Event::OrderWalkedOut(_)
        | Event::WalkOutRecovered(_)
        | Event::OrderAttached(_)
        | Event::CreditGiven(_)
        | Event::CreditPaid(_) => {}
    }
    // Where paper waits for a fiscal signature, the receipt is printed when that comes, or when the wait ends.
    if let Some(sale) = event.sale().filter(|sale| !fiscal::holds_paper(settings) || !sale.is_revenue()) {
        triggers.push(PrintTrigger::ReceiptIssued { number: sale.receipt_number.as_str().into() });
    }
    Ok(triggers)
}

/// The slip of an equal share that was paid.
fn part_paid<'a>(view: &dyn View, paid: &OrderPaid) -> Stored<Option<PrintTrigger<'a>>> {
    if paid.payment.share.is_none() {
        return Ok(None);
    }
    let Some(order) = orders::order(view, paid.order_id)? else { return Ok(None) };
    let order = Order { settled: paid.sale.is_some(), ..order.with_shares(&paid.shares) };
    Ok(Some(PrintTrigger::PartPaid { slip: slip_of(&paid.payment, Some(&order)) }))
}

/// The receipt of a fiscal document that no longer waits.
fn signed_receipt<'a>(view: &dyn View, document_id: &str) -> Stored<Option<PrintTrigger<'a>>> {
    let document = crate::fiscal::document(view, document_id)?.filter(|document| document.made.holds_paper);
    let Some(number) = document.map(|document| document.made.receipt_number) else { return Ok(None) };
    // The paper of a refused document may have been printed by hand.
    Ok((printing::prints(view, &number)? == 0).then(|| PrintTrigger::ReceiptIssued { number: number.into() }))
}

/// The slip for two signatures of cash that left a shift.
fn cash_slip<'a>(view: &dyn View, moved: &CashMoved) -> Stored<Option<PrintTrigger<'a>>> {
    let Some(movement) = moved.movements.iter().find(|movement| movement.shift_id.is_some()) else { return Ok(None) };
    let movement_id = movement.id;
    let kind = match movement.kind {
        MovementKind::Drop => JobKind::DropSlip { movement_id },
        MovementKind::PayOut => JobKind::PayOutSlip { movement_id },
        MovementKind::Float
        | MovementKind::PayIn
        | MovementKind::Exchange
        | MovementKind::Correction
        | MovementKind::Transfer
        | MovementKind::TipOut
        | MovementKind::Bank
        | MovementKind::Owner
        | MovementKind::NoSale
        | MovementKind::Count => return Ok(None),
    };
    Ok(Some(PrintTrigger::CashPage { kind, printer_id: printer_of(view, Some(movement.till_id))? }))
}

/// The Z of a shift where the person who closed it may see it, else what they counted.
fn closing_page<'a>(view: &dyn View, settings: &Settings, envelope: &Envelope, closed: &ShiftClosed) -> Stored<PrintTrigger<'a>> {
    let sees_z = !settings.counts_blind(envelope.actor.role);
    let z = JobKind::Z { number: closed.closing.z_number, copy: 0 };
    let kind = if sees_z || closed.count.is_none() { z } else { JobKind::CountSlip { shift_id: closed.shift_id } };
    Ok(PrintTrigger::CashPage { kind, printer_id: printer_of(view, Some(closed.till_id))? })
}

/// The printer of a till.
fn printer_of(view: &dyn View, till_id: Option<u64>) -> Stored<Option<u64>> {
    let till = till_id.map_or(Ok(None), |id| tills::till(view, id))?;
    Ok(till.and_then(|state| state.till.printer_id))
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
    Ok(TicketHead::of(order, seating::label_of(view, order.table_id)?))
}
