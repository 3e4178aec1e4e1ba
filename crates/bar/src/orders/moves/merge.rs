//! Decides a merge: all items and all payments of orders go into another one.

use super::pieces::{after, with_items};
use super::{MergedOrder, MoveContext, MovedPieces, OrderAfter, OrdersMerged};
use crate::orders::money::{Freed, reallocate_from};
use crate::orders::pay::payable;
use crate::orders::service::by_guests;
use crate::orders::{GUESTS_MAX, Order};
use base::{Decided, Refusal};

/// Merges orders.
#[derive(Debug, Clone)]
pub struct MergeOrders {
    /// The order that stays.
    pub order_id: u64,
    /// 1 to 19 others, each once.
    pub from: Vec<u64>,
}

/// Decides the merge. Each item keeps what was allocated to it; the money on a service charge that ends is allocated to what is owed.
///
/// # Errors
/// See [`super::decide_move`]; 409 `conflict` for an order without items.
pub(super) fn merge_orders(command: &MergeOrders, context: &MoveContext) -> Decided<OrdersMerged> {
    let target = context.orders.order()?;
    let sources = command.from.iter().map(|id| context.other(*id)).collect::<Decided<Vec<&Order>>>()?;
    payable(target)?;
    sources.iter().try_for_each(|source| payable(source))?;
    if sources.iter().any(|source| source.items.is_empty()) {
        return Err(Refusal::conflict("There is nothing on this order to merge"));
    }
    let mut order = target.clone();
    for source in &sources {
        if let (Some(one), Some(other)) = (&order.exemption, &source.exemption)
            && (&one.of.name, &one.of.document_number) != (&other.of.name, &other.of.document_number)
        {
            return Err(Refusal::conflict("These orders are exempt from tax for different customers"));
        }
        order = with_items(order, &source.items, source)?;
        order.service_lines.extend(source.service_lines.iter().cloned());
        order.paid += source.paid;
        order.change += source.change;
        order.buyer = order.buyer.or_else(|| source.buyer.clone());
    }
    let guests = sources.iter().fold(target.guests, |sum, source| match (sum, source.guests) {
        (Some(sum), Some(more)) => Some((sum + more).min(GUESTS_MAX)),
        (sum, more) => sum.or(more),
    });
    // Bills of a split have no guests, and keep their charge.
    let charge = target.service.as_ref().filter(|charge| charge.is_due()).cloned();
    let charge = charge.or_else(|| by_guests(target.order_type, guests, target.service.as_ref(), context.orders.service));
    let reallocated = reallocate_from(context.orders.next_item_id, order.clone(), charge, Freed::None, &context.orders);
    let reallocated =
        reallocated.map_err(|refusal| refusal.on_conflict("More has been paid than both orders cost. Nothing was merged."))?;
    let sale = reallocated.sale.clone();
    let sources = sources.into_iter().map(|source| MergedOrder {
        order_id: source.id,
        pieces: source.items.iter().map(whole).collect(),
        payment_ids: context.payments_of(source.id),
    });
    Ok(OrdersMerged { target: OrderAfter::of(&after(order, reallocated)), guests, sources: sources.collect(), sale, approval: None })
}

fn whole(item: &crate::orders::OrderItem) -> MovedPieces {
    MovedPieces { item_id: item.id, moved_as: item.id, quantity: item.line.quantity, name: item.line.product_name.clone() }
}
