//! Decides shifts: opening, counting, closing, handing over.

use super::super::{
    CashMoved, Closing, Count, Counted, Movement, MovementKind, MovementStatus, Person, RecordedCount, ReportFacts, Shift, ShiftClosed,
    ShiftConfirmed, ShiftCounted, ShiftCounting, ShiftOpened, ShiftReport, ShiftState, ShiftSums, TillKind, TillState, TillsEvent,
    expected, z_name,
};
use super::movements::FloatFrom;
use super::{TillsContext, actor, movements};
use crate::reasons::ReasonChoice;
use base::{Cash, Code, Decided, Envelope, Lrd, Refusal, Role, Usd};

/// Opens a shift with a count.
#[derive(Debug, Clone)]
pub struct OpenShift {
    pub till_id: u64,
    pub count: Count,
    /// The responsible person, if a manager opens it for another person.
    pub user_id: Option<u64>,
    pub float: Option<FloatFrom>,
}

/// Begins or ends the counting of a shift.
#[derive(Debug, Clone, Copy)]
pub struct Counting {
    pub shift_id: u64,
    pub begin: bool,
}

/// Counts a shift, to close it.
#[derive(Debug, Clone)]
pub struct CountShift {
    pub shift_id: u64,
    pub count: Count,
    /// What stays in the till; `None` for all of it, and nothing of a purse.
    pub leave_usd: Option<Usd>,
    /// The same in Liberian dollars.
    pub leave_lrd: Option<Lrd>,
    /// Where the rest goes; `None` for the first safe.
    pub to_till_id: Option<u64>,
    /// Who takes over.
    pub hand_to: Option<u64>,
}

/// Confirms what is in a till that was taken over.
#[derive(Debug, Clone)]
pub struct Confirm {
    pub shift_id: u64,
    /// Counted again; `None` to take over what was written.
    pub count: Option<Count>,
}

/// Closes a shift without a count.
#[derive(Debug, Clone)]
pub struct CloseUncounted {
    pub shift_id: u64,
    pub reason: ReasonChoice,
}

/// Opens a shift.
///
/// # Errors
/// 409 `conflict` for a till that cannot open in this mode; 409 `shift_open`; 403 for another person's till, and for a bartender who
/// opens one for another person.
pub(super) fn open(command: &OpenShift, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let state = context.usable(command.till_id, envelope)?;
    let is_other = command.user_id.is_some_and(|id| id != envelope.actor.id);
    if is_other && envelope.actor.role < Role::Manager {
        return Err(Refusal::forbidden());
    }
    let responsible = match (&context.person, is_other) {
        (Some((person, _)), true) => person.clone(),
        (None, true) => return Err(Refusal::not_found("user")),
        (_, false) => actor(envelope),
    };
    if !state.till.opens_in(context.cash.mode, context.oldest_drawer()) {
        return Err(Refusal::conflict(format!("{} cannot be opened", state.till.name)));
    }
    if let Some(shift_id) = state.open_shift.map(|running| running.shift_id) {
        let message = format!("A shift of {} is open already", state.till.name);
        return Err(Refusal::new(Code::ShiftOpen, message).with("shiftId", shift_id.into()));
    }
    command.count.check(context.cash.count_by, context.denominations)?;
    let float = command.float.filter(|float| float.amount != Cash::ZERO);
    let mut events = Vec::with_capacity(2);
    if let Some(float) = float {
        events.push(TillsEvent::Moved(CashMoved { movements: vec![movements::float_out(&float, state, context, envelope)?] }));
    }
    let amount = float.map_or(Cash::ZERO, |float| float.amount);
    let difference = state.left.map(|left| command.count.amount + -left + -amount);
    let opened = Opening { state, responsible, confirmed: true, count: command.count.clone(), difference, float: amount };
    events.push(opened.event(context, envelope));
    Ok(events)
}

/// The beginning of a shift.
struct Opening<'a> {
    state: &'a TillState,
    responsible: Person,
    confirmed: bool,
    count: Count,
    difference: Option<Cash>,
    float: Cash,
}

impl Opening<'_> {
    fn event(self, context: &TillsContext, envelope: &Envelope) -> TillsEvent {
        let shift = Shift {
            id: context.next_shift_id,
            till_id: self.state.till.id,
            till_name: self.state.till.name.clone(),
            state: ShiftState::Open,
            responsible: self.responsible,
            confirmed: self.confirmed,
            business_day: context.now.day,
            opened_at: envelope.at,
            opened_by: actor(envelope),
            opening: self.count,
            opening_difference: self.difference,
            float: self.float,
            counting: None,
            cash_since: 0,
            counts: Vec::new(),
            closing: None,
            first_entry: context.next_entry,
        };
        TillsEvent::Opened(Box::new(ShiftOpened { shift }))
    }
}

