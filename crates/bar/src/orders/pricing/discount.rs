//! Decides discounts on an order: of a percent or an amount, on all items or some.

use super::items::{Changes, chosen, reprice, with_discount};
use super::{OrderRepriced, PricingContext, Repricing};
use crate::orders::pay::payable;
use crate::sales::{DiscountRequest, SaleLine};
use base::{Decided, Refusal, Usd};

/// Gives a discount on an order.
#[derive(Debug, Clone)]
pub struct DiscountOrder {
    pub order_id: u64,
    pub discount: DiscountRequest,
    /// Only on these items; `None`: on all that are not given free.
    pub item_ids: Option<Vec<u64>>,
}

/// Takes the discount off an order.
#[derive(Debug, Clone)]
pub struct RemoveDiscount {
    pub order_id: u64,
    /// Only off these items; `None`: off all.
    pub item_ids: Option<Vec<u64>>,
}

/// Decides the discount, which replaces an earlier one on the same items. `None` if they have it already.
///
/// # Errors
/// 404 for an unknown order or item; 400 without a reason, and for an amount above what the items come to; 409 `order_changed` for an
/// item that is gone, `conflict` for one that is free, for an order without items and where more was paid than it then comes to, and
/// those of [`payable`].
pub fn discount_order(command: &DiscountOrder, context: &PricingContext) -> Decided<Option<OrderRepriced>> {
    let order = context.orders.order()?;
    payable(order)?;
    let items = chosen(order, command.item_ids.as_deref(), |item| !item.line.is_comp(), context)?;
    let comps = order.items.iter().filter(|item| item.line.is_comp());
    if let Some(comp) = comps.into_iter().find(|item| command.item_ids.as_ref().is_some_and(|ids| ids.contains(&item.id))) {
        return Err(Refusal::conflict(format!("{} is free already. Take the comp off first.", comp.line.product_name)));
    }
    if items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order for a discount"));
    }
    let lines: Vec<&SaleLine> = items.iter().map(|item| &item.line).collect();
    let discounts = command.discount.on(&lines, &context.orders.reasons, &context.orders.till.tips.taker, context.orders.till.at)?;
    let beyond = |(line, discount): (&&SaleLine, &crate::sales::LineDiscount)| {
        let before = line.discount.as_ref().map_or(0, |before| before.amount.minor_in(line.currency));
        line.in_usd((discount.amount.minor_in(line.currency) - before).max(0))
    };
    let worth: Usd = lines.iter().zip(&discounts).map(beyond).sum();
    let item_ids = items.iter().map(|item| item.id).collect();
    let items = items.into_iter().zip(discounts);
    let items = items.map(|(item, discount)| (item.clone(), vec![with_discount(item, Some(discount))])).collect();
    reprice(Changes { why: Repricing::Discount, item_ids, items, worth }, order, context)
}

/// Decides that the discount is taken off. Items without one stay as they are.
///
/// # Errors
/// As [`discount_order`], but for those about the discount.
pub fn remove_discount(command: &RemoveDiscount, context: &PricingContext) -> Decided<Option<OrderRepriced>> {
    let order = context.orders.order()?;
    payable(order)?;
    let items = chosen(order, command.item_ids.as_deref(), |item| item.line.discount.is_some() && !item.line.is_comp(), context)?;
    let item_ids = items.iter().map(|item| item.id).collect();
    let items = items.into_iter().map(|item| (item.clone(), vec![with_discount(item, None)])).collect();
    reprice(Changes { why: Repricing::DiscountOff, item_ids, items, worth: Usd::ZERO }, order, context)
}
