//! Rules of approvals: who may ask, decide and take back, and which request an approval fits.

use serde_json::to_value;

use super::{
    Approval, ApprovalAsked, ApprovalCancelled, ApprovalEvent, ApprovalGranted, ApprovalRefused, ApprovalStatus, ApprovalUsed,
    ApprovalView, ApprovalsExpired, DecidedHow, GrantDevice, PENDING_MAX, Question, Reader, Request,
};
use crate::staff::pins::pin_off;
use crate::staff::wrong_credentials;
use base::{Approved, BusinessDay, Code, Decided, Envelope, Refusal, Role};

/// Message for a request that anybody on the staff may make, and for one that no approval is about.
pub const NOT_NEEDED: &str = "This needs no approval";
const CHANGED: &str = "The order changed. Ask again.";

/// A command about approvals.
#[derive(Debug, Clone)]
pub enum ApprovalCommand {
    /// Grants a pending one.
    Grant { approval_id: u64, note: Option<String>, by: Granter },
    /// Refuses a pending one.
    Refuse { approval_id: u64, note: Option<String> },
    /// Takes back a pending one.
    Cancel { approval_id: u64 },
    /// Ends all that wait or are granted, after a restart.
    ExpireAll,
}

/// Where the person who grants is, and how the box knows who it is.
#[derive(Debug, Clone)]
pub enum Granter {
    /// Signed in.
    OwnPhone,
    /// On the phone of the person who asked, whose id is `asked_by`.
    Here { asked_by: u64, proof: GrantProof },
}

/// What a manager gave on the phone of the person who asked, as it was compared: it must still be so.
#[derive(Debug, Clone)]
pub enum GrantProof {
    Password { compared_hash: String, device: Option<GrantDevice> },
    Pin { mark: String, device: GrantDevice },
}

/// Data that [`decide`] needs.
#[derive(Debug, Default)]
pub struct DecideContext {
    /// The approval of the command, if it exists.
    pub approval: Option<Approval>,
    /// Those that wait or are granted.
    pub open: Vec<u64>,
    /// The hash of the password and the mark of the PIN of the person who gives the command.
    pub password_hash: Option<String>,
    pub pin_mark: Option<String>,
}

impl ApprovalCommand {
    /// The approval that it is about; `None` for all.
    pub fn approval_id(&self) -> Option<u64> {
        match self {
            ApprovalCommand::Grant { approval_id, .. }
            | ApprovalCommand::Refuse { approval_id, .. }
            | ApprovalCommand::Cancel { approval_id } => Some(*approval_id),
            ApprovalCommand::ExpireAll => None,
        }
    }
}

/// The approval that a request names, with that request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub approval_id: u64,
    pub request: Request,
}

/// Data that [`ask`] needs.
#[derive(Debug)]
pub struct AskContext {
    pub next_id: u64,
    /// The latest approvals, newest first.
    pub recent: Vec<Approval>,
    /// Seconds that an approval waits for a decision.
    pub wait: u16,
    /// The enrolled device of the person who asks.
    pub device_name: Option<String>,
}

/// Decides a new approval for `request`. `question`: what it needs one for.
///
/// # Errors
/// 409 `conflict` if the request needs none; 429 for a person with [`PENDING_MAX`] pending ones.
pub fn ask(question: Option<Question>, request: &Request, context: AskContext, envelope: &Envelope) -> Decided<ApprovalAsked> {
    let question = question.ok_or_else(|| Refusal::conflict(NOT_NEEDED))?;
    let is_own_pending = |approval: &&Approval| {
        approval.requested_by_id == envelope.actor.id && approval.status_at(envelope.running) == ApprovalStatus::Pending
    };
    let pending: Vec<&Approval> = context.recent.iter().filter(is_own_pending).collect();
    if pending.len() >= PENDING_MAX {
        let left = |approval: &&Approval| u64::from(approval.wait) - envelope.running.saturating_sub(approval.asked_running) / 1000;
        let message = format!("{PENDING_MAX} of your questions wait for a manager. Wait, or take one back.");
        let retry_after = pending.iter().map(left).min();
        return Err(Refusal { retry_after, ..Refusal::new(Code::TooManyAttempts, message) });
    }
    let AskContext { next_id: approval_id, wait, device_name, .. } = context;
    Ok(ApprovalAsked { approval_id, question, request: request.clone(), wait, device_name })
}

/// Decides whether a request that needs an approval for `question` may be made with the approval that it shows; `approval` is that one,
/// if it exists. Returns the mark for its records, and the event that uses the approval up.
///
/// # Errors
/// 403 `approval_required` without one that fits; 409 `conflict` if the request means something else now than when it was asked for.
pub fn approve(
    question: &Question,
    shown: Option<&Shown>,
    approval: Option<&Approval>,
    envelope: &Envelope,
) -> Decided<(Approved, ApprovalUsed)> {
    let fitting = shown.zip(approval).filter(|(shown, approval)| {
        approval.requested_by_id == envelope.actor.id
            && approval.request == shown.request
            && approval.status_at(envelope.running) == ApprovalStatus::Granted
    });
    let Some((approval, decision)) = fitting.and_then(|(_, approval)| Some((approval, approval.decision.as_ref()?))) else {
        return Err(question.required());
    };
    let asked = &approval.question;
    if !asked.covers(question) {
        return Err(Refusal::conflict(CHANGED));
    }
    let mark = Approved { approval_id: approval.id, approved_by: decision.by.clone(), requested_by: approval.requested_by.clone() };
    Ok((mark, ApprovalUsed { approval_id: approval.id, summary: asked.summary.clone() }))
}

