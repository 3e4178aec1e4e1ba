//! The bar's network: cable, own Wi-Fi, joined Wi-Fi, guests, by NetworkManager.
//!
//! A change is tried, not trusted. [`Machine::begin_trial`] makes a checkpoint and [`Machine::apply_trial`] changes the profiles in memory
//! alone; unless [`Machine::keep_network`] is called in time, NetworkManager restores what was there, and [`Machine::undo_trial`] has it do so at once. A
//! restart restores it too, because only what is kept is written to the card.

mod devices;
mod model;
mod profile;
mod stations;

use std::collections::HashMap;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

use self::devices::{Device, abilities_of};
pub use self::model::*;
pub use self::profile::{GUEST_ADDRESS, OWN_ADDRESS};
use self::profile::{NewSections, Profile, SECURITY, Sections};
use crate::Machine;
use crate::bus::{BusError, Object};

pub(crate) const SERVICE: &str = "org.freedesktop.NetworkManager";
const ROOT: &str = "/org/freedesktop/NetworkManager";
const CHECKPOINT: &str = "org.freedesktop.NetworkManager.Checkpoint";

/// Time in which a change must be kept.
pub const TRIAL: Duration = Duration::from_secs(180);
/// A change waits this long for the answer to the phone that asked for it, because it may end the phone's connection.
pub const ANSWER_FIRST: Duration = Duration::from_secs(1);

/// `NM_CHECKPOINT_CREATE_FLAG_DELETE_NEW_CONNECTIONS | NM_CHECKPOINT_CREATE_FLAG_DISCONNECT_NEW_DEVICES`.
const CHECKPOINT_FLAGS: u32 = 0x02 | 0x04;
/// `NM_SETTINGS_UPDATE2_FLAG_IN_MEMORY` and `NM_SETTINGS_ADD_CONNECTION2_FLAG_IN_MEMORY`: what is on the card stays.
const IN_MEMORY: u32 = 0x02;
const IN_MEMORY_NEW: u32 = 0x02;

/// A trial that has begun. Its settings are not applied yet.
#[derive(Debug)]
pub struct Trial {
    checkpoint: OwnedObjectPath,
    settings: Settings,
}

/// What was tried last.
#[derive(Debug)]
pub(crate) struct Tried {
    settings: Settings,
    /// Whether the settings are applied: until then there is nothing to keep.
    is_applied: bool,
}

/// The whole network as it is now.
#[derive(Debug, Clone)]
pub struct Network {
    pub settings: Settings,
    pub interfaces: Vec<Interface>,
    pub abilities: Abilities,
    /// Time left to keep a change that is being tried.
    pub trial: Option<Duration>,
}

impl Machine {
    /// Reads the settings, the interfaces and whether a change is being tried.
    ///
    /// # Errors
    /// If NetworkManager does not answer.
    pub async fn network(&self) -> Result<Network, BusError> {
        let devices = self.devices().await?;
        let mut interfaces = Vec::with_capacity(devices.len());
        for device in &devices {
            interfaces.push(self.interface(device).await?);
        }
        Ok(Network { settings: self.network_settings().await?, interfaces, abilities: abilities_of(&devices), trial: self.trial().await? })
    }

    /// Begins a trial of settings: what changes from now on is undone after [`TRIAL`] unless it is kept.
    ///
    /// # Errors
    /// If NetworkManager refuses.
    pub async fn begin_trial(&self, settings: Settings) -> Result<Trial, BusError> {
        let all_devices = Vec::<OwnedObjectPath>::new();
        let checkpoint = self.bus.call(manager(), "CheckpointCreate", &(all_devices, seconds(TRIAL), CHECKPOINT_FLAGS)).await?;
        *self.tried() = Some(Tried { settings: settings.clone(), is_applied: false });
        Ok(Trial { checkpoint, settings })
    }

    /// Whether the trial that runs, if one does, is of these settings.
    pub fn is_trying(&self, settings: &Settings) -> bool {
        self.tried().as_ref().is_some_and(|tried| tried.settings == *settings)
    }

    /// Applies the settings of a trial.
    ///
    /// # Errors
    /// If NetworkManager refuses; then the settings of before are back.
    pub async fn apply_trial(&self, Trial { checkpoint, settings }: Trial) -> Result<(), BusError> {
        let applied = self.apply(&settings).await;
        if let Some(tried) = self.tried().as_mut() {
            tried.is_applied = true;
        }
        if let Err(error) = applied {
            if let Err(error) = self.roll_back(&checkpoint).await {
                tracing::warn!("the network of before comes back in {} s: {error}", TRIAL.as_secs());
            }
            return Err(error);
        }
        Ok(())
    }

