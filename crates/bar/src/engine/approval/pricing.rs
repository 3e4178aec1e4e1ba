//! Approvals of discounts and comps, on orders and at the counter.

use super::subject::{Goods, Location, Subject, left_on_order, listed, named};
use crate::exceptions::{self, ExceptionKind};
use crate::orders::pricing::{OrderRepriced, Repricing};
use crate::orders::{self, Order, OrderItem};
use crate::receipts::document::{format_both, format_in};
use crate::sales::SaleLine;
use crate::settings::{ApprovalKind, Settings};
use base::{BusinessDay, Envelope, Price, Usd};
use store::{Stored, View};

/// The lines that are sold at another price than a bartender may give; `None` if there are none.
pub(super) fn discount(settings: &Settings, lines: &[&SaleLine], location: Location) -> Option<Subject> {
    let free = i128::from(settings.approvals.discount_free);
    let is_asked = |line: &&SaleLine| (line.discount_reason.is_some() || line.discount.is_some()) && !is_free(line, free);
    let lines: Vec<&SaleLine> = lines.iter().copied().filter(is_asked).collect();
    let first = lines.first()?;
    let given = first.discount.as_ref().filter(|_| first.discount_reason.is_none());
    Some(Subject {
        kind: ApprovalKind::Discount,
        verb: "Sell",
        goods: lines.iter().map(|line| at_price(line)).collect(),
        location,
        reason: match given {
            Some(given) => listed(given.listed.as_ref(), Some(&given.reason)),
            None => listed(first.discount_listed.as_ref(), first.discount_reason.as_ref()),
        },
        amount: Some(lines.iter().map(|line| line.total).sum()),
        details: Vec::new(),
    })
}

/// `2 × Club Beer at $1.50 instead of $2.00`, `2 × Club Beer less 10 %`, `2 × Club Beer less $0.50`; in the lines the price of a piece,
/// or of all with a discount, before and after.
fn at_price(line: &SaleLine) -> Goods {
    let price = line.discount_reason.as_ref().map(|_| {
        let (unit, list) = (format_in(line.unit, line.currency), format_in(line.list, line.currency));
        format!(" at {unit} instead of {list}")
    });
    let less = line.discount.as_ref().map(|discount| match discount.percent {
        Some(percent) => format!(" less {}", percent.in_words()),
        None => format!(" less {}", format_in(discount.amount, line.currency)),
    });
    let said = format!("{}{}{}", named(line.quantity, &line.product_name), price.unwrap_or_default(), less.unwrap_or_default());
    let unit = line.discount_reason.is_some().then_some((line.list, line.unit));
    Goods::lowered(said, line, &unit.into_iter().chain(before_and_after(line)).collect::<Vec<_>>())
}

/// Whether a line costs what the list says, or less by at most `free` percent of that. A percent counts as it was given, without the
/// rounding of its amount.
fn is_free(line: &SaleLine, free: i128) -> bool {
    let minor = |price: Price| i128::from(price.minor_in(line.currency));
    let is_listed = line.unit == line.list || line.discount_reason.is_none();
    if let Some(percent) = line.discount.as_ref().filter(|_| is_listed).and_then(|discount| discount.percent) {
        return i128::from(percent.as_hundredths()) <= free * 100;
    }
    if line.discount.is_none() {
        let lowered = minor(line.list) - minor(line.unit);
        return lowered == 0 || (lowered > 0 && lowered * 100 <= free * minor(line.list));
    }
    let list = if is_listed { minor(line.unit) } else { minor(line.list) } * i128::from(line.quantity);
    let lowered = list - minor(line.priced());
    lowered >= 0 && lowered * 100 <= free * list
}

/// What a discount or a comp needs an approval for; `None` for one that is taken off, and for one that is free.
pub(super) fn repricing(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &OrderRepriced) -> Stored<Option<Subject>> {
    match event.why {
        Repricing::Discount => order_discount(view, settings, event),
        Repricing::Comp => comp(view, settings, envelope, event),
        Repricing::DiscountOff | Repricing::CompOff => Ok(None),
    }
}

