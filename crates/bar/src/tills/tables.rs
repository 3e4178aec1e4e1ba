//! Rows of tills, shifts and Zs. What changes with every payment, the sums of a shift, is a row of its own.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::decide::with_count;
use super::{
    Count, Person, RunningShift, Shift, ShiftClosed, ShiftConfirmed, ShiftCounted, ShiftCounting, ShiftOpened, ShiftReport, ShiftState,
    ShiftSums, TillArchived, TillSaved, TillState, Unassigned, ZNoted, expected,
};
use crate::payments::PAYMENT_IDS;
use base::{Actor, BusinessDay, Cash, Envelope, Lrd, Timestamp, Usd};
use store::{Counter, Key, Stored, Table, Tables, View};

const TILLS: Table<u64, TillState> = Table::new("tills");
/// Archived tills, for their names in old records.
const ARCHIVED: Table<u64, TillState> = Table::new("tills_archived");
const SHIFTS: Table<u64, Shift> = Table::new("shifts");
/// Business day of the opening, and shift.
const BY_DAY: Table<(BusinessDay, u64), ()> = Table::new("shifts_by_day");
const SUMS: Table<u64, ShiftSums> = Table::new("shift_sums");
/// Money in no till, by the business day on which it was taken.
pub(super) const UNASSIGNED: Table<BusinessDay, Unassigned> = Table::new("unassigned_sums");
/// By shift, what of its expected cash fell below zero with the entry being applied.
const FALLS: Table<u64, Cash> = Table::new("cash_falls");
const ZS: Table<u64, ShiftZ> = Table::new("zs");
/// Shift → how often its X was printed.
const X_PRINTS: Table<u64, u32> = Table::new("x_prints");
/// Numbers in a series of Zs.
const SERIES: u64 = 100;
pub(super) const TILL_IDS: Counter = Counter("tills");
pub(super) const SHIFT_IDS: Counter = Counter("shifts");
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

/// All shifts, oldest first: for exports. Everything else reads those of some days, or a page.
pub fn shifts(view: &dyn View) -> Stored<Vec<Shift>> {
    Ok(SHIFTS.all(view)?.into_iter().map(|(_, shift)| shift).collect())
}

/// Calls `each` for shifts with ids below `before`, newest first, until it breaks.
pub fn visit_shifts(view: &dyn View, before: u64, mut each: impl FnMut(Shift) -> ControlFlow<()>) -> Stored<()> {
    SHIFTS.visit(view, &[], &before.to_bytes(), true, |_, shift| each(shift))
}

/// The shifts that were opened on the business days from `first` on and before `end`, by day.
pub fn shifts_of_days(view: &dyn View, first: BusinessDay, end: BusinessDay) -> Stored<Vec<Shift>> {
    let mut found = Vec::new();
    for ((_, id), ()) in BY_DAY.range(view, &first.to_bytes(), &end.to_bytes())? {
        found.extend(shift(view, id)?);
    }
    Ok(found)
}

/// The shifts that are open, counted or not, by till.
pub fn open_shifts(view: &dyn View) -> Stored<Vec<Shift>> {
    let mut found = Vec::new();
    for running in tills(view)?.into_iter().filter_map(|state| state.open_shift) {
        found.extend(shift(view, running.shift_id)?);
    }
    Ok(found)
}

/// What changed the cash of a shift since its opening.
pub fn sums(view: &dyn View, shift_id: u64) -> Stored<ShiftSums> {
    Ok(SUMS.get(view, &shift_id)?.unwrap_or_default())
}

/// A Z with what was added to it later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftZ {
    pub report: ShiftReport,
    /// Prints that were queued.
    pub prints: u32,
    pub notes: Vec<ZNote>,
}

/// A remark about a Z.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZNote {
    pub text: String,
    pub count: Option<Count>,
    pub by: Person,
    pub at: Timestamp,
}

/// The Z with this number.
pub fn z(view: &dyn View, number: u64) -> Stored<Option<ShiftZ>> {
    ZS.get(view, &number)
}

