//! Decides PINs, sign-ins on devices, and what follows from wrong tries.

use serde_json::json;

use super::{
    DEVICE_TRIES_MAX, DeviceTries, PERSON_TRIES_MAX, PasswordConfirmed, PersonTries, Pin, PinRemoved, PinResetMade, PinSet, WrongPin,
    check_pin_for,
};
use crate::staff::{
    DeviceSessionEnd, EndReason, Session, SignInBy, SignInDevice, SignedIn, SignedOut, StaffEvent, User, inactive, may_get_code,
    wrong_credentials,
};
use base::{BusinessDay, Code, Decided, Envelope, Refusal, Role};

/// A command about PINs and sessions on devices.
#[derive(Debug, Clone)]
pub enum PinCommand {
    /// A person chooses a PIN; the password was compared before.
    Set {
        /// The mark under which the box keeps the hash.
        mark: String,
        digits: u8,
        /// The stored hash with which the password was compared.
        compared_hash: String,
    },
    /// Ends an account's PIN.
    Remove { user_id: u64 },
    /// Notes that a code for a new PIN was made.
    NoteReset { user_id: u64 },
    /// Counts a wrong PIN or a wrong reset code.
    CountWrong { user_id: u64, device_id: u64 },
    /// Starts a session on a device.
    SignIn { user_id: u64, device_id: u64, proof: Proof, session_id: String },
    /// Notes that the password was given during a session on a device.
    Confirm {
        /// The stored hash with which the password was compared.
        compared_hash: String,
        session_id: String,
    },
    /// Ends a session on a device.
    EndSession { session_id: String, why: EndReason },
}

/// How a person proved who they are.
#[derive(Debug, Clone)]
pub enum Proof {
    /// The PIN: the mark of the one that was given.
    Pin { mark: String },
    /// The password: the stored hash with which it was compared.
    Password { compared_hash: String },
    /// A code from a manager, which sets a new PIN.
    Code { mark: String, digits: u8 },
}

/// What a decision about PINs needs to know of an enrolled device.
#[derive(Debug, Clone)]
pub struct DeviceFacts {
    pub id: u64,
    pub name: String,
    /// Whether people sign in on it.
    pub is_till: bool,
    /// Who may sign in; `None` for everybody.
    pub user_ids: Option<Vec<u64>>,
    pub is_locked: bool,
    /// Wrong tries on it on the present business day.
    pub wrong_today: u32,
}

impl DeviceFacts {
    /// Whether the account may sign in by PIN.
    pub fn admits_pin(&self, user_id: u64) -> bool {
        self.is_till && self.user_ids.as_ref().is_none_or(|ids| ids.contains(&user_id))
    }

    /// Whether the account may sign in by password: a manager or admin always may.
    pub fn admits_password(&self, user: &User) -> bool {
        self.is_till && (user.role >= Role::Manager || self.admits_pin(user.id))
    }
}

/// Data that a decision about PINs needs.
#[derive(Debug)]
pub struct PinContext {
    pub(super) user: Option<User>,
    pub(super) pin: Option<Pin>,
    /// Of this person on this device.
    pub(super) tries: DeviceTries,
    pub(super) person: PersonTries,
    /// `None` if it is not enrolled, or no longer.
    pub(super) device: Option<DeviceFacts>,
    pub(super) session: Option<Session>,
    /// The present business day.
    pub(super) day: BusinessDay,
}

/// Decides a command about PINs.
///
/// # Errors
/// 400 for a PIN that the person may not have; 401 for a password that was changed meanwhile; 403 `device_required`, `wrong_pin`,
/// `pin_off`, `device_locked`, `inactive`, `forbidden`; 404 for an unknown account; 409 for an account that is switched off.
pub fn decide(command: &PinCommand, context: &PinContext, envelope: &Envelope) -> Decided<Vec<StaffEvent>> {
    match command {
        PinCommand::Set { mark, digits, compared_hash } => {
            let user = user(context)?;
            if user.password_hash != *compared_hash {
                return Err(Refusal::conflict("The password was changed meanwhile"));
            }
            Ok(vec![pin_set(user, mark, *digits, false)?])
        }
        PinCommand::Remove { .. } => {
            let user = user(context)?;
            Ok(context.pin.iter().map(|_| StaffEvent::PinRemoved(pin_removed(user))).collect())
        }
        PinCommand::NoteReset { .. } => {
            let user = user(context)?;
            may_get_code(user, envelope)?;
            Ok(vec![StaffEvent::PinResetMade(PinResetMade { user_id: user.id, username: user.username.clone(), day: context.day })])
        }
        PinCommand::CountWrong { user_id, .. } => Ok(count_wrong(*user_id, context).into_iter().collect()),
        PinCommand::SignIn { proof, session_id, .. } => sign_in(proof, session_id, context),
        PinCommand::Confirm { compared_hash, session_id } => {
            let user = user(context)?;
            if user.password_hash != *compared_hash {
                return Err(wrong_credentials());
            }
            let device_id = context.session.as_ref().and_then(|session| session.device.as_ref()).map(|device| device.device_id);
            let confirmed =
                |device_id| StaffEvent::Confirmed(PasswordConfirmed { user_id: user.id, session_id: session_id.clone(), device_id });
            Ok(vec![device_id.map(confirmed).ok_or_else(device_required)?])
        }
        PinCommand::EndSession { session_id, why } => {
            let Some(session) = &context.session else { return Ok(Vec::new()) };
            let device_name = context.device.as_ref().map_or_else(String::new, |device| device.name.clone());
            let end = Some(DeviceSessionEnd { why: *why, device_name });
            Ok(vec![StaffEvent::SignedOut(SignedOut { user_id: session.user_id, session_id: session_id.clone(), end })])
        }
    }
}

