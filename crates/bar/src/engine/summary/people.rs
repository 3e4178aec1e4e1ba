//! Audit log sentences about devices, PINs, approvals and tips.

use crate::approvals::{ApprovalGranted, ApprovalRefused, DecidedHow};
use crate::directives::HeadReceived;
use crate::receipts::document::format_cash;
use crate::staff::pins::WrongPin;
use crate::staff::{EndReason, SignInBy, SignedIn, SignedOut};
use crate::tips::TipsShared;

/// `musa signed in`, or `musa signed in on Bar tablet by PIN`.
pub(super) fn signed_in(event: &SignedIn) -> String {
    let name = &event.username;
    let Some(device) = &event.device else { return format!("{name} signed in") };
    let by = match device.by {
        SignInBy::Pin => "PIN",
        SignInBy::Password => "password",
        SignInBy::Code => "a code from a manager",
    };
    let unlocked = if device.unlocks { ", which is unlocked" } else { "" };
    format!("{name} signed in on {}{unlocked} by {by}", device.device_name)
}

/// `musa signed out`, or `musa locked Bar tablet`.
pub(super) fn signed_out(event: &SignedOut, name: &str) -> String {
    let Some(end) = &event.end else { return format!("{name} signed out") };
    match end.why {
        EndReason::Locked => format!("{name} locked {}", end.device_name),
        EndReason::Idle => format!("{} locked by itself; {name} was signed in", end.device_name),
        EndReason::Expired => format!("{name} was signed out of {} after 12 hours", end.device_name),
    }
}

/// `Wrong PIN for musa on Bar tablet (try 5); the PIN is off; the device is locked`.
pub(super) fn wrong_pin(event: &WrongPin) -> String {
    let name = event.username.clone().unwrap_or_else(|| format!("unknown person {}", event.user_id));
    let off = if event.turns_off { "; the PIN is off" } else { "" };
    let locked = if event.locks { "; the device is locked" } else { "" };
    format!("Wrong PIN for {name} on {} (try {}){off}{locked}", event.device_name, event.on_device)
}

/// `Approved for musa by PIN on Bar tablet: Void 2 × Club Beer, …`
pub(super) fn approval_granted(event: &ApprovalGranted) -> String {
    let how = match (event.how, &event.here) {
        (DecidedHow::OwnPhone, _) => String::new(),
        (DecidedHow::Password, _) => " by password".to_owned(),
        (DecidedHow::Pin, None) => " by PIN".to_owned(),
        (DecidedHow::Pin, Some(device)) => format!(" by PIN on {}", device.device_name),
    };
    format!("Approved for {}{how}: {}{}", event.requested_by, event.summary, noted(event.note.as_deref()))
}

/// `Refused to musa: Void 2 × Club Beer, … (note: not tonight)`
pub(super) fn approval_refused(event: &ApprovalRefused) -> String {
    format!("Refused to {}: {}{}", event.requested_by, event.summary, noted(event.note.as_deref()))
}

/// `Jane at head office asks for change 7 (price.set) from 2026-11-28 on`
pub(super) fn head_received(event: &HeadReceived) -> String {
    let from = event.due.map(|day| format!(" from {day} on")).unwrap_or_default();
    format!("{} at head office asks for change {} ({}){from}", event.by, event.number, event.kind)
}

/// `Tips of 2026-11-21 shared: musa $11.00 + L$875, fatu $7.00`
pub(super) fn tips_shared(event: &TipsShared) -> String {
    let shares: Vec<String> = event.shares.iter().map(|share| format!("{} {}", share.user_name, format_cash(share.amount))).collect();
    format!("Tips of {} shared: {}", event.day, shares.join(", "))
}

/// ` (note: not tonight)`
fn noted(note: Option<&str>) -> String {
    note.map(|note| format!(" (note: {note})")).unwrap_or_default()
}
