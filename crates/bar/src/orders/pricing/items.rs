//! The items of an order with other discounts, and the money on them.

use super::{OrderRepriced, PricingContext, Repricing};
use crate::orders::items::with_its_money;
use crate::orders::money::{Freed, Reallocated, reallocate};
use crate::orders::moves::order_changed;
use crate::orders::reallocate::FreedLine;
use crate::orders::{Order, OrderItem};
use base::{Decided, Price, Refusal, Usd};

/// Items of an order that cost another amount.
pub(super) struct Changes {
    pub why: Repricing,
    /// The items that the command is about.
    pub item_ids: Vec<u64>,
    /// An item as it is, and what becomes of it: one item, or what is left of it and the part that was cut off. The first keeps the
    /// money, as far as it owes anything.
    pub items: Vec<(OrderItem, Vec<OrderItem>)>,
    /// See [`OrderRepriced::worth`].
    pub worth: Usd,
}

/// Decides the event: the money that stays, the service charge, and the sale if nothing is owed any more. `None` if no item changes.
///
/// # Errors
/// 409 `conflict` if more was paid than the order then comes to.
pub(super) fn reprice(changes: Changes, order: &Order, context: &PricingContext) -> Decided<Option<OrderRepriced>> {
    let changed: Vec<_> = changes.items.into_iter().filter(|(before, after)| after.as_slice() != std::slice::from_ref(before)).collect();
    if changed.is_empty() {
        return Ok(None);
    }
    let (mut first, mut lines): (Vec<u64>, Vec<FreedLine>) = (Vec::new(), Vec::new());
    let (mut items, mut amount) = (Vec::new(), Price::ZERO);
    for (before, after) in changed {
        amount += before.line.total + -after.iter().map(|item| item.line.total).sum::<Price>();
        let mut after = after.into_iter();
        let Some(kept) = after.next() else { continue };
        let (kept, freed) = with_its_money(&before, kept)?;
        if let Freed::OfItems { first: ids, lines: of_item } = freed {
            first.extend(ids);
            lines.extend(of_item);
        }
        items.push(kept);
        items.extend(after);
    }
    let freed = if first.is_empty() { Freed::None } else { Freed::OfItems { first, lines } };
    let after = with_items(order, &items);
    let Reallocated { service, shares, sale } = reallocate(after, order.service.clone(), freed, &context.orders).map_err(too_little)?;
    Ok(Some(OrderRepriced {
        order_id: order.id,
        day: context.orders.till.now.day,
        why: changes.why,
        item_ids: changes.item_ids,
        items,
        amount,
        worth: changes.worth,
        service,
        shares,
        sale,
        approval: None,
    }))
}

/// The order with these items in place of those with their ids. One whose id is new to it comes after the item that it was cut from.
pub(super) fn with_items(order: &Order, items: &[OrderItem]) -> Order {
    let is_known = |id| order.items.iter().any(|item| item.id == id);
    let mut all = Vec::with_capacity(order.items.len() + items.len());
    for item in &order.items {
        all.push(items.iter().find(|changed| changed.id == item.id).unwrap_or(item).clone());
        all.extend(items.iter().filter(|new| !is_known(new.id) && new.part_of == Some(item.id)).cloned());
    }
    Order { items: all, ..order.clone() }
}

fn too_little(refusal: Refusal) -> Refusal {
    refusal.on_conflict("More has been paid than the order would come to. Nothing was changed.")
}

/// The item with another discount. Its money is still as it was.
pub(super) fn with_discount(item: &OrderItem, discount: Option<crate::sales::LineDiscount>) -> OrderItem {
    OrderItem { line: item.line.clone().with_discount(discount), ..item.clone() }
}

/// The items that a command names; `None`: all that `fits`. A named one that does not fit is left out.
///
/// # Errors
/// 404 for an item that never existed; 409 `order_changed` for one that is not on the order any more.
pub(super) fn chosen<'a>(
    order: &'a Order,
    ids: Option<&[u64]>,
    fits: impl Fn(&OrderItem) -> bool,
    context: &PricingContext,
) -> Decided<Vec<&'a OrderItem>> {
    let items = ids.unwrap_or_default();
    items.iter().try_for_each(|id| find(order, *id, context).map(|_| ()))?;
    Ok(order.items.iter().filter(|item| ids.is_none_or(|ids| ids.contains(&item.id)) && fits(item)).collect())
}

/// An item of the order.
///
/// # Errors
/// As [`chosen`].
pub(super) fn find<'a>(order: &'a Order, id: u64, context: &PricingContext) -> Decided<&'a OrderItem> {
    if id >= context.orders.next_item_id {
        return Err(Refusal::not_found("item"));
    }
    order.items.iter().find(|item| item.id == id).ok_or_else(|| order_changed(context.moved_to(id)))
}
