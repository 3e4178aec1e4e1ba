//! Rows of booked money: sums of shifts and of unassigned money, references, ticks.

use super::{BookedCorrection, Container, Taken};
use crate::methods::PaymentMethod;
use crate::payments::Payment;
use crate::settings::settings;
use crate::tills::tables::{UNASSIGNED, change_sums, note_cash};
use crate::tills::{GoodsSums, HeldByShifts, Person, ShiftCorrection, ShiftSums, Tally, TenderTicked};
use base::{BusinessDay, Cash, Envelope};
use store::{Key, Stored, Table, Tables, View};

/// Cash payments in no till: what each moved.
const UNASSIGNED_CASH: Table<u64, Cash> = Table::new("unassigned_cash");
/// Shift, payment and place of each tender whose reference is compared with the bar's account.
const REFERENCES: Table<(u64, (u64, u64)), ()> = Table::new("shift_references");
/// Payment and place of each tender that was seen there, and who said so.
const TICKS: Table<(u64, u64), Person> = Table::new("tender_ticks");

/// Shift → the corrections of its payments, oldest first.
const CORRECTIONS: Table<u64, Vec<ShiftCorrection>> = Table::new("shift_corrections");

/// What shifts hold of each business day.
const HELD_BY_SHIFTS: Table<BusinessDay, HeldByShifts> = Table::new("held_by_shifts");

/// What shifts hold of the days from `first` to before `end`.
pub fn held_by_shifts(view: &dyn View, first: BusinessDay, end: BusinessDay) -> Stored<Vec<HeldByShifts>> {
    Ok(HELD_BY_SHIFTS.range(view, &first.to_bytes(), &end.to_bytes())?.into_iter().map(|(_, held)| held).collect())
}

/// Books what an event took or gave back.
pub fn apply_taken(tables: &mut dyn Tables, envelope: &Envelope, taken: &Taken) -> Stored<()> {
    let user_name = &envelope.actor.name;
    let shift_id = match taken.container {
        Container::Unassigned(day) => {
            let mut cash = Tally::default();
            for payment in taken.payments {
                let moved = payment.cash_moved();
                if moved != Cash::ZERO {
                    UNASSIGNED_CASH.put(tables, &payment.id, &moved)?;
                    cash.add(moved);
                }
            }
            return UNASSIGNED.change(tables, &day, |unassigned| {
                taken.add_to(&mut unassigned.sums, user_name);
                unassigned.cash += cash;
            });
        }
        Container::Shift(shift_id) => shift_id,
    };
    let mut added = ShiftSums::default();
    taken.add_to(&mut added, user_name);
    HELD_BY_SHIFTS.change(tables, &taken.day, |held| held.add(&added))?;
    let references = index_references(tables, shift_id, taken.payments)?;
    change_sums(tables, shift_id, |sums| {
        taken.add_to(sums, user_name);
        sums.references.0 += references;
    })?;
    let till_id = taken.payments.iter().find_map(|payment| payment.booking?.till_id());
    match till_id {
        Some(till_id) if taken.payments.iter().any(|payment| payment.cash_moved() != Cash::ZERO) => note_cash(tables, till_id, shift_id),
        _ => Ok(()),
    }
}

/// Notes the tenders that are compared with the bar's account. Returns their number.
fn index_references(tables: &mut dyn Tables, shift_id: u64, payments: &[&Payment]) -> Stored<i64> {
    let mut noted = 0;
    for payment in payments {
        for (tender, place) in payment.tenders.iter().zip(0u64..) {
            if tender.method == PaymentMethod::CASH || payment.refund {
                continue;
            }
            let settings = settings(tables.view())?;
            if settings.methods.iter().any(|method| method.id == tender.method.as_str() && method.kind.has_account()) {
                REFERENCES.put(tables, &(shift_id, (payment.id, place)), &())?;
                noted += 1;
            }
        }
    }
    Ok(noted)
}

/// Payment and place of each tender of a shift that is compared with the bar's account, oldest first.
pub fn references(view: &dyn View, shift_id: u64) -> Stored<Vec<(u64, u64)>> {
    Ok(REFERENCES.with_prefix(view, &shift_id)?.into_iter().map(|((_, tender), ())| tender).collect())
}

/// Who saw a tender on the bar's account; `None` if it was not seen.
pub fn ticked_by(view: &dyn View, payment_id: u64, place: u64) -> Stored<Option<Person>> {
    TICKS.get(view, &(payment_id, place))
}

