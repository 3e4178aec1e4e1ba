//! Slips about items that went to another place: the bar and the kitchen bring them there.

use serde::{Deserialize, Serialize};

use super::TicketItem;
use crate::orders::OrderType;
use crate::seating::TableLabel;

/// Where an order is, as of the move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperPlace {
    pub order_id: u64,
    pub order_type: OrderType,
    /// The table, if the order has one.
    pub table: Option<TableLabel>,
}

/// Content of a slip. Snapshot taken when the items moved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedSlip {
    pub from: PaperPlace,
    pub to: PaperPlace,
    /// Items that the printer had a ticket of.
    pub items: Vec<TicketItem>,
    /// Username of the person who moved them.
    pub user_name: String,
}
