//! Queries for tabs.

use super::{Tab, TabStatus, still_listed};
use crate::credit::{CreditStatus, TabRow, customer_by_key, listed_tab_rows, tab_items};
use crate::payments::{Debt, due, shown};
use crate::sales::readings_of;
use base::{Rate, Timestamp};
use store::{StoreError, Stored, View};

impl Tab {
    /// The tab of a row, with its items; `rate` is the present one.
    pub fn load(view: &dyn View, row: &TabRow, rate: Rate) -> Stored<Self> {
        let no_customer = || StoreError::Unreadable { table: "customers", reason: "a tab without its customer".to_owned() };
        let known = customer_by_key(view, &row.key)?.ok_or_else(no_customer)?;
        let items = tab_items(view, row)?;
        let active = items.iter().filter(|item| item.status == CreditStatus::Active);
        let settled = active.clone().next().is_none();
        let debts: Vec<Debt> = active.clone().map(|item| item.debt).collect();
        let readings = readings_of(active.clone().map(|item| (&item.line, &item.debt)), rate);
        let touched = items.iter().any(|item| item.status == CreditStatus::Paid || !item.paid_value_usd.is_zero());
        let mut order_ids: Vec<u64> = items.iter().filter_map(|item| item.line.order_id).collect();
        order_ids.sort_unstable();
        order_ids.dedup();
        Ok(Tab {
            customer_id: known.id,
            customer: known.customer,
            limit: known.limit,
            total: items.iter().map(|item| item.line.gross()).sum(),
            paid_usd: items.iter().map(|item| item.paid_value_usd).sum(),
            owed: due(active.map(|item| &item.debt)),
            due: shown(&debts, &readings, rate),
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

/// All open tabs and those that were settled lately; the one with the newest item first. `running` is the box's running time
/// at `now`, in milliseconds.
pub fn tabs(view: &dyn View, now: Timestamp, running: u64) -> Stored<Vec<Tab>> {
    let rate = crate::rates::rate(view)?;
    let mut rows = listed_tab_rows(view)?;
    rows.retain(|row| row.settled_at.is_none_or(|at| still_listed(at, row.settled_running, now, running)));
    rows.sort_by_key(|row| std::cmp::Reverse(row.credit_ids.last().copied()));
    rows.iter().map(|row| Tab::load(view, row, rate)).collect()
}