/// All Zs, oldest first: for exports. Everything else reads those of some days, or a page.
pub fn zs(view: &dyn View) -> Stored<Vec<ShiftZ>> {
    Ok(ZS.all(view)?.into_iter().map(|(_, z)| z).collect())
}

/// Calls `each` for Zs with numbers below `before`, newest first, until it breaks.
pub fn visit_zs(view: &dyn View, before: u64, each: impl FnMut(u64, ShiftZ) -> ControlFlow<()>) -> Stored<()> {
    ZS.visit(view, &[], &before.to_bytes(), true, each)
}

/// The Zs of the shifts that were opened on the business days from `first` on and before `end`, by day.
pub fn zs_of_days(view: &dyn View, first: BusinessDay, end: BusinessDay) -> Stored<Vec<ShiftZ>> {
    let mut found = Vec::new();
    for closing in shifts_of_days(view, first, end)?.into_iter().filter_map(|shift| shift.closing) {
        found.extend(z(view, closing.z_number)?);
    }
    Ok(found)
}

/// Money in no till that was taken from `first` on and before `end`, by day.
pub fn unassigned(view: &dyn View, first: BusinessDay, end: BusinessDay) -> Stored<Vec<Unassigned>> {
    Ok(UNASSIGNED.range(view, &first.to_bytes(), &end.to_bytes())?.into_iter().map(|(_, day)| day).collect())
}

/// Adds the remark to the row of the Z.
pub fn apply_noted(tables: &mut dyn Tables, envelope: &Envelope, event: &ZNoted) -> Stored<()> {
    let Some(mut z) = z(tables.view(), event.number)? else { return Ok(()) };
    z.notes.push(ZNote { text: event.text.clone(), count: event.count.clone(), by: person(&envelope.actor), at: envelope.at });
    ZS.put(tables, &event.number, &z)
}

/// Counts a print of a Z that was queued.
pub fn apply_z_printed(tables: &mut dyn Tables, number: u64) -> Stored<()> {
    let Some(mut z) = z(tables.view(), number)? else { return Ok(()) };
    z.prints = z.prints.saturating_add(1);
    ZS.put(tables, &number, &z)
}

/// Counts a print of the X of a shift.
pub fn apply_x_printed(tables: &mut dyn Tables, shift_id: u64) -> Stored<()> {
    let prints = x_prints(tables.view(), shift_id)?;
    X_PRINTS.put(tables, &shift_id, &prints.saturating_add(1))
}

/// How often the X of a shift was printed.
pub fn x_prints(view: &dyn View, shift_id: u64) -> Stored<u32> {
    Ok(X_PRINTS.get(view, &shift_id)?.unwrap_or(0))
}

/// Changes the sums of all open shifts.
pub fn change_open_shifts(tables: &mut dyn Tables, mut change: impl FnMut(&mut ShiftSums)) -> Stored<()> {
    for state in tills(tables.view())? {
        if let Some(running) = state.open_shift {
            change_sums(tables, running.shift_id, &mut change)?;
        }
    }
    Ok(())
}

/// Number of the last Z; 0 without one. Numbers that a restore skipped do not count.
pub fn last_z(view: &dyn View) -> Stored<u64> {
    Ok(ZS.last(view, &[])?.map(|(number, _)| number).unwrap_or_default())
}

/// Begins the next hundred of Z numbers after a restore or promotion: the lost box may have given numbers that this one does not know.
/// Z-000037 is followed by Z-000101. A bar without tills has no such numbers. `replaced`: the last number of a bar that this one
/// replaces, or 0; none of its numbers is given again.
pub fn begin_z_series(tables: &mut dyn Tables, replaced: u64) -> Stored<()> {
    change_open_shifts(tables, |sums| sums.restored = true)?;
    if tills(tables.view())?.is_empty() && replaced == 0 {
        return Ok(());
    }
    let last = Z_NUMBERS.next(tables.view())?.saturating_sub(1).max(replaced);
    Z_NUMBERS.mark_used(tables, (last / SERIES + 1) * SERIES)
}

