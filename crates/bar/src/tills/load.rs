//! Loads the data that decisions about tills need.

use super::MOVEMENT_IDS;
use super::choice::choose;
use super::tables::{SHIFT_IDS, TILL_IDS, Z_NUMBERS};
use super::{BarFigures, KnownTender, Person, Till, TillKind, TillState, TillsCommand, TillsContext};
use crate::payments::{TillChoice, TillRequest};
use crate::reasons::{ReasonChoice, load_choices};
use crate::settings::{CashMode, CashSettings, Settings};
use base::{Actor, Decided, Envelope, Refusal};
use store::{Stored, View, head};

/// Data of features that come after tills: of the whole bar for a report, and the tender that the command names.
#[derive(Debug, Default)]
pub struct LaterFacts {
    pub bar: BarFigures,
    pub tender: Option<KnownTender>,
}

/// Loads the data that [`super::decide`] needs.
pub fn load<'a>(
    view: &dyn View,
    settings: &'a Settings,
    command: &TillsCommand,
    later: LaterFacts,
    envelope: &Envelope,
) -> Stored<TillsContext<'a>> {
    let tills = super::tills(view)?;
    let mut shift_ids: Vec<u64> = tills.iter().filter_map(|state| state.open_shift.map(|running| running.shift_id)).collect();
    let named = Named::by(command);
    shift_ids.extend(named.shift.filter(|id| !shift_ids.contains(id)));
    let mut shifts = Vec::with_capacity(shift_ids.len());
    for id in shift_ids {
        if let Some(shift) = super::shift(view, id)? {
            shifts.push((shift, super::sums(view, id)?));
        }
    }
    let person = match named.person {
        Some(id) => crate::staff::any_user(view, id)?.filter(|user| user.is_active),
        None => None,
    };
    let closed = named.shift.and_then(|id| shifts.iter().find(|(shift, _)| shift.id == id));
    let payments_from =
        closed.and_then(|(shift, _)| tills.iter().find(|state| state.till.id == shift.till_id)).map(|state| state.payments_from);
    Ok(TillsContext {
        cash: &settings.cash,
        denominations: &settings.denominations,
        movements: match named.movement {
            Some(id) => with_other_side(view, id)?,
            None => Vec::new(),
        },
        person: person.map(|user| (Person { id: user.id, name: user.username }, user.role)),
        shift_movements: match named.shift {
            Some(id) => super::movements_of_shift(view, id)?,
            None => Vec::new(),
        },
        corrections: match named.shift {
            Some(id) => super::corrections_of_shift(view, id)?,
            None => Vec::new(),
        },
        unassigned: match payments_from {
            Some(from) => super::unassigned_cash(view, from)?,
            None => super::Tally::default(),
        },
        z_exists: match named.z {
            Some(number) => super::z(view, number)?.is_some(),
            None => false,
        },
        bar: later.bar,
        tender: later.tender,
        printer_exists: named.printer.is_none_or(|id| settings.printer(id).is_some()),
        reasons: load_choices(view, settings, named.reason)?,
        rate: crate::rates::rate(view)?,
        now: settings.bar_time().moment(envelope.at),
        next_till_id: TILL_IDS.next(view)?,
        next_shift_id: SHIFT_IDS.next(view)?,
        next_movement_id: MOVEMENT_IDS.next(view)?,
        next_z: Z_NUMBERS.next(view)?,
        next_entry: head(view)? + 1,
        tills,
        shifts,
    })
}

/// What a command names, by id or number.
#[derive(Default)]
struct Named<'a> {
    shift: Option<u64>,
    person: Option<u64>,
    printer: Option<u64>,
    movement: Option<u64>,
    z: Option<u64>,
    reason: Option<&'a ReasonChoice>,
}

impl<'a> Named<'a> {
    fn by(command: &'a TillsCommand) -> Self {
        let none = Named::default();
        match command {
            TillsCommand::Save(command) => {
                Named { person: command.change.user_id.flatten(), printer: command.change.printer_id.flatten(), ..none }
            }
            TillsCommand::Open(command) => Named { person: command.user_id, ..none },
            TillsCommand::Counting(command) => Named { shift: Some(command.shift_id), ..none },
            TillsCommand::Count(command) => Named { shift: Some(command.shift_id), person: command.hand_to, ..none },
            TillsCommand::Confirm(command) => Named { shift: Some(command.shift_id), ..none },
            TillsCommand::CloseUncounted(command) => Named { shift: Some(command.shift_id), ..none },
            TillsCommand::Move(command) => Named { person: command.user_id, reason: Some(&command.reason), ..none },
            TillsCommand::Correct(command) => Named { movement: Some(command.movement_id), ..none },
            TillsCommand::Accept(command) => Named { movement: Some(command.movement_id), ..none },
            TillsCommand::Note(command) => Named { z: Some(command.number), ..none },
            TillsCommand::Remove(_) | TillsCommand::CountSafe(_) | TillsCommand::Tick(_) => none,
        }
    }
}

/// A movement, then the one that was made with it on the other till.
fn with_other_side(view: &dyn View, id: u64) -> Stored<Vec<super::Movement>> {
    let Some(first) = super::movement(view, id)? else { return Ok(Vec::new()) };
    let mut found = Vec::with_capacity(2);
    // Two sides of one movement have ids that follow each other.
    for neighbour in [id.saturating_sub(1), id + 1] {
        let other = super::movement(view, neighbour)?;
        found.extend(other.filter(|other| {
            other.at == first.at && other.kind == first.kind && other.amount == -first.amount && first.other_till_id == Some(other.till_id)
        }));
    }
    found.insert(0, first);
    Ok(found)
}

/// The id that the next movement gets.
pub fn next_movement_id(view: &dyn View) -> Stored<u64> {
    MOVEMENT_IDS.next(view)
}

/// The id that the next till gets.
pub fn next_till_id(view: &dyn View) -> Stored<u64> {
    TILL_IDS.next(view)
}

/// Finds the till of a request: the one that it names; the person's own open purse or drawer; the device's; the only open shared drawer.
pub fn choice(view: &dyn View, cash: &CashSettings, actor: &Actor, request: TillRequest) -> Stored<TillChoice> {
    if cash.mode == CashMode::Off {
        return Ok(TillChoice::Off);
    }
    Ok(choose(&super::tills(view)?, cash.require_shift, actor, request))
}

/// Finds the till at which something happens without a payment, as [`choice`] does, and its open shift; `None` in a bar without tills.
///
/// # Errors
/// 404 if the request names a till that is unknown, or a safe; 409 as [`TillChoice::open_till`].
pub fn open_till(view: &dyn View, cash: &CashSettings, actor: &Actor, request: TillRequest) -> Stored<Decided<Option<(Till, u64)>>> {
    if cash.mode == CashMode::Off {
        return Ok(Ok(None));
    }
    let mut tills = super::tills(view)?;
    let has_shifts = |state: &TillState, id: u64| state.till.id == id && state.till.kind != TillKind::Safe;
    if request.till_id.is_some_and(|id| !tills.iter().any(|state| has_shifts(state, id))) {
        return Ok(Err(Refusal::not_found("till")));
    }
    let found = choose(&tills, cash.require_shift, actor, request).open_till();
    Ok(found.map(|open| {
        let (till_id, shift_id) = open?;
        let place = tills.iter().position(|state| state.till.id == till_id)?;
        Some((tills.swap_remove(place).till, shift_id))
    }))
}
