//! Approvals of discounts and comps on orders.

use super::subject::{Place, Subject, is_free, left_on_order, listed, named};
use crate::base::{BusinessDay, Envelope, Price, Usd};
use crate::exceptions::{self, ExceptionKind};
use crate::orders::pricing::{OrderRepriced, Repricing};
use crate::orders::{self, OrderItem};
use crate::receipts::document::format_in;
use crate::sales::{LineDiscount, SaleLine};
use crate::settings::{ApprovalKind, Settings};
use crate::store::{Stored, View};

/// What a discount or a comp needs an approval for; `None` for one that is taken off, and for one that is free.
pub(super) fn repricing(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &OrderRepriced) -> Stored<Option<Subject>> {
    match event.why {
        Repricing::Discount => discount(view, settings, event),
        Repricing::Comp => comp(view, settings, envelope, event),
        Repricing::DiscountOff | Repricing::CompOff => Ok(None),
    }
}

/// The same after the bill, whatever is free otherwise.
pub(super) fn repriced_after_bill(view: &dyn View, event: &OrderRepriced) -> Stored<Option<Subject>> {
    let amount = event.subjects().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum();
    let (verb, goods) = match event.why {
        Repricing::Discount => ("Give", event.subjects().map(|item| taken_off(&item.line)).collect()),
        Repricing::Comp => ("Give free", event.subjects().map(|item| named(item.line.quantity, &item.line.product_name)).collect()),
        Repricing::DiscountOff | Repricing::CompOff => return Ok(None),
    };
    subject(view, event, ApprovalKind::AfterBill, verb, goods, amount).map(Some)
}

fn discount(view: &dyn View, settings: &Settings, event: &OrderRepriced) -> Stored<Option<Subject>> {
    let free = i128::from(settings.approvals.discount_free);
    let items: Vec<&OrderItem> = event.subjects().filter(|item| !is_free(&item.line, free)).collect();
    if items.is_empty() {
        return Ok(None);
    }
    let amount = items.iter().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum();
    let goods = items.iter().map(|item| taken_off(&item.line)).collect();
    subject(view, event, ApprovalKind::Discount, "Give", goods, amount).map(Some)
}

/// `10 % off 5 × Club Beer`, `L$133.33 off 5 × Club Beer`.
fn taken_off(line: &SaleLine) -> String {
    let goods = named(line.quantity, &line.product_name);
    match line.discount.as_deref() {
        Some(LineDiscount { percent: Some(percent), .. }) => format!("{} off {goods}", percent.in_words()),
        Some(discount) => format!("{} off {goods}", format_in(discount.amount, line.currency)),
        None => goods,
    }
}

fn comp(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &OrderRepriced) -> Stored<Option<Subject>> {
    if comps_today(view, event.day, envelope.actor.id)? + event.worth <= settings.bills.comp_cap {
        return Ok(None);
    }
    let goods = event.subjects().map(|item| named(item.line.quantity, &item.line.product_name)).collect();
    let amount = event.subjects().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum();
    subject(view, event, ApprovalKind::Comp, "Give free", goods, amount).map(Some)
}

/// What a person gave free on a business day, also what was taken back since.
fn comps_today(view: &dyn View, day: BusinessDay, user_id: u64) -> Stored<Usd> {
    Ok(exceptions::counts(view, day, user_id)?.of(ExceptionKind::Comps).usd)
}

fn subject(
    view: &dyn View,
    event: &OrderRepriced,
    kind: ApprovalKind,
    verb: &'static str,
    goods: Vec<String>,
    amount: Price,
) -> Stored<Subject> {
    let given = event.subjects().find_map(|item| item.line.discount.as_ref());
    let reason = listed(given.and_then(|given| given.listed.as_ref()), given.map(|given| &given.reason));
    let order = orders::order(view, event.order_id)?;
    let details = order.iter().map(|order| left_on_order(order.total() + -event.amount)).collect();
    Ok(Subject { kind, verb, goods, place: Place::of_order(view, event.order_id)?, reason, amount: Some(amount), details })
}
