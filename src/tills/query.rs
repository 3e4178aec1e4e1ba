//! Sums over shifts of several days, for reports of other features.

use std::collections::BTreeMap;

use super::MovementStatus;
use crate::base::{BusinessDay, Cash, Usd};
use crate::payments::value_in_both;
use crate::store::{Stored, View};

/// What the shifts of a business day should have held and what was counted in them; `None` if no shift of it was counted.
pub fn counted_on(view: &dyn View, day: BusinessDay) -> Stored<Option<(Cash, Cash)>> {
    let mut sums = None;
    for z in super::zs_of_days(view, day, day.plus(1))? {
        let Some(counted) = z.report.counted.and_then(|counted| counted.amount) else { continue };
        let (expected, so_far) = sums.get_or_insert((Cash::ZERO, Cash::ZERO));
        *expected += z.report.expected;
        *so_far += counted;
    }
    Ok(sums)
}

/// What the counted shifts of each responsible person were over or short on the business days from `first` to `last`.
pub fn over_short_by_user(view: &dyn View, first: BusinessDay, last: BusinessDay) -> Stored<BTreeMap<u64, Cash>> {
    let mut sums = BTreeMap::new();
    for z in super::zs_of_days(view, first, last.plus(1))? {
        if let Some(over_short) = z.report.counted.and_then(|counted| counted.over_short) {
            *sums.entry(z.report.responsible_id).or_insert(Cash::ZERO) += over_short;
        }
    }
    Ok(sums)
}

/// Money that was paid out of tills on a business day, by reason: the amount, positive, and its worth at the rates of its moments.
pub fn pay_outs_on(view: &dyn View, day: BusinessDay) -> Stored<BTreeMap<String, (Cash, Usd)>> {
    let mut sums = BTreeMap::new();
    for movement in super::pay_outs(view, day)?.into_iter().filter(|movement| movement.status != MovementStatus::Corrected) {
        let listed = movement.listed_reason.map(|reason| reason.name);
        let category = listed.or(movement.reason).unwrap_or_default();
        let (amount, worth) = sums.entry(category).or_insert((Cash::ZERO, Usd::ZERO));
        *amount += -movement.amount;
        *worth += value_in_both(-movement.amount, movement.rate).usd;
    }
    Ok(sums)
}
