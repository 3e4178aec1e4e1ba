//! The bar's network: cable, own Wi-Fi, joined Wi-Fi, guests, by NetworkManager.
//!
//! A change is tried, not trusted. [`Machine::begin_trial`] makes a checkpoint and [`Machine::apply_trial`] changes the profiles in memory
//! alone; unless [`Machine::keep_network`] is called in time, NetworkManager restores what was there. A restart restores it too, because only what is
//! kept is written to the card.

mod model;
mod profile;
mod stations;

use std::collections::HashMap;
use std::net::Ipv4Addr;
use std::sync::atomic::Ordering;
use std::time::Duration;

use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

pub use self::model::*;
pub use self::profile::{GUEST_ADDRESS, OWN_ADDRESS};
use self::profile::{NewSections, Profile, SECURITY, Sections};
use crate::Machine;
use crate::bus::{BusError, Object};

pub(crate) const SERVICE: &str = "org.freedesktop.NetworkManager";
const ROOT: &str = "/org/freedesktop/NetworkManager";
const DEVICE: &str = "org.freedesktop.NetworkManager.Device";
const WIRELESS: &str = "org.freedesktop.NetworkManager.Device.Wireless";
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

/// Values of `NMDeviceType`.
const TYPE_ETHERNET: u32 = 1;
const TYPE_WIFI: u32 = 2;
/// Values of `NMDeviceState`.
const STATE_DISCONNECTED: u32 = 30;
const STATE_ACTIVATED: u32 = 100;
const STATE_FAILED: u32 = 120;
/// Bits of `NMDeviceWifiCapabilities`.
const CAN_BE_ACCESS_POINT: u32 = 0x40;
const HAS_HIGH_BAND: u32 = 0x400;
/// Bit of `NM80211ApFlags`: the network asks for a key.
const AP_PRIVACY: u32 = 0x1;
/// Frequencies of the 5 GHz band begin here, in MHz.
const HIGH_BAND_FROM: u32 = 4900;

/// A change of the network that is being tried.
#[derive(Debug)]
pub struct Trial(OwnedObjectPath);

/// The whole network as it is now.
#[derive(Debug, Clone)]
pub struct Network {
    pub settings: Settings,
    pub interfaces: Vec<Interface>,
    pub abilities: Abilities,
    /// Time left to keep a change that is being tried.
    pub trial: Option<Duration>,
}

/// A network device of NetworkManager.
struct Device {
    path: OwnedObjectPath,
    name: String,
    kind: u32,
    state: u32,
    /// Bits of `NMDeviceWifiCapabilities`; 0 for a cable.
    radio: u32,
}

impl Device {
    fn is_radio(&self) -> bool {
        self.kind == TYPE_WIFI
    }

    fn can_be_access_point(&self) -> bool {
        self.radio & CAN_BE_ACCESS_POINT != 0
    }
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