/// The same after the bill, whatever is free otherwise.
pub(super) fn given_after_bill(view: &dyn View, event: &OrderRepriced) -> Stored<Option<Subject>> {
    let amount = event.subjects().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum();
    let (verb, goods) = match event.why {
        Repricing::Discount => ("Give", discounted(view, event, &event.subjects().collect::<Vec<_>>())?),
        Repricing::Comp => ("Give free", event.subjects().map(|item| given_free(&item.line)).collect()),
        Repricing::DiscountOff | Repricing::CompOff => return Ok(None),
    };
    subject(view, event, ApprovalKind::AfterBill, verb, goods, amount).map(Some)
}

fn order_discount(view: &dyn View, settings: &Settings, event: &OrderRepriced) -> Stored<Option<Subject>> {
    let free = i128::from(settings.approvals.discount_free);
    let items: Vec<&OrderItem> = event.subjects().filter(|item| !is_free(&item.line, free)).collect();
    if items.is_empty() {
        return Ok(None);
    }
    let amount = items.iter().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum();
    let goods = discounted(view, event, &items)?;
    subject(view, event, ApprovalKind::Discount, "Give", goods, amount).map(Some)
}

/// `10 % off the order` where the discount is on all that is not free, else `10 % off 5 × Club Beer, 1 × Rice`.
fn discounted(view: &dyn View, event: &OrderRepriced, items: &[&OrderItem]) -> Stored<Vec<Goods>> {
    let order = orders::order(view, event.order_id)?;
    let is_whole = |order: &Order| order.items.iter().all(|item| item.line.is_comp() || event.item_ids.contains(&item.id));
    let is_whole = order.as_ref().is_some_and(is_whole);
    let off = format!("{} off", figure(items));
    let lowered = |said: String, item: &&OrderItem| Goods::lowered(said, &item.line, &before_and_after(&item.line));
    if is_whole {
        let order = Goods::words(format!("{off} the order"));
        return Ok(std::iter::once(order).chain(items.iter().map(|item| lowered(String::new(), item))).collect());
    }
    let goods = items.iter().enumerate().map(|(place, item)| {
        let goods = named(item.line.quantity, &item.line.product_name);
        lowered(if place == 0 { format!("{off} {goods}") } else { goods }, item)
    });
    Ok(goods.collect())
}

/// `10 %`, `L$200`: the discount on all of these items, in the currency that they are priced in, or in both.
fn figure(items: &[&OrderItem]) -> String {
    if let Some(percent) = items.iter().find_map(|item| item.line.discount.as_ref()?.percent) {
        return percent.in_words();
    }
    let amount: Price = items.iter().filter_map(|item| item.line.discount.as_ref()).map(|discount| discount.amount).sum();
    let mut currencies = items.iter().map(|item| item.line.currency);
    let first = currencies.next();
    match first.filter(|first| currencies.all(|currency| currency == *first)) {
        Some(currency) => format_in(amount, currency),
        None => format_both(amount),
    }
}

fn given_free(line: &SaleLine) -> Goods {
    Goods::lowered(named(line.quantity, &line.product_name), line, &before_and_after(line))
}

/// What all pieces of a line cost without its discount and with it.
fn before_and_after(line: &SaleLine) -> Vec<(Price, Price)> {
    line.discount.iter().map(|discount| (line.priced() + discount.amount, line.priced())).collect()
}

fn comp(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &OrderRepriced) -> Stored<Option<Subject>> {
    if comps_today(view, event.day, envelope.actor.id)? + event.worth <= settings.bills.comp_cap {
        return Ok(None);
    }
    let goods = event.subjects().map(|item| given_free(&item.line)).collect();
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
    goods: Vec<Goods>,
    amount: Price,
) -> Stored<Subject> {
    let given = event.subjects().find_map(|item| item.line.discount.as_ref());
    let reason = listed(given.and_then(|given| given.listed.as_ref()), given.map(|given| &given.reason));
    let order = orders::order(view, event.order_id)?;
    let details = order.iter().map(|order| left_on_order(order.total() + -event.amount)).collect();
    Ok(Subject { kind, verb, goods, location: Location::of_order(view, event.order_id)?, reason, amount: Some(amount), details })
}
