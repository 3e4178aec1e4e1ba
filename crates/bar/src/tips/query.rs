//! Reads of tips: what each person earned, was paid and is due, and what waits in the pool.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::tables::{DAYS, DUE, POOLS, left};
use crate::staff;
use base::{BusinessDay, Cash, text};
use store::{Key, Stored, View};

/// The tips of one person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TipsRow {
    pub user_id: u64,
    pub user_name: String,
    /// On the days that were asked for; less tips that were given back on them.
    pub earned: Cash,
    /// On the days that were asked for.
    pub paid: Cash,
    /// At present, of all days.
    pub due: Cash,
}

/// The tips of each person who has any on the business days from `first` to `last`, or to whom any are due, by username; `user_id`:
/// of this person alone.
pub fn tips_of(view: &dyn View, first: BusinessDay, last: BusinessDay, user_id: Option<u64>) -> Stored<Vec<TipsRow>> {
    let mut rows: BTreeMap<u64, TipsRow> = BTreeMap::new();
    let end = BusinessDay::from_number(last.number().saturating_add(1));
    DAYS.visit(view, &first.to_bytes(), &end.to_bytes(), false, |(_, id), day| {
        let row = rows.entry(id).or_default();
        row.earned += day.earned;
        row.paid += day.paid;
        ControlFlow::Continue(())
    })?;
    for (id, due) in DUE.all(view)? {
        if due != Cash::ZERO {
            rows.entry(id).or_default().due = due;
        }
    }
    let mut named = Vec::with_capacity(rows.len());
    for (id, row) in rows.into_iter().filter(|(id, _)| user_id.is_none_or(|wanted| wanted == *id)) {
        let user_name = staff::any_user(view, id)?.map(|user| user.username).unwrap_or_default();
        named.push(TipsRow { user_id: id, user_name, ..row });
    }
    named.sort_by_key(|row| (text::fold(&row.user_name), row.user_id));
    Ok(named)
}

/// What a share of these business days would share: tips that are in their pools, and what shared pools left over.
pub fn pool_of(view: &dyn View, first: BusinessDay, last: BusinessDay) -> Stored<Cash> {
    let mut sum = left(view)?;
    let end = BusinessDay::from_number(last.number().saturating_add(1));
    POOLS.visit(view, &first.to_bytes(), &end.to_bytes(), false, |_, pool| {
        sum += pool.unshared;
        ControlFlow::Continue(())
    })?;
    Ok(sum)
}
