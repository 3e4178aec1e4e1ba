//! Tabs: what each customer owes, put together from credit items.

mod query;

use utoipa::ToSchema;

pub use query::tabs;

use super::CreditItem;
use crate::base::{Cash, Customer, Price, Rate, Timestamp, Usd};
use crate::box_events::DOUBT_MILLIS;

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

/// Whether a tab that was settled at `at`, when the box had been running for `at_running` milliseconds, is listed now.
pub(super) fn still_listed(at: Timestamp, at_running: u64, now: Timestamp, running: u64) -> bool {
    settled_ago(at, at_running, now, running) <= SETTLED_LISTED_MILLIS
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
        assert!(still_listed(at(0), ran(0), at(0), ran(0)));
    }
}
