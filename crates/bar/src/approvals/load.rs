//! Loads the data that a decision about an approval needs.

use super::{ApprovalCommand, DecideContext, approval, open_approvals};
use crate::staff::{self, pins};
use base::Envelope;
use store::{Stored, View};

/// Loads the data that [`super::decide`] needs.
pub fn load(view: &dyn View, command: &ApprovalCommand, envelope: &Envelope) -> Stored<DecideContext> {
    let Some(id) = command.approval_id() else {
        return Ok(DecideContext { open: open_approvals(view, envelope.running)?, ..DecideContext::default() });
    };
    let person = staff::user(view, envelope.actor.id)?;
    Ok(DecideContext {
        approval: approval(view, id)?,
        open: Vec::new(),
        password_hash: person.map(|user| user.password_hash),
        pin_mark: pins::pin(view, envelope.actor.id)?.filter(|pin| !pin.off).map(|pin| pin.mark),
    })
}
