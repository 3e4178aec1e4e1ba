//! Sums over shifts of several days, for reports of other features, and what earlier shifts of a till left to be seen.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{MovementKind, MovementStatus, Shift};
use crate::payments::value_in_both;
use base::{BusinessDay, Cash, Lrd, Usd};
use store::{Stored, View};

/// Tenders that are compared with the bar's account are looked for in shifts of so many business days before the present one.
const NOT_SEEN_DAYS: i32 = 7;

/// Payment and place of each tender of the earlier shifts of a till that was not seen on the bar's account, oldest first. None once the
/// shift is closed: the next one has them.
pub fn not_seen_before(view: &dyn View, shift: &Shift) -> Stored<Vec<(u64, u64)>> {
    let mut tenders = Vec::new();
    if !shift.is_open() {
        return Ok(tenders);
    }
    let first = shift.business_day.plus(-NOT_SEEN_DAYS);
    let mut earlier = Vec::new();
    super::visit_shifts(view, shift.id, |one| {
        if one.business_day.is_past_all_of(first) {
            return ControlFlow::Break(());
        }
        if one.till_id == shift.till_id && one.business_day >= first {
            earlier.push(one.id);
        }
        ControlFlow::Continue(())
    })?;
    for id in earlier.into_iter().rev() {
        for (payment_id, place) in super::references(view, id)? {
            if super::ticked_by(view, payment_id, place)?.is_none() {
                tenders.push((payment_id, place));
            }
        }
    }
    Ok(tenders)
}

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
