//! Orders as the bartender's dashboard shows them.

use crate::base::Usd;
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

/// How many orders nobody has begun to prepare. None are taken yet.
pub fn pending_orders(_view: &dyn View) -> Stored<u64> {
    Ok(0)
}

/// At most `limit` orders, newest first. None are taken yet.
pub fn recent_orders(_view: &dyn View, _limit: usize) -> Stored<Vec<RecentOrder>> {
    Ok(Vec::new())
}
