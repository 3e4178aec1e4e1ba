//! Rows of devices, with an index of their secrets.

use super::{Device, DeviceChanged, DeviceEnrolled, DeviceRevoked, DeviceStatus, WrongPins};
use crate::staff::pins::WrongPin;
use crate::staff::{SignedIn, end_device_session, end_session, pins};
use base::Envelope;
use base::text::fold;
use store::{Counter, Stored, Table, Tables, View};

const DEVICES: Table<u64, Device> = Table::new("devices");
/// Ids of the devices that are not revoked, by the hash of their secret.
const SECRETS: Table<String, u64> = Table::new("device_secrets");
pub(super) const DEVICE_IDS: Counter = Counter("devices");

/// A device, revoked or not.
pub fn any_device(view: &dyn View, id: u64) -> Stored<Option<Device>> {
    DEVICES.get(view, &id)
}

/// A device that is enrolled.
pub fn device(view: &dyn View, id: u64) -> Stored<Option<Device>> {
    Ok(any_device(view, id)?.filter(Device::is_enrolled))
}

/// The enrolled device whose secret has this SHA-256, in hexadecimal.
pub fn device_with_secret(view: &dyn View, secret_hash: &str) -> Stored<Option<Device>> {
    match SECRETS.get(view, &secret_hash.to_owned())? {
        Some(id) => device(view, id),
        None => Ok(None),
    }
}

/// All devices, revoked ones too, by name.
pub fn all_devices(view: &dyn View) -> Stored<Vec<Device>> {
    let mut devices: Vec<Device> = DEVICES.all(view)?.into_iter().map(|(_, device)| device).collect();
    devices.sort_by_key(|device| (fold(&device.name), device.id));
    Ok(devices)
}

/// All enrolled devices, by name.
pub fn enrolled_devices(view: &dyn View) -> Stored<Vec<Device>> {
    Ok(all_devices(view)?.into_iter().filter(Device::is_enrolled).collect())
}

/// Writes the device and its secret; the one that it replaces is revoked.
pub fn apply_enrolled(tables: &mut dyn Tables, event: &DeviceEnrolled) -> Stored<()> {
    if let Some(session_id) = &event.ended_session {
        end_session(tables, session_id)?;
    }
    if let Some(old) = event.replaces {
        revoke(tables, old)?;
    }
    let device = &event.device;
    DEVICE_IDS.mark_used(tables, device.id)?;
    SECRETS.put(tables, &device.secret_hash, &device.id)?;
    DEVICES.put(tables, &device.id, device)
}

/// Writes the device, and ends its session if the event says so.
pub fn apply_changed(tables: &mut dyn Tables, event: &DeviceChanged) -> Stored<()> {
    DEVICES.put(tables, &event.device.id, &event.device)?;
    if event.ends_session { end_device_session(tables, event.device.id) } else { Ok(()) }
}

/// Revokes the device.
pub fn apply_revoked(tables: &mut dyn Tables, event: &DeviceRevoked) -> Stored<()> {
    revoke(tables, event.device_id)
}

/// Applies the part of a sign-in that concerns the device.
pub fn apply_signed_in(tables: &mut dyn Tables, envelope: &Envelope, event: &SignedIn) -> Stored<()> {
    let Some(on) = &event.device else { return Ok(()) };
    let Some(mut device) = any_device(tables.view(), on.device_id)? else { return Ok(()) };
    device.last_sign_in_at = Some(envelope.at);
    device.last_user_name = Some(event.username.clone());
    if on.unlocks {
        device.wrong = None;
        device.status = DeviceStatus::Active;
    }
    DEVICES.put(tables, &device.id, &device)
}

/// Applies the part of a wrong PIN that concerns the device.
pub fn apply_wrong_pin(tables: &mut dyn Tables, event: &WrongPin) -> Stored<()> {
    let Some(mut device) = any_device(tables.view(), event.device_id)? else { return Ok(()) };
    device.wrong = Some(WrongPins { day: event.day, count: event.of_device });
    if event.locks {
        device.status = DeviceStatus::Locked;
    }
    DEVICES.put(tables, &device.id, &device)
}

/// Revokes all devices: after a restore or a promotion, this box is not the one that they enrolled with.
pub fn revoke_all(tables: &mut dyn Tables) -> Stored<()> {
    for device in enrolled_devices(tables.view())? {
        revoke(tables, device.id)?;
    }
    Ok(())
}

fn revoke(tables: &mut dyn Tables, id: u64) -> Stored<()> {
    let Some(mut device) = any_device(tables.view(), id)? else { return Ok(()) };
    end_device_session(tables, id)?;
    pins::forget_device(tables, id)?;
    SECRETS.remove(tables, &device.secret_hash)?;
    device.status = DeviceStatus::Revoked;
    DEVICES.put(tables, &id, &device)
}
