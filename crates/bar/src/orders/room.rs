//! How much an order holds: goods, not entries. The same beer, ordered 25 times, is one line.

use std::collections::HashSet;

use super::OrderItem;
use base::{Decided, Refusal};

/// Most lines of an order: equal goods are one, however often they were ordered.
pub const ITEMS_MAX: usize = 200;
/// Most entries of an order, whatever they are.
pub const ENTRIES_MAX: usize = 1_000;

/// Refuses an order with these items if they are too many.
///
/// # Errors
/// 409 `conflict` for more than [`ITEMS_MAX`] lines or [`ENTRIES_MAX`] entries.
pub(super) fn has_room<'a>(items: impl Iterator<Item = &'a OrderItem>) -> Decided<()> {
    let mut lines = HashSet::new();
    let mut entries = 0;
    for item in items {
        entries += 1;
        lines.insert(line_of(item));
        if lines.len() > ITEMS_MAX || entries > ENTRIES_MAX {
            return Err(Refusal::conflict("This order is full. Take another one."));
        }
    }
    Ok(())
}

/// What makes items equal: product, price, discount, tax, note, guest, and the label of a scale.
fn line_of(item: &OrderItem) -> impl Eq + std::hash::Hash + '_ {
    let line = &item.line;
    let price = (line.currency.as_str(), line.unit.usd.as_minor(), line.unit.lrd.as_minor());
    let discount =
        line.discount.as_ref().map(|discount| (discount.is_comp, discount.given_at.map(|at| at.as_millis()), discount.reason.as_str()));
    let is_exempt = line.tax.as_ref().is_some_and(|tax| tax.exempt);
    let said = [&line.discount_reason, &line.notes, &item.guest, &line.label].map(Option::as_deref);
    ((line.product_id, line.product_name.as_str(), price), discount, is_exempt, said)
}
