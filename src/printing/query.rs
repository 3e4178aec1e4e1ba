//! What was sent to the kitchen and the bar.

use std::collections::BTreeSet;

use super::{sent_items, tickets_of};
use crate::orders::{Order, OrderStatus};
use crate::store::{Stored, View};

/// Ids of the items of an order that were sent to a printer, or whose preparation has begun.
pub fn items_sent(view: &dyn View, order: &Order) -> Stored<BTreeSet<u64>> {
    if order.status != OrderStatus::Pending {
        return Ok(order.items.iter().map(|item| item.id).collect());
    }
    Ok(sent_items(tickets_of(view, order.id)?))
}
