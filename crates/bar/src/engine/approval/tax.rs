//! Approvals of waived service charges and of tax exemptions.

use super::needs_none::needs_none;
use super::subject::{Goods, Location, Subject, listed};
use crate::approvals::SummaryLine;
use crate::credit::CreditGiven;
use crate::engine::Event;
use crate::orders::{self, Order, OrderAfter, OrderExempted, OrderItem, ServiceAfter, ServiceChargeSet, ServiceState};
use crate::receipts::document::format_both;
use crate::sales::{SaleLine, SaleRecorded};
use crate::settings::ApprovalKind;
use crate::tax::TaxExemption;
use base::{Lrd, Price, Usd};
use store::{Stored, View};

/// `None` for a charge that is added, which anybody may.
pub(super) fn waiver(view: &dyn View, set: &ServiceChargeSet) -> Stored<Option<Subject>> {
    let waived = set.service.charge.as_ref().filter(|charge| charge.state == ServiceState::Waived);
    let (Some(waived), Some(order)) = (waived, orders::order(view, set.order_id)?) else { return Ok(None) };
    Ok(Some(Subject {
        kind: ApprovalKind::ServiceCharge,
        verb: "Waive the service charge",
        goods: Vec::new(),
        location: Location::of(view, &order)?,
        reason: listed(waived.listed.as_ref(), waived.reason.as_ref()),
        amount: Some(order.service_lines.iter().map(|line| line.line.gross()).sum()),
        details: Vec::new(),
    }))
}

/// A counter sale without tax.
pub(super) fn exempt_sale(sale: &SaleRecorded) -> Option<Subject> {
    let lines: Vec<&SaleLine> = sale.lines.iter().collect();
    Some(without_tax(sale.exemption.as_ref()?, Location::of_guest(sale.customer.as_ref()), &lines))
}

/// Goods that one request gives on credit without tax.
pub(super) fn exempt_credit(given: &[&CreditGiven]) -> Option<Subject> {
    let (exemption, customer) = given.iter().find_map(|given| Some((given.credit.exemption.as_ref()?, &given.credit.customer)))?;
    let lines: Vec<&SaleLine> = given.iter().map(|given| &given.credit.line).collect();
    Some(without_tax(exemption, Location::of_guest(Some(customer)), &lines))
}

/// An order that becomes exempt from tax, or taxed again.
pub(super) fn exemption(view: &dyn View, exempted: &OrderExempted) -> Stored<Subject> {
    let order = orders::order(view, exempted.order_id)?;
    let location = Location::of_order(view, exempted.order_id)?;
    if let Some(exemption) = &exempted.exemption {
        let after = order.as_ref().map(|order| retaxed(order, exempted)).unwrap_or_default();
        return Ok(without_tax(&exemption.of, location, &after.iter().map(|item| &item.line).collect::<Vec<_>>()));
    }
    let was = order.and_then(|order| order.exemption).map(|exemption| exemption.of);
    Ok(Subject {
        kind: ApprovalKind::TaxExemption,
        verb: "Remove the tax exemption",
        goods: Vec::new(),
        location,
        reason: None,
        amount: None,
        details: was.iter().flat_map(details_of).collect(),
    })
}

/// The lines of an order once it is exempt or taxed again.
pub(super) fn retaxed(order: &Order, exempted: &OrderExempted) -> Vec<OrderItem> {
    let mut items = order.items.clone();
    for item in &mut items {
        if let Some(retaxed) = exempted.items.iter().find(|retaxed| retaxed.item_id == item.id) {
            (item.line.total, item.line.tax) = (retaxed.total, retaxed.tax.clone());
        }
    }
    with_service(items, order, exempted.service.as_ref())
}

/// What of `lines` is exempt, with the total and the tax that is not taken.
fn without_tax(exemption: &TaxExemption, location: Location, lines: &[&SaleLine]) -> Subject {
    let exempt: Vec<&SaleLine> = lines.iter().copied().filter(|line| is_exempt(line)).collect();
    let total: Price = lines.iter().map(|line| line.gross()).sum();
    let amount: Price = exempt.iter().copied().map(not_taken).sum();
    let figures = [SummaryLine::new("Total", format_both(total)), SummaryLine::new("Exempted", format_both(amount))];
    Subject {
        kind: ApprovalKind::TaxExemption,
        verb: "Sell without tax",
        goods: exempt.into_iter().map(untaxed).collect(),
        location,
        reason: Some(exemption.in_words()),
        amount: Some(amount),
        details: figures.into_iter().chain(details_of(exemption)).collect(),
    }
}

/// An exempt order of which more is exempt than before, or that exempt items came to; `None` if no order's exempted amount grows.
pub(super) fn growth(view: &dyn View, event: &Event) -> Stored<Option<Subject>> {
    for (order_id, after) in changed_orders(view, event)? {
        let order = orders::order(view, order_id)?;
        let before: Vec<&OrderItem> = order.iter().flat_map(Order::lines).filter(|item| is_exempt(&item.line)).collect();
        let lines: Vec<&OrderItem> = after.lines.iter().filter(|item| is_exempt(&item.line)).collect();
        let sum = |items: &[&OrderItem]| items.iter().map(|item| not_taken(&item.line)).sum::<Price>();
        let (was, is) = (sum(&before), sum(&lines));
        let grown = Price { usd: (is.usd - was.usd).max(Usd::ZERO), lrd: (is.lrd - was.lrd).max(Lrd::ZERO) };
        let Some(exemption) = after.exemption.filter(|_| grown != Price::ZERO) else { continue };
        let tax_before = |id: u64| before.iter().find(|item| item.id == id).map_or(Price::ZERO, |item| not_taken(&item.line));
        let has_grown = |item: &&&OrderItem| {
            let (was, is) = (tax_before(item.id), not_taken(&item.line));
            is.usd > was.usd || is.lrd > was.lrd
        };
        let figures = [SummaryLine::new("Exempted before", format_both(was)), SummaryLine::new("Exempted in all", format_both(is))];
        return Ok(Some(Subject {
            kind: ApprovalKind::TaxExemption,
            verb: "Sell without tax",
            goods: lines.iter().filter(has_grown).map(|item| untaxed(&item.line)).collect(),
            location: order.as_ref().map_or_else(|| Ok(Location::default()), |order| Location::of(view, order))?,
            reason: Some(exemption.in_words()),
            amount: Some(grown),
            details: figures.into_iter().chain(details_of(&exemption)).collect(),
        }));
    }
    Ok(None)
}

