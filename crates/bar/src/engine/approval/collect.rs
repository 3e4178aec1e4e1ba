//! Collects what the events of one request need approvals for, and makes one question of it.

use super::billed::of_billed;
use super::cash::{closing, movement};
use super::limit::{attached_over_limit, given_over_limit};
use super::money::{correction, payment_refund, walk_out};
use super::needs_none::needs_none;
use super::pricing::{discount, repricing};
use super::subject::{Goods, Location, Subject};
use super::taken_back::{cancellation, drawer, item_change, item_removal, order_void, sale_refund, sale_void};
use super::tax::{exempt_credit, exempt_sale, exemption, growth, waiver};
use crate::approvals::Question;
use crate::credit::CreditGiven;
use crate::engine::Event;
use crate::sales::{Oversold, SaleLine, SaleVoided};
use crate::seating;
use crate::settings::{ApprovalKind, ApprovalRule, Settings};
use base::{Decided, Envelope, Refusal, Role};
use store::{Stored, View};

/// What `events` need an approval for; `None` if nothing, or if their person's role decides for itself.
///
/// # Errors
/// 403 `forbidden` if a rule denies one of the kinds to the person's role.
pub(super) fn question(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Decided<Option<Question>>> {
    if envelope.actor.role >= Role::Manager {
        return Ok(Ok(None));
    }
    let mut parts = Vec::new();
    for subject in subjects(view, settings, envelope, events)? {
        match settings.approvals.rule(subject.kind) {
            ApprovalRule::Allow => {}
            ApprovalRule::Approve => parts.push(subject.into_part()),
            ApprovalRule::Deny => return Ok(Err(Refusal::forbidden())),
        }
    }
    Ok(Ok(Question::of(parts)))
}

/// Everything that `events` need an approval for where the bar's rule for its kind says so.
fn subjects(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<Subject>> {
    let mut found: Vec<Subject> = of_billed(view, settings, envelope, events)?;
    let (mut voided, mut given): (Vec<&SaleVoided>, Vec<&CreditGiven>) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            Event::SaleRecorded(sale) => {
                found.extend(discount(settings, &sale.lines.iter().collect::<Vec<_>>(), Location::of_guest(sale.customer.as_ref())));
                found.extend(exempt_sale(sale));
                found.extend(oversold(sale.oversold.as_deref(), Location::of_guest(sale.customer.as_ref())));
            }
            Event::CreditGiven(credit) => given.push(credit),
            Event::SaleVoided(sale) => voided.push(sale),
            Event::OrderVoided(order) => found.extend(order_void(view, settings, order)?),
            Event::SaleRefunded(refund) => found.extend(sale_refund(view, settings, refund)?),
            Event::PaymentRefunded(refund) => found.push(payment_refund(view, settings, refund)?),
            Event::PaymentCorrected(event) => found.push(correction(settings, event)),
            Event::OrderWalkedOut(order) => found.push(walk_out(view, order)?),
            Event::OrderPlaced(order) => {
                let location = Location::new(seating::label_of(view, order.table_id)?, None, Some(order.customer.name.clone()));
                found.extend(oversold(order.oversold.as_deref(), location.clone()));
                found.extend(discount(settings, &order.items.iter().map(|item| &item.line).collect::<Vec<_>>(), location));
            }
            Event::ItemAdded(item) => {
                let location = Location::of_order(view, item.order_id)?;
                found.extend(oversold(item.oversold.as_deref(), location.clone()));
                found.extend(discount(settings, &[&item.item.line], location));
            }
            Event::ItemRemoved(item) => {
                if item.sent.is_some() {
                    found.extend(item_removal(view, item)?);
                }
            }
            Event::ItemChanged(item) => {
                if item.sent.is_some() {
                    found.extend(item_change(view, item)?);
                }
            }
            Event::OrderMoved(order) => {
                if order.sent.is_some() {
                    found.extend(cancellation(view, order)?);
                }
            }
            Event::OrderRepriced(order) => found.extend(repricing(view, settings, envelope, order)?),
            Event::ServiceChargeSet(charge) => found.extend(waiver(view, charge)?),
            Event::OrderExempted(order) => found.push(exemption(view, order)?),
            // Only what was billed, or more without tax, needs one.
            Event::ItemsMoved(_) | Event::OrdersMerged(_) | Event::OrderChanged(_) => {}
            Event::OrderAttached(order) => found.extend(attached_over_limit(view, order)?),
            Event::WalkOutRecovered(_) => {}
            Event::PrintQueued(job) => found.extend(drawer(settings, job)),
            Event::CashMoved(moved) => {
                // The others are what the first one does to another till.
                if let Some(first) = moved.movements.first() {
                    found.extend(movement(view, settings, first)?);
                }
            }
            Event::ShiftClosed(closed) => found.extend(closing(closed)),
            needs_none!() => {}
        }
        found.extend(growth(view, event)?);
    }
    found.extend(sale_void(view, settings, &voided)?);
    found.extend(credit(settings, &given));
    Ok(found)
}

/// All that one request gives on credit, to one customer.
fn credit(settings: &Settings, given: &[&CreditGiven]) -> Vec<Subject> {
    let Some(first) = given.first() else { return Vec::new() };
    let lines: Vec<&SaleLine> = given.iter().map(|given| &given.credit.line).collect();
    let lowered = discount(settings, &lines, Location::of_guest(Some(&first.credit.customer)));
    let beyond = oversold(first.oversold.as_deref(), Location::of_guest(Some(&first.credit.customer)));
    lowered.into_iter().chain(exempt_credit(given)).chain(beyond).chain(given_over_limit(given)).collect()
}

/// What is sold beyond the stock.
fn oversold(oversold: Option<&Oversold>, location: Location) -> Option<Subject> {
    let goods = oversold?.goods.iter().map(|goods| Goods::words(goods.named()));
    Some(Subject {
        kind: ApprovalKind::Oversell,
        verb: "Sell beyond the stock",
        goods: goods.collect(),
        location,
        reason: None,
        amount: None,
        details: Vec::new(),
    })
}
