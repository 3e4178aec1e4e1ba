//! Approvals at the moment of a command: whether its person may give it, needs an approval for it, or has one that fits.

mod billed;
mod cash;
mod collect;
mod denied;
mod limit;
mod money;
mod money_back;
mod needs_none;
mod pricing;
mod records;
mod subject;
mod taken_back;
mod tax;

use self::collect::question;
use self::denied::not_denied;
use super::{Command, Event};
use crate::approvals::{self, Approval, ApprovalStatus, AskContext, Request, Shown};
use crate::settings::{ApprovalRule, Settings};
use base::{Decided, Envelope, Role};
use store::{Stored, View};

/// What a command is submitted for.
#[derive(Debug, Clone)]
pub enum Purpose {
    /// To be executed, with the approval that its request shows.
    Execute(Option<Shown>),
    /// To ask for an approval of it. It is decided, so that nobody asks for what would be refused, and not executed.
    Ask {
        request: Request,
        /// The enrolled device of the person who asks.
        device_name: Option<String>,
    },
}

impl Default for Purpose {
    fn default() -> Self {
        Purpose::Execute(None)
    }
}

/// Refuses, before anything is looked up, what a rule denies to the person's role, and a request that shows an approval that it used
/// up: whatever became of the sale since, that grant is over.
pub(super) fn permitted(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    command: &Command,
    purpose: &Purpose,
) -> Stored<Decided<()>> {
    if envelope.actor.role >= Role::Manager {
        return Ok(Ok(()));
    }
    if let Err(refusal) = not_denied(view, settings, envelope, command)? {
        return Ok(Err(refusal));
    }
    let Purpose::Execute(Some(shown)) = purpose else { return Ok(Ok(())) };
    let used_up = |approval: &Approval| {
        approval.status == ApprovalStatus::Used
            && approval.requested_by_id == envelope.actor.id
            && approval.request == shown.request
            && settings.approvals.rule(approval.question.kind) == ApprovalRule::Approve
    };
    let approval = approvals::approval(view, shown.approval_id)?.filter(used_up);
    Ok(approval.map_or(Ok(()), |approval| Err(approval.question.required())))
}

/// The events of a command that is not refused, as its purpose wants them: as they are, marked with the approval that they need and
/// beside the event that uses it up, or replaced by the question for one.
pub(super) fn approved(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    mut events: Vec<Event>,
    purpose: &Purpose,
) -> Stored<Decided<Vec<Event>>> {
    let question = match question(view, settings, envelope, &events)? {
        Ok(question) => question,
        Err(refusal) => return Ok(Err(refusal)),
    };
    match (purpose, question) {
        (Purpose::Ask { request, device_name }, question) => {
            let context = AskContext {
                next_id: approvals::next_approval_id(view)?,
                recent: approvals::recent_approvals(view, envelope.running)?,
                wait: settings.approvals.wait,
                device_name: device_name.clone(),
            };
            Ok(approvals::ask(question, request, context, envelope).map(|asked| vec![asked.into()]))
        }
        (Purpose::Execute(_), None) => Ok(Ok(events)),
        (Purpose::Execute(shown), Some(question)) => {
            let approval = shown.as_ref().map_or(Ok(None), |shown| approvals::approval(view, shown.approval_id))?;
            Ok(approvals::approve(&question, shown.as_ref(), approval.as_ref(), envelope).map(|(mark, used)| {
                events.iter_mut().for_each(|event| event.mark_approved(&mark));
                events.push(used.into());
                events
            }))
        }
    }
}