/// The open shift that a command names, if the person may use its till.
///
/// # Errors
/// 404 for an unknown shift; 403 for another person's; 409 `shift_closed`.
fn open_shift<'a>(shift_id: u64, context: &'a TillsContext, envelope: &Envelope) -> Decided<(&'a TillState, &'a Shift, &'a ShiftSums)> {
    let (shift, sums) = context.shift(shift_id)?;
    let state = context.till(shift.till_id)?;
    let is_own = shift.responsible.id == envelope.actor.id;
    if !is_own && !state.is_usable_by(&envelope.actor) {
        return Err(Refusal::forbidden());
    }
    if let Some(closing) = &shift.closing {
        let message = format!("This shift is closed: {}", z_name(closing.z_number));
        return Err(Refusal::new(Code::ShiftClosed, message).with("zNumber", z_name(closing.z_number).into()));
    }
    Ok((state, shift, sums))
}

/// Begins or stops counting. Twice the same changes nothing.
///
/// # Errors
/// As [`open_shift`].
pub(super) fn counting(command: &Counting, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let (_, shift, _) = open_shift(command.shift_id, context, envelope)?;
    if command.begin == (shift.state == ShiftState::Counting) {
        return Ok(Vec::new());
    }
    let event = ShiftCounting { shift_id: shift.id, till_name: shift.till_name.clone(), began: command.begin };
    Ok(vec![TillsEvent::Counting(event)])
}

/// Stores a count. It closes the shift, unless it is the first one and beyond a tolerance.
///
/// # Errors
/// As [`open_shift`]; 400 for pieces that do not give the amounts, and for more left than was counted.
pub(super) fn count(command: &CountShift, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let (state, shift, sums) = open_shift(command.shift_id, context, envelope)?;
    command.count.check(context.cash.count_by, context.denominations)?;
    let next = next_person(command, shift, context)?;
    let counted = command.count.amount;
    let left = left_in_till(command, state)?;
    let rest = counted + -left;
    let expected = expected(shift, sums);
    let over_short = counted + -expected;
    if shift.counts.is_empty() && is_beyond_tolerance(over_short, context) {
        let event = ShiftCounted { shift_id: shift.id, till_name: shift.till_name.clone(), count: command.count.clone() };
        return Ok(vec![TillsEvent::Counted(event)]);
    }
    let mut events = Vec::with_capacity(3);
    if rest != Cash::ZERO {
        let to = match command.to_till_id {
            Some(id) => context.till(id)?,
            None => context.first_safe()?,
        };
        events.push(TillsEvent::Moved(CashMoved { movements: rest_to(to, rest, state, shift, context, envelope)? }));
    }
    let closed = Closed {
        count: Some(command.count.clone()),
        reason: None,
        over_short: Some(over_short),
        left,
        moved_on: rest,
        handed_to: next.as_ref().map(|person| person.name.clone()),
    };
    events.push(closed.event(shift, sums, context.next_entry + events.len() as u64, context, envelope));
    if let Some(responsible) = next {
        let opening = Opening { state, responsible, confirmed: false, count: Count::of(left), difference: None, float: Cash::ZERO };
        events.push(opening.event(context, envelope));
    }
    Ok(events)
}

/// Who takes over.
fn next_person(command: &CountShift, shift: &Shift, context: &TillsContext) -> Decided<Option<Person>> {
    match (command.hand_to, &context.person) {
        (None, _) => Ok(None),
        (Some(id), _) if id == shift.responsible.id => Err(Refusal::field("handTo", "Choose somebody else")),
        (Some(_), None) => Err(Refusal::field("handTo", "Unknown user")),
        (Some(_), Some((person, _))) => Ok(Some(person.clone())),
    }
}

fn left_in_till(command: &CountShift, state: &TillState) -> Decided<Cash> {
    let counted = command.count.amount;
    let all = if state.till.kind == TillKind::Purse { Cash::ZERO } else { counted };
    let left = Cash { usd: command.leave_usd.unwrap_or(all.usd), lrd: command.leave_lrd.unwrap_or(all.lrd) };
    if left.usd > counted.usd {
        return Err(Refusal::field("leaveUSD", "More than was counted"));
    }
    if left.lrd > counted.lrd {
        return Err(Refusal::field("leaveLRD", "More than was counted"));
    }
    Ok(left)
}

fn is_beyond_tolerance(over_short: Cash, context: &TillsContext) -> bool {
    let beyond = |difference: i64, tolerance: i64| difference.unsigned_abs() > tolerance.unsigned_abs();
    beyond(over_short.usd.as_minor(), context.cash.tolerance_usd.as_minor())
        || beyond(over_short.lrd.as_minor(), context.cash.tolerance_lrd.as_minor())
}

