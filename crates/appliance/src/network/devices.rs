//! Network devices and what they are on, as NetworkManager describes them.

use std::collections::HashMap;
use std::net::Ipv4Addr;

use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

use super::model::{Abilities, Band, Interface, InterfaceKind, InterfaceState, SeenWifi};
use super::{SERVICE, manager};
use crate::Machine;
use crate::bus::{BusError, Object};

const DEVICE: &str = "org.freedesktop.NetworkManager.Device";
const WIRELESS: &str = "org.freedesktop.NetworkManager.Device.Wireless";

/// Values of `NMDeviceType`.
const TYPE_ETHERNET: u32 = 1;
const TYPE_WIFI: u32 = 2;
/// Values of `NMDeviceState`.
const STATE_PREPARE: u32 = 40;
const STATE_ACTIVATED: u32 = 100;
const STATE_FAILED: u32 = 120;
/// Bits of `NMDeviceWifiCapabilities`.
const CAN_BE_ACCESS_POINT: u32 = 0x40;
const HAS_HIGH_BAND: u32 = 0x400;
/// Bit of `NM80211ApFlags`: the network asks for a key.
const AP_PRIVACY: u32 = 0x1;
/// Frequencies of the 5 GHz band begin here, in MHz.
const HIGH_BAND_FROM: u32 = 4900;

/// A network device of NetworkManager.
pub(super) struct Device {
    pub path: OwnedObjectPath,
    pub name: String,
    pub kind: u32,
    state: u32,
    /// Bits of `NMDeviceWifiCapabilities`; 0 for a cable.
    radio: u32,
}

impl Device {
    /// Whether it is a radio, not a cable's socket.
    pub fn is_radio(&self) -> bool {
        self.kind == TYPE_WIFI
    }

    fn can_be_access_point(&self) -> bool {
        self.radio & CAN_BE_ACCESS_POINT != 0
    }
}

impl Machine {
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

    pub(super) async fn devices(&self) -> Result<Vec<Device>, BusError> {
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
            let radio = if kind == TYPE_WIFI {
                self.bus.property(Object { interface: WIRELESS, ..object }, "WirelessCapabilities").await?
            } else {
                0
            };
            devices.push(Device { name, kind, state, radio, path });
        }
        devices.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(devices)
    }

    pub(super) async fn interface(&self, device: &Device) -> Result<Interface, BusError> {
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

fn interface_state(state: u32) -> InterfaceState {
    match state {
        STATE_ACTIVATED => InterfaceState::On,
        STATE_FAILED => InterfaceState::Failed,
        STATE_PREPARE..STATE_ACTIVATED => InterfaceState::Connecting,
        0..STATE_PREPARE | STATE_ACTIVATED.. => InterfaceState::Off,
    }
}

pub(super) fn abilities_of(devices: &[Device]) -> Abilities {
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
    fn states_of_an_interface() {
        let states = [10, 20, 30, 40, 70, 100, 110, 120].map(interface_state);
        let off = InterfaceState::Off;
        let connecting = InterfaceState::Connecting;
        assert_eq!(states, [off, off, off, connecting, connecting, InterfaceState::On, off, InterfaceState::Failed]);
    }
}
