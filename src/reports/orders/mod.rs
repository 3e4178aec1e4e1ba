//! Orders as the bartender's dashboard shows them.

mod query;

pub use query::{pending_orders, recent_orders};

use crate::base::Usd;

/// An order in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentOrder {
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
