//! Rows of approvals.

use std::ops::ControlFlow;

use super::{
    Approval, ApprovalAsked, ApprovalCancelled, ApprovalGranted, ApprovalRefused, ApprovalStatus, ApprovalUsed, ApprovalsExpired,
    DecidedHow, Decision, LIFE_MILLIS_MAX,
};
use base::Envelope;
use store::{Counter, Key, Stored, Table, Tables, View};

const APPROVALS: Table<u64, Approval> = Table::new("approvals");
const APPROVAL_IDS: Counter = Counter("approvals");

/// The approval with this id.
pub fn approval(view: &dyn View, id: u64) -> Stored<Option<Approval>> {
    APPROVALS.get(view, &id)
}

/// The id that the next approval gets.
pub fn next_approval_id(view: &dyn View) -> Stored<u64> {
    APPROVAL_IDS.next(view)
}

/// Approvals with ids below `before`, newest first, until `each` breaks.
pub fn visit_approvals(view: &dyn View, before: u64, mut each: impl FnMut(Approval) -> ControlFlow<()>) -> Stored<()> {
    APPROVALS.visit(view, &[], &before.to_bytes(), true, |_, approval| each(approval))
}

/// The approvals that may still be pending or granted at `running`, in milliseconds of the box's running time, and younger ones that
/// are not; newest first.
pub fn recent_approvals(view: &dyn View, running: u64) -> Stored<Vec<Approval>> {
    let mut recent = Vec::new();
    visit_approvals(view, u64::MAX, |approval| {
        if running.saturating_sub(approval.asked_running) > LIFE_MILLIS_MAX {
            return ControlFlow::Break(());
        }
        recent.push(approval);
        ControlFlow::Continue(())
    })?;
    Ok(recent)
}

/// The approvals that are pending or granted at `running`, oldest first.
pub fn open_approvals(view: &dyn View, running: u64) -> Stored<Vec<u64>> {
    let is_open = |approval: &Approval| matches!(approval.status_at(running), ApprovalStatus::Pending | ApprovalStatus::Granted);
    Ok(recent_approvals(view, running)?.into_iter().rev().filter(is_open).map(|approval| approval.id).collect())
}

/// Whether an approval of this user has changed after journal entry `seq`. Older ones than may still be open are not looked at.
pub fn changed_for(view: &dyn View, user_id: u64, seq: u64, running: u64) -> Stored<bool> {
    let changed = |approval: &Approval| approval.requested_by_id == user_id && approval.changed > seq;
    Ok(recent_approvals(view, running)?.iter().any(changed))
}

/// Applies the event of journal entry `seq`.
pub fn apply_asked(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &ApprovalAsked) -> Stored<()> {
    APPROVAL_IDS.mark_used(tables, event.approval_id)?;
    let approval = Approval {
        id: event.approval_id,
        question: event.question.clone(),
        request: event.request.clone(),
        status: ApprovalStatus::Pending,
        requested_by: envelope.actor.name.clone(),
        requested_by_id: envelope.actor.id,
        device_name: event.device_name.clone(),
        created_at: envelope.at,
        asked_running: envelope.running,
        wait: event.wait,
        decision: None,
        used_at: None,
        changed: seq,
    };
    APPROVALS.put(tables, &approval.id, &approval)
}

/// Applies the event of journal entry `seq`.
pub fn apply_granted(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &ApprovalGranted) -> Stored<()> {
    change(tables, seq, event.approval_id, |approval| {
        approval.status = ApprovalStatus::Granted;
        approval.decision = Some(decision(envelope, event.how, event.note.as_ref()));
    })
}

/// Applies the event of journal entry `seq`.
pub fn apply_refused(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &ApprovalRefused) -> Stored<()> {
    change(tables, seq, event.approval_id, |approval| {
        approval.status = ApprovalStatus::Refused;
        approval.decision = Some(decision(envelope, DecidedHow::OwnPhone, event.note.as_ref()));
    })
}

/// Applies the event of journal entry `seq`.
pub fn apply_cancelled(tables: &mut dyn Tables, seq: u64, event: &ApprovalCancelled) -> Stored<()> {
    change(tables, seq, event.approval_id, |approval| approval.status = ApprovalStatus::Cancelled)
}

/// Applies the event of journal entry `seq`.
pub fn apply_used(tables: &mut dyn Tables, seq: u64, envelope: &Envelope, event: &ApprovalUsed) -> Stored<()> {
    change(tables, seq, event.approval_id, |approval| {
        approval.status = ApprovalStatus::Used;
        approval.used_at = Some(envelope.at);
    })
}

/// Applies the event of journal entry `seq`.
pub fn apply_expired(tables: &mut dyn Tables, seq: u64, event: &ApprovalsExpired) -> Stored<()> {
    event.approval_ids.iter().try_for_each(|id| change(tables, seq, *id, |approval| approval.status = ApprovalStatus::Expired))
}

fn decision(envelope: &Envelope, how: DecidedHow, note: Option<&String>) -> Decision {
    let (by, by_id) = (envelope.actor.name.clone(), envelope.actor.id);
    Decision { by, by_id, how, note: note.cloned(), at: envelope.at, running: envelope.running }
}

fn change(tables: &mut dyn Tables, seq: u64, id: u64, change: impl FnOnce(&mut Approval)) -> Stored<()> {
    let Some(mut approval) = approval(tables.view(), id)? else { return Ok(()) };
    change(&mut approval);
    approval.changed = seq;
    APPROVALS.put(tables, &id, &approval)
}