/// Decides a command about an approval, on the business day `today`.
///
/// # Errors
/// 404 for an unknown approval, and for a bartender for one of another person; 403 for who may not decide or take back this one; 409
/// `conflict`, with the approval as it is, if it is not pending; 401 or 403 `wrong_pin` if what was given is no longer right.
pub fn decide(
    command: &ApprovalCommand,
    context: DecideContext,
    envelope: &Envelope,
    today: BusinessDay,
) -> Decided<Option<ApprovalEvent>> {
    let known = || context.approval.as_ref().ok_or_else(|| Refusal::not_found("approval"));
    Ok(match command {
        ApprovalCommand::ExpireAll => {
            let approval_ids = context.open;
            (!approval_ids.is_empty()).then_some(ApprovalEvent::Expired(ApprovalsExpired { approval_ids }))
        }
        ApprovalCommand::Grant { note, by, .. } => {
            let approval = known()?;
            let (how, here) = granted_how(by, approval, &context, envelope)?;
            let (requested_by, summary) = (approval.requested_by.clone(), approval.question.summary.clone());
            let granted = ApprovalGranted { approval_id: approval.id, how, here, note: note.clone(), requested_by, summary, day: today };
            Some(ApprovalEvent::Granted(granted))
        }
        ApprovalCommand::Refuse { note, .. } => {
            let approval = known()?;
            may_decide(approval, envelope)?;
            let (requested_by, summary) = (approval.requested_by.clone(), approval.question.summary.clone());
            let refused = ApprovalRefused { approval_id: approval.id, note: note.clone(), requested_by, summary, day: today };
            Some(ApprovalEvent::Refused(refused))
        }
        ApprovalCommand::Cancel { .. } => {
            let approval = known()?;
            must_be_own(approval, envelope.actor.id, envelope.actor.role)?;
            pending(approval, envelope.running)?;
            let summary = approval.question.summary.clone();
            Some(ApprovalEvent::Cancelled(ApprovalCancelled { approval_id: approval.id, summary }))
        }
    })
}

fn granted_how(
    by: &Granter,
    approval: &Approval,
    context: &DecideContext,
    envelope: &Envelope,
) -> Decided<(DecidedHow, Option<GrantDevice>)> {
    let Granter::Here { asked_by, proof } = by else {
        may_decide(approval, envelope)?;
        return Ok((DecidedHow::OwnPhone, None));
    };
    must_be_own(approval, *asked_by, Role::Bartender)?;
    may_decide(approval, envelope)?;
    match proof {
        GrantProof::Password { compared_hash, device } if context.password_hash.as_ref() == Some(compared_hash) => {
            Ok((DecidedHow::Password, device.clone()))
        }
        GrantProof::Password { .. } => Err(wrong_credentials()),
        GrantProof::Pin { mark, device } if context.pin_mark.as_ref() == Some(mark) => Ok((DecidedHow::Pin, Some(device.clone()))),
        GrantProof::Pin { .. } => Err(pin_off()),
    }
}

/// Refuses bartenders, the person who asked, and an approval that is not pending.
fn may_decide(approval: &Approval, envelope: &Envelope) -> Decided<()> {
    if envelope.actor.role < Role::Manager || envelope.actor.id == approval.requested_by_id {
        return Err(Refusal::forbidden());
    }
    pending(approval, envelope.running)
}

/// Refuses everybody but the person who asked. A bartender does not learn that there is an approval of another person.
pub fn must_be_own(approval: &Approval, user_id: u64, role: Role) -> Decided<()> {
    match (approval.requested_by_id == user_id, role) {
        (true, _) => Ok(()),
        (false, Role::Bartender) => Err(Refusal::not_found("approval")),
        (false, _) => Err(Refusal::forbidden()),
    }
}

/// Refuses an approval that is not pending at `running`, in milliseconds of the box's running time.
pub fn pending(approval: &Approval, running: u64) -> Decided<()> {
    let message = match approval.status_at(running) {
        ApprovalStatus::Pending => return Ok(()),
        ApprovalStatus::Granted | ApprovalStatus::Used => format!("Already approved by {}", decided_by(approval)),
        ApprovalStatus::Refused => format!("Already refused by {}", decided_by(approval)),
        ApprovalStatus::Expired => "Nobody answered in time".to_owned(),
        ApprovalStatus::Cancelled => format!("{} took this back", approval.requested_by),
    };
    // This refusal may reach the phone of the person who asked, also where a manager's PIN was given there.
    let view = to_value(ApprovalView::new(approval, running, Reader::Asker)).unwrap_or_default();
    Err(Refusal::conflict(message).with("approval", view))
}

fn decided_by(approval: &Approval) -> &str {
    approval.decision.as_ref().map_or("a manager", |decision| &decision.by)
}

#[cfg(test)]
mod tests;
