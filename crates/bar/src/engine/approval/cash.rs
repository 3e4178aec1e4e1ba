//! What movements and closes of tills need an approval for.

use super::subject::{Goods, Location, Subject};
use crate::approvals::{EXPECTED_CASH, PAID_OUT_BEFORE, SummaryLine};
use crate::payments::value_in_both;
use crate::reasons::in_words;
use crate::receipts::document::format_cash;
use crate::settings::{ApprovalKind, Settings};
use crate::tills::{self, Movement, MovementKind, ShiftClosed};
use base::{Cash, Lrd, Price, Usd};
use store::{Stored, View};

/// A shift that is closed without a count.
pub(super) fn closing(closed: &ShiftClosed) -> Option<Subject> {
    if closed.count.is_some() {
        return None;
    }
    Some(Subject {
        kind: ApprovalKind::UncountedClose,
        verb: "Close",
        goods: vec![Goods::words(format!("{} without counting", closed.till_name))],
        location: Location::default(),
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
        _ => (movement.till_id, movement.amount),
    };
    let Some(state) = tills::till(view, till_id)? else { return Ok(None) };
    let (verb, kind) = match movement.kind {
        MovementKind::PayOut => return pay_out(view, settings, movement, &state.till.name),
        MovementKind::Exchange => return exchange(view, settings, movement, &state.till.name),
        MovementKind::Float if is_above(amount, state.till.usual_float.usd, state.till.usual_float.lrd) => {
            ("Put change in:", ApprovalKind::Float)
        }
        MovementKind::Correction => ("Correct", ApprovalKind::CashCorrection),
        MovementKind::Float
        | MovementKind::PayIn
        | MovementKind::Drop
        | MovementKind::Transfer
        | MovementKind::TipOut
        | MovementKind::Bank
        | MovementKind::Owner
        | MovementKind::NoSale
        | MovementKind::Count => return Ok(None),
    };
    let reason = in_words(movement.listed_reason.as_ref(), movement.reason.as_deref().unwrap_or_default());
    Ok(Some(Subject {
        kind,
        verb,
        goods: vec![Goods::words(format!("{} at {}", format_cash(amount), state.till.name))],
        location: Location::default(),
        reason: (!reason.is_empty()).then_some(reason),
        amount: Some(worth(view, amount)?),
        details: vec![SummaryLine::new("Till", &*state.till.name)],
    }))
}

/// A pay-out with which what its person paid out in the shift without approval comes above a limit; `None` for any other.
fn pay_out(view: &dyn View, settings: &Settings, movement: &Movement, till: &str) -> Stored<Option<Subject>> {
    let amount = -movement.amount;
    let before = tills::paid_out_unasked(view, movement.by.id)?;
    if !comes_above(before, amount, settings) {
        return Ok(None);
    }
    let reason = in_words(movement.listed_reason.as_ref(), movement.reason.as_deref().unwrap_or_default());
    Ok(Some(Subject {
        kind: ApprovalKind::PayOut,
        verb: "Pay out",
        goods: vec![Goods::words(format!("{} at {till}", format_cash(amount)))],
        location: Location::default(),
        reason: (!reason.is_empty()).then_some(reason),
        amount: Some(value_in_both(amount, movement.rate)),
        details: vec![SummaryLine::new("Till", till), paid_out_before(before)],
    }))
}

/// An exchange with a loss beyond the tolerance, or with which the losses and pay-outs of its person come above the limit. It is worth
/// the loss.
fn exchange(view: &dyn View, settings: &Settings, movement: &Movement, till: &str) -> Stored<Option<Subject>> {
    let lost = Cash { usd: Usd::ZERO, lrd: movement.lost() };
    if lost == Cash::ZERO {
        return Ok(None);
    }
    let before = tills::paid_out_unasked(view, movement.by.id)?;
    if !movement.lost_beyond(settings.cash.exchange_tolerance) && !comes_above(before, lost, settings) {
        return Ok(None);
    }
    let (usd, lrd) = (movement.amount.usd, movement.amount.lrd);
    let said = if usd < Usd::ZERO {
        format!("{} for {} at {till}", (-usd).display(), lrd.display())
    } else {
        format!("{} for {} at {till}", (-lrd).display(), usd.display())
    };
    Ok(Some(Subject {
        kind: ApprovalKind::PayOut,
        verb: "Give",
        goods: vec![Goods::words(said)],
        location: Location::default(),
        reason: None,
        amount: Some(value_in_both(lost, movement.rate)),
        details: vec![
            SummaryLine::new("Till", till),
            SummaryLine::new("Rate", format!("1 USD = {} LRD", movement.rate)),
            SummaryLine::new("Lost in exchange", lost.lrd.display()),
            paid_out_before(before),
        ],
    }))
}

/// Whether `amount` brings what was paid out before above the limit, in a currency that it has.
fn comes_above(before: Cash, amount: Cash, settings: &Settings) -> bool {
    let all = before + amount;
    let (usd, lrd) = (settings.cash.pay_out_limit_usd, settings.cash.pay_out_limit_lrd);
    (amount.usd > Usd::ZERO && all.usd > usd) || (amount.lrd > Lrd::ZERO && all.lrd > lrd)
}

fn paid_out_before(before: Cash) -> SummaryLine {
    SummaryLine::new(PAID_OUT_BEFORE, format_cash(before))
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
        MovementKind::PayIn
        | MovementKind::Drop
        | MovementKind::Exchange
        | MovementKind::Transfer
        | MovementKind::TipOut
        | MovementKind::Bank
        | MovementKind::Owner
        | MovementKind::NoSale
        | MovementKind::Correction
        | MovementKind::Count => None,
    })
}

fn is_above(amount: Cash, usd: Usd, lrd: Lrd) -> bool {
    amount.usd > usd || amount.lrd > lrd
}

fn worth(view: &dyn View, amount: Cash) -> Stored<Price> {
    Ok(value_in_both(amount, crate::rates::rate(view)?))
}
