//! Loads the data that a decision about devices needs.

use super::tables::DEVICE_IDS;
use super::{DeviceCommand, DeviceContext, enrolled_devices};
use crate::staff;
use store::{Stored, View};

/// Loads the data that [`decide`](super::decide()) needs.
pub fn load(view: &dyn View, command: &DeviceCommand) -> Stored<DeviceContext> {
    let context = load_for_draft(view)?;
    let signed_in = match command {
        DeviceCommand::Change { device_id, .. } => signed_in_on(view, *device_id)?,
        DeviceCommand::Enrol(_) | DeviceCommand::Revoke { .. } => None,
    };
    Ok(DeviceContext { signed_in, ..context })
}

/// Loads the data that [`check_draft`](super::check_draft) needs.
pub fn load_for_draft(view: &dyn View) -> Stored<DeviceContext> {
    let user_ids = staff::users(view)?.into_iter().map(|user| user.id).collect();
    Ok(DeviceContext { enrolled: enrolled_devices(view)?, user_ids, signed_in: None, next_id: DEVICE_IDS.next(view)? })
}

fn signed_in_on(view: &dyn View, device_id: u64) -> Stored<Option<staff::User>> {
    let Some(session_id) = staff::device_session(view, device_id)? else { return Ok(None) };
    match staff::session_row(view, &session_id)? {
        Some(session) => staff::user(view, session.user_id),
        None => Ok(None),
    }
}