/// An exempt order after a change.
struct AfterChange {
    lines: Vec<OrderItem>,
    exemption: Option<TaxExemption>,
}

/// The orders that the event changes and that are exempt afterwards, as they become. An order that begins with it has only what was
/// exempt elsewhere.
fn changed_orders(view: &dyn View, event: &Event) -> Stored<Vec<(u64, AfterChange)>> {
    let moved = |after: &OrderAfter| {
        let exemption = after.exemption.as_ref().map(|exemption| exemption.of.clone())?;
        let lines = after.items.iter().chain(&after.service_lines).cloned().collect();
        Some((after.order_id, AfterChange { lines, exemption: Some(exemption) }))
    };
    match event {
        Event::ItemsMoved(event) => {
            let existing = event.to.iter().filter(|to| to.new.is_none()).map(|to| &to.after);
            Ok(std::iter::once(&event.source).chain(existing).filter_map(moved).collect())
        }
        Event::OrdersMerged(event) => Ok(moved(&event.target).into_iter().collect()),
        Event::ItemAdded(event) => changed(view, event.order_id, event.service.as_ref(), |items| items.push(event.item.clone())),
        Event::ItemRemoved(event) => {
            changed(view, event.order_id, event.service.as_ref(), |items| items.retain(|item| item.id != event.item_id))
        }
        Event::ItemChanged(event) => changed(view, event.order_id, event.service.as_ref(), |items| {
            for item in items.iter_mut().filter(|item| item.id == event.item_id) {
                (item.line.quantity, item.line.total, item.line.tax) = (event.quantity, event.total, event.tax.clone());
                item.line.discount.clone_from(&event.discount);
            }
        }),
        Event::OrderRepriced(event) => changed(view, event.order_id, event.service.as_ref(), |items| {
            items.retain(|item| event.items.iter().all(|changed| changed.id != item.id));
            items.extend(event.items.iter().cloned());
        }),
        Event::OrderChanged(event) => changed(view, event.order_id, event.service.as_ref(), |_| {}),
        Event::ServiceChargeSet(event) => changed(view, event.order_id, Some(&event.service), |_| {}),
        needs_none!() => Ok(Vec::new()),
        // They exempt no more than before, or say themselves what they exempt.
        Event::SaleRecorded(_)
        | Event::SaleVoided(_)
        | Event::SaleRefunded(_)
        | Event::OrderPlaced(_)
        | Event::OrderExempted(_)
        | Event::OrderMoved(_)
        | Event::PaymentRefunded(_)
        | Event::PaymentCorrected(_)
        | Event::OrderWalkedOut(_)
        | Event::WalkOutRecovered(_)
        | Event::OrderAttached(_)
        | Event::OrderVoided(_)
        | Event::CreditGiven(_)
        | Event::PrintQueued(_)
        | Event::CashMoved(_)
        | Event::ShiftClosed(_) => Ok(Vec::new()),
    }
}

/// An exempt order with `change` made to its items; nothing for any other.
fn changed(
    view: &dyn View,
    order_id: u64,
    service: Option<&ServiceAfter>,
    change: impl FnOnce(&mut Vec<OrderItem>),
) -> Stored<Vec<(u64, AfterChange)>> {
    let Some(order) = orders::order(view, order_id)? else { return Ok(Vec::new()) };
    let Some(exemption) = order.exemption.as_ref().map(|exemption| exemption.of.clone()) else { return Ok(Vec::new()) };
    let mut items = order.items.clone();
    change(&mut items);
    Ok(vec![(order_id, AfterChange { lines: with_service(items, &order, service), exemption: Some(exemption) })])
}

/// `items` with the lines of the service charge after a change, which are those of before if the event does not say it.
fn with_service(items: Vec<OrderItem>, order: &Order, service: Option<&ServiceAfter>) -> Vec<OrderItem> {
    let lines = service.map_or(&order.service_lines, |service| &service.lines);
    items.into_iter().chain(lines.iter().cloned()).collect()
}

fn is_exempt(line: &SaleLine) -> bool {
    line.tax.as_ref().is_some_and(|tax| tax.exempt)
}

/// The tax that an exempt line does not bear.
fn not_taken(line: &SaleLine) -> Price {
    line.tax.as_ref().map_or(Price::ZERO, |tax| tax.full())
}

/// An exempt line, with what it would cost with its tax and what it costs.
fn untaxed(line: &SaleLine) -> Goods {
    let with_tax = line.clone().for_customer(false).gross();
    Goods::lowered(super::subject::named(line.quantity, &line.product_name), line, &[(with_tax, line.gross())])
}

fn details_of(exemption: &TaxExemption) -> [SummaryLine; 2] {
    [SummaryLine::new("Name", &*exemption.name), SummaryLine::new("Document", &*exemption.document_number)]
}
