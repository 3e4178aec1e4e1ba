//! Tabs: what each customer owes, put together from credit items.

use utoipa::ToSchema;

use super::{CreditItem, CreditStatus, TabRow, tab_items, tab_rows};
use crate::base::time::DOUBT_MILLIS;
use crate::base::{Cash, Customer, Price, Rate, Timestamp, Usd};
use crate::payments::{due, remaining};
use crate::store::{Stored, View};

/// A settled tab is listed so long: 30 days, in milliseconds.
const SETTLED_LISTED_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;

/// How a tab stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
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
    pub total: Price,
    /// The worth of what was kept, each payment at its own rate.
    pub paid_usd: Usd,
    /// What is still owed, in each currency alone, at the present rate.
    pub due: Price,
    /// What is still owed, each line in the currency that it was priced in.
    pub owed: Cash,
    /// The present rate, LRD per USD.
    pub rate: Rate,
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
            owed: due(active.clone().map(|item| &item.debt)),
            due: remaining(active.map(|item| &item.debt), rate),
            rate,
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
/// `now` is the moment, `running` the box's own running time.
pub fn tabs(view: &dyn View, now: Timestamp, running: u64) -> Stored<Vec<Tab>> {
    let rate = crate::rates::rate(view)?;
    let mut rows = tab_rows(view)?;
    rows.retain(|row| row.settled_at.is_none_or(|at| settled_ago(at, row.settled_running, now, running) <= SETTLED_LISTED_MILLIS));
    rows.sort_by_key(|row| std::cmp::Reverse(row.credit_ids.last().copied()));
    rows.iter().map(|row| Tab::load(view, row, rate)).collect()
}

/// Milliseconds since a tab was settled. One that was settled under a clock that was ahead is as old as the box has been
/// running since.
fn settled_ago(at: Timestamp, at_running: u64, now: Timestamp, running: u64) -> i64 {
    let ran = i64::try_from(running.saturating_sub(at_running)).unwrap_or(i64::MAX);
    if now.since(at) > -DOUBT_MILLIS { now.since(at) } else { ran }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_that_was_settled_under_a_clock_that_was_ahead_leaves_the_list() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let at = |day: i64| Timestamp::from_millis(20_000 * DAY + day * DAY);
        let ran = |day: i64| u64::try_from(day * DAY).expect("a day");
        assert_eq!(settled_ago(at(0), ran(0), at(31), ran(3)), 31 * DAY, "the clock counts while the box is off");
        assert_eq!(settled_ago(at(3_650), ran(0), at(31), ran(31)), 31 * DAY);
        assert!(settled_ago(at(0), ran(0), at(0), ran(0)) <= SETTLED_LISTED_MILLIS);
    }
}