/// What moves the rest of a closed till: into a safe at once, to another till as a transfer that waits to be accepted.
fn rest_to(
    to: &TillState,
    rest: Cash,
    state: &TillState,
    shift: &Shift,
    context: &TillsContext,
    envelope: &Envelope,
) -> Decided<Vec<Movement>> {
    if to.till.id == state.till.id {
        return Err(Refusal::field("toTillId", "Choose another till"));
    }
    let out = |kind, status| Movement {
        shift_id: Some(shift.id),
        other_till_id: Some(to.till.id),
        status,
        ..movements::movement(context.next_movement_id, state.till.id, kind, -rest, context, envelope)
    };
    if to.till.kind != TillKind::Safe {
        return Ok(vec![out(MovementKind::Transfer, MovementStatus::Offered)]);
    }
    let into = Movement {
        other_till_id: Some(state.till.id),
        ..movements::movement(context.next_movement_id + 1, to.till.id, MovementKind::Drop, rest, context, envelope)
    };
    Ok(vec![out(MovementKind::Drop, MovementStatus::Done), into])
}

/// Confirms a shift that was taken over.
///
/// # Errors
/// As [`open_shift`]; 403 for everyone but the person who took over and managers; 409 `conflict` when it is confirmed already.
pub(super) fn confirm(command: &Confirm, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let (shift, sums) = context.shift(command.shift_id)?;
    if envelope.actor.id != shift.responsible.id && envelope.actor.role < Role::Manager {
        return Err(Refusal::forbidden());
    }
    open_shift(command.shift_id, context, envelope)?;
    if shift.confirmed {
        return Err(Refusal::conflict("This shift is confirmed already"));
    }
    let difference = match &command.count {
        None => Cash::ZERO,
        Some(count) => {
            count.check(context.cash.count_by, context.denominations)?;
            count.amount + -expected(shift, sums)
        }
    };
    let event = ShiftConfirmed { shift_id: shift.id, till_name: shift.till_name.clone(), count: command.count.clone(), difference };
    Ok(vec![TillsEvent::Confirmed(event)])
}

/// Closes a shift without a count: what is expected is left.
///
/// # Errors
/// 404, 409 as [`open_shift`]; 400 without a reason.
pub(super) fn close_uncounted(command: &CloseUncounted, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let (_, shift, sums) = open_shift(command.shift_id, context, envelope)?;
    let Some(reason) = command.reason.text.clone() else {
        return Err(Refusal::field("reason", crate::reasons::REASON_REQUIRED));
    };
    let left = expected(shift, sums);
    let closed = Closed { count: None, reason: Some(reason), over_short: None, left, moved_on: Cash::ZERO, handed_to: None };
    Ok(vec![closed.event(shift, sums, context.next_entry, context, envelope)])
}

/// The end of a shift.
struct Closed {
    count: Option<Count>,
    reason: Option<String>,
    over_short: Option<Cash>,
    left: Cash,
    moved_on: Cash,
    handed_to: Option<String>,
}

impl Closed {
    /// The event, which is entry `seq` of the journal.
    fn event(self, shift: &Shift, sums: &ShiftSums, seq: u64, context: &TillsContext, envelope: &Envelope) -> TillsEvent {
        let facts = ReportFacts {
            rate: context.rate,
            last_entry: seq,
            movements: context.shift_movements.clone(),
            corrections: context.corrections.clone(),
            unassigned: context.unassigned,
            bar: context.bar,
        };
        let x = ShiftReport::x(shift, sums, facts);
        let counts = match &self.count {
            Some(count) => with_count(&shift.counts, count.clone(), envelope),
            None => shift.counts.clone(),
        };
        let counted = Counted {
            at: envelope.at,
            by: envelope.actor.name.clone(),
            amount: self.count.as_ref().map(|count| count.amount),
            over_short: self.over_short,
            left: self.left,
            moved_on: self.moved_on,
            handed_to: self.handed_to,
        };
        let (expected, z_number) = (x.expected, context.next_z);
        TillsEvent::Closed(Box::new(ShiftClosed {
            shift_id: shift.id,
            till_id: shift.till_id,
            till_name: shift.till_name.clone(),
            closing: Closing { at: envelope.at, by: actor(envelope), z_number, expected, over_short: self.over_short, left: self.left },
            report: Box::new(x.into_z(z_number, counted, counts, context.cash)),
            count: self.count,
            reason: self.reason,
            approval: None,
        }))
    }
}

/// The counts of a shift with one more.
pub(in crate::tills) fn with_count(counts: &[RecordedCount], count: Count, envelope: &Envelope) -> Vec<RecordedCount> {
    let mut counts = counts.to_vec();
    counts.push(RecordedCount { count, by: actor(envelope), at: envelope.at });
    counts
}
