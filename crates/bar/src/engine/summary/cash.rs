//! Sentences of the audit log about tills and their shifts.

use crate::receipts::document::format_cash;
use crate::tills::{CashMoved, Movement, MovementKind, ShiftClosed, ShiftConfirmed, TransferAccepted, z_name};
use base::{Cash, Lrd, Usd};

/// `Z-000012 of Drawer: short $10.00 + over L$1,900` or `exact`.
pub(super) fn closed(event: &ShiftClosed) -> String {
    let number = z_name(event.closing.z_number);
    let till = &event.till_name;
    match (&event.closing.over_short, &event.reason) {
        (Some(difference), _) => format!("{till} closed, {number}: {}", over_short(*difference)),
        (None, Some(reason)) => format!("{till} closed without a count, {number}: {reason}"),
        (None, None) => format!("{till} closed without a count, {number}"),
    }
}

/// `short $10.00, over L$1,900`; `exact` for nothing.
pub(super) fn over_short(difference: Cash) -> String {
    let one = |amount: i64, text: String| match amount {
        0 => None,
        amount if amount < 0 => Some(format!("short {text}")),
        _ => Some(format!("over {text}")),
    };
    let usd = Usd::minor(difference.usd.as_minor().abs());
    let lrd = Lrd::minor(difference.lrd.as_minor().abs());
    let words: Vec<String> =
        [one(difference.usd.as_minor(), usd.display()), one(difference.lrd.as_minor(), lrd.display())].into_iter().flatten().collect();
    if words.is_empty() { "exact".to_owned() } else { words.join(", ") }
}

pub(super) fn confirmed(event: &ShiftConfirmed) -> String {
    match &event.count {
        None => format!("{} taken over as it was written", event.till_name),
        Some(_) => format!("{} taken over and counted: {}", event.till_name, over_short(event.difference)),
    }
}

/// `Pay-out -L$750 (till 1): Ice`
pub(super) fn moved(event: &CashMoved) -> String {
    let Some(first) = event.movements.first() else { return "Nothing moved".to_owned() };
    let why = crate::reasons::in_words(first.listed_reason.as_ref(), first.reason.as_deref().unwrap_or_default());
    let why = if why.is_empty() { String::new() } else { format!(": {why}") };
    let whom = first.for_user.as_ref().map(|person| format!(" to {}", person.name)).unwrap_or_default();
    format!("{}{whom} {}{why}", words(first), format_cash(first.amount))
}

pub(super) fn accepted(event: &TransferAccepted) -> String {
    format!("Transfer of {} accepted, hand-in {}", format_cash(event.movement.amount), over_short(event.hand_in))
}

fn words(movement: &Movement) -> &'static str {
    match movement.kind {
        MovementKind::Float => "Float",
        MovementKind::PayIn => "Pay-in",
        MovementKind::PayOut => "Pay-out",
        MovementKind::Drop => "Drop to the safe",
        MovementKind::Exchange => "Exchange",
        MovementKind::Transfer => "Transfer",
        MovementKind::TipOut => "Tips paid out",
        MovementKind::Bank => "To the bank",
        MovementKind::Owner => "To the owner",
        MovementKind::NoSale => "No sale",
        MovementKind::Correction => "Correction",
        MovementKind::Count => "Safe counted",
    }
}