    /// Ends the trial: the settings of before are back. `false` if nothing is being tried.
    ///
    /// # Errors
    /// If NetworkManager refuses; then they come back when the time is over.
    pub async fn undo_trial(&self) -> Result<bool, BusError> {
        let checkpoints = self.checkpoints().await?;
        for checkpoint in &checkpoints {
            self.roll_back(checkpoint).await?;
        }
        Ok(!checkpoints.is_empty())
    }

    async fn roll_back(&self, checkpoint: &OwnedObjectPath) -> Result<(), BusError> {
        self.bus.tell(manager(), "CheckpointRollback", &(checkpoint,)).await
    }

    /// Whether the settings of the last trial still wait to be applied.
    pub fn waits_to_apply(&self) -> bool {
        self.tried().as_ref().is_some_and(|tried| !tried.is_applied)
    }

    fn tried(&self) -> MutexGuard<'_, Option<Tried>> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the settings that are being tried: writes them to the card and ends the trial. `false` if nothing is being tried.
    ///
    /// # Errors
    /// If the new settings are not in use yet, or NetworkManager does not answer. The trial goes on then.
    pub async fn keep_network(&self) -> Result<bool, BusError> {
        if self.waits_to_apply() {
            return Err(BusError::Refused("the new settings are not in use yet".to_owned()));
        }
        let checkpoints = self.checkpoints().await?;
        if checkpoints.is_empty() {
            return Ok(false);
        }
        for profile in Profile::ALL {
            if let Some(path) = self.stored_path(profile).await? {
                self.bus.tell(connection(&path), "Save", &()).await?;
            }
        }
        for checkpoint in checkpoints {
            self.bus.tell(manager(), "CheckpointDestroy", &(checkpoint,)).await?;
        }
        Ok(true)
    }

    /// Writes the first network of a new box to the card and starts it.
    ///
    /// # Errors
    /// If NetworkManager refuses.
    pub async fn set_first_network(&self, settings: &Settings) -> Result<(), BusError> {
        self.apply(settings).await?;
        for profile in Profile::ALL {
            if let Some(path) = self.stored_path(profile).await? {
                self.bus.tell(connection(&path), "Save", &()).await?;
            }
        }
        Ok(())
    }

