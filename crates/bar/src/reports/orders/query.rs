//! Queries of orders for the bartender's dashboard.

use std::ops::ControlFlow;

use super::RecentOrder;
use crate::orders::{self, Order, OrderStatus};
use store::{Stored, View};

/// Orders among which the latest of a person are looked for.
const RECENT_ORDERS_SCANNED: usize = 500;

/// Number of orders with the status `pending`.
pub fn pending_orders(view: &dyn View) -> Stored<u64> {
    let waiting = orders::open_orders(view)?.into_iter().filter(|order| order.status == OrderStatus::Pending);
    Ok(waiting.count() as u64)
}

/// At most `limit` orders for which `is_seen` holds, newest first, among the newest [`RECENT_ORDERS_SCANNED`].
pub fn recent_orders(view: &dyn View, limit: usize, is_seen: impl Fn(&Order) -> Stored<bool>) -> Stored<Vec<RecentOrder>> {
    let (mut newest, mut scanned, mut failed) = (Vec::new(), 0, None);
    orders::visit_orders(view, u64::MAX, |order| {
        scanned += 1;
        match is_seen(&order) {
            Ok(true) => newest.push(order),
            Ok(false) => {}
            Err(error) => failed = Some(error),
        }
        let goes_on = failed.is_none() && newest.len() < limit && scanned < RECENT_ORDERS_SCANNED;
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if let Some(error) = failed {
        return Err(error);
    }
    let mut found = Vec::with_capacity(newest.len());
    for order in newest {
        let table = crate::seating::label_of(view, order.table_id)?;
        let (items, total) = (order.items.len() as u64, order.total().usd);
        found.push(RecentOrder { id: order.id, table, items, total, status: order.status.as_str() });
    }
    Ok(found)
}
