//! Compares the lines of an order before and after an entry: whether its bill is still right, and what the guest pays less.

use crate::orders::{Order, OrderItem, OrderStatus, ServiceState};
use crate::sales::SaleLine;
use base::{CurrencyCode, Price};

/// Where items went that are not on an order any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gone {
    /// They were taken off.
    TakenOff,
    /// They are on another order now; `None` for several ones.
    MovedTo(Option<u64>),
}

/// What a guest pays less after a change, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChange {
    pub text: String,
    /// In either currency, positive.
    pub amount: Price,
}

/// Whether a bill of the order before is also right for the order after: the same items at the same prices, with the same discounts,
/// tax and service charge. Money on them does not count.
pub fn is_same(before: &Order, after: &Order) -> bool {
    let same_line = |a: &SaleLine, b: &SaleLine| {
        (a.quantity, a.unit, a.total, a.currency) == (b.quantity, b.unit, b.total, b.currency)
            && (&a.discount, &a.tax) == (&b.discount, &b.tax)
    };
    let same_items = before.items.len() == after.items.len()
        && before.items.iter().zip(&after.items).all(|(a, b)| a.id == b.id && same_line(&a.line, &b.line));
    let same_service = before.service_lines.len() == after.service_lines.len()
        && before.service_lines.iter().zip(&after.service_lines).all(|(a, b)| same_line(&a.line, &b.line));
    same_items && same_service
}

/// What the guest pays less on the order after, item by item. `gone` says where missing items went.
pub fn line_changes(before: &Order, after: &Order, gone: Gone) -> Vec<LineChange> {
    if after.merged_into.is_some() {
        return vec![LineChange { text: moved_to("All items", after.merged_into), amount: before.grand_total() }];
    }
    if after.status == OrderStatus::Cancelled && before.status != OrderStatus::Cancelled {
        let what = if before.has_money() { "Order voided" } else { "Order cancelled" };
        return vec![LineChange { text: what.to_owned(), amount: before.grand_total() }];
    }
    let mut changes: Vec<LineChange> = before.items.iter().filter_map(|item| of_item(item, before, after, gone)).collect();
    if changes.is_empty() && before.items == after.items {
        changes.extend(of_service(before, after));
    }
    changes
}

/// What the guest pays less for these items, which are not all of the order.
pub fn piece_changes(items: &[u64], before: &Order, after: &Order, gone: Gone) -> Vec<LineChange> {
    let billed = || before.items.iter().filter(|item| items.contains(&item.id));
    let amount = || billed().map(|item| item.line.gross()).sum::<Price>();
    if let Some(target) = after.merged_into {
        return vec![LineChange { text: moved_to("All items", Some(target)), amount: amount() }];
    }
    if after.status == OrderStatus::Cancelled && before.status != OrderStatus::Cancelled {
        let what = if before.has_money() { "Order voided" } else { "Order cancelled" };
        return vec![LineChange { text: what.to_owned(), amount: amount() }];
    }
    let changes: Vec<LineChange> = billed().filter_map(|item| of_item(item, before, after, gone)).collect();
    if changes.is_empty() && before.items == after.items { of_service(before, after).into_iter().collect() } else { changes }
}

fn moved_to(what: &str, order_id: Option<u64>) -> String {
    match order_id {
        Some(id) => format!("{what} moved to order #{id}"),
        None => format!("{what} moved"),
    }
}

/// What the guest pays less for an item: the pieces that are gone, or a discount, or the tax of an exempt customer.
fn of_item(item: &OrderItem, before: &Order, after: &Order, gone: Gone) -> Option<LineChange> {
    let pieces = pieces_of(item, before, after);
    let left: i64 = pieces.iter().map(|piece| piece.line.quantity).sum();
    let amount = item.line.gross() + -pieces.iter().map(|piece| piece.line.gross()).sum::<Price>();
    let name = &item.line.product_name;
    let missing = item.line.quantity - left;
    if missing > 0 {
        let what = format!("{missing} × {name}");
        let text = match gone {
            Gone::TakenOff => format!("{what} taken off"),
            Gone::MovedTo(order_id) => moved_to(&what, order_id),
        };
        return Some(LineChange { text, amount });
    }
    if missing < 0 || amount.minor_in(item.line.currency) <= 0 {
        return None;
    }
    Some(LineChange { text: cheaper(item, &pieces, name), amount })
}

/// What an item became on the order: itself, and the parts that were cut from it now.
fn pieces_of<'a>(item: &OrderItem, before: &Order, after: &'a Order) -> Vec<&'a OrderItem> {
    let is_new = |piece: &OrderItem| before.items.iter().all(|known| known.id != piece.id);
    after.items.iter().filter(|piece| piece.id == item.id || (piece.part_of == Some(item.id) && is_new(piece))).collect()
}

/// `1 × Club Beer on the house`, `Discount of 10 % on 5 × Club Beer`, `5 × Club Beer exempt from tax`.
fn cheaper(item: &OrderItem, pieces: &[&OrderItem], name: &str) -> String {
    let was_comp = item.line.discount.as_ref().is_some_and(|discount| discount.is_comp);
    let discounts = || pieces.iter().filter_map(|piece| piece.line.discount.as_deref().map(|discount| (piece.line.quantity, discount)));
    let comps: i64 = discounts().filter(|(_, discount)| discount.is_comp && !was_comp).map(|(quantity, _)| quantity).sum();
    if comps > 0 {
        return format!("{comps} × {name} on the house");
    }
    let amount = discounts().map(|(_, discount)| discount.amount).sum::<Price>();
    let amount_before = item.line.discount.as_ref().map_or(Price::ZERO, |discount| discount.amount);
    let what = format!("{} × {name}", item.line.quantity);
    if amount == amount_before {
        return format!("{what} exempt from tax");
    }
    let percent = discounts().find_map(|(_, discount)| discount.percent);
    let off = percent.map_or_else(|| in_own(amount, item.line.currency), |percent| percent.in_words());
    format!("Discount of {off} on {what}")
}

fn in_own(amount: Price, currency: CurrencyCode) -> String {
    crate::receipts::document::format_in(amount, currency)
}

/// A service charge that was waived or became less.
fn of_service(before: &Order, after: &Order) -> Option<LineChange> {
    let amount = before.grand_total() + -after.grand_total();
    let is_less = amount.usd > Price::ZERO.usd || amount.lrd > Price::ZERO.lrd;
    let is_waived = after.service.as_ref().is_some_and(|service| service.state == ServiceState::Waived);
    let text = if is_waived { "Service charge waived" } else { "Less service charge" };
    is_less.then(|| LineChange { text: text.to_owned(), amount })
}