    /// The settings that the stored profiles hold.
    async fn network_settings(&self) -> Result<Settings, BusError> {
        let mut settings = Settings::default();
        for profile in Profile::ALL {
            let Some(path) = self.stored_path(profile).await? else { continue };
            match self.stored_sections(&path).await {
                Ok(sections) => profile::read_into(&mut settings, profile, &sections),
                // Its trial ended between the two calls.
                Err(BusError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(settings)
    }

    /// What a stored profile says, with its password.
    async fn stored_sections(&self, path: &OwnedObjectPath) -> Result<Sections, BusError> {
        let mut sections: Sections = self.bus.call(connection(path), "GetSettings", &()).await?;
        if sections.contains_key(SECURITY) {
            let secrets: Sections = self.bus.call(connection(path), "GetSecrets", &(SECURITY,)).await?;
            for (name, keys) in secrets {
                sections.entry(name).or_default().extend(keys);
            }
        }
        Ok(sections)
    }

    async fn apply(&self, settings: &Settings) -> Result<(), BusError> {
        let devices = self.devices().await?;
        let cable = devices.iter().find(|device| !device.is_radio());
        let mut radios = devices.iter().filter(|device| device.is_radio());
        let (first, second) = (radios.next(), radios.next());
        for profile in Profile::ALL {
            let device = match profile {
                Profile::Cable => cable,
                Profile::Own | Profile::Join => first,
                Profile::Guests => second,
            };
            let stored = self.stored_path(profile).await?;
            if !profile.is_set(settings) {
                if let Some(path) = stored {
                    self.bus.tell(connection(&path), "Delete", &()).await?;
                }
                continue;
            }
            let name = device.filter(|device| device.is_radio()).map(|device| device.name.as_str());
            let path = self.store(stored, profile.sections(settings, name)).await?;
            match device {
                Some(device) if profile.is_on(settings) => self.activate(&path, device).await?,
                Some(_) | None => self.deactivate(profile).await?,
            }
        }
        Ok(())
    }

    /// Changes a profile in memory, or adds it there.
    async fn store(&self, stored: Option<OwnedObjectPath>, sections: NewSections) -> Result<OwnedObjectPath, BusError> {
        let no_arguments = HashMap::<&str, Value<'_>>::new();
        if let Some(path) = stored {
            self.bus.tell(connection(&path), "Update2", &(sections, IN_MEMORY, no_arguments)).await?;
            return Ok(path);
        }
        let (path, _): (OwnedObjectPath, HashMap<String, OwnedValue>) =
            self.bus.call(all_connections(), "AddConnection2", &(sections, IN_MEMORY_NEW, no_arguments)).await?;
        Ok(path)
    }

    async fn activate(&self, profile: &OwnedObjectPath, device: &Device) -> Result<(), BusError> {
        let arguments = (profile, &device.path, root());
        let activated: Result<OwnedObjectPath, BusError> = self.bus.call(manager(), "ActivateConnection", &arguments).await;
        match activated {
            // A cable that is not plugged in connects by itself later.
            Err(BusError::Refused(reason)) if !device.is_radio() => {
                tracing::info!("{}: {reason}", device.name);
                Ok(())
            }
            Err(error) => Err(error),
            Ok(_) => Ok(()),
        }
    }

    /// Ends a profile that is in use.
    async fn deactivate(&self, profile: Profile) -> Result<(), BusError> {
        let active: Vec<OwnedObjectPath> = self.bus.property(manager(), "ActiveConnections").await?;
        for path in active {
            let interface = "org.freedesktop.NetworkManager.Connection.Active";
            let uuid = self.bus.property::<String>(Object { service: SERVICE, path: &path, interface }, "Uuid").await;
            if uuid.is_ok_and(|uuid| uuid == profile.uuid()) {
                self.bus.tell(manager(), "DeactivateConnection", &(path,)).await?;
            }
        }
        Ok(())
    }

    /// The profile's object, if it is stored.
    async fn stored_path(&self, profile: Profile) -> Result<Option<OwnedObjectPath>, BusError> {
        match self.bus.call(all_connections(), "GetConnectionByUuid", &(profile.uuid(),)).await {
            Ok(path) => Ok(Some(path)),
            Err(BusError::Refused(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn checkpoints(&self) -> Result<Vec<OwnedObjectPath>, BusError> {
        self.bus.property(manager(), "Checkpoints").await
    }

    /// Time left of a trial.
    async fn trial(&self) -> Result<Option<Duration>, BusError> {
        let Some(checkpoint) = self.checkpoints().await?.into_iter().next() else { return Ok(None) };
        let object = Object { service: SERVICE, path: &checkpoint, interface: CHECKPOINT };
        let created: i64 = self.bus.property(object, "Created").await?;
        let timeout: u32 = self.bus.property(object, "RollbackTimeout").await?;
        Ok(Some(left(created, timeout, running_ms())))
    }
}

fn manager() -> Object<'static> {
    Object { service: SERVICE, path: ROOT, interface: SERVICE }
}

fn all_connections() -> Object<'static> {
    Object { service: SERVICE, path: "/org/freedesktop/NetworkManager/Settings", interface: "org.freedesktop.NetworkManager.Settings" }
}

fn connection(path: &OwnedObjectPath) -> Object<'_> {
    Object { service: SERVICE, path, interface: "org.freedesktop.NetworkManager.Settings.Connection" }
}

/// Stands for "any" in a call.
fn root() -> zbus::zvariant::ObjectPath<'static> {
    zbus::zvariant::ObjectPath::from_static_str_unchecked("/")
}

fn seconds(time: Duration) -> u32 {
    u32::try_from(time.as_secs()).unwrap_or(u32::MAX)
}

/// Time since the machine started, in milliseconds: NetworkManager counts checkpoints in it (`CLOCK_BOOTTIME`).
fn running_ms() -> i64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}

/// Time left of a checkpoint that was made at `created` ms and ends `timeout` s later.
fn left(created: i64, timeout: u32, now: i64) -> Duration {
    let left = created + i64::from(timeout) * 1000 - now;
    Duration::from_millis(u64::try_from(left).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_counts_down_to_nothing() {
        assert_eq!(left(1_000, 180, 31_000), Duration::from_secs(150));
        assert_eq!(left(1_000, 180, 999_000), Duration::ZERO);
    }
}
