//! Approvals of what is taken back: voids, refunds, items off an order, cancelled orders. And of the drawer that is opened by hand.

use super::money_back::{MoneyBack, paid_by};
use super::subject::{Goods, Location, Subject, left_on_order, listed};
use crate::approvals::SummaryLine;
use crate::credit;
use crate::orders::{self, ItemChanged, ItemRemoved, Order, OrderMoved, OrderVoided};
use crate::payments::{Payment, payments_of_order};
use crate::printing::{JobKind, JobQueued};
use crate::reasons::in_words;
use crate::receipts::document::format_cash;
use crate::sales::{self, SaleLine, SaleRefunded, SaleVoided, payments_of_allocations};
use crate::settings::{ApprovalKind, Settings};
use base::Price;
use store::{Stored, View};

/// What one request voids of the lines of a receipt; `None` if nothing.
pub(super) fn sale_void(view: &dyn View, settings: &Settings, voided: &[&SaleVoided]) -> Stored<Option<Subject>> {
    let Some(first) = voided.first() else { return Ok(None) };
    let (mut goods, mut amount, mut order_id, mut guest) = (Vec::new(), Price::ZERO, None, None);
    let mut paid = Vec::new();
    for event in voided {
        let Some(recorded) = sales::recorded_line(view, event.sale_id)? else { continue };
        let part = event.part.clone().unwrap_or_else(|| recorded.rest());
        goods.push(Goods::worth(part.quantity, &recorded.line, part.total));
        amount += part.total;
        order_id = order_id.or(recorded.line.order_id);
        paid.extend(paid_by(view, &recorded.line)?);
        guest = guest.or(recorded.customer);
    }
    let location = location_of(view, order_id, guest.as_ref())?;
    let refunds: Vec<&Payment> = voided.iter().flat_map(|event| &event.refunds).collect();
    let receipt = SummaryLine::new("Receipt", &*first.receipt_number);
    let back = MoneyBack { paid, refunds: &refunds }.lines(settings);
    let details = std::iter::once(receipt).chain(back).chain([back_to_stock(first.returns_stock)]).collect();
    let (kind, reason) = (ApprovalKind::VoidSale, Some(in_words(first.listed_reason.as_ref(), &first.reason)));
    Ok(Some(Subject { kind, verb: "Void", goods, location, reason, amount: Some(amount), details }))
}

/// Money back for lines of a receipt that stay sold.
pub(super) fn sale_refund(view: &dyn View, settings: &Settings, refunded: &SaleRefunded) -> Stored<Option<Subject>> {
    let Some(refund) = refunded.refund() else { return Ok(None) };
    let (mut order_id, mut paid) = (None, Vec::new());
    for part in &refunded.parts {
        let Some(sold) = sales::recorded_line(view, part.sale_id)? else { continue };
        order_id = order_id.or(sold.line.order_id);
        paid.extend(paid_by(view, &sold.line)?);
    }
    let goods = |line: &SaleLine| match -line.quantity {
        0 => Goods::words(format!("{} of {}", format_cash(-line.gross_charged()), line.product_name)),
        pieces => Goods::worth(pieces, line, -line.total),
    };
    let lines = &refunded.sale.lines;
    let refunds: Vec<&Payment> = refunded.payments.iter().collect();
    let receipt = SummaryLine::new("Receipt", &*refund.of);
    let back = MoneyBack { paid, refunds: &refunds }.lines(settings);
    Ok(Some(Subject {
        kind: ApprovalKind::Refund,
        verb: "Refund",
        goods: lines.iter().map(goods).collect(),
        location: location_of(view, order_id, refunded.sale.customer.as_ref())?,
        reason: Some(in_words(refund.reason.listed.as_ref(), &refund.reason.text)),
        amount: Some(-lines.iter().map(SaleLine::gross).sum::<Price>()),
        details: std::iter::once(receipt).chain(back).chain([back_to_stock(refund.returns_stock)]).collect(),
    }))
}

