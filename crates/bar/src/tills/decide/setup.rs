//! Decides the set-up of tills.

use super::super::{FIRST_DRAWER, FIRST_SAFE, NAME_MAX, TILLS_MAX, Till, TillArchived, TillKind, TillSaved, TillState, TillsEvent};
use super::TillsContext;
use crate::settings::CashMode;
use base::text::fold;
use base::{Cash, Code, Decided, Lrd, Refusal, Usd};

/// What an admin sets of a till: `None` keeps a field, and gives a new till its default.
#[derive(Debug, Clone, Default)]
pub struct TillChange {
    /// Required for a new till.
    pub name: Option<String>,
    /// Required for a new till.
    pub kind: Option<TillKind>,
    /// Default: false.
    pub shared: Option<bool>,
    /// `Some(None)` for the person who opens it.
    pub user_id: Option<Option<u64>>,
    /// `Some(None)` for the printer of the receipts.
    pub printer_id: Option<Option<u64>>,
    pub usual_float_usd: Option<Usd>,
    pub usual_float_lrd: Option<Lrd>,
}

impl TillChange {
    /// The till after the change; `known` is the one before it.
    fn applied_to(&self, id: u64, known: Option<&Till>) -> Till {
        let before = |field: fn(&Till) -> Option<u64>| known.and_then(field);
        let float = known.map_or(Cash::ZERO, |till| till.usual_float);
        Till {
            id,
            name: self.name.clone().or_else(|| known.map(|till| till.name.clone())).unwrap_or_default(),
            kind: self.kind.or_else(|| known.map(|till| till.kind)).unwrap_or(TillKind::Drawer),
            shared: self.shared.or_else(|| known.map(|till| till.shared)).unwrap_or_default(),
            user_id: self.user_id.unwrap_or_else(|| before(|till| till.user_id)),
            printer_id: self.printer_id.unwrap_or_else(|| before(|till| till.printer_id)),
            usual_float: Cash { usd: self.usual_float_usd.unwrap_or(float.usd), lrd: self.usual_float_lrd.unwrap_or(float.lrd) },
        }
    }
}

/// Sets up a till, or changes one.
#[derive(Debug, Clone)]
pub struct SaveTill {
    /// `None` for a new one.
    pub till_id: Option<u64>,
    pub change: TillChange,
}

/// Removes a till.
#[derive(Debug, Clone, Copy)]
pub struct RemoveTill {
    pub till_id: u64,
}

/// Sets up or changes a till.
///
/// # Errors
/// 400 for a name without letters, a shared till that is no drawer, and an unknown person or printer; 409 `taken` for a name and for
/// a person's second purse; 409 `conflict` for another kind, and for one till too many.
pub(super) fn save(command: &SaveTill, context: &TillsContext) -> Decided<Vec<TillsEvent>> {
    let known = command.till_id.map(|id| context.till(id)).transpose()?;
    let id = command.till_id.unwrap_or(context.next_till_id);
    let till = command.change.applied_to(id, known.map(|state| &state.till));
    check(&till, &command.change, context)?;
    if let Some(known) = known
        && known.till.kind != till.kind
        && (known.left.is_some() || known.open_shift.is_some())
    {
        return Err(Refusal::conflict("A till that was used keeps its kind"));
    }
    let others = || context.tills.iter().map(|state| &state.till).filter(|till| Some(till.id) != command.till_id);
    if others().any(|other| fold(&other.name) == fold(&till.name)) {
        return Err(Refusal::taken("name", "There is a till with this name"));
    }
    let is_second = |other: &Till| other.kind == TillKind::Purse && other.user_id == till.user_id;
    if till.kind == TillKind::Purse && till.user_id.is_some() && others().any(is_second) {
        return Err(Refusal::taken("userId", "This person has a purse already"));
    }
    if known.is_none() && context.tills.len() >= TILLS_MAX {
        return Err(Refusal::conflict(format!("{TILLS_MAX} tills are the most")));
    }
    Ok(vec![TillsEvent::Saved(TillSaved { till, is_new: known.is_none() })])
}

fn check(till: &Till, change: &TillChange, context: &TillsContext) -> Decided<()> {
    if till.name.is_empty() || till.name.chars().count() > NAME_MAX {
        return Err(Refusal::field("name", format!("A till needs a name of 1 to {NAME_MAX} characters")));
    }
    if till.shared && till.kind != TillKind::Drawer {
        return Err(Refusal::field("shared", "Only a drawer can be shared"));
    }
    if till.user_id.is_some() && (till.shared || till.kind == TillKind::Safe) {
        return Err(Refusal::field("userId", "Only a purse or a personal drawer belongs to a person"));
    }
    if change.user_id.flatten().is_some() && context.person.is_none() {
        return Err(Refusal::field("userId", "Unknown user"));
    }
    if !context.printer_exists {
        return Err(Refusal::field("printerId", "Unknown printer"));
    }
    Ok(())
}

/// Removes a till.
///
/// # Errors
/// 409 `conflict` for one with cash in it or an open shift, and for the last safe.
pub(super) fn remove(command: &RemoveTill, context: &TillsContext) -> Decided<Vec<TillsEvent>> {
    let state = context.till(command.till_id)?;
    if state.open_shift.is_some() {
        return Err(Refusal::conflict("A shift of this till is open"));
    }
    if state.balance() != Cash::ZERO {
        return Err(Refusal::conflict("There is still cash in this till"));
    }
    let safes = context.tills.iter().filter(|other| other.till.kind == TillKind::Safe).count();
    if state.till.kind == TillKind::Safe && safes <= 1 {
        return Err(Refusal::conflict("The last safe stays"));
    }
    Ok(vec![TillsEvent::Archived(TillArchived { till_id: state.till.id, name: state.till.name.clone() })])
}

/// The tills of a bar that begins to use them: a shared drawer and a safe. `first_id` is the next till's id.
pub fn first_tills(first_id: u64) -> [TillSaved; 2] {
    [(FIRST_DRAWER, TillKind::Drawer, first_id), (FIRST_SAFE, TillKind::Safe, first_id + 1)].map(|(name, kind, id)| {
        let shared = kind == TillKind::Drawer;
        let till = Till { id, name: name.to_owned(), kind, shared, user_id: None, printer_id: None, usual_float: Cash::ZERO };
        TillSaved { till, is_new: true }
    })
}

/// Checks that each open shift has a place in a mode.
///
/// # Errors
/// 409 `shift_open` with the id of a shift whose till could not be open.
pub fn fits_mode(tills: &[TillState], mode: CashMode) -> Decided<()> {
    let oldest = tills.iter().filter(|state| state.till.kind == TillKind::Drawer).map(|state| state.till.id).min();
    let lost =
        tills.iter().find_map(|state| state.open_shift.filter(|_| !state.till.opens_in(mode, oldest)).map(|running| (state, running)));
    match lost {
        None => Ok(()),
        Some((state, running)) => {
            let message = format!("A shift of {} is open. Close it first.", state.till.name);
            Err(Refusal::new(Code::ShiftOpen, message).with("shiftId", running.shift_id.into()))
        }
    }
}
