//! Order tickets: the bar and the kitchen make the items of a ticket, or stop making those of a cancel ticket.

use serde::{Deserialize, Serialize};

use crate::orders::{Order, OrderItem, OrderPlaced, OrderType};
use crate::seating::TableLabel;
use base::Envelope;

/// Content of one ticket. Snapshot taken when the items were ordered or removed; later changes to the order do not alter it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// The order.
    pub order_id: u64,
    /// Dine-in or takeout.
    pub order_type: OrderType,
    /// The table, if the order has one.
    pub table: Option<TableLabel>,
    /// Name of the customer.
    pub customer: String,
    /// Notes on the order.
    pub notes: Option<String>,
    /// Items to make; on a cancel ticket, items to stop making.
    pub items: Vec<TicketItem>,
    /// Username of the person who entered or removed the items.
    pub user_name: String,
    /// `Some` makes it a cancel ticket: why the items were removed.
    pub reason: Option<String>,
    /// Whether it only tells a new note of an item that was ordered before.
    pub is_change: bool,
    /// Username of the person who approved a cancellation.
    pub approved_by: Option<String>,
}

/// A line of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketItem {
    /// Id of the order item.
    pub id: u64,
    /// Number of pieces.
    pub quantity: i64,
    /// Name of the product.
    pub name: String,
    /// Notes on the item.
    pub notes: Option<String>,
}

/// The part of a ticket that is the same for all tickets of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketHead {
    /// The order.
    pub order_id: u64,
    /// Dine-in or takeout.
    pub order_type: OrderType,
    /// The table, if the order has one.
    pub table: Option<TableLabel>,
    /// Name of the customer.
    pub customer: String,
    /// Notes on the order.
    pub notes: Option<String>,
}

impl TicketHead {
    /// For an existing order; `table` is its table.
    pub fn of(order: &Order, table: Option<TableLabel>) -> Self {
        TicketHead {
            order_id: order.id,
            order_type: order.order_type,
            table,
            customer: order.customer.name.clone(),
            notes: order.notes.clone(),
        }
    }

    /// For an order that is being placed; `table` is its table.
    pub fn from_order_placed(placed: &OrderPlaced, table: Option<TableLabel>) -> Self {
        TicketHead {
            order_id: placed.order_id,
            order_type: placed.order_type,
            table,
            customer: placed.customer.name.clone(),
            notes: placed.notes.clone(),
        }
    }
}

impl Ticket {
    /// A ticket with `items` of the order. `Some(reason)` makes it a cancel ticket: the items were removed for this reason.
    pub(super) fn new(head: &TicketHead, items: Vec<TicketItem>, envelope: &Envelope, reason: Option<&str>) -> Self {
        let TicketHead { order_id, order_type, table, customer, notes } = head.clone();
        let reason = reason.map(str::to_owned);
        let user_name = envelope.actor.name.clone();
        Ticket { order_id, order_type, table, customer, notes, items, user_name, reason, is_change: false, approved_by: None }
    }
}

impl TicketItem {
    pub(super) fn new(item: &OrderItem) -> Self {
        let line = &item.line;
        TicketItem { id: item.id, quantity: line.quantity, name: line.product_name.clone(), notes: line.notes.clone() }
    }
}
