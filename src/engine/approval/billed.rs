//! Approvals of what changes an order after its bill was printed.

use super::pricing::repriced_after_bill;
use super::subject::{Place, Subject, cancellation, item_removal, listed, named};
use crate::approvals::SummaryLine;
use crate::bills::{self, Bill};
use crate::engine::Event;
use crate::orders::{MoveKind, MovedPieces, OrderStatus};
use crate::settings::ApprovalKind;
use crate::store::{Stored, View};

/// What `events` need an approval for because they change an order whose bill is not paid.
pub(super) fn after_bill(view: &dyn View, events: &[Event]) -> Stored<Option<Subject>> {
    for event in events {
        if let Event::OrderRepriced(repriced) = event
            && let Some(bill) = unpaid_bill(view, repriced.order_id)?
            && let Some(subject) = repriced_after_bill(view, repriced)?
        {
            return Ok(Some(with_bill(subject, &bill)));
        }
        let Some(order_id) = event.taken_from().filter(|_| event.takes_off()) else { continue };
        let Some(bill) = unpaid_bill(view, order_id)? else { continue };
        let subject = match event {
            Event::ItemRemoved(event) => {
                let reason = listed(event.listed_reason.as_ref(), event.reason.as_ref());
                item_removal(view, order_id, event.item_id, reason, None)?
            }
            Event::ItemChanged(event) => {
                let reason = listed(event.listed_reason.as_ref(), event.reason.as_ref());
                let part = event.removed.as_ref().map(|facts| (facts.quantity, facts.total));
                item_removal(view, order_id, event.item_id, reason, part)?
            }
            Event::OrderMoved(event) => cancellation(view, event)?,
            _ => None,
        };
        return Ok(subject.map(|subject| with_bill(Subject { kind: ApprovalKind::AfterBill, ..subject }, &bill)));
    }
    Ok(None)
}

/// What `events` need an approval for because they move items of an order whose bill is not paid, or to one.
pub(super) fn move_after_bill(view: &dyn View, events: &[Event]) -> Stored<Option<Subject>> {
    for event in events {
        let (verb, source, orders, pieces): (_, u64, Vec<u64>, Vec<&MovedPieces>) = match event {
            Event::ItemsMoved(moved) => {
                let verb = if moved.kind == MoveKind::Move { "Move" } else { "Split off" };
                let existing = moved.to.iter().filter(|to| to.new.is_none()).map(|to| to.after.order_id);
                let orders = std::iter::once(moved.source.order_id).chain(existing).collect();
                (verb, moved.source.order_id, orders, moved.to.iter().flat_map(|to| &to.pieces).collect())
            }
            Event::OrdersMerged(merged) => {
                let orders = merged.sources.iter().map(|source| source.order_id).chain([merged.target.order_id]).collect();
                ("Merge", merged.target.order_id, orders, merged.sources.iter().flat_map(|source| &source.pieces).collect())
            }
            _ => continue,
        };
        for order_id in orders {
            if let Some(bill) = unpaid_bill(view, order_id)? {
                let goods = pieces.iter().map(|piece| named(piece.quantity, &piece.name)).collect();
                let place = Place::of_order(view, source)?;
                let kind = ApprovalKind::MoveAfterBill;
                let subject = Subject { kind, verb, goods, place, reason: None, amount: None, details: Vec::new() };
                return Ok(Some(with_bill(subject, &bill)));
            }
        }
    }
    Ok(None)
}

fn unpaid_bill(view: &dyn View, order_id: u64) -> Stored<Option<Bill>> {
    Ok(bills::latest_of_order(view, order_id)?.filter(|bill| bill.state.is_unpaid()))
}

/// The subject with the number of the bill.
fn with_bill(subject: Subject, bill: &Bill) -> Subject {
    let details = subject.details.into_iter().chain([SummaryLine::new("Bill", &*bill.number)]).collect();
    Subject { details, ..subject }
}

impl Event {
    /// The order that it takes goods off.
    pub(in crate::engine) fn taken_from(&self) -> Option<u64> {
        match self {
            Event::ItemRemoved(event) => Some(event.order_id),
            Event::ItemChanged(event) => Some(event.order_id),
            Event::OrderMoved(event) => Some(event.order_id),
            _ => None,
        }
    }

    /// Whether it takes goods off an order: an item, pieces of one, or all of them.
    pub(in crate::engine) fn takes_off(&self) -> bool {
        match self {
            Event::ItemRemoved(_) => true,
            Event::ItemChanged(event) => event.removed.is_some(),
            Event::OrderMoved(event) => event.status == OrderStatus::Cancelled,
            _ => false,
        }
    }
}
