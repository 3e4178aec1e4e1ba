//! What commands of other features do to tills: the first mode makes the first tills, an opened drawer and a payout of tips are
//! movements of the till they happen at.

use crate::engine::{Command, Event};
use crate::payments::TillRequest;
use crate::printing::PrintCommand;
use crate::settings::{CashMode, Settings};
use crate::staff::pins;
use crate::tills::{self, MovementKind, TillsCommand};
use crate::tips::{self, PayOutTips};
use base::{Cash, Decided, Envelope};
use store::{Stored, View};

/// Refuses a payout of another person's tips that neither that person nor a manager confirmed, before anything is looked up.
pub(super) fn may_pay_out(view: &dyn View, envelope: &Envelope, command: &Command) -> Stored<Decided<()>> {
    let Some((user_id, pin)) = paid_out_tips(command) else { return Ok(Ok(())) };
    let present = match pin {
        Some(_) => pins::pin(view, user_id)?.filter(|pin| !pin.off),
        None => None,
    };
    Ok(tips::may_pay_out(user_id, pin, present.as_ref().map(|pin| pin.mark.as_str()), &envelope.actor))
}

/// Whose tips a command pays out, and the PIN that was given for it.
fn paid_out_tips(command: &Command) -> Option<(u64, Option<&pins::GivenPin>)> {
    if let Command::PayOutTips(command) = command {
        return Some((command.user_id, command.pin.as_ref()));
    }
    let Command::Tills(TillsCommand::Move(moved)) = command else { return None };
    let user_id = moved.user_id.filter(|_| moved.kind == MovementKind::TipOut)?;
    Some((user_id, moved.pin.as_ref()))
}

/// The events of a command, with those for the tills beside them.
pub(super) fn with_tills(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    command: &Command,
    mut events: Vec<Event>,
) -> Stored<Decided<Vec<Event>>> {
    if let Command::Settings(_) = command {
        let next =
            events.iter().find_map(|event| if let Event::SettingsChanged(event) = event { Some(event.settings.cash.mode) } else { None });
        let Some(next) = next.filter(|next| *next != settings.cash.mode) else { return Ok(Ok(events)) };
        return change_mode(view, next, events);
    }
    if let Command::Print(PrintCommand::OpenDrawer { till, .. }) = command {
        let job = events.iter().find_map(|event| if let Event::PrintQueued(job) = event { Some(&job.kind) } else { None });
        let reason = job.and_then(crate::printing::JobKind::drawer_reason);
        let movement = movement(view, settings, envelope, *till, |movement| {
            movement.kind = MovementKind::NoSale;
            (movement.listed_reason, movement.reason) = reason.unwrap_or_default();
        })?;
        match movement {
            Ok(movement) => events.extend(movement),
            Err(refusal) => return Ok(Err(refusal)),
        }
    }
    if let Command::PayOutTips(command) = command {
        let paid = events.iter().find_map(|event| if let Event::TipsPaidOut(event) = event { Some(event) } else { None });
        let Some(paid) = paid else { return Ok(Ok(events)) };
        let (amount, for_user) = (-paid.amount, tills::Person { id: paid.user_id, name: paid.user_name.clone() });
        let movement = movement(view, settings, envelope, command.till, |movement| {
            (movement.kind, movement.amount, movement.for_user) = (MovementKind::TipOut, amount, Some(for_user));
        })?;
        match movement {
            Ok(movement) => events.extend(movement),
            Err(refusal) => return Ok(Err(refusal)),
        }
    }
    if let Command::Tills(TillsCommand::Move(moved)) = command
        && moved.kind == MovementKind::TipOut
    {
        let Some(user_id) = moved.user_id else { return Ok(Ok(events)) };
        let amount = Cash { usd: moved.usd, lrd: moved.lrd };
        let command = PayOutTips { user_id, amount, till: TillRequest::default(), pin: moved.pin.clone() };
        match tips::pay_out(&command, &tips::load_pay_out(view, settings, &command, envelope)?) {
            Ok(paid) => events.extend(paid.into_iter().map(Event::from)),
            Err(refusal) => return Ok(Err(refusal)),
        }
    }
    Ok(Ok(events))
}

fn change_mode(view: &dyn View, next: CashMode, mut events: Vec<Event>) -> Stored<Decided<Vec<Event>>> {
    let known = tills::tills(view)?;
    if let Err(refusal) = tills::fits_mode(&known, next) {
        return Ok(Err(refusal));
    }
    if known.is_empty() {
        events.extend(tills::first_tills(tills::next_till_id(view)?).into_iter().map(Event::TillSaved));
    }
    Ok(Ok(events))
}

/// A movement of the open shift of the till at which something happens; `None` in a bar without tills.
fn movement(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    till: TillRequest,
    complete: impl FnOnce(&mut tills::Movement),
) -> Stored<Decided<Option<Event>>> {
    let (till, shift_id) = match tills::open_till(view, &settings.cash, &envelope.actor, till)? {
        Ok(Some(open)) => open,
        Ok(None) => return Ok(Ok(None)),
        Err(refusal) => return Ok(Err(refusal)),
    };
    let (rate, now) = (crate::rates::rate(view)?, settings.bar_time().moment(envelope.at));
    let mut movement = tills::Movement::begin(tills::next_movement_id(view)?, (till.id, shift_id), rate, now, envelope);
    complete(&mut movement);
    Ok(Ok(Some(Event::CashMoved(tills::CashMoved { movements: vec![movement] }))))
}
