//! Devices in answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::devices::{Device, DeviceKind, DeviceStatus};
use crate::http::api::staff::user_view::PinStatusView;
use crate::http::contract::device_use::DeviceUses;
use crate::settings;
use crate::staff::pins::{self, PinStatus};
use crate::staff::{self, User};
use base::Role;
use base::text::fold;
use store::{Stored, View};

/// An enrolled device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Device)]
pub struct DeviceView {
    id: u64,
    #[schema(example = "Bar tablet")]
    name: String,
    kind: DeviceKind,
    /// People who may sign in; null for all. Managers and admins always may by password.
    user_ids: Option<Vec<u64>>,
    till_id: Option<u64>,
    station_ids: Vec<u64>,
    mirrors_device_id: Option<u64>,
    /// Seconds without a touch after which the screen locks: its own, or that of the settings.
    lock_after: u32,
    lock_after_sale: bool,
    status: DeviceStatus,
    enrolled_at: String,
    enrolled_by: String,
    last_seen_at: String,
    last_user_name: Option<String>,
}

/// What a device shows of itself before a sign-in.
#[derive(Serialize, ToSchema)]
pub struct OwnDevice {
    /// Null for a phone that is not enrolled.
    device: Option<DeviceView>,
    people: Vec<PersonHere>,
}

/// A person who may sign in on a device by PIN.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonHere {
    user_id: u64,
    /// First name, or username; both where several people here have the same first name.
    name: String,
    role: Role,
    pin_status: PinStatusView,
    /// Seconds until the next try, after wrong ones; 0 for none.
    wait_seconds: u64,
}

impl DeviceView {
    /// The device, and when it was last seen.
    pub fn load(view: &dyn View, uses: &DeviceUses, device: &Device) -> Stored<Self> {
        let settings = settings::settings(view)?;
        let recorded = device.last_sign_in_at.unwrap_or(device.enrolled_at);
        let last_seen = uses.last_seen(device.id).map_or(recorded, |seen| seen.max(recorded));
        Ok(DeviceView {
            id: device.id,
            name: device.name.clone(),
            kind: device.kind,
            user_ids: device.user_ids.clone(),
            till_id: device.till_id,
            station_ids: device.station_ids.clone(),
            mirrors_device_id: device.mirrors_device_id,
            lock_after: device.lock_seconds(&settings),
            lock_after_sale: device.lock_after_sale,
            status: device.status,
            enrolled_at: device.enrolled_at.to_string(),
            enrolled_by: device.enrolled_by.clone(),
            last_seen_at: last_seen.to_string(),
            last_user_name: device.last_user_name.clone(),
        })
    }
}

impl OwnDevice {
    /// For a phone that is not enrolled.
    pub fn none() -> Self {
        OwnDevice { device: None, people: Vec::new() }
    }

    /// For an enrolled device.
    pub fn of(device: DeviceView, people: Vec<PersonHere>) -> Self {
        OwnDevice { device: Some(device), people }
    }
}

/// The active people with a PIN who may sign in on `device`, by name, at the box's running time `running`.
pub fn people_of(view: &dyn View, device: &Device, running: u64) -> Stored<Vec<PersonHere>> {
    let may_sign_in = |user: &User| device.is_till() && user.is_active && device.user_ids.as_ref().is_none_or(|ids| ids.contains(&user.id));
    let mut people = Vec::new();
    let users: Vec<User> = staff::users(view)?.into_iter().filter(may_sign_in).collect();
    for user in &users {
        let status = pins::pin_status(view, user.id)?;
        if status == PinStatus::None {
            continue;
        }
        let wait = pins::tries(view, device.id, user.id)?.wait_millis(running);
        people.push(PersonHere {
            user_id: user.id,
            name: name_among(user, &users),
            role: user.role,
            pin_status: status.into(),
            wait_seconds: wait.div_ceil(1000),
        });
    }
    people.sort_by_key(|person| (fold(&person.name), person.user_id));
    Ok(people)
}

/// `Musa`, or `Musa (musa_k)` where another of these people has the same first name or that username.
pub fn name_among(user: &User, users: &[User]) -> String {
    let shown = |user: &User| fold(user.first_name.as_deref().unwrap_or(&user.username));
    let is_alone = users.iter().all(|other| other.id == user.id || shown(other) != shown(user));
    match &user.first_name {
        Some(first_name) if is_alone => first_name.clone(),
        Some(first_name) => format!("{first_name} ({})", user.username),
        None => user.username.clone(),
    }
}