/// Cash payments in no till with ids from `from` on: how many, and what they moved.
pub fn unassigned_cash(view: &dyn View, from: u64) -> Stored<Tally> {
    let mut tally = Tally::default();
    for (_, moved) in UNASSIGNED_CASH.range(view, &from.to_bytes(), &[])? {
        tally.add(moved);
    }
    Ok(tally)
}

/// Writes or removes the tick of the tender, and counts it in its shift.
pub fn apply_tick(tables: &mut dyn Tables, envelope: &Envelope, event: &TenderTicked) -> Stored<()> {
    let key = (event.payment_id, event.index);
    if event.ticked {
        TICKS.put(tables, &key, &Person { id: envelope.actor.id, name: envelope.actor.name.clone() })?;
    } else {
        TICKS.remove(tables, &key)?;
    }
    change_sums(tables, event.shift_id, |sums| sums.references.1 += if event.ticked { 1 } else { -1 })
}

/// The corrections of payments of a shift, oldest first.
pub fn corrections_of_shift(view: &dyn View, shift_id: u64) -> Stored<Vec<ShiftCorrection>> {
    Ok(CORRECTIONS.get(view, &shift_id)?.unwrap_or_default())
}

/// Books a correction where the payment is booked.
pub fn apply_corrected(tables: &mut dyn Tables, corrected: &BookedCorrection) -> Stored<()> {
    let BookedCorrection { container, before, after, goods, day, ref listed } = *corrected;
    let change = |sums: &mut ShiftSums| {
        sums.correct_payment(before, after, day);
        sums.add_goods(&goods);
    };
    let shift_id = match container {
        Container::Unassigned(day) => return correct_unassigned(tables, day, corrected, change),
        Container::Shift(shift_id) => shift_id,
    };
    let mut added = ShiftSums::default();
    change(&mut added);
    HELD_BY_SHIFTS.change(tables, &day, |held| held.add(&added))?;
    let (mut noted, mut ticked) = (0, 0);
    for place in (0u64..).take(before.tenders.len()) {
        let tender = (before.id, place);
        if REFERENCES.get(tables.view(), &(shift_id, tender))?.is_some() {
            noted -= 1;
            ticked -= i64::from(TICKS.get(tables.view(), &tender)?.is_some());
            REFERENCES.remove(tables, &(shift_id, tender))?;
            TICKS.remove(tables, &tender)?;
        }
    }
    noted += index_references(tables, shift_id, &[after])?;
    change_sums(tables, shift_id, |sums| {
        change(sums);
        sums.drop_unused_methods();
        sums.references = (sums.references.0 + noted, sums.references.1 + ticked);
    })?;
    CORRECTIONS.change(tables, &shift_id, |rows| rows.push(listed.clone()))?;
    if let Some(till_id) = after.booking.and_then(|booking| booking.till_id())
        && after.cash_moved() != before.cash_moved()
    {
        note_cash(tables, till_id, shift_id)?;
    }
    Ok(())
}

fn correct_unassigned(
    tables: &mut dyn Tables,
    day: BusinessDay,
    corrected: &BookedCorrection,
    change: impl FnOnce(&mut ShiftSums),
) -> Stored<()> {
    let BookedCorrection { before, after, .. } = *corrected;
    let mut cash = Tally::default();
    if before.cash_moved() != Cash::ZERO {
        UNASSIGNED_CASH.remove(tables, &before.id)?;
        cash += Tally { count: -1, amount: -before.cash_moved() };
    }
    if after.cash_moved() != Cash::ZERO {
        UNASSIGNED_CASH.put(tables, &after.id, &after.cash_moved())?;
        cash.add(after.cash_moved());
    }
    UNASSIGNED.change(tables, &day, |unassigned| {
        change(&mut unassigned.sums);
        unassigned.sums.drop_unused_methods();
        unassigned.cash += cash;
    })
}

/// Changes the goods of another shift, or of money without a till, as a correction says.
pub fn apply_corrected_goods(tables: &mut dyn Tables, container: Container, goods: &GoodsSums) -> Stored<()> {
    match container {
        Container::Shift(shift_id) => change_sums(tables, shift_id, |sums| sums.add_goods(goods)),
        Container::Unassigned(day) => UNASSIGNED.change(tables, &day, |unassigned| unassigned.sums.add_goods(goods)),
    }
}
