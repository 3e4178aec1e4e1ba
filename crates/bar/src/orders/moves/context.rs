//! What decisions about moves know: the orders, tables and people of the command.

use std::collections::BTreeMap;

use crate::orders::{Order, OrderContext};
use crate::seating::DiningTable;
use crate::staff::User;
use base::{Decided, Refusal};

/// Data that decisions about moves need.
#[derive(Debug)]
pub struct MoveContext<'a> {
    /// The order of the command, with its payments; those of merged orders are after them.
    pub orders: OrderContext<'a>,
    /// The other orders of the command that exist.
    pub others: Vec<Order>,
    /// The orders that one order was split into, with that of the command.
    pub group: Vec<Order>,
    /// Where items of the command went that are not all on the order any more.
    pub moved: BTreeMap<u64, u64>,
    /// The tables of the command that exist.
    pub tables: Vec<DiningTable>,
    /// The person who is to serve orders.
    pub user: Option<User>,
    /// Whether the person exists who served them.
    pub from_exists: bool,
}

impl MoveContext<'_> {
    /// Another order of the command.
    pub(super) fn other(&self, id: u64) -> Decided<&Order> {
        self.others.iter().find(|order| order.id == id).ok_or_else(|| Refusal::not_found("order"))
    }

    /// Refuses a table that does not exist.
    pub(super) fn known_table(&self, id: Option<u64>) -> Decided<()> {
        let is_known = id.is_none_or(|id| self.tables.iter().any(|table| table.id == id));
        if is_known { Ok(()) } else { Err(Refusal::not_found("table")) }
    }

    /// The order that an item, or a part of it, went to.
    pub(super) fn moved_to(&self, item_id: u64) -> Option<u64> {
        let order_id = self.orders.order.as_ref().map(|order| order.id);
        self.moved.get(&item_id).copied().filter(|to| Some(*to) != order_id)
    }

    /// The payments of an order, refunds among them.
    pub(super) fn payments_of(&self, order_id: u64) -> Vec<u64> {
        self.orders
            .payments
            .iter()
            .map(|row| &row.payment)
            .filter(|payment| payment.order_id == Some(order_id))
            .map(|payment| payment.id)
            .collect()
    }
}
