//! Orders as the bartender's dashboard shows them.

use std::ops::ControlFlow;

use crate::base::Usd;
use crate::orders::{self, OrderStatus};
use crate::store::{Stored, View};

/// An order in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentOrder {
    /// Which.
    pub id: u64,
    /// Where it goes, if to a table.
    pub table_number: Option<u32>,
    /// Number of its lines.
    pub items: u64,
    /// In dollars.
    pub total: Usd,
    /// pending, preparing, ready, served or cancelled.
    pub status: &'static str,
}

/// How many orders nobody has begun to prepare.
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
            Some(id) => orders::any_table(view, id)?.map(|table| table.number),
            None => None,
        };
        let (items, total) = (order.items.len() as u64, order.total().usd);
        found.push(RecentOrder { id: order.id, table_number, items, total, status: order.status.as_str() });
    }
    Ok(found)
}
