//! Decides movements of cash between tills, and in and out of them.

use super::super::{
    CashMoved, Count, Movement, MovementKind, MovementStatus, TillKind, TillState, TillsEvent, TransferAccepted, rate_gain,
};
use super::{TillsContext, no_shift};
use crate::reasons::{ReasonChoice, ResolvedReason};
use crate::staff::pins::GivenPin;
use base::{Cash, CurrencyCode, Decided, Envelope, Lrd, Refusal, Role, Usd};

/// Change for a till that is being opened.
#[derive(Debug, Clone, Copy)]
pub struct FloatFrom {
    /// A safe or a drawer.
    pub till_id: u64,
    pub amount: Cash,
}

/// Moves cash of a till.
#[derive(Debug, Clone)]
pub struct Move {
    pub till_id: u64,
    pub kind: MovementKind,
    /// Not negative.
    pub usd: Usd,
    /// Not negative.
    pub lrd: Lrd,
    /// Of an exchange: the currency that leaves the till.
    pub gives: Option<CurrencyCode>,
    pub reason: ReasonChoice,
    /// The till on the other side; `None` for the first safe where the kind has another side.
    pub other_till_id: Option<u64>,
    /// Whose tips are paid out.
    pub user_id: Option<u64>,
    /// What that person gave, where a colleague pays them out.
    pub pin: Option<GivenPin>,
}

/// Reverses a movement.
#[derive(Debug, Clone)]
pub struct CorrectMovement {
    pub movement_id: u64,
    pub reason: ReasonChoice,
}

/// Accepts a transfer with a count.
#[derive(Debug, Clone, Copy)]
pub struct AcceptTransfer {
    pub movement_id: u64,
    pub amount: Cash,
}

/// Counts a safe.
#[derive(Debug, Clone)]
pub struct CountSafe {
    pub till_id: u64,
    pub count: Count,
}

const ENTER_AN_AMOUNT: &str = "Please enter an amount";

/// A movement without its particulars, of a safe or, with a shift, of another till.
pub(super) fn movement(id: u64, till_id: u64, kind: MovementKind, amount: Cash, context: &TillsContext, envelope: &Envelope) -> Movement {
    Movement { shift_id: None, kind, amount, ..Movement::begin(id, (till_id, 0), context.rate, context.now, envelope) }
}

/// The money that leaves a safe or a drawer as change for `state`, which is being opened.
///
/// # Errors
/// 400 for a purse as its source; 409 `no_shift` for a closed drawer.
pub(super) fn float_out(float: &FloatFrom, state: &TillState, context: &TillsContext, envelope: &Envelope) -> Decided<Movement> {
    let from = source_of_float(Some(float.till_id), state, "float", context)?;
    Ok(Movement {
        shift_id: shift_of(from, context)?,
        other_till_id: Some(state.till.id),
        ..movement(context.next_movement_id, from.till.id, MovementKind::Float, -float.amount, context, envelope)
    })
}

fn source_of_float<'a>(from: Option<u64>, state: &TillState, field: &str, context: &'a TillsContext) -> Decided<&'a TillState> {
    let from = from.map_or_else(|| context.first_safe(), |id| context.till(id))?;
    if from.till.kind == TillKind::Purse || from.till.id == state.till.id {
        return Err(Refusal::field(field, "Change comes from a safe or another drawer"));
    }
    Ok(from)
}

/// The open shift of a till; `None` for a safe.
fn shift_of(state: &TillState, context: &TillsContext) -> Decided<Option<u64>> {
    if state.till.kind == TillKind::Safe {
        return Ok(None);
    }
    context.open_shift(state).map(|(shift, _)| Some(shift.id)).ok_or_else(|| no_shift(&state.till.name))
}