/// A whole order that is voided, with all money on it.
pub(super) fn order_void(view: &dyn View, settings: &Settings, voided: &OrderVoided) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, voided.order_id)? else { return Ok(None) };
    let credits = credit::credits_of_order(view, order.id)?;
    let of_credit = payments_of_allocations(view, credits.iter().flat_map(|item| &item.line.allocations))?;
    let rows = payments_of_order(view, order.id)?.into_iter().chain(of_credit).filter(|row| !row.payment.refund);
    let paid = rows.flat_map(|row| row.payment.tenders).map(|tender| tender.method).collect();
    let refunds: Vec<&Payment> = voided.refunds.iter().collect();
    let stock = back_to_stock(order.items.is_empty() || !voided.return_item_ids.is_empty());
    let details = MoneyBack { paid, refunds: &refunds }.lines(settings).into_iter().chain([stock]).collect();
    let reason = Some(in_words(voided.listed_reason.as_ref(), &voided.reason));
    whole_order(view, ApprovalKind::VoidOrder, "Void", &order, reason, details).map(Some)
}

/// An order that is cancelled.
pub(super) fn cancellation(view: &dyn View, moved: &OrderMoved) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, moved.order_id)? else { return Ok(None) };
    let details = vec![back_to_stock(moved.not_returned.len() < order.items.len())];
    whole_order(view, ApprovalKind::CancelOrder, "Cancel", &order, listed(moved.listed_reason.as_ref(), moved.reason.as_ref()), details)
        .map(Some)
}

fn whole_order(
    view: &dyn View,
    kind: ApprovalKind,
    verb: &'static str,
    order: &Order,
    reason: Option<String>,
    details: Vec<SummaryLine>,
) -> Stored<Subject> {
    let goods = order.items.iter().map(Goods::from).collect();
    Ok(Subject { kind, verb, goods, location: Location::of(view, order)?, reason, amount: Some(order.total()), details })
}

/// An item that is taken off an order.
pub(super) fn item_removal(view: &dyn View, event: &ItemRemoved) -> Stored<Option<Subject>> {
    taken_off(view, event.order_id, event.item_id, listed(event.listed_reason.as_ref(), event.reason.as_ref()), None)
}

/// Pieces that are taken off an item.
pub(super) fn item_change(view: &dyn View, event: &ItemChanged) -> Stored<Option<Subject>> {
    let part = event.removed.as_ref().map(|facts| (facts.quantity, facts.total));
    taken_off(view, event.order_id, event.item_id, listed(event.listed_reason.as_ref(), event.reason.as_ref()), part)
}

/// `part`: the pieces that are taken off, and what they cost; `None` for all of the item.
fn taken_off(view: &dyn View, order_id: u64, item_id: u64, reason: Option<String>, part: Option<(i64, Price)>) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, order_id)? else { return Ok(None) };
    let Some(item) = order.items.iter().find(|item| item.id == item_id) else { return Ok(None) };
    let (quantity, amount) = part.unwrap_or((item.line.quantity, item.line.total));
    Ok(Some(Subject {
        kind: ApprovalKind::RemoveSent,
        verb: "Take off",
        goods: vec![Goods::worth(quantity, &item.line, amount)],
        location: Location::of(view, &order)?,
        reason,
        amount: Some(amount),
        details: vec![left_on_order(order.total() + -amount)],
    }))
}

/// The drawer that is opened without a sale; `None` for any other job, and for one that the box queued by itself.
pub(super) fn drawer(settings: &Settings, job: &JobQueued) -> Option<Subject> {
    if !job.kind.is_drawer() || job.by_policy {
        return None;
    }
    let printer = settings.printer(job.printer_id).map(|printer| SummaryLine::new("Printer", &*printer.name));
    let reason = match &job.kind {
        JobKind::Drawer { reason, listed_reason, .. } => listed(listed_reason.as_ref(), reason.as_ref()),
        _ => None,
    };
    Some(Subject {
        kind: ApprovalKind::NoSale,
        verb: "Open the drawer",
        goods: Vec::new(),
        location: Location::default(),
        reason,
        amount: None,
        details: printer.into_iter().collect(),
    })
}

fn location_of(view: &dyn View, order_id: Option<u64>, guest: Option<&base::Customer>) -> Stored<Location> {
    order_id.map_or_else(|| Ok(Location::of_guest(guest)), |id| Location::of_order(view, id))
}

fn back_to_stock(returns: bool) -> SummaryLine {
    SummaryLine::new("Back to stock", if returns { "Yes" } else { "No" })
}
