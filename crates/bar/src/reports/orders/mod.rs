//! Orders for the bartender's dashboard.

mod query;

pub use query::{pending_orders, recent_orders};

use crate::seating::TableLabel;
use base::Usd;

/// Summary of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentOrder {
    pub id: u64,
    /// `None` for an order without a table.
    pub table: Option<TableLabel>,
    /// Number of items.
    pub items: u64,
    /// In US dollars.
    pub total: Usd,
    /// pending, preparing, ready, served or cancelled.
    pub status: &'static str,
}
