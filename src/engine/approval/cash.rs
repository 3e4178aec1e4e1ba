//! What movements and closes of tills need an approval for.

use super::subject::{Goods, Place, Subject};
use crate::approvals::{EXPECTED_CASH, SummaryLine};
use crate::base::{Cash, Lrd, Price, Usd};
use crate::payments::value_in_both;
use crate::reasons::in_words;
use crate::receipts::document::format_cash;
use crate::settings::{ApprovalKind, Settings};
use crate::store::{Stored, View};
use crate::tills::{self, Movement, MovementKind, ShiftClosed};

/// A shift that is closed without a count.
pub(super) fn closing(closed: &ShiftClosed) -> Option<Subject> {
    if closed.count.is_some() {
        return None;
    }
    Some(Subject {
        kind: ApprovalKind::UncountedClose,
        verb: "Close",
        goods: vec![Goods::words(format!("{} without counting", closed.till_name))],
        place: Place::default(),
        reason: closed.reason.clone(),
        amount: None,
        details: vec![SummaryLine::new(EXPECTED_CASH, format_cash(closed.closing.expected))],
    })
}

/// A movement that needs an approval; `None` for any other.
pub(super) fn movement(view: &dyn View, settings: &Settings, movement: &Movement) -> Stored<Option<Subject>> {
    // Change for a till that is being opened is recorded where it comes from.
    let leaves = movement.amount.usd < Usd::ZERO || movement.amount.lrd < Lrd::ZERO;
    let (till_id, amount) = match (movement.kind, movement.other_till_id) {
        (MovementKind::Float, Some(other)) if leaves => (other, -movement.amount),
        (MovementKind::PayOut, _) => (movement.till_id, -movement.amount),
        _ => (movement.till_id, movement.amount),
    };
    let Some(state) = tills::till(view, till_id)? else { return Ok(None) };
    let (verb, kind) = match movement.kind {
        MovementKind::PayOut if is_above(amount, settings.cash.pay_out_limit_usd, settings.cash.pay_out_limit_lrd) => {
            ("Pay out", ApprovalKind::PayOut)
        }
        MovementKind::Float if is_above(amount, state.till.usual_float.usd, state.till.usual_float.lrd) => {
            ("Put change in:", ApprovalKind::Float)
        }
        MovementKind::Correction => ("Correct", ApprovalKind::CashCorrection),
        _ => return Ok(None),
    };
    let reason = in_words(movement.listed_reason.as_ref(), movement.reason.as_deref().unwrap_or_default());
    Ok(Some(Subject {
        kind,
        verb,
        goods: vec![Goods::words(format!("{} at {}", format_cash(amount), state.till.name))],
        place: Place::default(),
        reason: (!reason.is_empty()).then_some(reason),
        amount: Some(worth(view, amount)?),
        details: vec![SummaryLine::new("Till", &*state.till.name)],
    }))
}

/// The kind of approval that a command to move cash needs; `None` if none.
pub(super) fn kind_of_move(view: &dyn View, settings: &Settings, command: &tills::Move) -> Stored<Option<ApprovalKind>> {
    let amount = Cash { usd: command.usd, lrd: command.lrd };
    Ok(match command.kind {
        MovementKind::PayOut => {
            is_above(amount, settings.cash.pay_out_limit_usd, settings.cash.pay_out_limit_lrd).then_some(ApprovalKind::PayOut)
        }
        MovementKind::Float => {
            let usual = tills::till(view, command.till_id)?.map_or(Cash::ZERO, |state| state.till.usual_float);
            is_above(amount, usual.usd, usual.lrd).then_some(ApprovalKind::Float)
        }
        _ => None,
    })
}

fn is_above(amount: Cash, usd: Usd, lrd: Lrd) -> bool {
    amount.usd > usd || amount.lrd > lrd
}

fn worth(view: &dyn View, amount: Cash) -> Stored<Price> {
    Ok(value_in_both(amount, crate::rates::rate(view)?))
}
