//! Decides enrolments, changes of devices, and revocations.

use super::{DEVICES_MAX, Device, DeviceChanged, DeviceEnrolled, DeviceKind, DeviceRevoked, DeviceStatus};
use crate::settings::{LOCK_AFTER_MAX, LOCK_AFTER_MIN};
use crate::staff::User;
use base::text::fold;
use base::{Decided, Envelope, Refusal, Role};

/// A device to enrol, as a manager described it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    pub kind: DeviceKind,
    /// See [`Device::user_ids`].
    pub user_ids: Option<Vec<u64>>,
    /// See [`Device::till_id`].
    pub till_id: Option<u64>,
    /// See [`Device::station_ids`].
    pub station_ids: Vec<u64>,
    /// See [`Device::mirrors_device_id`].
    pub mirrors_device_id: Option<u64>,
    /// See [`Device::lock_after`].
    pub lock_after: Option<u32>,
    /// See [`Device::lock_after_sale`].
    pub lock_after_sale: bool,
}

/// A change of a device; `None` keeps, `Some(None)` empties.
#[derive(Debug, Clone, Default)]
pub struct DeviceChange {
    pub name: Option<String>,
    pub kind: Option<DeviceKind>,
    pub user_ids: Option<Option<Vec<u64>>>,
    pub till_id: Option<Option<u64>>,
    pub station_ids: Option<Vec<u64>>,
    pub mirrors_device_id: Option<Option<u64>>,
    pub lock_after: Option<Option<u32>>,
    pub lock_after_sale: Option<bool>,
    /// Whether it is unlocked.
    pub unlock: bool,
}

/// Enrols a phone; the code was right. The command's actor is the manager who made the code.
#[derive(Debug, Clone)]
pub struct Enrol {
    pub draft: Draft,
    /// See [`Device::secret_hash`].
    pub secret_hash: String,
    /// See [`Device::secure`].
    pub secure: bool,
    /// The device that the phone is now.
    pub replaces: Option<u64>,
    /// The session of the phone's browser.
    pub ended_session: Option<String>,
}

/// A command about devices.
#[derive(Debug, Clone)]
pub enum DeviceCommand {
    Enrol(Enrol),
    Change { device_id: u64, change: DeviceChange },
    Revoke { device_id: u64 },
}

/// An event about devices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeviceEvent {
    Enrolled(DeviceEnrolled),
    Changed(DeviceChanged),
    Revoked(DeviceRevoked),
}

/// Data that a decision about devices needs.
#[derive(Debug)]
pub struct DeviceContext {
    /// All devices that are not revoked.
    pub(super) enrolled: Vec<Device>,
    /// The ids of all accounts.
    pub(super) user_ids: Vec<u64>,
    /// Who is signed in on the device that is changed.
    pub(super) signed_in: Option<User>,
    pub(super) next_id: u64,
}

/// Decides a command about devices.
///
/// # Errors
/// 400 for a time or a person that cannot be; 404 for an unknown or revoked device; 409 `taken` for a name, and `conflict` for one
/// device too many.
pub fn decide(command: &DeviceCommand, context: &DeviceContext, envelope: &Envelope) -> Decided<Vec<DeviceEvent>> {
    match command {
        DeviceCommand::Enrol(command) => {
            has_room(context, command.replaces)?;
            name_is_free(context, &command.draft.name, command.replaces)?;
            let device = enrolled(command, context.next_id, envelope);
            let replaces = command.replaces.filter(|id| context.enrolled.iter().any(|device| device.id == *id));
            Ok(vec![DeviceEvent::Enrolled(DeviceEnrolled { device, replaces, ended_session: command.ended_session.clone() })])
        }
        DeviceCommand::Change { device_id, change } => change_device(*device_id, change, context),
        DeviceCommand::Revoke { device_id } => {
            let device = device(context, *device_id)?;
            Ok(vec![DeviceEvent::Revoked(DeviceRevoked { device_id: device.id, name: device.name.clone() })])
        }
    }
}

/// Checks a device to enrol before its code is made.
///
/// # Errors
/// As [`decide`].
pub fn check_draft(draft: &Draft, context: &DeviceContext) -> Decided<()> {
    check_fields(draft.user_ids.as_deref(), draft.lock_after, context)?;
    has_room(context, None)?;
    name_is_free(context, &draft.name, None)
}

