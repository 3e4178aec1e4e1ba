//! Rows of movements.

use std::ops::ControlFlow;

use super::{Movement, MovementKind, MovementStatus};
use crate::tills::tables::{change_sums, change_till, note_cash};
use crate::tills::{CashMoved, TillKind, TransferAccepted};
use base::{BusinessDay, Cash, Lrd};
use store::{Counter, Key, Stored, Table, Tables, View};

const MOVEMENTS: Table<u64, Movement> = Table::new("cash_movements");
/// Ids of till and movement.
const OF_TILL: Table<(u64, u64), ()> = Table::new("till_movements");
/// Ids of shift and movement.
const OF_SHIFT: Table<(u64, u64), ()> = Table::new("shift_movements");
/// Transfers whose money waits between two tills.
const IN_TRANSIT: Table<u64, ()> = Table::new("cash_in_transit");
/// Business day and id of each pay-out.
const PAY_OUTS: Table<(BusinessDay, u64), ()> = Table::new("pay_outs_by_day");
/// Business day and id of each exchange that was not at the house rate.
const EXCHANGES: Table<(BusinessDay, u64), ()> = Table::new("exchanges_by_day");
/// Per shift: the sum of counted less offered over its accepted transfers; negative where cash was missing.
const HAND_INS: Table<u64, Cash> = Table::new("hand_ins");
/// Ids of movements.
pub const MOVEMENT_IDS: Counter = Counter("cash_movements");

/// The movement with this id.
pub fn movement(view: &dyn View, id: u64) -> Stored<Option<Movement>> {
    MOVEMENTS.get(view, &id)
}

/// The movements of a shift, oldest first.
pub fn movements_of_shift(view: &dyn View, shift_id: u64) -> Stored<Vec<Movement>> {
    load_all(view, OF_SHIFT.with_prefix(view, &shift_id)?.into_iter().map(|((_, id), ())| id))
}

/// Calls `each` for the ids below `before` of a till's movements, newest first, until it breaks.
pub fn visit_movements_of_till(view: &dyn View, till_id: u64, before: u64, mut each: impl FnMut(u64) -> ControlFlow<()>) -> Stored<()> {
    let (first, end) = ((till_id, 0u64).to_bytes(), (till_id, before).to_bytes());
    OF_TILL.visit(view, &first, &end, true, |(_, id), ()| each(id))
}

/// The transfers whose money waits between two tills, oldest first.
pub fn in_transit(view: &dyn View) -> Stored<Vec<Movement>> {
    load_all(view, IN_TRANSIT.all(view)?.into_iter().map(|(id, ())| id))
}

/// The pay-outs of a business day, oldest first.
pub fn pay_outs(view: &dyn View, day: BusinessDay) -> Stored<Vec<Movement>> {
    load_all(view, PAY_OUTS.with_prefix(view, &day)?.into_iter().map(|((_, id), ())| id))
}

/// The exchanges of a business day that were not at the house rate, oldest first.
pub fn exchanges(view: &dyn View, day: BusinessDay) -> Stored<Vec<Movement>> {
    load_all(view, EXCHANGES.with_prefix(view, &day)?.into_iter().map(|((_, id), ())| id))
}

fn load_all(view: &dyn View, ids: impl Iterator<Item = u64>) -> Stored<Vec<Movement>> {
    let mut found = Vec::new();
    for id in ids {
        found.extend(movement(view, id)?);
    }
    Ok(found)
}

/// What accepted transfers of a shift were counted more than it offered, in total; negative where cash was missing.
pub fn hand_in(view: &dyn View, shift_id: u64) -> Stored<Cash> {
    Ok(HAND_INS.get(view, &shift_id)?.unwrap_or_default())
}

/// Writes the movements, and adds them to their tills.
pub fn apply_moved(tables: &mut dyn Tables, event: &CashMoved) -> Stored<()> {
    event.movements.iter().try_for_each(|movement| apply_movement(tables, movement))
}

/// Writes the movement of the till that accepts, the status of the one that offered, and what was over or short.
pub fn apply_accepted(tables: &mut dyn Tables, event: &TransferAccepted) -> Stored<()> {
    set_status(tables, event.offered_id, MovementStatus::Accepted)?;
    let shift_id = movement(tables.view(), event.offered_id)?.and_then(|offered| offered.shift_id);
    if let (Some(shift_id), true) = (shift_id, event.hand_in != Cash::ZERO) {
        HAND_INS.change(tables, &shift_id, |sum| *sum += event.hand_in)?;
    }
    apply_movement(tables, &event.movement)
}

fn apply_movement(tables: &mut dyn Tables, movement: &Movement) -> Stored<()> {
    MOVEMENT_IDS.mark_used(tables, movement.id)?;
    if let Some(corrected) = movement.corrects_id {
        set_status(tables, corrected, MovementStatus::Corrected)?;
    }
    OF_TILL.put(tables, &(movement.till_id, movement.id), &())?;
    if movement.is_in_transit() {
        IN_TRANSIT.put(tables, &movement.id, &())?;
    }
    if movement.kind == MovementKind::PayOut {
        PAY_OUTS.put(tables, &(movement.when.day, movement.id), &())?;
    }
    if movement.lost() != Lrd::ZERO || movement.gained() != Lrd::ZERO {
        EXCHANGES.put(tables, &(movement.when.day, movement.id), &())?;
    }
    let Some(shift_id) = movement.shift_id else { return apply_to_safe(tables, movement) };
    MOVEMENTS.put(tables, &movement.id, movement)?;
    OF_SHIFT.put(tables, &(shift_id, movement.id), &())?;
    if movement.kind == MovementKind::NoSale {
        return change_sums(tables, shift_id, |sums| sums.no_sales += 1);
    }
    change_sums(tables, shift_id, |sums| sums.add_movement(movement.kind, movement.amount))?;
    note_cash(tables, movement.till_id, shift_id)
}

/// Changes what a safe holds, and stores the movement with the new balance.
fn apply_to_safe(tables: &mut dyn Tables, movement: &Movement) -> Stored<()> {
    let mut balance = None;
    change_till(tables, movement.till_id, |state| {
        if state.till.kind == TillKind::Safe {
            state.left = Some(state.balance() + movement.amount);
            balance = state.left;
        }
    })?;
    MOVEMENTS.put(tables, &movement.id, &Movement { balance, ..movement.clone() })
}

/// Sets the status of a movement. A transfer that is accepted or corrected is no longer in transit.
fn set_status(tables: &mut dyn Tables, id: u64, status: MovementStatus) -> Stored<()> {
    let Some(mut movement) = movement(tables.view(), id)? else { return Ok(()) };
    movement.status = status;
    IN_TRANSIT.remove(tables, &id)?;
    MOVEMENTS.put(tables, &id, &movement)
}
