//! Enrolled devices: the bar's own phones and tablets, on which staff sign in with a PIN.

mod code;
mod decide;
mod load;
mod tables;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use code::EnrolmentCode;
pub use decide::{DeviceChange, DeviceCommand, DeviceContext, DeviceEvent, Draft, Enrol, check_draft, decide};
pub use load::{load, load_for_draft};
pub use tables::*;

use crate::settings::Settings;
use crate::staff::pins::DeviceFacts;
use base::{BusinessDay, Timestamp};

/// Most devices that are enrolled at the same time.
pub const DEVICES_MAX: usize = 50;
/// Message for a code that is not right.
pub const WRONG_CODE: &str = "This code is wrong or has expired";
/// Longest name of a device, in characters.
pub const NAME_MAX: usize = 40;
/// Most ids in a device's list of people or of stations.
pub const IDS_MAX: usize = 200;

/// What a device is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceKind {
    /// People sign in on it.
    Till,
    /// A device without sign-in.
    Screen,
}

impl DeviceKind {
    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "till" => Some(DeviceKind::Till),
            "screen" => Some(DeviceKind::Screen),
            _ => None,
        }
    }
}

/// Whether a device may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceStatus {
    Active,
    /// Too many wrong PINs: a manager or admin must sign in on it by password, or unlock it.
    Locked,
    /// It is not enrolled any more.
    Revoked,
}

impl DeviceStatus {
    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "active" => Some(DeviceStatus::Active),
            "locked" => Some(DeviceStatus::Locked),
            "revoked" => Some(DeviceStatus::Revoked),
            _ => None,
        }
    }
}

/// An enrolled device. It must not leave the box as it is, because it holds the hash of the device's secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// Counts from 1.
    pub id: u64,
    /// Unique, ignoring case, among devices that are not revoked.
    pub name: String,
    pub kind: DeviceKind,
    /// Who may sign in; `None` for everybody.
    pub user_ids: Option<Vec<u64>>,
    /// The till that it belongs to.
    pub till_id: Option<u64>,
    /// The stations whose orders it shows.
    pub station_ids: Vec<u64>,
    /// The device whose cart it shows to guests.
    pub mirrors_device_id: Option<u64>,
    /// Seconds without a touch after which its screen locks; `None` for the setting of the bar.
    pub lock_after: Option<u32>,
    /// Whether its screen locks after each sale too.
    pub lock_after_sale: bool,
    pub status: DeviceStatus,
    /// SHA-256 of the secret in the device's cookie, in hexadecimal.
    pub secret_hash: String,
    /// Whether it was enrolled over HTTPS, so that its cookie travels over nothing else.
    pub secure: bool,
    pub enrolled_at: Timestamp,
    /// Name of the manager or admin who made its code.
    pub enrolled_by: String,
    /// Wrong PINs on a business day.
    pub wrong: Option<WrongPins>,
    /// When a user last signed in on it.
    pub last_sign_in_at: Option<Timestamp>,
    /// Name of the person who last signed in on it.
    pub last_user_name: Option<String>,
}

/// Wrong PINs on a device on one business day, over all names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongPins {
    pub day: BusinessDay,
    pub count: u32,
}

impl Device {
    /// Whether it is enrolled.
    pub fn is_enrolled(&self) -> bool {
        self.status != DeviceStatus::Revoked
    }

    /// Whether people sign in on it.
    pub fn is_till(&self) -> bool {
        self.kind == DeviceKind::Till
    }

    /// Seconds without a touch after which its screen locks.
    pub fn lock_seconds(&self, settings: &Settings) -> u32 {
        self.lock_after.unwrap_or(settings.people.lock_after)
    }

    /// What decisions about PINs need to know of it on a business day.
    pub fn facts(&self, day: BusinessDay) -> DeviceFacts {
        DeviceFacts {
            id: self.id,
            name: self.name.clone(),
            is_till: self.is_till(),
            user_ids: self.user_ids.clone(),
            is_locked: self.status == DeviceStatus::Locked,
            wrong_today: self.wrong.filter(|wrong| wrong.day == day).map_or(0, |wrong| wrong.count),
        }
    }
}

/// A device was enrolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceEnrolled {
    pub device: Device,
    /// The device that the same phone was before, which is revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaces: Option<u64>,
    /// The session that the phone's browser had, which ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_session: Option<String>,
}

/// A device was changed or unlocked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceChanged {
    pub device: Device,
    /// Whether its lock ended.
    pub unlocked: bool,
    /// Whether its session ends, because its person may not sign in there any more.
    pub ends_session: bool,
}

/// A device was revoked: its cookie and its session are no longer valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeviceRevoked {
    pub device_id: u64,
    /// For the audit.
    pub name: String,
}