/// The event of a PIN's end.
pub(in crate::staff) fn pin_removed(user: &User) -> PinRemoved {
    PinRemoved { user_id: user.id, username: user.username.clone() }
}

fn user(context: &PinContext) -> Decided<&User> {
    context.user.as_ref().ok_or_else(|| Refusal::not_found("user"))
}

/// The role may have changed since the PIN was checked.
fn pin_set(user: &User, mark: &str, digits: u8, by_code: bool) -> Decided<StaffEvent> {
    if !has_length_for(user.role, digits) {
        let length = check_pin_for("", user.role, None).err().unwrap_or_default();
        return Err(Refusal::field("newPin", length));
    }
    Ok(StaffEvent::PinSet(PinSet { user_id: user.id, username: user.username.clone(), mark: mark.to_owned(), digits, by_code }))
}

/// Whether a person of `role` may have a PIN of so many digits.
pub(in crate::staff) fn has_length_for(role: Role, digits: u8) -> bool {
    let digits = usize::from(digits);
    if role >= Role::Manager { digits == super::PIN_DIGITS_SENIOR } else { super::PIN_DIGITS_BARTENDER.contains(&digits) }
}

fn count_wrong(user_id: u64, context: &PinContext) -> Option<StaffEvent> {
    let device = context.device.as_ref()?;
    let of_person = context.person.on(context.day).saturating_add(1);
    let of_device = device.wrong_today.saturating_add(1);
    Some(StaffEvent::WrongPin(WrongPin {
        user_id,
        username: context.user.as_ref().map(|user| user.username.clone()),
        device_id: device.id,
        device_name: device.name.clone(),
        day: context.day,
        on_device: context.tries.wrong.saturating_add(1),
        of_person,
        of_device,
        turns_off: of_person >= PERSON_TRIES_MAX && context.pin.as_ref().is_some_and(|pin| !pin.off),
        locks: of_device >= DEVICE_TRIES_MAX && !device.is_locked,
    }))
}

fn sign_in(proof: &Proof, session_id: &str, context: &PinContext) -> Decided<Vec<StaffEvent>> {
    let device = context.device.as_ref().filter(|device| device.is_till).ok_or_else(device_required)?;
    let mut events = Vec::new();
    let (user, by) = match proof {
        Proof::Password { compared_hash } => {
            let user = context.user.as_ref().filter(|user| user.password_hash == *compared_hash).ok_or_else(wrong_credentials)?;
            if !user.is_active {
                return Err(inactive());
            }
            if device.is_locked && user.role < Role::Manager {
                return Err(device_locked());
            }
            if !device.admits_password(user) {
                return Err(not_here());
            }
            (user, SignInBy::Password)
        }
        Proof::Pin { mark } => {
            let user = by_pin(context, device)?;
            let pin = context.pin.as_ref().filter(|pin| pin.mark == *mark).ok_or_else(|| wrong_pin(context.tries.left()))?;
            if pin.off {
                return Err(pin_off());
            }
            (user, SignInBy::Pin)
        }
        Proof::Code { mark, digits } => {
            let user = by_pin(context, device)?;
            events.push(pin_set(user, mark, *digits, true)?);
            (user, SignInBy::Code)
        }
    };
    let unlocks = by == SignInBy::Password && user.role >= Role::Manager && (device.is_locked || device.wrong_today > 0);
    events.push(StaffEvent::SignedIn(SignedIn {
        user_id: user.id,
        username: user.username.clone(),
        session_id: session_id.to_owned(),
        device: Some(SignInDevice { device_id: device.id, device_name: device.name.clone(), by, unlocks }),
        wrong_tries: context.person.since_sign_in,
        wrong_tries_since: context.person.first_at,
    }));
    Ok(events)
}

/// The account that signs in without a password, if it may here.
fn by_pin<'a>(context: &'a PinContext, device: &DeviceFacts) -> Decided<&'a User> {
    if device.is_locked {
        return Err(device_locked());
    }
    let user = context.user.as_ref().filter(|user| user.is_active && device.admits_pin(user.id));
    user.ok_or_else(|| wrong_pin(context.tries.left()))
}

/// The refusal of a phone that is not enrolled.
pub fn device_required() -> Refusal {
    Refusal::new(Code::DeviceRequired, "This phone is not enrolled")
}

/// The refusal of a wrong PIN; the same for an unknown, inactive or excluded person, and for one without a PIN.
pub fn wrong_pin(left: u32) -> Refusal {
    Refusal::new(Code::WrongPin, "Wrong PIN").with("triesLeft", json!(left))
}

/// The refusal of a PIN that is switched off.
pub fn pin_off() -> Refusal {
    Refusal::new(Code::PinOff, "This PIN is off. Sign in with your password.")
}

/// The refusal of a device that is locked.
pub fn device_locked() -> Refusal {
    Refusal::new(Code::DeviceLocked, "This device is locked. Ask a manager.")
}

/// The refusal of a person who may not sign in on this device.
pub fn not_here() -> Refusal {
    Refusal::new(Code::Forbidden, "You may not sign in on this device. Ask a manager.")
}
