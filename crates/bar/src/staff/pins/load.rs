//! Loads the data that a decision about PINs needs.

use super::{DeviceFacts, PinCommand, PinContext, person_tries, pin, tries};
use crate::staff::{session_row, user};
use base::{BusinessDay, Envelope};
use store::{Stored, View};

/// What the caller of [`load`] knows: the device of the command, and the present business day.
pub struct PinLoad {
    pub device: Option<DeviceFacts>,
    pub day: BusinessDay,
}

/// The device that a command is about; `None` for one without a device.
pub fn device_of(view: &dyn View, command: &PinCommand) -> Stored<Option<u64>> {
    match command {
        PinCommand::CountWrong { device_id, .. } | PinCommand::SignIn { device_id, .. } => Ok(Some(*device_id)),
        PinCommand::Confirm { session_id, .. } | PinCommand::EndSession { session_id, .. } => {
            Ok(session_row(view, session_id)?.and_then(|session| session.device).map(|device| device.device_id))
        }
        PinCommand::Set { .. } | PinCommand::Remove { .. } | PinCommand::NoteReset { .. } => Ok(None),
    }
}

/// Loads the data that [`decide`](super::decide()) needs.
pub fn load(view: &dyn View, command: &PinCommand, envelope: &Envelope, known: PinLoad) -> Stored<PinContext> {
    let session = match command {
        PinCommand::Confirm { session_id, .. } | PinCommand::EndSession { session_id, .. } => session_row(view, session_id)?,
        PinCommand::Set { .. }
        | PinCommand::Remove { .. }
        | PinCommand::NoteReset { .. }
        | PinCommand::CountWrong { .. }
        | PinCommand::SignIn { .. } => None,
    };
    let user_id = match command {
        PinCommand::Remove { user_id }
        | PinCommand::NoteReset { user_id }
        | PinCommand::CountWrong { user_id, .. }
        | PinCommand::SignIn { user_id, .. } => *user_id,
        PinCommand::Set { .. } | PinCommand::Confirm { .. } => envelope.actor.id,
        PinCommand::EndSession { .. } => session.as_ref().map_or(0, |session| session.user_id),
    };
    let PinLoad { device, day } = known;
    let tries = match &device {
        Some(device) => tries(view, device.id, user_id)?,
        None => Default::default(),
    };
    Ok(PinContext {
        user: user(view, user_id)?,
        pin: pin(view, user_id)?,
        tries,
        person: person_tries(view, user_id)?,
        device,
        session,
        day,
    })
}