/// Moves cash.
///
/// # Errors
/// 404 and 403 as for every till; 400 without an amount or a reason, and for a kind that the till does not have; 409 `no_shift`.
pub(super) fn make(command: &Move, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let state = context.usable(command.till_id, envelope)?;
    let amount = Cash { usd: command.usd, lrd: command.lrd };
    check_amount(command, amount)?;
    let is_safe = state.till.kind == TillKind::Safe;
    if matches!(command.kind, MovementKind::Bank | MovementKind::Owner) != is_safe && !fits_both(command.kind) {
        let message = if is_safe { "A safe has no such movement" } else { "Only a safe has such a movement" };
        return Err(Refusal::field("kind", message));
    }
    let reason = match command.kind.reason() {
        Some(kind) => Some(context.reasons.require(&command.reason, kind)?.0),
        None => None,
    };
    let for_user = match (command.kind, command.user_id, &context.person) {
        (MovementKind::TipOut, None, _) => return Err(Refusal::field("userId", "Please choose whose tips these are")),
        (_, Some(_), None) => return Err(Refusal::not_found("user")),
        (MovementKind::TipOut, Some(_), Some((person, _))) => Some(person.clone()),
        _ => None,
    };
    let shift_id = shift_of(state, context)?;
    let ResolvedReason { listed, text, .. } = reason.unwrap_or(ResolvedReason { listed: None, text: None, returns_stock: false });
    let own = |amount| Movement {
        shift_id,
        listed_reason: listed.clone(),
        reason: text.clone(),
        for_user: for_user.clone(),
        ..movement(context.next_movement_id, state.till.id, command.kind, amount, context, envelope)
    };
    // The same money on the other side.
    let other = |to: &TillState, amount| -> Decided<Movement> {
        Ok(Movement {
            shift_id: shift_of(to, context)?,
            other_till_id: Some(state.till.id),
            ..movement(context.next_movement_id + 1, to.till.id, command.kind, amount, context, envelope)
        })
    };
    let movements = match command.kind {
        MovementKind::PayIn => vec![own(amount)],
        MovementKind::PayOut | MovementKind::TipOut | MovementKind::Bank | MovementKind::Owner => vec![own(-amount)],
        MovementKind::Exchange => vec![exchange(command, own, context)?],
        MovementKind::Float => {
            let from = source_of_float(command.other_till_id, state, "otherTillId", context)?;
            vec![Movement { other_till_id: Some(from.till.id), ..own(amount) }, other(from, -amount)?]
        }
        MovementKind::Drop => {
            let to = command.other_till_id.map_or_else(|| context.first_safe(), |id| context.till(id))?;
            if to.till.kind != TillKind::Safe || to.till.id == state.till.id {
                return Err(Refusal::field("otherTillId", "A drop goes to a safe"));
            }
            vec![Movement { other_till_id: Some(to.till.id), ..own(-amount) }, other(to, amount)?]
        }
        MovementKind::Transfer => {
            let Some(to) = command.other_till_id else { return Err(Refusal::field("otherTillId", "Please choose a till")) };
            let to = context.till(to)?;
            if to.till.id == state.till.id {
                return Err(Refusal::field("otherTillId", "Choose another till"));
            }
            vec![Movement { other_till_id: Some(to.till.id), status: MovementStatus::Offered, ..own(-amount) }]
        }
        MovementKind::NoSale | MovementKind::Correction | MovementKind::Count => {
            return Err(Refusal::field("kind", "Unknown kind"));
        }
    };
    Ok(vec![TillsEvent::Moved(CashMoved { movements })])
}

/// Kinds that a safe and other tills both have.
fn fits_both(kind: MovementKind) -> bool {
    matches!(kind, MovementKind::PayIn | MovementKind::PayOut | MovementKind::Exchange | MovementKind::Drop | MovementKind::Transfer)
}

fn check_amount(command: &Move, amount: Cash) -> Decided<()> {
    let field = if command.lrd.is_zero() { "amountUSD" } else { "amountLRD" };
    if command.kind == MovementKind::Exchange {
        let missing = [(command.usd.is_zero(), "amountUSD"), (command.lrd.is_zero(), "amountLRD")];
        return match missing.into_iter().find(|(missing, _)| *missing) {
            Some((_, field)) => Err(Refusal::field(field, ENTER_AN_AMOUNT)),
            None => Ok(()),
        };
    }
    if amount == Cash::ZERO { Err(Refusal::field(field, ENTER_AN_AMOUNT)) } else { Ok(()) }
}

fn exchange(command: &Move, own: impl Fn(Cash) -> Movement, context: &TillsContext) -> Decided<Movement> {
    let Some(gives) = command.gives else { return Err(Refusal::field("gives", "Please choose USD or LRD")) };
    let amount = match gives {
        CurrencyCode::Usd => Cash { usd: -command.usd, lrd: command.lrd },
        CurrencyCode::Lrd => Cash { usd: command.usd, lrd: -command.lrd },
    };
    Ok(Movement { rate_gain: Some(rate_gain(gives, command.usd, command.lrd, context.rate)), ..own(amount) })
}

