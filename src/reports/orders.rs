//! Orders as the bartender's dashboard shows them.

use std::ops::ControlFlow;

use crate::base::Usd;
use crate::orders::{self, Order, OrderStatus};
use crate::store::{Stored, View};

/// An order in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentOrder {
    /// Which.
    pub id: u64,
    /// Where it goes, if to a table.
    pub table_number: Option<u32>,
    /// Number of its lines.
    pub items: usize,
    /// In dollars.
    pub total: Usd,
    /// How far it is.
    pub status: OrderStatus,
}

/// How many orders nobody has begun to prepare.
pub fn pending_orders(view: &dyn View) -> Stored<usize> {
    Ok(orders::open_orders(view)?.iter().filter(|order| order.status == OrderStatus::Pending).count())
}

/// At most `limit` orders, newest first.
pub fn recent_orders(view: &dyn View, limit: usize) -> Stored<Vec<RecentOrder>> {
    let mut newest: Vec<Order> = Vec::with_capacity(limit);
    orders::visit_orders(view, u64::MAX, |order| {
        newest.push(order);
        if newest.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    newest.iter().map(|order| recent(view, order)).collect()
}

fn recent(view: &dyn View, order: &Order) -> Stored<RecentOrder> {
    let table = match order.table_id {
        Some(id) => orders::any_table(view, id)?,
        None => None,
    };
    Ok(RecentOrder {
        id: order.id,
        table_number: table.map(|table| table.number),
        items: order.items.len(),
        total: order.total().usd,
        status: order.status,
    })
}
