//! Rows of moves: the orders that one order was split into, where items went, and which item a part was cut from.

use super::split::sibling;
use super::{Destination, ItemsLabelled, ItemsMoved, MovedPieces, OrderAfter, OrdersHandedOver, OrdersMerged, TableMoved};
use crate::orders::tables::{ITEM_IDS, ORDER_IDS};
use crate::orders::{Order, OrderStatus, order, put_order};
use crate::payments::{change_order_of_payment, payments_of_order};
use base::{Cash, Envelope, Lrd, Usd};
use store::{Stored, Table, Tables, View};

/// Orders by the group that they were split in.
const SPLIT_GROUPS: Table<(u64, u64), ()> = Table::new("orders_split");
/// Which of how many bills of a split an order is: `Bill 2 of 3`. `None` for an order that was not split, and where merges left fewer
/// bills than that.
pub fn split_place(view: &dyn View, order: &Order) -> Stored<Option<(u32, u32)>> {
    let place = order.split.map(|split| split.index).zip(split_count(view, order)?);
    Ok(place.filter(|(index, count)| *count > 1 && index <= count))
}

/// The order that an item, or the last part that was cut off it, went to.
const MOVED_TO: Table<u64, u64> = Table::new("order_items_moved");
/// The item that a part was cut from.
const CUT_FROM: Table<u64, u64> = Table::new("order_items_cut");
/// Why an order is cancelled whose items all went to another one.
const MERGED: &str = "merged";

/// The orders of a group, in the order in which they were made. Empty if the order with this id was never split.
pub fn split_group(view: &dyn View, group: u64) -> Stored<Vec<Order>> {
    let mut found = Vec::new();
    for ((_, id), ()) in SPLIT_GROUPS.with_prefix(view, &group)? {
        found.extend(order(view, id)?);
    }
    Ok(found)
}

/// How many orders of the group of an order are not merged; `None` if it was never split.
pub fn split_count(view: &dyn View, order: &Order) -> Stored<Option<u32>> {
    let Some(split) = order.split else { return Ok(None) };
    let present = split_group(view, split.group)?.iter().filter(|order| order.merged_into.is_none()).count();
    Ok(Some(u32::try_from(present).unwrap_or(u32::MAX)))
}

/// The order that an item, or the last part that was cut off it, went to; `None` if it never moved.
pub(in crate::orders) fn moved_to(view: &dyn View, item_id: u64) -> Stored<Option<u64>> {
    MOVED_TO.get(view, &item_id)
}

/// Remembers which item a part was cut from.
pub(in crate::orders) fn mark_cut(tables: &mut dyn Tables, part: u64, whole: u64) -> Stored<()> {
    CUT_FROM.put(tables, &part, &whole)
}