    /// Lists the Wi-Fis in reach, strongest first, each name once. Asks the radio to look again; what it finds is in the next list.
    ///
    /// # Errors
    /// If NetworkManager does not answer.
    pub async fn wifis(&self) -> Result<Vec<SeenWifi>, BusError> {
        let mut seen: Vec<SeenWifi> = Vec::new();
        for device in self.devices().await?.iter().filter(|device| device.is_radio()) {
            let radio = Object { service: SERVICE, path: &device.path, interface: WIRELESS };
            // Refused while it looks already, and by a radio that is an access point.
            if let Err(error) = self.bus.tell(radio, "RequestScan", &(HashMap::<&str, Value<'_>>::new(),)).await {
                tracing::debug!("{}: {error}", device.name);
            }
            let points: Vec<OwnedObjectPath> = self.bus.call(radio, "GetAllAccessPoints", &()).await?;
            for point in points {
                // A Wi-Fi may go out of reach between the list and this.
                if let Ok(wifi) = self.seen_wifi(&point).await {
                    seen.push(wifi);
                }
            }
        }
        Ok(strongest_of_each(seen))
    }

    /// Begins a trial: what changes from now on is undone after [`TRIAL`] unless it is kept.
    ///
    /// # Errors
    /// If NetworkManager refuses.
    pub async fn begin_trial(&self) -> Result<Trial, BusError> {
        let all_devices = Vec::<OwnedObjectPath>::new();
        let trial = self.bus.call(manager(), "CheckpointCreate", &(all_devices, seconds(TRIAL), CHECKPOINT_FLAGS)).await.map(Trial)?;
        self.waits_to_apply.store(true, Ordering::SeqCst);
        Ok(trial)
    }

    /// Applies the settings of a trial.
    ///
    /// # Errors
    /// If NetworkManager refuses; then the settings of before are back.
    pub async fn apply_trial(&self, Trial(checkpoint): Trial, settings: &Settings) -> Result<(), BusError> {
        let applied = self.apply(settings).await;
        self.waits_to_apply.store(false, Ordering::SeqCst);
        if let Err(error) = applied {
            let restored: Result<HashMap<String, u32>, _> = self.bus.call(manager(), "CheckpointRollback", &(checkpoint,)).await;
            if let Err(error) = restored {
                tracing::warn!("the network of before comes back in {} s: {error}", TRIAL.as_secs());
            }
            return Err(error);
        }
        Ok(())
    }

    /// Keeps the settings that are being tried: writes them to the card and ends the trial. `false` if nothing is being tried.
    ///
    /// # Errors
    /// If the new settings are not in use yet, or NetworkManager does not answer. The trial goes on then.
    pub async fn keep_network(&self) -> Result<bool, BusError> {
        if self.waits_to_apply.load(Ordering::SeqCst) {
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
        let cable = devices.iter().find(|device| device.kind == TYPE_ETHERNET);
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

    async fn devices(&self) -> Result<Vec<Device>, BusError> {
        let paths: Vec<OwnedObjectPath> = self.bus.call(manager(), "GetDevices", &()).await?;
        let mut devices = Vec::with_capacity(paths.len());
        for path in paths {
            let object = Object { service: SERVICE, path: &path, interface: DEVICE };
            let kind: u32 = self.bus.property(object, "DeviceType").await?;
            if kind != TYPE_ETHERNET && kind != TYPE_WIFI {
                continue;
            }
            let name = self.bus.property(object, "Interface").await?;
            let state = self.bus.property(object, "State").await?;
            let radio = match kind {
                TYPE_WIFI => self.bus.property(Object { interface: WIRELESS, ..object }, "WirelessCapabilities").await?,
                _ => 0,
            };
            devices.push(Device { name, kind, state, radio, path });
        }
        devices.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(devices)
    }

    async fn interface(&self, device: &Device) -> Result<Interface, BusError> {
        let object = Object { service: SERVICE, path: &device.path, interface: DEVICE };
        let config: OwnedObjectPath = self.bus.property(object, "Ip4Config").await?;
        Ok(Interface {
            name: device.name.clone(),
            kind: if device.is_radio() { InterfaceKind::Wifi } else { InterfaceKind::Cable },
            state: interface_state(device.state),
            addresses: self.addresses(&config).await,
            stations: if device.is_radio() { self.stations(&device.name).await } else { None },
        })
    }

    /// IPv4 addresses of a configuration; none while the interface has no configuration.
    async fn addresses(&self, config: &OwnedObjectPath) -> Vec<Ipv4Addr> {
        let object = Object { service: SERVICE, path: config, interface: "org.freedesktop.NetworkManager.IP4Config" };
        let Ok(rows) = self.bus.property::<Vec<HashMap<String, OwnedValue>>>(object, "AddressData").await else { return Vec::new() };
        let address = |row: &HashMap<String, OwnedValue>| String::try_from(row.get("address")?.try_clone().ok()?).ok()?.parse().ok();
        rows.iter().filter_map(address).collect()
    }

    async fn seen_wifi(&self, path: &OwnedObjectPath) -> Result<SeenWifi, BusError> {
        let object = Object { service: SERVICE, path, interface: "org.freedesktop.NetworkManager.AccessPoint" };
        let ssid: Vec<u8> = self.bus.property(object, "Ssid").await?;
        let flags: u32 = self.bus.property(object, "Flags").await?;
        let frequency: u32 = self.bus.property(object, "Frequency").await?;
        Ok(SeenWifi {
            ssid: String::from_utf8_lossy(&ssid).into_owned(),
            strength: self.bus.property(object, "Strength").await?,
            band: if frequency >= HIGH_BAND_FROM { Band::High } else { Band::Low },
            secured: flags & AP_PRIVACY != 0,
        })
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

fn interface_state(state: u32) -> InterfaceState {
    match state {
        STATE_ACTIVATED => InterfaceState::On,
        STATE_FAILED => InterfaceState::Failed,
        _ if state > STATE_DISCONNECTED && state < STATE_ACTIVATED => InterfaceState::Connecting,
        _ => InterfaceState::Off,
    }
}

fn abilities_of(devices: &[Device]) -> Abilities {
    let radios: Vec<&Device> = devices.iter().filter(|device| device.is_radio()).collect();
    Abilities {
        cable: devices.iter().any(|device| device.kind == TYPE_ETHERNET),
        own: radios.first().is_some_and(|device| device.can_be_access_point()),
        join: !radios.is_empty(),
        guests: radios.get(1).is_some_and(|device| device.can_be_access_point()),
        high_band: radios.first().is_some_and(|device| device.radio & HAS_HIGH_BAND != 0),
    }
}

/// Each name once, with its best signal; strongest first. Hidden Wi-Fis have no name and are left out.
fn strongest_of_each(mut seen: Vec<SeenWifi>) -> Vec<SeenWifi> {
    seen.sort_by(|one, other| other.strength.cmp(&one.strength).then_with(|| one.ssid.cmp(&other.ssid)));
    let mut names = std::collections::HashSet::new();
    seen.retain(|wifi| !wifi.ssid.is_empty() && names.insert(wifi.ssid.clone()));
    seen
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

    fn wifi(ssid: &str, strength: u8) -> SeenWifi {
        SeenWifi { ssid: ssid.to_owned(), strength, band: Band::Low, secured: true }
    }

    #[test]
    fn each_wifi_is_listed_once_the_strongest_first() {
        let list = strongest_of_each(vec![wifi("Far", 20), wifi("Near", 60), wifi("", 99), wifi("Near", 80)]);
        assert_eq!(list, [wifi("Near", 80), wifi("Far", 20)]);
    }

    #[test]
    fn a_trial_counts_down_to_nothing() {
        assert_eq!(left(1_000, 180, 31_000), Duration::from_secs(150));
        assert_eq!(left(1_000, 180, 999_000), Duration::ZERO);
    }

    #[test]
    fn states_of_an_interface() {
        let states = [10, 20, 30, 40, 70, 100, 110, 120].map(interface_state);
        let off = InterfaceState::Off;
        let connecting = InterfaceState::Connecting;
        assert_eq!(states, [off, off, off, connecting, connecting, InterfaceState::On, off, InterfaceState::Failed]);
    }
}
