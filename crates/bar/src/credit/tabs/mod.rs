//! Tabs: the sum of each customer's credit items.

mod query;

use strum::IntoStaticStr;
use utoipa::ToSchema;

pub use query::tabs;

use super::CreditItem;
use crate::box_events::DOUBT_MILLIS;
use base::{Cash, Customer, Price, Rate, Timestamp, Usd};

/// How long a settled tab stays listed: 30 days, in milliseconds.
const SETTLED_LISTED_MILLIS: i64 = 30 * 24 * 60 * 60 * 1000;

/// How much of a tab is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum TabStatus {
    Unpaid,
    Partial,
    Paid,
}

impl TabStatus {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A customer's tab.
#[derive(Debug, Clone)]
pub struct Tab {
    /// The customer's id in the API.
    pub customer_id: String,
    pub customer: Customer,
    /// How much may be due; `None`: without a limit.
    pub limit: Option<Usd>,
    /// The sum of what was owed for the items at first, at the rates of their own moments.
    pub total: Price,
    /// The value of what was paid, each payment at its own rate.
    pub paid_usd: Usd,
    /// What is still owed as two equal amounts, all in US dollars or all in LRD, at the present rate.
    pub due: Price,
    /// What is still owed, each line in the currency that it was priced in.
    pub owed: Cash,
    /// LRD per USD at present.
    pub rate: Rate,
    pub status: TabStatus,
    /// The orders that its items came from.
    pub order_ids: Vec<u64>,
    /// Oldest first.
    pub items: Vec<CreditItem>,
}

/// Whether a tab that was settled at `at`, when the box had been running for `at_running` milliseconds, is listed now.
pub(super) fn still_listed(at: Timestamp, at_running: u64, now: Timestamp, running: u64) -> bool {
    settled_ago(at, at_running, now, running) <= SETTLED_LISTED_MILLIS
}

/// Milliseconds since a tab was settled. If the clock was ahead then, the time that the box has been running since counts.
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