/// The item and those that it was cut from, newest first.
pub fn with_origins(view: &dyn View, item_id: u64) -> Stored<Vec<u64>> {
    let mut ids = vec![item_id];
    let mut last = item_id;
    while let Some(whole) = CUT_FROM.get(view, &last)? {
        ids.push(whole);
        last = whole;
    }
    Ok(ids)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_items_moved(tables: &mut dyn Tables, envelope: &Envelope, event: &ItemsMoved) -> Stored<()> {
    let Some(source) = order(tables.view(), event.source.order_id)? else { return Ok(()) };
    for Destination { pieces, after, new } in &event.to {
        index_pieces(tables, pieces, after.order_id)?;
        let target = match (new, after.split) {
            (Some(new), Some(place)) => {
                ORDER_IDS.mark_used(tables, after.order_id)?;
                Some(Order { created_at: envelope.at, seated_at: envelope.at, ..sibling(&source, after.order_id, new, place) })
            }
            _ => order(tables.view(), after.order_id)?,
        };
        if let Some(target) = target {
            put_after(tables, envelope, target, after)?;
        }
    }
    let mut source = with_after(tables, source, &event.source)?;
    if let Some(sale) = &event.sale {
        source.settle(sale);
    }
    put_order(tables, envelope, source)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_merged(tables: &mut dyn Tables, envelope: &Envelope, event: &OrdersMerged) -> Stored<()> {
    let Some(mut target) = order(tables.view(), event.target.order_id)? else { return Ok(()) };
    for merged in &event.sources {
        let Some(source) = order(tables.view(), merged.order_id)? else { continue };
        index_pieces(tables, &merged.pieces, target.id)?;
        for row in payments_of_order(tables.view(), source.id)?.into_iter().filter(|row| merged.payment_ids.contains(&row.payment.id)) {
            change_order_of_payment(tables, row, target.id)?;
        }
        target.paid += source.paid;
        target.paid_value_usd += source.paid_value_usd;
        target.change += source.change;
        target.rounding += source.rounding;
        target.buyer = target.buyer.or_else(|| source.buyer.clone());
        put_order(tables, envelope, gone(source, target.id))?;
    }
    let mut target = with_after(tables, Order { guests: event.guests, shares: None, ..target }, &event.target)?;
    if let Some(sale) = &event.sale {
        target.settle(sale);
    }
    put_order(tables, envelope, target)
}

/// An order whose items and payments all went to another one.
fn gone(order: Order, target: u64) -> Order {
    Order {
        items: Vec::new(),
        service_lines: Vec::new(),
        paid: Cash::ZERO,
        paid_value_usd: Usd::ZERO,
        change: Cash::ZERO,
        rounding: Lrd::ZERO,
        shares: None,
        status: OrderStatus::Cancelled,
        cancel_reason: Some(MERGED.to_owned()),
        merged_into: Some(target),
        ..order
    }
}

fn put_after(tables: &mut dyn Tables, envelope: &Envelope, order: Order, after: &OrderAfter) -> Stored<()> {
    let order = with_after(tables, order, after)?;
    put_order(tables, envelope, order)
}

/// The order as the event froze it.
fn with_after(tables: &mut dyn Tables, order: Order, after: &OrderAfter) -> Stored<Order> {
    let OrderAfter { order_id, status, items, service, service_lines, exemption, split, merged_into } = after.clone();
    items.iter().chain(&service_lines).try_for_each(|line| ITEM_IDS.mark_used(tables, line.id))?;
    if let Some(place) = split {
        SPLIT_GROUPS.put(tables, &(place.group, order_id), &())?;
    }
    let cancel_reason = merged_into.map(|_| MERGED.to_owned()).or(order.cancel_reason);
    let shares = order.shares.filter(|_| merged_into.is_none());
    Ok(Order { status, items, service, service_lines, exemption, split, merged_into, cancel_reason, shares, ..order })
}

fn index_pieces(tables: &mut dyn Tables, pieces: &[MovedPieces], target: u64) -> Stored<()> {
    for MovedPieces { item_id, moved_as, .. } in pieces {
        MOVED_TO.put(tables, item_id, &target)?;
        if moved_as != item_id {
            CUT_FROM.put(tables, moved_as, item_id)?;
        }
    }
    Ok(())
}

/// Writes the order with the labels of its items.
pub fn apply_labelled(tables: &mut dyn Tables, envelope: &Envelope, event: &ItemsLabelled) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    for label in &event.items {
        order.items.iter_mut().filter(|item| item.id == label.item_id).for_each(|item| item.guest.clone_from(&label.guest));
    }
    put_order(tables, envelope, order)
}

/// Applies the event. What becomes of the tables are events of their own.
pub fn apply_table_moved(tables: &mut dyn Tables, envelope: &Envelope, event: &TableMoved) -> Stored<()> {
    for id in &event.order_ids {
        if let Some(mut order) = order(tables.view(), *id)? {
            if let Some(renamed) = event.renamed.iter().find(|renamed| renamed.order_id == *id) {
                order.customer.name.clone_from(&renamed.name);
            }
            put_order(tables, envelope, Order { table_id: Some(event.to_table_id), seated_at: envelope.at, ..order })?;
        }
    }
    Ok(())
}

/// Writes the orders with the person who serves them.
pub fn apply_handed_over(tables: &mut dyn Tables, envelope: &Envelope, event: &OrdersHandedOver) -> Stored<()> {
    for handed in &event.orders {
        if let Some(order) = order(tables.view(), handed.order_id)? {
            put_order(tables, envelope, Order { served_by: event.to.clone(), ..order })?;
        }
    }
    Ok(())
}
