//! Sums over shifts of several days, for reports of other features.

use std::collections::BTreeMap;

use super::{MovementKind, MovementStatus};
use crate::payments::value_in_both;
use base::{BusinessDay, Cash, Lrd, Usd};
use store::{Stored, View};

/// What the tills of a business day should have held and what was counted in them; `None` if nothing was counted. What a shift leaves in the
/// till for the next one, as at a hand-over, is the same money: it counts once.
pub fn counted_on(view: &dyn View, day: BusinessDay) -> Stored<Option<(Cash, Cash)>> {
    let mut sums = None;
    // What the shift before left in each till.
    let mut left = BTreeMap::new();
    for z in super::zs_of_days(view, day, day.plus(1))? {
        let Some(count) = z.report.counted else { continue };
        let Some(counted) = count.amount else { continue };
        let (expected, so_far) = sums.get_or_insert((Cash::ZERO, Cash::ZERO));
        let carried = left.insert(z.report.till_id, count.left).unwrap_or(Cash::ZERO);
        *expected += z.report.expected + -carried;
        *so_far += counted + -carried;
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

/// What the exchanges of a business day lost at the house rate, which is negative, and what they gained, in Liberian dollars.
pub fn exchanged_on(view: &dyn View, day: BusinessDay) -> Stored<(Lrd, Lrd)> {
    let exchanges = super::exchanges(view, day)?.into_iter().filter(|movement| movement.status != MovementStatus::Corrected);
    Ok(exchanges.fold((Lrd::ZERO, Lrd::ZERO), |(lost, gained), movement| (lost - movement.lost(), gained + movement.gained())))
}

/// What a person paid out without an approval in the shifts that are open, losses of exchanges in Liberian dollars among it. It is the
/// sum over all tills, so that nobody pays out as much again from the next one.
pub fn paid_out_unasked(view: &dyn View, person_id: u64) -> Stored<Cash> {
    let mut sum = Cash::ZERO;
    for running in super::tills(view)?.into_iter().filter_map(|state| state.open_shift) {
        for movement in super::movements_of_shift(view, running.shift_id)? {
            let counts = movement.by.id == person_id && movement.approval.is_none() && movement.status != MovementStatus::Corrected;
            match movement.kind {
                MovementKind::PayOut if counts => sum += -movement.amount,
                MovementKind::Exchange if counts => sum += Cash { usd: Usd::ZERO, lrd: movement.lost() },
                _ => {}
            }
        }
    }
    Ok(sum)
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