fn check_fields(user_ids: Option<&[u64]>, lock_after: Option<u32>, context: &DeviceContext) -> Decided<()> {
    if user_ids.is_some_and(|ids| ids.iter().any(|id| !context.user_ids.contains(id))) {
        return Err(Refusal::field("userIds", "There is no such user"));
    }
    if lock_after.is_some_and(|seconds| !(LOCK_AFTER_MIN..=LOCK_AFTER_MAX).contains(&seconds)) {
        return Err(Refusal::field("lockAfter", format!("Must be {LOCK_AFTER_MIN} to {LOCK_AFTER_MAX} seconds")));
    }
    Ok(())
}

fn device(context: &DeviceContext, id: u64) -> Decided<&Device> {
    context.enrolled.iter().find(|device| device.id == id).ok_or_else(|| Refusal::not_found("device"))
}

fn has_room(context: &DeviceContext, replaces: Option<u64>) -> Decided<()> {
    let others = context.enrolled.iter().filter(|device| Some(device.id) != replaces).count();
    if others >= DEVICES_MAX {
        return Err(Refusal::conflict(format!("At most {DEVICES_MAX} devices can be enrolled. Revoke one first.")));
    }
    Ok(())
}

fn name_is_free(context: &DeviceContext, name: &str, own: Option<u64>) -> Decided<()> {
    let is_taken = |device: &Device| Some(device.id) != own && fold(&device.name) == fold(name);
    if context.enrolled.iter().any(is_taken) { Err(Refusal::taken("name", "Another device has this name")) } else { Ok(()) }
}

fn enrolled(command: &Enrol, id: u64, envelope: &Envelope) -> Device {
    let draft = command.draft.clone();
    Device {
        id,
        name: draft.name,
        kind: draft.kind,
        user_ids: draft.user_ids,
        till_id: draft.till_id,
        station_ids: draft.station_ids,
        mirrors_device_id: draft.mirrors_device_id,
        lock_after: draft.lock_after,
        lock_after_sale: draft.lock_after_sale,
        status: DeviceStatus::Active,
        secret_hash: command.secret_hash.clone(),
        secure: command.secure,
        enrolled_at: envelope.at,
        enrolled_by: envelope.actor.name.clone(),
        wrong: None,
        last_sign_in_at: None,
        last_user_name: None,
    }
}

fn change_device(device_id: u64, change: &DeviceChange, context: &DeviceContext) -> Decided<Vec<DeviceEvent>> {
    let before = device(context, device_id)?;
    check_fields(change.user_ids.as_ref().and_then(Option::as_deref), change.lock_after.flatten(), context)?;
    let unlocked = change.unlock && before.status == DeviceStatus::Locked;
    let now = before.clone();
    let device = Device {
        name: change.name.clone().unwrap_or(now.name),
        kind: change.kind.unwrap_or(now.kind),
        user_ids: change.user_ids.clone().unwrap_or(now.user_ids),
        till_id: change.till_id.unwrap_or(now.till_id),
        station_ids: change.station_ids.clone().unwrap_or(now.station_ids),
        mirrors_device_id: change.mirrors_device_id.unwrap_or(now.mirrors_device_id),
        lock_after: change.lock_after.unwrap_or(now.lock_after),
        lock_after_sale: change.lock_after_sale.unwrap_or(now.lock_after_sale),
        status: if change.unlock { DeviceStatus::Active } else { now.status },
        wrong: if unlocked { None } else { now.wrong },
        ..before.clone()
    };
    name_is_free(context, &device.name, Some(device_id))?;
    if device == *before {
        return Ok(Vec::new());
    }
    let may_stay = |user: &User| device.is_till() && (user.role >= Role::Manager || admits(&device, user.id));
    let ends_session = context.signed_in.as_ref().is_some_and(|user| !may_stay(user));
    Ok(vec![DeviceEvent::Changed(DeviceChanged { device, unlocked, ends_session })])
}

fn admits(device: &Device, user_id: u64) -> bool {
    device.user_ids.as_ref().is_none_or(|ids| ids.contains(&user_id))
}
