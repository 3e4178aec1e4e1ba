//! Order tickets: what the bar and the kitchen are told to make, and to stop making.

use serde::{Deserialize, Serialize};

use crate::base::Envelope;
use crate::orders::{Order, OrderItem, OrderPlaced, OrderType};

/// What one ticket says, frozen when the order was: a ticket that prints late tells what was ordered then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Which order.
    pub order_id: u64,
    /// Where it goes.
    pub order_type: OrderType,
    /// The number of the table, where there is one.
    pub table: Option<u32>,
    /// Who ordered.
    pub customer: String,
    /// Notes on the order.
    pub notes: Option<String>,
    /// What to make.
    pub items: Vec<TicketItem>,
    /// Username of who ordered it, or took it off.
    pub user_name: String,
    /// Why it was taken off.
    pub reason: Option<String>,
}

/// A line of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketItem {
    /// The order's item.
    pub id: u64,
    /// Pieces.
    pub quantity: i64,
    /// What.
    pub name: String,
    /// What somebody noted on it.
    pub notes: Option<String>,
}

/// What every ticket of an order says of the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketHead {
    /// Which order.
    pub order_id: u64,
    /// Where it goes.
    pub order_type: OrderType,
    /// The number of the table, where there is one.
    pub table: Option<u32>,
    /// Who ordered.
    pub customer: String,
    /// Notes on the order.
    pub notes: Option<String>,
}

impl TicketHead {
    /// Of an order that exists; `table` is the number of its table.
    pub fn of(order: &Order, table: Option<u32>) -> Self {
        TicketHead {
            order_id: order.id,
            order_type: order.order_type,
            table,
            customer: order.customer.name.clone(),
            notes: order.notes.clone(),
        }
    }

    /// Of an order that is being placed; `table` is the number of its table.
    pub fn of_placed(placed: &OrderPlaced, table: Option<u32>) -> Self {
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
    /// With `items` of the order; `reason` says why they were taken off.
    pub(super) fn new(head: &TicketHead, items: Vec<TicketItem>, envelope: &Envelope, reason: Option<&str>) -> Self {
        let TicketHead { order_id, order_type, table, customer, notes } = head.clone();
        let reason = reason.map(str::to_owned);
        Ticket { order_id, order_type, table, customer, notes, items, user_name: envelope.actor.name.clone(), reason }
    }
}

impl TicketItem {
    pub(super) fn new(item: &OrderItem) -> Self {
        let line = &item.line;
        TicketItem { id: item.id, quantity: line.quantity, name: line.product_name.clone(), notes: line.notes.clone() }
    }
}