/// Writes the till.
pub fn apply_saved(tables: &mut dyn Tables, event: &TillSaved) -> Stored<()> {
    let till = event.till.clone();
    TILL_IDS.mark_used(tables, till.id)?;
    let state = match TILLS.get(tables.view(), &till.id)? {
        Some(state) => TillState { till, ..state },
        None => TillState::new(till),
    };
    TILLS.put(tables, &state.till.id.clone(), &state)
}

/// Moves the till from those in use to the archived ones.
pub fn apply_archived(tables: &mut dyn Tables, event: &TillArchived) -> Stored<()> {
    let Some(state) = TILLS.get(tables.view(), &event.till_id)? else { return Ok(()) };
    TILLS.remove(tables, &event.till_id)?;
    ARCHIVED.put(tables, &event.till_id, &state)
}

/// Writes the shift, its place among those of its day, and its till.
pub fn apply_opened(tables: &mut dyn Tables, event: &ShiftOpened) -> Stored<()> {
    let shift = &event.shift;
    SHIFT_IDS.mark_used(tables, shift.id)?;
    let running = RunningShift { shift_id: shift.id, responsible_id: shift.responsible.id, counting: false };
    change_till(tables, shift.till_id, |state| state.open_shift = Some(running))?;
    BY_DAY.put(tables, &(shift.business_day, shift.id), &())?;
    SHIFTS.put(tables, &shift.id, shift)
}

/// Writes whether the shift is being counted, and by whom.
pub fn apply_counting(tables: &mut dyn Tables, envelope: &Envelope, event: &ShiftCounting) -> Stored<()> {
    change_shift(tables, event.shift_id, |shift| {
        shift.state = if event.began { ShiftState::Counting } else { ShiftState::Open };
        shift.counting = event.began.then(|| (person(&envelope.actor), envelope.at));
        shift.cash_since = 0;
    })?;
    set_counting(tables, event.shift_id, event.began)
}

/// Adds the count to the shift.
pub fn apply_counted(tables: &mut dyn Tables, envelope: &Envelope, event: &ShiftCounted) -> Stored<()> {
    change_shift(tables, event.shift_id, |shift| {
        shift.counts = with_count(&shift.counts, event.count.clone(), envelope);
        // The second count begins now.
        shift.state = ShiftState::Counting;
        shift.counting = Some((person(&envelope.actor), envelope.at));
        shift.cash_since = 0;
    })?;
    set_counting(tables, event.shift_id, true)
}

/// Marks the shift as confirmed, and corrects its opening count if it was counted again.
pub fn apply_confirmed(tables: &mut dyn Tables, event: &ShiftConfirmed) -> Stored<()> {
    if let (Some(_), Some(shift)) = (&event.count, shift(tables.view(), event.shift_id)?) {
        let before = expected(&shift, &sums(tables.view(), shift.id)?);
        note_fall(tables, shift.id, before, before + event.difference)?;
    }
    change_shift(tables, event.shift_id, |shift| {
        shift.confirmed = true;
        if event.count.is_some() {
            shift.opening.amount += event.difference;
            shift.opening_difference = Some(event.difference);
        }
    })
}

/// Writes the closed shift, its Z, and its till.
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
    ZS.put(tables, &event.closing.z_number, &ShiftZ { report: (*event.report).clone(), prints: 0, notes: Vec::new() })?;
    let payments_from = PAYMENT_IDS.next(tables.view())?;
    change_till(tables, event.till_id, |state| {
        state.open_shift = None;
        state.left = Some(event.closing.left);
        state.payments_from = payments_from;
    })
}

fn set_counting(tables: &mut dyn Tables, shift_id: u64, counting: bool) -> Stored<()> {
    let Some(shift) = shift(tables.view(), shift_id)? else { return Ok(()) };
    change_till(tables, shift.till_id, |state| {
        if let Some(running) = &mut state.open_shift {
            running.counting = counting;
        }
    })
}

