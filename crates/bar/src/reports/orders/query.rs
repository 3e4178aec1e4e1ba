//! Queries of orders for the bartender's dashboard.

use std::ops::ControlFlow;

use super::RecentOrder;
use crate::orders::{self, OrderStatus};
use store::{Stored, View};

/// Number of orders with the status `pending`.
pub fn pending_orders(view: &dyn View) -> Stored<u64> {
    let waiting = orders::open_orders(view)?.into_iter().filter(|order| order.status == OrderStatus::Pending);
    Ok(waiting.count() as u64)
}

/// At most `limit` orders, newest first.
pub fn recent_orders(view: &dyn View, limit: usize) -> Stored<Vec<RecentOrder>> {
    let mut newest = Vec::new();
    orders::visit_orders(view, u64::MAX, |order| {
        newest.push(order);
        if newest.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    let mut found = Vec::with_capacity(newest.len());
    for order in newest {
        let table_number = match order.table_id {
            Some(id) => crate::seating::any_table(view, id)?.map(|table| table.number),
            None => None,
        };
        let (items, total) = (order.items.len() as u64, order.total().usd);
        found.push(RecentOrder { id: order.id, table_number, items, total, status: order.status.as_str() });
    }
    Ok(found)
}
