//! Decides comps: items, or pieces of them, that were made and are given free.

use super::items::{Changes, chosen, find, reprice, with_discount};
use super::{OrderRepriced, PricingContext, Repricing};
use crate::orders::moves::order_changed;
use crate::orders::pay::payable;
use crate::orders::room::has_room;
use crate::orders::{OrderItem, Pieces};
use crate::reasons::{ReasonChoice, ReasonKind};
use crate::sales::{LineDiscount, debt};
use base::{Decided, Refusal, Usd};

/// Gives items of an order free.
#[derive(Debug, Clone)]
pub struct CompItems {
    pub order_id: u64,
    /// At least one; none twice.
    pub items: Vec<Pieces>,
    pub reason: ReasonChoice,
}

/// Takes comps back: the items cost their price again.
#[derive(Debug, Clone)]
pub struct RemoveComp {
    pub order_id: u64,
    pub item_ids: Vec<u64>,
}

/// Decides the comps. Of an item of which some pieces are given free, those become an item of their own.
///
/// # Errors
/// 404 for an unknown order or item; 400 without a reason; 409 `order_changed` for an item that is gone or has another quantity,
/// `conflict` for one that is free already, for an order with too many items and where more was paid than it then comes to, and those of
/// [`payable`].
pub fn comp_items(command: &CompItems, context: &PricingContext) -> Decided<Option<OrderRepriced>> {
    let order = context.orders.order()?;
    payable(order)?;
    let found = command.items.iter().map(|piece| Ok((piece, find(order, piece.item_id, context)?)));
    let found: Vec<(&Pieces, &OrderItem)> = found.collect::<Decided<_>>()?;
    let mut new_ids = context.orders.next_item_id..;
    let (mut item_ids, mut items, mut worth) = (Vec::new(), Vec::new(), Usd::ZERO);
    let (reason, text) = context.orders.reasons.require(&command.reason, ReasonKind::Comp)?;
    for (piece, item) in found {
        if item.line.quantity != piece.of {
            return Err(order_changed(context.moved_to(item.id)));
        }
        if item.line.is_comp() {
            return Err(Refusal::conflict(format!("{} is free already", item.line.product_name)));
        }
        let comp = |item: &OrderItem| {
            let till = &context.orders.till;
            let discount = LineDiscount::comp(item.line.undiscounted(), text.clone(), reason.listed.clone(), (&till.tips.taker, till.at));
            with_discount(item, Some(discount))
        };
        let after = if piece.quantity >= item.line.quantity {
            vec![comp(item)]
        } else {
            let id = new_ids.next().unwrap_or(context.orders.next_item_id);
            let (part, rest) = item.cut(piece.quantity, id)?;
            let part = comp(&part);
            vec![rest, OrderItem { debt: debt(&part.line)?, ..part }]
        };
        let given = after.last().unwrap_or(item);
        worth += given.line.in_usd(given.line.undiscounted().minor_in(given.line.currency));
        item_ids.push(given.id);
        items.push((item.clone(), after));
    }
    let is_given = |item: &&OrderItem| items.iter().any(|(before, _)| before.id == item.id);
    has_room(order.items.iter().filter(|item| !is_given(item)).chain(items.iter().flat_map(|(_, after)| after)))?;
    reprice(Changes { why: Repricing::Comp, item_ids, items, worth }, order, context)
}

/// Decides that comps are taken back. Items that are not free stay as they are.
///
/// # Errors
/// As [`comp_items`], but for those about quantities and reasons.
pub fn remove_comp(command: &RemoveComp, context: &PricingContext) -> Decided<Option<OrderRepriced>> {
    let order = context.orders.order()?;
    payable(order)?;
    let items = chosen(order, Some(&command.item_ids), |item| item.line.is_comp(), context)?;
    let item_ids = items.iter().map(|item| item.id).collect();
    let items = items.into_iter().map(|item| (item.clone(), vec![with_discount(item, None)])).collect();
    reprice(Changes { why: Repricing::CompOff, item_ids, items, worth: Usd::ZERO }, order, context)
}