/// Counts a change of a shift's cash while the shift is being counted.
pub(super) fn note_cash(tables: &mut dyn Tables, till_id: u64, shift_id: u64) -> Stored<()> {
    if is_counting(tables.view(), till_id)? {
        change_shift(tables, shift_id, |shift| shift.cash_since = shift.cash_since.saturating_add(1))?;
    }
    Ok(())
}

/// Whether the open shift of this till is being counted.
pub fn is_counting(view: &dyn View, till_id: u64) -> Stored<bool> {
    Ok(TILLS.get(view, &till_id)?.and_then(|state| state.open_shift).is_some_and(|running| running.counting))
}

/// Changes the sums of a shift. Notes how far its expected cash falls below zero with that: see [`take_falls`].
pub fn change_sums(tables: &mut dyn Tables, shift_id: u64, change: impl FnOnce(&mut ShiftSums)) -> Stored<()> {
    let (mut before, mut after) = (Cash::ZERO, Cash::ZERO);
    SUMS.change(tables, &shift_id, |sums| {
        before = sums.total();
        change(sums);
        after = sums.total();
    })?;
    if after.usd >= before.usd && after.lrd >= before.lrd {
        return Ok(());
    }
    let opening = shift(tables.view(), shift_id)?.map_or(Cash::ZERO, |shift| shift.opening.amount);
    note_fall(tables, shift_id, opening + before, opening + after)
}

/// Notes by how much expected cash that changed lies further below zero than before.
fn note_fall(tables: &mut dyn Tables, shift_id: u64, before: Cash, after: Cash) -> Stored<()> {
    let below = |cash: Cash| Cash { usd: (-cash.usd).max(Usd::ZERO), lrd: (-cash.lrd).max(Lrd::ZERO) };
    let (was, is) = (below(before), below(after));
    let fell = Cash { usd: (is.usd - was.usd).max(Usd::ZERO), lrd: (is.lrd - was.lrd).max(Lrd::ZERO) };
    if fell == Cash::ZERO { Ok(()) } else { FALLS.change(tables, &shift_id, |sum| *sum += fell) }
}

/// The shifts whose expected cash fell below zero with the entry being applied, each with how much further below zero it is, positive.
/// Forgets them.
pub fn take_falls(tables: &mut dyn Tables) -> Stored<Vec<(u64, Cash)>> {
    let falls = FALLS.all(tables.view())?;
    falls.iter().try_for_each(|(shift_id, _)| FALLS.remove(tables, shift_id))?;
    Ok(falls)
}

pub(super) fn change_till(tables: &mut dyn Tables, id: u64, change: impl FnOnce(&mut TillState)) -> Stored<()> {
    let Some(mut state) = TILLS.get(tables.view(), &id)? else { return Ok(()) };
    change(&mut state);
    TILLS.put(tables, &id, &state)
}

fn change_shift(tables: &mut dyn Tables, id: u64, change: impl FnOnce(&mut Shift)) -> Stored<()> {
    let Some(mut shift) = shift(tables.view(), id)? else { return Ok(()) };
    change(&mut shift);
    SHIFTS.put(tables, &id, &shift)
}

fn person(actor: &Actor) -> Person {
    Person { id: actor.id, name: actor.name.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::MemoryTables;

    #[test]
    fn after_a_restore_the_next_hundred_of_numbers_begins() {
        let mut tables = MemoryTables::new();
        begin_z_series(&mut tables, 0).expect("memory");
        assert_eq!(Z_NUMBERS.next(&tables).expect("memory"), 1, "a bar without tills has no numbers to protect");
        for till in super::super::first_tills(1) {
            apply_saved(&mut tables, &till).expect("memory");
        }
        for (last, replaced, next) in
            [(37, 0, 101), (37, 38, 101), (37, 100, 201), (37, 102, 201), (0, 250, 301), (100, 0, 201), (199, 5, 201), (201, 0, 301)]
        {
            let mut tables = tables.clone();
            Z_NUMBERS.mark_used(&mut tables, last).expect("memory");
            begin_z_series(&mut tables, replaced).expect("memory");
            assert_eq!(Z_NUMBERS.next(&tables).expect("memory"), next, "after {last} and {replaced}");
        }
    }
}
