//! Approvals of payments that are given back, and of walk-outs.

use super::money_back::MoneyBack;
use super::subject::{Goods, Location, Subject};
use crate::approvals::SummaryLine;
use crate::corrections::PaymentCorrected;
use crate::orders::{self, OrderItem, OrderWalkedOut, PaymentRefunded, parts_by_payment};
use crate::payments::{Payment, Tender, remaining, value_in_both};
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

/// A payment that was entered wrongly.
pub(super) fn correction(settings: &Settings, event: &PaymentCorrected) -> Subject {
    let paid_by = |payment: &Payment| {
        let words = |tender: &Tender| format!("{} {}", settings.method_name(&tender.method), format_cash(tender.cash()));
        payment.tenders.iter().map(words).collect::<Vec<_>>().join(" and ")
    };
    let kept = event.payment.kept();
    Subject {
        kind: ApprovalKind::CashCorrection,
        verb: "Correct how it was paid",
        goods: Vec::new(),
        location: Location::of_guest(event.payment.customer.as_ref()),
        reason: Some(in_words(event.listed_reason.as_ref(), &event.reason)),
        amount: Some(value_in_both(kept, event.payment.rate)),
        details: vec![SummaryLine::new("Entered", paid_by(&event.before)), SummaryLine::new("Really paid", paid_by(&event.payment))],
    }
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
