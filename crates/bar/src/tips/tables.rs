//! Rows of tips: what is due to each person, what they earned and were paid by business day, and the pools.

use serde::{Deserialize, Serialize};

use super::{TipsPaidOut, TipsShared};
use crate::payments::{Payment, TipOwner};
use base::{BusinessDay, Cash};
use store::{Counter, Stored, Table, Tables, View};

/// Person → what is due to them.
pub(super) const DUE: Table<u64, Cash> = Table::new("tips_due");
/// Business day and person → what they earned and were paid on it.
pub(super) const DAYS: Table<(BusinessDay, u64), TipDay> = Table::new("tips_days");
/// Business day → its pool.
pub(super) const POOLS: Table<BusinessDay, Pool> = Table::new("tips_pools");
/// One row: what the shared pools left over, and tips that came in for them later.
const LEFT: Table<u8, Cash> = Table::new("tips_left");
const ONLY: u8 = 0;
/// Payment → its tip, which a refund may give back.
const TAKEN: Table<u64, TakenTip> = Table::new("tips_taken");
const PAYOUT_IDS: Counter = Counter("tip_payouts");

/// What a person earned and was paid on a business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct TipDay {
    /// Tips and shares of the pool, less tips that were given back.
    pub earned: Cash,
    /// What payouts settled.
    pub paid: Cash,
}

/// The pool of a business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Pool {
    /// What came in and is not shared yet.
    pub unshared: Cash,
    pub is_shared: bool,
}

/// The tip of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct TakenTip {
    day: BusinessDay,
    user_id: u64,
    is_pooled: bool,
    amount: Cash,
}

/// The id of the next payout.
pub(super) fn next_payout_id(view: &dyn View) -> Stored<u64> {
    PAYOUT_IDS.next(view)
}

/// What is due to a person.
pub fn due(view: &dyn View, user_id: u64) -> Stored<Cash> {
    Ok(DUE.get(view, &user_id)?.unwrap_or_default())
}

/// What the shared pools left over.
pub(super) fn left(view: &dyn View) -> Stored<Cash> {
    Ok(LEFT.get(view, &ONLY)?.unwrap_or_default())
}

/// The pool of a business day.
pub(super) fn pool(view: &dyn View, day: BusinessDay) -> Stored<Pool> {
    Ok(POOLS.get(view, &day)?.unwrap_or_default())
}

/// Adds the tip of a payment, or takes away those that a refund gives back.
pub fn apply_payment(tables: &mut dyn Tables, payment: &Payment) -> Stored<()> {
    let Some(tip) = &payment.tip else { return Ok(()) };
    if let Some(TipOwner { user_id, pooled, .. }) = tip.of {
        let taken = TakenTip { day: payment.when.day, user_id, is_pooled: pooled, amount: tip.amount };
        TAKEN.put(tables, &payment.id, &taken)?;
        add(tables, taken, taken.amount, payment.when.day)?;
    }
    for id in &tip.returns {
        if let Some(taken) = TAKEN.get(tables.view(), id)? {
            add(tables, taken, -taken.amount, payment.when.day)?;
        }
    }
    Ok(())
}

/// Adds `amount` on business day `day` to the person or the pool of a tip.
fn add(tables: &mut dyn Tables, tip: TakenTip, amount: Cash, day: BusinessDay) -> Stored<()> {
    if !tip.is_pooled {
        return earn(tables, tip.user_id, amount, day);
    }
    if pool(tables.view(), tip.day)?.is_shared {
        return LEFT.change(tables, &ONLY, |left| *left += amount);
    }
    POOLS.change(tables, &tip.day, |pool| pool.unshared += amount)
}

fn earn(tables: &mut dyn Tables, user_id: u64, amount: Cash, day: BusinessDay) -> Stored<()> {
    DAYS.change(tables, &(day, user_id), |row| row.earned += amount)?;
    DUE.change(tables, &user_id, |due| *due += amount)
}

/// Adds its share to what is due to each person, and marks the pool of the day as shared.
pub fn apply_shared(tables: &mut dyn Tables, event: &TipsShared) -> Stored<()> {
    for share in &event.shares {
        earn(tables, share.user_id, share.amount, event.day)?;
    }
    POOLS.put(tables, &event.day, &Pool { unshared: Cash::ZERO, is_shared: true })?;
    LEFT.put(tables, &ONLY, &event.left)
}

/// Adds the payout to its day, and takes it off what is due to the person.
pub fn apply_paid_out(tables: &mut dyn Tables, event: &TipsPaidOut) -> Stored<()> {
    PAYOUT_IDS.mark_used(tables, event.payout_id)?;
    DAYS.change(tables, &(event.when.day, event.user_id), |row| row.paid += event.settled)?;
    DUE.change(tables, &event.user_id, |due| *due += -event.settled)
}
