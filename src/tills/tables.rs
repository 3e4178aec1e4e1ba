//! Rows of tills, shifts and movements. What changes with every payment, the sums of a shift, is a row of its own.

use super::decide::with_count;
use super::{
    CashMoved, Movement, MovementKind, MovementStatus, Shift, ShiftClosed, ShiftConfirmed, ShiftCounted, ShiftCounting, ShiftOpened,
    ShiftState, ShiftSums, TillArchived, TillKind, TillSaved, TillState, TransferAccepted,
};
use crate::base::{Actor, Envelope};
use crate::store::{Counter, Stored, Table, Tables, View};

const TILLS: Table<u64, TillState> = Table::new("tills");
/// Archived tills, for their names in old records.
const ARCHIVED: Table<u64, TillState> = Table::new("tills_archived");
const SHIFTS: Table<u64, Shift> = Table::new("shifts");
const SUMS: Table<u64, ShiftSums> = Table::new("shift_sums");
const MOVEMENTS: Table<u64, Movement> = Table::new("movements");
/// Till and movement.
const OF_TILL: Table<(u64, u64), ()> = Table::new("till_movements");
/// Shift and movement.
const OF_SHIFT: Table<(u64, u64), ()> = Table::new("shift_movements");
pub(super) const TILL_IDS: Counter = Counter("tills");
pub(super) const SHIFT_IDS: Counter = Counter("shifts");
pub(super) const MOVEMENT_IDS: Counter = Counter("movements");
pub(super) const Z_NUMBERS: Counter = Counter("z");

/// All tills that are not archived, by id.
pub fn tills(view: &dyn View) -> Stored<Vec<TillState>> {
    Ok(TILLS.all(view)?.into_iter().map(|(_, state)| state).collect())
}

/// The till with this id, archived or not.
pub fn till(view: &dyn View, id: u64) -> Stored<Option<TillState>> {
    match TILLS.get(view, &id)? {
        Some(state) => Ok(Some(state)),
        None => ARCHIVED.get(view, &id),
    }
}

/// The shift with this id.
pub fn shift(view: &dyn View, id: u64) -> Stored<Option<Shift>> {
    SHIFTS.get(view, &id)
}

/// All shifts, oldest first.
pub fn shifts(view: &dyn View) -> Stored<Vec<Shift>> {
    Ok(SHIFTS.all(view)?.into_iter().map(|(_, shift)| shift).collect())
}

/// What changed the cash of a shift since its opening.
pub fn sums(view: &dyn View, shift_id: u64) -> Stored<ShiftSums> {
    Ok(SUMS.get(view, &shift_id)?.unwrap_or_default())
}

/// The movement with this id.
pub fn movement(view: &dyn View, id: u64) -> Stored<Option<Movement>> {
    MOVEMENTS.get(view, &id)
}

/// The movements of a till, oldest first.
pub fn movements_of_till(view: &dyn View, till_id: u64) -> Stored<Vec<Movement>> {
    by_index(view, &OF_TILL, till_id)
}

/// The movements of a shift, oldest first.
pub fn movements_of_shift(view: &dyn View, shift_id: u64) -> Stored<Vec<Movement>> {
    by_index(view, &OF_SHIFT, shift_id)
}

fn by_index(view: &dyn View, index: &Table<(u64, u64), ()>, id: u64) -> Stored<Vec<Movement>> {
    let mut found = Vec::new();
    for ((_, movement_id), ()) in index.with_prefix(view, &id)? {
        found.extend(movement(view, movement_id)?);
    }
    Ok(found)
}

/// Applies the event.
pub fn apply_saved(tables: &mut dyn Tables, event: &TillSaved) -> Stored<()> {
    let till = event.till.clone();
    TILL_IDS.mark_used(tables, till.id)?;
    let state = match TILLS.get(tables.view(), &till.id)? {
        Some(state) => TillState { till, ..state },
        None => TillState::new(till),
    };
    TILLS.put(tables, &state.till.id.clone(), &state)
}

/// Applies the event.
pub fn apply_archived(tables: &mut dyn Tables, event: &TillArchived) -> Stored<()> {
    let Some(state) = TILLS.get(tables.view(), &event.till_id)? else { return Ok(()) };
    TILLS.remove(tables, &event.till_id)?;
    ARCHIVED.put(tables, &event.till_id, &state)
}

/// Applies the event.
pub fn apply_opened(tables: &mut dyn Tables, event: &ShiftOpened) -> Stored<()> {
    let shift = &event.shift;
    SHIFT_IDS.mark_used(tables, shift.id)?;
    change_till(tables, shift.till_id, |state| state.open_shift = Some(shift.id))?;
    SHIFTS.put(tables, &shift.id, shift)
}

