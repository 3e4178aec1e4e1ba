//! Decides everything about tills: their set-up, shifts and movements.

mod movements;
mod notes;
mod setup;
mod shifts;
#[cfg(test)]
mod tests;

pub use movements::{AcceptTransfer, CorrectMovement, CountSafe, FloatFrom, Move};
pub use notes::{KnownTender, NoteZ, Tick};
pub use setup::{RemoveTill, SaveTill, TillChange, first_tills, fits_mode};
pub(super) use shifts::with_count;
pub use shifts::{CloseUncounted, Confirm, CountShift, Counting, OpenShift};

use super::{BarFigures, Movement, Person, Shift, ShiftCorrection, ShiftSums, Tally, TillKind, TillState, TillsEvent};
use crate::methods::Denomination;
use crate::reasons::ReasonContext;
use crate::settings::CashSettings;
use base::{BarMoment, Code, Decided, Envelope, Rate, Refusal, Role};

/// A command about tills.
#[derive(Debug, Clone)]
pub enum TillsCommand {
    Save(SaveTill),
    Remove(RemoveTill),
    Open(OpenShift),
    Counting(Counting),
    Count(CountShift),
    Confirm(Confirm),
    CloseUncounted(CloseUncounted),
    Move(Move),
    Correct(CorrectMovement),
    Accept(AcceptTransfer),
    CountSafe(CountSafe),
    Note(NoteZ),
    Tick(Tick),
}

/// Data that [`decide`] needs.
#[derive(Debug)]
pub struct TillsContext<'a> {
    pub cash: &'a CashSettings,
    pub denominations: &'a [Denomination],
    /// All tills that are not archived, by id.
    pub tills: Vec<TillState>,
    /// The shifts that the command names or that are open on the tills it names, with their sums.
    pub shifts: Vec<(Shift, ShiftSums)>,
    /// The movement that the command names, and those that were made with it.
    pub movements: Vec<Movement>,
    /// The active person that the command names.
    pub person: Option<(Person, Role)>,
    /// The movements of the shift that the command names, oldest first.
    pub shift_movements: Vec<Movement>,
    /// The corrections of payments of that shift, oldest first.
    pub corrections: Vec<ShiftCorrection>,
    /// Cash payments without a till since the last Z of that till.
    pub unassigned: Tally,
    pub bar: BarFigures,
    /// Whether the Z that the command names exists.
    pub z_exists: bool,
    /// The tender that the command names.
    pub tender: Option<KnownTender>,
    /// Whether a printer has the id that the command names. True for a command without one.
    pub printer_exists: bool,
    pub reasons: ReasonContext,
    pub rate: Rate,
    pub now: BarMoment,
    pub next_till_id: u64,
    pub next_shift_id: u64,
    pub next_movement_id: u64,
    pub next_z: u64,
    /// Number of the entry that is written next.
    pub next_entry: u64,
}

impl TillsContext<'_> {
    /// The till with this id.
    fn till(&self, id: u64) -> Decided<&TillState> {
        self.tills.iter().find(|state| state.till.id == id).ok_or_else(|| Refusal::not_found("till"))
    }

    /// The shift with this id.
    fn shift(&self, id: u64) -> Decided<&(Shift, ShiftSums)> {
        self.shifts.iter().find(|(shift, _)| shift.id == id).ok_or_else(|| Refusal::not_found("shift"))
    }

    /// The open shift of a till.
    fn open_shift(&self, state: &TillState) -> Option<&(Shift, ShiftSums)> {
        let id = state.open_shift?.shift_id;
        self.shifts.iter().find(|(shift, _)| shift.id == id)
    }

    /// The first safe, by id.
    fn first_safe(&self) -> Decided<&TillState> {
        let mut safes = self.tills.iter().filter(|state| state.till.kind == TillKind::Safe);
        safes.next().ok_or_else(|| Refusal::conflict("There is no safe"))
    }

    /// The id of the oldest drawer.
    fn oldest_drawer(&self) -> Option<u64> {
        self.tills.iter().filter(|state| state.till.kind == TillKind::Drawer).map(|state| state.till.id).min()
    }

    /// The till, if the person may use it.
    ///
    /// # Errors
    /// 404 for an unknown till; 403 for another person's.
    fn usable(&self, till_id: u64, envelope: &Envelope) -> Decided<&TillState> {
        let state = self.till(till_id)?;
        if state.is_usable_by(&envelope.actor) { Ok(state) } else { Err(Refusal::forbidden()) }
    }
}

fn actor(envelope: &Envelope) -> Person {
    Person { id: envelope.actor.id, name: envelope.actor.name.clone() }
}

fn no_shift(name: &str) -> Refusal {
    Refusal::new(Code::NoShift, format!("No shift of {name} is open"))
}

/// Decides a command about tills.
///
/// # Errors
/// 404 for an unknown till, shift, movement or person; 403 for another person's till; 400 for amounts and names; 409 as the
/// functions of each command say.
pub fn decide(command: &TillsCommand, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    match command {
        TillsCommand::Save(command) => setup::save(command, context),
        TillsCommand::Remove(command) => setup::remove(command, context),
        TillsCommand::Open(command) => shifts::open(command, context, envelope),
        TillsCommand::Counting(command) => shifts::counting(command, context, envelope),
        TillsCommand::Count(command) => shifts::count(command, context, envelope),
        TillsCommand::Confirm(command) => shifts::confirm(command, context, envelope),
        TillsCommand::CloseUncounted(command) => shifts::close_uncounted(command, context, envelope),
        TillsCommand::Move(command) => movements::make(command, context, envelope),
        TillsCommand::Correct(command) => movements::correct(command, context, envelope),
        TillsCommand::Accept(command) => movements::accept(command, context, envelope),
        TillsCommand::CountSafe(command) => movements::count_safe(command, context, envelope),
        TillsCommand::Note(command) => notes::note(command, context),
        TillsCommand::Tick(command) => notes::tick(command, context, envelope),
    }
}
