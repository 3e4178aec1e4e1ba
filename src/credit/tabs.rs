//! Tabs: what each customer owes, put together from credit items.

use super::{CreditItem, CreditStatus, TabRow, tab_items, tab_rows};
use crate::base::{Customer, Dual, Rate, Timestamp, Usd};
use crate::payments::remaining;
use crate::store::{Stored, View};

/// A settled tab is listed so long: 30 days, in milliseconds.
const SETTLED_LISTED_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;

/// How a tab stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TabStatus {
    /// Nothing was paid.
    Unpaid,
    /// Something was paid.
    Partial,
    /// Nothing is due.
    Paid,
}

impl TabStatus {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            TabStatus::Unpaid => "unpaid",
            TabStatus::Partial => "partial",
            TabStatus::Paid => "paid",
        }
    }
}

/// A customer's tab.
#[derive(Debug, Clone)]
pub struct Tab {
    /// Whose.
    pub customer: Customer,
    /// The sums of the items' totals, as they were frozen.
    pub total: Dual,
    /// The worth of what was kept, each payment at its own rate.
    pub paid_usd: Usd,
    /// What is still owed, in each currency alone, at the present rate.
    pub due: Dual,
    /// How it stands.
    pub status: TabStatus,
    /// The orders that are on it.
    pub order_ids: Vec<u64>,
    /// What is on it, oldest first.
    pub items: Vec<CreditItem>,
}

impl Tab {
    /// Puts a tab together.
    pub fn load(view: &dyn View, row: &TabRow, rate: Rate) -> Stored<Self> {
        let items = tab_items(view, row)?;
        let active = items.iter().filter(|item| item.status == CreditStatus::Active);
        let settled = active.clone().next().is_none();
        let touched = items.iter().any(|item| item.status == CreditStatus::Paid || !item.paid_value_usd.is_zero());
        let mut order_ids: Vec<u64> = items.iter().filter_map(|item| item.line.order_id).collect();
        order_ids.sort_unstable();
        order_ids.dedup();
        Ok(Tab {
            customer: row.customer.clone(),
            total: items.iter().map(|item| item.line.total).sum(),
            paid_usd: items.iter().map(|item| item.paid_value_usd).sum(),
            due: remaining(active.map(|item| &item.debt), rate),
            status: match (settled, touched) {
                (true, _) => TabStatus::Paid,
                (false, true) => TabStatus::Partial,
                (false, false) => TabStatus::Unpaid,
            },
            order_ids,
            items,
        })
    }
}

/// All tabs on which something is owed or was until lately: the one with the newest item first.
pub fn tabs(view: &dyn View, now: Timestamp) -> Stored<Vec<Tab>> {
    let rate = crate::rates::rate(view)?;
    let mut rows = tab_rows(view)?;
    rows.retain(|row| row.settled_at.is_none_or(|at| now.as_millis() - at.as_millis() <= SETTLED_LISTED_MILLIS));
    rows.sort_by_key(|row| std::cmp::Reverse(row.credit_ids.last().copied()));
    rows.iter().map(|row| Tab::load(view, row, rate)).collect()
}
