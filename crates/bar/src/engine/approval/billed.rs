//! Approvals of what is done to pieces that were billed and are not settled, on whatever order they are.

use super::needs_none::needs_none;
use super::pricing::given_after_bill;
use super::subject::{Goods, Location, Subject, named};
use super::taken_back::{cancellation, item_change, item_removal, order_void};
use super::tax::{exemption, retaxed};
use crate::approvals::SummaryLine;
use crate::bills::{self, BilledChange, BilledChangeKind};
use crate::engine::Event;
use crate::engine::apply::foresee::foresee;
use crate::engine::event::MovedItems;
use crate::orders::{self, MoveKind, MovedPieces, OrderAfter, OrderExempted};
use crate::settings::{ApprovalKind, Settings};
use base::{Envelope, Price};
use store::{Stored, View};

/// What `events` need approvals for because of what they do to billed pieces.
pub(super) fn of_billed(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<Subject>> {
    let changed = foresee(view, envelope, events)?;
    let less = [BilledChangeKind::Cancelled, BilledChangeKind::TakenOff, BilledChangeKind::Lowered];
    let mut subjects = Vec::new();
    let lowered: Vec<&BilledChange> = changed.iter().filter(|change| less.contains(&change.kind)).collect();
    if !lowered.is_empty() {
        let words = in_its_words(view, settings, events)?;
        subjects.extend(of_changes(view, ApprovalKind::AfterBill, words, &lowered)?);
    }
    let on_tab: Vec<&BilledChange> = changed.iter().filter(|change| change.kind == BilledChangeKind::OnTab).collect();
    subjects.extend(of_changes(view, ApprovalKind::CreditAfterBill, None, &on_tab)?.map(|subject| on_whose_tab(subject, events)));
    // A waiver asks for itself.
    let is_waiver = events.iter().any(|event| matches!(event, Event::ServiceChargeSet(_)));
    let charges: Vec<&BilledChange> = changed.iter().filter(|change| change.kind == BilledChangeKind::ChargeOff && !is_waiver).collect();
    subjects.extend(of_changes(view, ApprovalKind::ServiceCharge, None, &charges)?);
    for event in events {
        subjects.extend(move_after_bill(view, event)?);
    }
    Ok(subjects)
}

/// The subject of changes of one kind: `named`, if the event has words of its own, else what the changes say.
fn of_changes(view: &dyn View, kind: ApprovalKind, named_by: Option<Subject>, changed: &[&BilledChange]) -> Stored<Option<Subject>> {
    let Some(first) = changed.first() else { return Ok(None) };
    let subject = match named_by {
        Some(subject) => Subject { kind, ..subject },
        None => Subject {
            kind,
            verb: verb_of(first.kind),
            goods: match first.kind {
                BilledChangeKind::ChargeOff => Vec::new(),
                BilledChangeKind::TakenOff | BilledChangeKind::Lowered | BilledChangeKind::Cancelled | BilledChangeKind::OnTab => {
                    changed.iter().map(|change| Goods::worth(change.quantity, &change.line, change.amount)).collect()
                }
            },
            location: Location::of_order(view, first.order_id)?,
            reason: None,
            amount: Some(changed.iter().map(|change| change.amount).sum()),
            details: Vec::new(),
        },
    };
    let mut numbers: Vec<&str> = changed.iter().map(|change| change.bill.as_str()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    Ok(Some(with_bill(subject, &numbers.join(", "))))
}

fn verb_of(kind: BilledChangeKind) -> &'static str {
    match kind {
        BilledChangeKind::TakenOff => "Take off",
        BilledChangeKind::Lowered => "Lower",
        BilledChangeKind::Cancelled => "Cancel",
        BilledChangeKind::OnTab => "Put on a tab",
        BilledChangeKind::ChargeOff => "Take the service charge off",
    }
}

fn on_whose_tab(subject: Subject, events: &[Event]) -> Subject {
    let customer = events.iter().flat_map(Event::credits).map(|credit| &credit.customer).next();
    let phone = customer.and_then(|customer| customer.phone.as_ref()).map(|phone| format!(" ({phone})")).unwrap_or_default();
    let line = customer.map(|customer| SummaryLine::new("Tab of", format!("{}{phone}", customer.name)));
    let details = subject.details.into_iter().chain(line).collect();
    Subject { details, ..subject }
}

/// What lowers an order, in the words of its event; `None` for one without any of its own.
fn in_its_words(view: &dyn View, settings: &Settings, events: &[Event]) -> Stored<Option<Subject>> {
    for event in events {
        let subject = match event {
            Event::OrderRepriced(event) => given_after_bill(view, event)?,
            Event::ItemRemoved(event) => item_removal(view, event)?,
            Event::ItemChanged(event) => item_change(view, event)?,
            Event::OrderMoved(event) => cancellation(view, event)?,
            Event::OrderVoided(event) => order_void(view, settings, event)?,
            Event::OrderExempted(event) => exempted(view, event)?,
            needs_none!() => None,
            Event::SaleRecorded(_)
            | Event::SaleVoided(_)
            | Event::SaleRefunded(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderAttached(_)
            | Event::CreditGiven(_)
            | Event::PrintQueued(_)
            | Event::CashMoved(_)
            | Event::ShiftClosed(_) => None,
        };
        if subject.is_some() {
            return Ok(subject);
        }
    }
    Ok(None)
}

/// An exemption, with what it lowers.
fn exempted(view: &dyn View, exempted: &OrderExempted) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, exempted.order_id)? else { return Ok(None) };
    let owed_before: Price = order.lines().map(|item| item.line.gross()).sum();
    let owed_after: Price = retaxed(&order, exempted).iter().map(|item| item.line.gross()).sum();
    let subject = exemption(view, exempted)?;
    Ok(Some(Subject { verb: "Take the tax off", amount: Some(owed_before + -owed_after), ..subject }))
}

/// Items that are moved off such an order, or to one.
fn move_after_bill(view: &dyn View, event: &Event) -> Stored<Option<Subject>> {
    let (verb, source, orders, pieces): (_, u64, Vec<u64>, Vec<(&MovedPieces, &OrderAfter)>) = match event.moved_items() {
        Some(MovedItems::Moved(moved)) => {
            let verb = if moved.kind == MoveKind::Move { "Move" } else { "Split off" };
            let existing = moved.to.iter().filter(|to| to.new.is_none()).map(|to| to.after.order_id);
            let orders = std::iter::once(moved.source.order_id).chain(existing).collect();
            let pieces = moved.to.iter().flat_map(|to| to.pieces.iter().map(|piece| (piece, &to.after)));
            (verb, moved.source.order_id, orders, pieces.collect())
        }
        Some(MovedItems::Merged(merged)) => {
            let orders = merged.sources.iter().map(|source| source.order_id).chain([merged.target.order_id]).collect();
            let pieces = merged.sources.iter().flat_map(|source| &source.pieces).map(|piece| (piece, &merged.target));
            ("Merge", merged.target.order_id, orders, pieces.collect())
        }
        None => return Ok(None),
    };
    let mut billed = None;
    for order_id in orders {
        billed = billed.or(bills::unpaid_on(view, order_id)?);
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
        location: Location::of_order(view, source)?,
        reason: None,
        amount: None,
        details: Vec::new(),
    };
    Ok(Some(with_bill(subject, &bill.number)))
}

/// The subject with the number of the bill.
fn with_bill(subject: Subject, number: &str) -> Subject {
    let details = subject.details.into_iter().chain([SummaryLine::new("Bill", number)]).collect();
    Subject { details, ..subject }
}