/// Reverses a movement, and what was made with it, in the open shifts of their tills.
///
/// # Errors
/// 404 for an unknown movement; 403 for a movement of another person's till; 400 without a reason; 409 `conflict` for a correction, an opened
/// drawer, a count, an accepted transfer, and twice; 409 `no_shift`.
pub(super) fn correct(command: &CorrectMovement, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let first = found(command.movement_id, context)?;
    context.usable(first.till_id, envelope)?;
    let Some(text) = command.reason.text.clone() else {
        return Err(Refusal::field("reason", crate::reasons::REASON_REQUIRED));
    };
    let never = matches!(first.kind, MovementKind::Correction | MovementKind::NoSale | MovementKind::Count);
    if never || matches!(first.status, MovementStatus::Accepted | MovementStatus::Corrected) {
        return Err(Refusal::conflict("This movement cannot be corrected"));
    }
    let opened_with = opened_with(first, context);
    let reversals = context.movements.iter().chain(&opened_with).zip(context.next_movement_id..).map(|(one, id)| {
        let state = context.till(one.till_id)?;
        let shift_id = shift_of(state, context)?;
        Ok(Movement {
            shift_id,
            rate_gain: one.rate_gain.map(|gain| -gain),
            other_till_id: one.other_till_id,
            reason: Some(text.clone()),
            corrects_id: Some(one.id),
            for_earlier_shifts: one.shift_id != shift_id,
            ..movement(id, one.till_id, MovementKind::Correction, -one.amount, context, envelope)
        })
    });
    Ok(vec![TillsEvent::Moved(CashMoved { movements: reversals.collect::<Decided<_>>()? })])
}

/// The other side of change that a till was opened with. It is no movement, because the opening count contains it; a correction takes
/// it out of the till again.
fn opened_with(first: &Movement, context: &TillsContext) -> Option<Movement> {
    let till_id = first.other_till_id.filter(|_| first.kind == MovementKind::Float && context.movements.len() == 1)?;
    let opened = context.shifts.iter().find(|(shift, _)| shift.till_id == till_id && shift.opened_at == first.at);
    Some(Movement {
        till_id,
        other_till_id: Some(first.till_id),
        amount: -first.amount,
        shift_id: opened.map(|(shift, _)| shift.id),
        ..first.clone()
    })
}

fn found<'a>(id: u64, context: &'a TillsContext) -> Decided<&'a Movement> {
    context.movements.iter().find(|movement| movement.id == id).ok_or_else(|| Refusal::not_found("movement"))
}

/// Accepts a transfer. What the count differs from the offer is the hand-in difference of who offered it.
///
/// # Errors
/// 404 for an unknown movement; 403 for who offered it, and for who may not use the till; 409 `conflict` for what waits for nothing;
/// 409 `no_shift`.
pub(super) fn accept(command: &AcceptTransfer, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let offered = found(command.movement_id, context)?;
    let (true, Some(to)) = (offered.is_in_transit(), offered.other_till_id) else {
        return Err(Refusal::conflict("This movement does not wait to be accepted"));
    };
    let state = context.usable(to, envelope)?;
    if offered.by.id == envelope.actor.id {
        return Err(Refusal::forbidden());
    }
    let movement = Movement {
        shift_id: shift_of(state, context)?,
        other_till_id: Some(offered.till_id),
        status: MovementStatus::Accepted,
        ..movement(context.next_movement_id, state.till.id, MovementKind::Transfer, command.amount, context, envelope)
    };
    // What was offered is negative: it left the other till.
    let hand_in = command.amount + offered.amount;
    Ok(vec![TillsEvent::Accepted(Box::new(TransferAccepted { offered_id: offered.id, movement, hand_in }))])
}

/// Counts a safe: what differs is a movement.
///
/// # Errors
/// 404 and 403 as for every till; 400 for a till that is no safe, and for pieces that do not give the amounts.
pub(super) fn count_safe(command: &CountSafe, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let state = context.usable(command.till_id, envelope)?;
    if envelope.actor.role < Role::Manager {
        return Err(Refusal::forbidden());
    }
    if state.till.kind != TillKind::Safe {
        return Err(Refusal::conflict("Only a safe is counted like this"));
    }
    command.count.check(context.cash.count_by, context.denominations)?;
    let difference = command.count.amount + -state.balance();
    let counted = movement(context.next_movement_id, state.till.id, MovementKind::Count, difference, context, envelope);
    Ok(vec![TillsEvent::Moved(CashMoved { movements: vec![counted] })])
}
