//! Rows of PINs and of wrong tries.

use super::{DeviceTries, PersonTries, Pin, PinRemoved, PinSet, PinStatus, WrongPin};
use crate::staff::{SignInBy, SignedIn};
use base::Envelope;
use store::{Stored, Table, Tables, View};

const PINS: Table<u64, Pin> = Table::new("pins");
/// Key: device, then person.
const DEVICE_TRIES: Table<(u64, u64), DeviceTries> = Table::new("pin_tries");
const PERSON_TRIES: Table<u64, PersonTries> = Table::new("pin_tries_of_person");

/// The PIN of an account.
pub fn pin(view: &dyn View, user_id: u64) -> Stored<Option<Pin>> {
    PINS.get(view, &user_id)
}

/// Whether an account has a PIN.
pub fn pin_status(view: &dyn View, user_id: u64) -> Stored<PinStatus> {
    Ok(PinStatus::of(pin(view, user_id)?.as_ref()))
}

/// Wrong tries of a person on a device.
pub fn tries(view: &dyn View, device_id: u64, user_id: u64) -> Stored<DeviceTries> {
    Ok(DEVICE_TRIES.get(view, &(device_id, user_id))?.unwrap_or_default())
}

/// Wrong tries in a person's name, on all devices.
pub fn person_tries(view: &dyn View, user_id: u64) -> Stored<PersonTries> {
    Ok(PERSON_TRIES.get(view, &user_id)?.unwrap_or_default())
}

/// Writes the PIN, and forgets wrong tries of the person.
pub fn apply_pin_set(tables: &mut dyn Tables, event: &PinSet) -> Stored<()> {
    PINS.put(tables, &event.user_id, &Pin { mark: event.mark.clone(), digits: event.digits, off: false })?;
    for ((device_id, user_id), _) in DEVICE_TRIES.all(tables.view())? {
        if user_id == event.user_id {
            DEVICE_TRIES.remove(tables, &(device_id, user_id))?;
        }
    }
    change_person(tables, event.user_id, |tries| tries.on_day = 0)
}

/// Removes the PIN.
pub fn apply_pin_removed(tables: &mut dyn Tables, event: &PinRemoved) -> Stored<()> {
    PINS.remove(tables, &event.user_id)
}

/// Applies the event to the person; the device counts too, see `devices::apply_wrong_pin`.
pub fn apply_wrong_pin(tables: &mut dyn Tables, envelope: &Envelope, event: &WrongPin) -> Stored<()> {
    let tries = DeviceTries { wrong: event.on_device, last: envelope.running };
    DEVICE_TRIES.put(tables, &(event.device_id, event.user_id), &tries)?;
    let mut person = person_tries(tables.view(), event.user_id)?;
    person.day = Some(event.day);
    person.on_day = event.of_person;
    person.since_sign_in = person.since_sign_in.saturating_add(1);
    person.first_at = person.first_at.or(Some(envelope.at));
    PERSON_TRIES.put(tables, &event.user_id, &person)?;
    if event.turns_off { switch_pin(tables, event.user_id, true) } else { Ok(()) }
}

/// The right PIN ends the count of its person on that device.
pub fn apply_right_pin(tables: &mut dyn Tables, device_id: u64, user_id: u64) -> Stored<()> {
    DEVICE_TRIES.remove(tables, &(device_id, user_id))
}

/// The right password ends the count of its person on the device where it was given, and switches the PIN on.
pub fn apply_right_password(tables: &mut dyn Tables, device_id: Option<u64>, user_id: u64) -> Stored<()> {
    if let Some(device_id) = device_id {
        apply_right_pin(tables, device_id, user_id)?;
    }
    if pin(tables.view(), user_id)?.is_some_and(|pin| pin.off) {
        switch_pin(tables, user_id, false)?;
        change_person(tables, user_id, |tries| tries.on_day = 0)?;
    }
    Ok(())
}

/// A sign-in ends the counts that its proof ends; the wrong tries in the person's name were told, and are counted anew.
pub fn apply_signed_in(tables: &mut dyn Tables, event: &SignedIn) -> Stored<()> {
    let device_id = event.device.as_ref().map(|device| device.device_id);
    match &event.device {
        Some(device) if device.by != SignInBy::Password => apply_right_pin(tables, device.device_id, event.user_id)?,
        _ => apply_right_password(tables, device_id, event.user_id)?,
    }
    change_person(tables, event.user_id, |tries| (tries.since_sign_in, tries.first_at) = (0, None))
}

/// Forgets the tries on a device that is not enrolled any more.
pub fn forget_device(tables: &mut dyn Tables, device_id: u64) -> Stored<()> {
    for (key, _) in DEVICE_TRIES.with_prefix(tables.view(), &device_id)? {
        DEVICE_TRIES.remove(tables, &key)?;
    }
    Ok(())
}

/// Deletes all PINs and all counts: the key that they were hashed with stays on the box where they were set.
pub fn delete_all(tables: &mut dyn Tables) -> Stored<()> {
    for (user_id, _) in PINS.all(tables.view())? {
        PINS.remove(tables, &user_id)?;
    }
    for (key, _) in DEVICE_TRIES.all(tables.view())? {
        DEVICE_TRIES.remove(tables, &key)?;
    }
    for (user_id, _) in PERSON_TRIES.all(tables.view())? {
        PERSON_TRIES.remove(tables, &user_id)?;
    }
    Ok(())
}

fn switch_pin(tables: &mut dyn Tables, user_id: u64, off: bool) -> Stored<()> {
    match pin(tables.view(), user_id)? {
        Some(pin) => PINS.put(tables, &user_id, &Pin { off, ..pin }),
        None => Ok(()),
    }
}

/// Changes the person's counts, if there are any.
fn change_person(tables: &mut dyn Tables, user_id: u64, change: impl FnOnce(&mut PersonTries)) -> Stored<()> {
    let Some(mut person) = PERSON_TRIES.get(tables.view(), &user_id)? else { return Ok(()) };
    change(&mut person);
    PERSON_TRIES.put(tables, &user_id, &person)
}
