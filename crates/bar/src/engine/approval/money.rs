//! Approvals of payments that are given back, and of walk-outs.

use super::money_back::MoneyBack;
use super::subject::{Goods, Location, Subject};
use crate::approvals::SummaryLine;
use crate::orders::{self, OrderItem, OrderWalkedOut, PaymentRefunded, parts_by_payment};
use crate::payments::{remaining, value_in_both};
use crate::reasons::in_words;
use crate::receipts::document::format_cash;
use crate::sales;
use crate::settings::{ApprovalKind, Settings};
use base::Price;
use store::{Stored, View};

/// A payment on an open order that is given back.
pub(super) fn payment_refund(view: &dyn View, settings: &Settings, event: &PaymentRefunded) -> Stored<Subject> {
    let given_back = -event.payment.kept();
    let payment = event.payment.refunds.map_or(Ok(None), |id| sales::payment(view, id))?;
    let paid = payment.into_iter().flat_map(|row| row.payment.tenders).map(|tender| tender.method).collect();
    Ok(Subject {
        kind: ApprovalKind::Refund,
        verb: "Give a payment back",
        goods: Vec::new(),
        location: Location::of_order(view, event.order_id)?,
        reason: Some(in_words(event.listed_reason.as_ref(), &event.reason)),
        amount: Some(value_in_both(given_back, event.payment.rate)),
        details: MoneyBack { paid, refunds: &[&event.payment] }.lines(settings),
    })
}

/// An order whose guests left without paying.
pub(super) fn walk_out(view: &dyn View, event: &OrderWalkedOut) -> Stored<Subject> {
    let order = orders::order(view, event.order_id)?;
    let owed: Vec<&OrderItem> = order.iter().flat_map(|order| order.lines()).filter(|item| !item.debt.is_settled()).collect();
    let worth: Price = owed.iter().map(|item| remaining([&item.debt].into_iter(), item.line.rate)).sum();
    Ok(Subject {
        kind: ApprovalKind::WalkOut,
        verb: "Write off",
        goods: owed.iter().filter_map(|item| parts_by_payment(item).owed).map(|line| Goods::of(&line)).collect(),
        location: Location::of_order(view, event.order_id)?,
        reason: Some(in_words(event.listed_reason.as_ref(), &event.reason)),
        amount: Some(worth),
        details: vec![SummaryLine::new("Written off", format_cash(event.written_off))],
    })
}