/// Applies the event.
pub fn apply_counting(tables: &mut dyn Tables, envelope: &Envelope, event: &ShiftCounting) -> Stored<()> {
    change_shift(tables, event.shift_id, |shift| {
        shift.state = if event.began { ShiftState::Counting } else { ShiftState::Open };
        shift.counting = event.began.then(|| (person(&envelope.actor), envelope.at));
        shift.cash_since = 0;
    })
}

/// Applies the event.
pub fn apply_counted(tables: &mut dyn Tables, envelope: &Envelope, event: &ShiftCounted) -> Stored<()> {
    change_shift(tables, event.shift_id, |shift| {
        shift.counts = with_count(&shift.counts, event.count.clone(), envelope);
        // The second count begins now.
        shift.state = ShiftState::Counting;
        shift.counting = Some((person(&envelope.actor), envelope.at));
        shift.cash_since = 0;
    })
}

/// Applies the event.
pub fn apply_confirmed(tables: &mut dyn Tables, event: &ShiftConfirmed) -> Stored<()> {
    change_shift(tables, event.shift_id, |shift| {
        shift.confirmed = true;
        if event.count.is_some() {
            shift.opening.amount += event.difference;
            shift.opening_difference = Some(event.difference);
        }
    })
}

/// Applies the event.
pub fn apply_closed(tables: &mut dyn Tables, envelope: &Envelope, event: &ShiftClosed) -> Stored<()> {
    Z_NUMBERS.mark_used(tables, event.closing.z_number)?;
    change_shift(tables, event.shift_id, |shift| {
        if let Some(count) = &event.count {
            shift.counts = with_count(&shift.counts, count.clone(), envelope);
        }
        shift.state = ShiftState::Closed;
        shift.counting = None;
        shift.closing = Some(event.closing.clone());
    })?;
    change_till(tables, event.till_id, |state| {
        state.open_shift = None;
        state.left = Some(event.closing.left);
        state.last_z = Some(event.closing.z_number);
    })
}

/// Applies the event.
pub fn apply_moved(tables: &mut dyn Tables, event: &CashMoved) -> Stored<()> {
    event.movements.iter().try_for_each(|movement| apply_movement(tables, movement))
}

/// Applies the event.
pub fn apply_accepted(tables: &mut dyn Tables, event: &TransferAccepted) -> Stored<()> {
    set_status(tables, event.offered_id, MovementStatus::Accepted)?;
    apply_movement(tables, &event.movement)
}

fn apply_movement(tables: &mut dyn Tables, movement: &Movement) -> Stored<()> {
    MOVEMENT_IDS.mark_used(tables, movement.id)?;
    if let Some(corrected) = movement.corrects_id {
        set_status(tables, corrected, MovementStatus::Corrected)?;
    }
    OF_TILL.put(tables, &(movement.till_id, movement.id), &())?;
    MOVEMENTS.put(tables, &movement.id, movement)?;
    let Some(shift_id) = movement.shift_id else {
        return change_till(tables, movement.till_id, |state| {
            if state.till.kind == TillKind::Safe {
                state.left = Some(state.balance() + movement.amount);
            }
        });
    };
    OF_SHIFT.put(tables, &(shift_id, movement.id), &())?;
    change_sums(tables, shift_id, |sums| sums.add_movement(movement.kind, movement.amount))?;
    if movement.kind == MovementKind::NoSale {
        return Ok(());
    }
    note_cash(tables, shift_id)
}

/// Notes that the cash of a shift changed, for whoever counts it at the moment.
fn note_cash(tables: &mut dyn Tables, shift_id: u64) -> Stored<()> {
    match shift(tables.view(), shift_id)? {
        Some(found) if found.state == ShiftState::Counting => {
            change_shift(tables, shift_id, |shift| shift.cash_since = shift.cash_since.saturating_add(1))
        }
        _ => Ok(()),
    }
}

fn set_status(tables: &mut dyn Tables, id: u64, status: MovementStatus) -> Stored<()> {
    let Some(mut movement) = movement(tables.view(), id)? else { return Ok(()) };
    movement.status = status;
    MOVEMENTS.put(tables, &id, &movement)
}

fn change_sums(tables: &mut dyn Tables, shift_id: u64, change: impl FnOnce(&mut ShiftSums)) -> Stored<()> {
    SUMS.change(tables, &shift_id, change)
}

fn change_till(tables: &mut dyn Tables, id: u64, change: impl FnOnce(&mut TillState)) -> Stored<()> {
    let Some(mut state) = TILLS.get(tables.view(), &id)? else { return Ok(()) };
    change(&mut state);
    TILLS.put(tables, &id, &state)
}

fn change_shift(tables: &mut dyn Tables, id: u64, change: impl FnOnce(&mut Shift)) -> Stored<()> {
    let Some(mut shift) = shift(tables.view(), id)? else { return Ok(()) };
    change(&mut shift);
    SHIFTS.put(tables, &id, &shift)
}

fn person(actor: &Actor) -> super::Person {
    super::Person { id: actor.id, name: actor.name.clone() }
}
