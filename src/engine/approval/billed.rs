//! Approvals of what changes an order after its bill was printed.

use super::pricing::given_after_bill;
use super::subject::{Goods, Place, Subject, named};
use super::taken_back::{cancellation, item_change, item_removal};
use super::tax::{exemption, retaxed};
use crate::approvals::SummaryLine;
use crate::base::Price;
use crate::bills::{self, Bill};
use crate::engine::Event;
use crate::orders::pricing::OrderRepriced;
use crate::orders::{self, MoveKind, MovedPieces, OrderAfter, OrderExempted, OrderStatus};
use crate::settings::ApprovalKind;
use crate::store::{Stored, View};

/// Goods that are taken off an order whose bill is not paid.
pub(super) fn after_bill(view: &dyn View, event: &Event) -> Stored<Option<Subject>> {
    let Some(order_id) = event.taken_from().filter(|_| event.takes_off()) else { return Ok(None) };
    let Some(bill) = unpaid_bill(view, order_id)? else { return Ok(None) };
    let subject = match event {
        Event::ItemRemoved(event) => item_removal(view, event)?,
        Event::ItemChanged(event) => item_change(view, event)?,
        Event::OrderMoved(event) => cancellation(view, event)?,
        _ => None,
    };
    Ok(subject.map(|subject| with_bill(Subject { kind: ApprovalKind::AfterBill, ..subject }, &bill)))
}

/// A discount or a comp on such an order.
pub(super) fn repriced_after_bill(view: &dyn View, repriced: &OrderRepriced) -> Stored<Option<Subject>> {
    let Some(bill) = unpaid_bill(view, repriced.order_id)? else { return Ok(None) };
    Ok(given_after_bill(view, repriced)?.map(|subject| with_bill(subject, &bill)))
}

/// An exemption that lowers what is owed for such an order.
pub(super) fn exempted_after_bill(view: &dyn View, exempted: &OrderExempted) -> Stored<Option<Subject>> {
    let Some(bill) = unpaid_bill(view, exempted.order_id)? else { return Ok(None) };
    let Some(order) = orders::order(view, exempted.order_id)? else { return Ok(None) };
    let owed_before: Price = order.lines().map(|item| item.line.gross()).sum();
    let owed_after: Price = retaxed(&order, exempted).iter().map(|item| item.line.gross()).sum();
    let lowered = owed_before + -owed_after;
    if owed_after.usd >= owed_before.usd && owed_after.lrd >= owed_before.lrd {
        return Ok(None);
    }
    let subject = exemption(view, exempted)?;
    let verb = "Take the tax off";
    Ok(Some(with_bill(Subject { kind: ApprovalKind::AfterBill, verb, amount: Some(lowered), ..subject }, &bill)))
}

/// Items that are moved off such an order, or to one.
pub(super) fn move_after_bill(view: &dyn View, event: &Event) -> Stored<Option<Subject>> {
    let (verb, source, orders, pieces): (_, u64, Vec<u64>, Vec<(&MovedPieces, &OrderAfter)>) = match event {
        Event::ItemsMoved(moved) => {
            let verb = if moved.kind == MoveKind::Move { "Move" } else { "Split off" };
            let existing = moved.to.iter().filter(|to| to.new.is_none()).map(|to| to.after.order_id);
            let orders = std::iter::once(moved.source.order_id).chain(existing).collect();
            let pieces = moved.to.iter().flat_map(|to| to.pieces.iter().map(|piece| (piece, &to.after)));
            (verb, moved.source.order_id, orders, pieces.collect())
        }
        Event::OrdersMerged(merged) => {
            let orders = merged.sources.iter().map(|source| source.order_id).chain([merged.target.order_id]).collect();
            let pieces = merged.sources.iter().flat_map(|source| &source.pieces).map(|piece| (piece, &merged.target));
            ("Merge", merged.target.order_id, orders, pieces.collect())
        }
        _ => return Ok(None),
    };
    let mut billed = None;
    for order_id in orders {
        billed = billed.or(unpaid_bill(view, order_id)?);
    }
    let Some(bill) = billed else { return Ok(None) };
    let goods = |(piece, after): &(&MovedPieces, &OrderAfter)| match after.items.iter().find(|item| item.id == piece.moved_as) {
        Some(item) => Goods::of(&item.line),
        None => Goods::words(named(piece.quantity, &piece.name)),
    };
    let kind = ApprovalKind::MoveAfterBill;
    let subject = Subject {
        kind,
        verb,
        goods: pieces.iter().map(goods).collect(),
        place: Place::of_order(view, source)?,
        reason: None,
        amount: None,
        details: Vec::new(),
    };
    Ok(Some(with_bill(subject, &bill)))
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
