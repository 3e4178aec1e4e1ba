//! Rows after discounts and comps.

use super::items::with_items;
use super::{OrderClosed, OrderRepriced};
use crate::orders::moves::mark_cut;
use crate::orders::tables::{ITEM_IDS, order, put_order, with_service};
use base::Envelope;
use store::{Stored, Tables};

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_repriced(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderRepriced) -> Stored<()> {
    let Some(order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    for item in &event.items {
        ITEM_IDS.mark_used(tables, item.id)?;
        let is_new = order.items.iter().all(|known| known.id != item.id);
        if let Some(whole) = item.part_of.filter(|_| is_new) {
            mark_cut(tables, item.id, whole)?;
        }
    }
    let order = with_items(&order, &event.items);
    let mut order = with_service(tables, order, event.service.as_ref())?.with_shares(&event.shares);
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

/// Applies the event. Its sale is applied by the engine.
pub fn apply_closed(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderClosed) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    order.settle(&event.sale);
    put_order(tables, envelope, order)
}
