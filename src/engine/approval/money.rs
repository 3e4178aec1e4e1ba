//! Approvals of payments that are given back, and of walk-outs.

use super::subject::{Place, Subject, named};
use crate::approvals::SummaryLine;
use crate::base::Price;
use crate::engine::Event;
use crate::orders::{self, OrderItem, OrderWalkedOut, PaymentRefunded, parts_by_payment};
use crate::payments::{remaining, value_in_both};
use crate::reasons::in_words;
use crate::receipts::document::format_cash;
use crate::settings::ApprovalKind;
use crate::store::{Stored, View};

/// What `events` need an approval for because money goes back or is lost.
pub(super) fn money(view: &dyn View, events: &[Event]) -> Stored<Option<Subject>> {
    for event in events {
        match event {
            Event::PaymentRefunded(refunded) => return refund(view, refunded).map(Some),
            Event::OrderWalkedOut(walked_out) => return walk_out(view, walked_out).map(Some),
            _ => {}
        }
    }
    Ok(None)
}

fn refund(view: &dyn View, event: &PaymentRefunded) -> Stored<Subject> {
    let given_back = -event.payment.kept();
    Ok(Subject {
        kind: ApprovalKind::Refund,
        verb: "Give a payment back",
        goods: Vec::new(),
        place: Place::of_order(view, event.order_id)?,
        reason: Some(in_words(event.listed_reason.as_ref(), &event.reason)),
        amount: Some(value_in_both(given_back, event.payment.rate)),
        details: vec![SummaryLine::new("Money back", format_cash(given_back + -event.payment.tip_amount()))],
    })
}

fn walk_out(view: &dyn View, event: &OrderWalkedOut) -> Stored<Subject> {
    let order = orders::order(view, event.order_id)?;
    let owed: Vec<&OrderItem> = order.iter().flat_map(|order| order.lines()).filter(|item| !item.debt.is_settled()).collect();
    let worth: Price = owed.iter().map(|item| remaining([&item.debt].into_iter(), item.line.rate)).sum();
    Ok(Subject {
        kind: ApprovalKind::WalkOut,
        verb: "Write off",
        goods: owed.iter().filter_map(|item| parts_by_payment(item).owed).map(|line| named(line.quantity, &line.product_name)).collect(),
        place: Place::of_order(view, event.order_id)?,
        reason: Some(in_words(event.listed_reason.as_ref(), &event.reason)),
        amount: Some(worth),
        details: vec![SummaryLine::new("Written off", format_cash(event.written_off))],
    })
}
