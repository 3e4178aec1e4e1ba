//! NetworkManager, as far as the box drives it.

use std::collections::HashMap;

use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};
use zbus::{fdo, interface};

use super::{Profile, Sections, Shared, copy, locked};

pub const NETWORK_MANAGER: &str = "/org/freedesktop/NetworkManager";
pub const CONNECTIONS: &str = "/org/freedesktop/NetworkManager/Settings";
pub const CABLE: &str = "/org/freedesktop/NetworkManager/Devices/1";
pub const RADIO: &str = "/org/freedesktop/NetworkManager/Devices/2";
pub const SECOND_RADIO: &str = "/org/freedesktop/NetworkManager/Devices/3";
pub const CHECKPOINT: &str = "/org/freedesktop/NetworkManager/Checkpoint/1";
pub const IP4: &str = "/org/freedesktop/NetworkManager/IP4Config/1";

fn object(path: &str) -> OwnedObjectPath {
    ObjectPath::try_from(path.to_owned()).expect("a path").into()
}

pub const ACCESS_POINTS: [(&str, u8); 3] = [("Sunset_Router", 40), ("Sunset_Router", 88), ("LonestarCell", 61)];

pub fn access_point(number: usize) -> String {
    format!("/org/freedesktop/NetworkManager/AccessPoint/{number}")
}

pub struct Manager {
    pub facts: Shared,
    pub radios: usize,
}

#[interface(name = "org.freedesktop.NetworkManager")]
impl Manager {
    fn get_devices(&self) -> Vec<OwnedObjectPath> {
        [CABLE, RADIO, SECOND_RADIO].iter().take(1 + self.radios).map(|path| object(path)).collect()
    }

    fn checkpoint_create(&self, _devices: Vec<OwnedObjectPath>, timeout: u32, _flags: u32) -> OwnedObjectPath {
        assert_eq!(timeout, 180);
        let mut facts = locked(&self.facts);
        facts.checkpoint = Some(facts.profiles.clone());
        object(CHECKPOINT)
    }

    fn checkpoint_destroy(&self, _checkpoint: OwnedObjectPath) {
        locked(&self.facts).checkpoint = None;
    }

    fn checkpoint_rollback(&self, _checkpoint: OwnedObjectPath) -> HashMap<String, u32> {
        let mut facts = locked(&self.facts);
        if let Some(before) = facts.checkpoint.take() {
            facts.profiles = before;
        }
        HashMap::new()
    }

    fn activate_connection(
        &self,
        connection: OwnedObjectPath,
        _device: OwnedObjectPath,
        _specific: OwnedObjectPath,
    ) -> fdo::Result<OwnedObjectPath> {
        let mut facts = locked(&self.facts);
        if facts.refuses_to_activate {
            return Err(fdo::Error::Failed("the radio is gone".to_owned()));
        }
        let uuid = connection.as_str().rsplit('/').next().unwrap_or_default().replace('_', "-");
        facts.activated.push(uuid);
        Ok(object("/org/freedesktop/NetworkManager/ActiveConnection/1"))
    }

    #[zbus(property)]
    fn active_connections(&self) -> Vec<OwnedObjectPath> {
        Vec::new()
    }

    #[zbus(property)]
    fn checkpoints(&self) -> Vec<OwnedObjectPath> {
        locked(&self.facts).checkpoint.iter().map(|_| object(CHECKPOINT)).collect()
    }
}

pub struct Checkpoint;

#[interface(name = "org.freedesktop.NetworkManager.Checkpoint")]
impl Checkpoint {
    #[zbus(property)]
    fn created(&self) -> i64 {
        let running = std::fs::read_to_string("/proc/uptime").expect("a running time");
        let seconds: f64 = running.split(' ').next().and_then(|text| text.parse().ok()).expect("seconds");
        (seconds * 1000.0) as i64
    }

    #[zbus(property)]
    fn rollback_timeout(&self) -> u32 {
        180
    }
}

pub struct Connections(pub Shared);

#[interface(name = "org.freedesktop.NetworkManager.Settings")]
impl Connections {
    fn get_connection_by_uuid(&self, uuid: &str) -> fdo::Result<OwnedObjectPath> {
        let path = profile_path(uuid);
        if locked(&self.0).profiles.contains_key(&path) { Ok(object(&path)) } else { Err(fdo::Error::Failed("no such profile".to_owned())) }
    }

    async fn add_connection2(
        &self,
        settings: Sections,
        flags: u32,
        _arguments: HashMap<String, OwnedValue>,
        #[zbus(object_server)] server: &zbus::ObjectServer,
    ) -> fdo::Result<(OwnedObjectPath, HashMap<String, OwnedValue>)> {
        assert_eq!(flags, 2, "only in memory");
        let uuid = String::try_from(settings["connection"]["uuid"].try_clone().expect("no file")).expect("a text");
        let path = profile_path(&uuid);
        locked(&self.0).profiles.insert(path.clone(), Profile { in_memory: settings, saved: None });
        server.at(path.as_str(), StoredProfile { facts: self.0.clone(), path: path.clone() }).await?;
        Ok((object(&path), HashMap::new()))
    }
}

/// A path with the uuid, so that the fake finds the profile again.
fn profile_path(uuid: &str) -> String {
    format!("{CONNECTIONS}/{}", uuid.replace('-', "_"))
}

pub struct StoredProfile {
    pub facts: Shared,
    pub path: String,
}

#[interface(name = "org.freedesktop.NetworkManager.Settings.Connection")]
impl StoredProfile {
    fn get_settings(&self) -> Sections {
        let facts = locked(&self.facts);
        let mut settings = copy(&facts.profiles[&self.path].in_memory);
        // NetworkManager gives no secrets here, and leaves out what has its default.
        if let Some(security) = settings.get_mut("802-11-wireless-security") {
            security.remove("psk");
        }
        if let Some(connection) = settings.get_mut("connection")
            && connection.get("autoconnect").is_some_and(|value| **value == Value::from(true))
        {
            connection.remove("autoconnect");
        }
        settings
    }

    fn get_secrets(&self, section: &str) -> Sections {
        let facts = locked(&self.facts);
        let secret = facts.profiles[&self.path].in_memory[section]["psk"].try_clone().expect("no file");
        HashMap::from([(section.to_owned(), HashMap::from([("psk".to_owned(), secret)]))])
    }

    #[zbus(name = "Update2")]
    fn update2(&self, settings: Sections, flags: u32, _arguments: HashMap<String, OwnedValue>) -> HashMap<String, OwnedValue> {
        assert_eq!(flags, 2, "only in memory");
        if let Some(profile) = locked(&self.facts).profiles.get_mut(&self.path) {
            profile.in_memory = settings;
        }
        HashMap::new()
    }

    fn save(&self) {
        if let Some(profile) = locked(&self.facts).profiles.get_mut(&self.path) {
            profile.saved = Some(copy(&profile.in_memory));
        }
    }

    fn delete(&self) {
        locked(&self.facts).profiles.remove(&self.path);
    }
}

pub struct Device {
    pub name: &'static str,
    pub kind: u32,
    pub state: u32,
}

#[interface(name = "org.freedesktop.NetworkManager.Device")]
impl Device {
    #[zbus(property)]
    fn interface(&self) -> &str {
        self.name
    }

    #[zbus(property)]
    fn device_type(&self) -> u32 {
        self.kind
    }

    #[zbus(property)]
    fn state(&self) -> u32 {
        self.state
    }

    #[zbus(property, name = "Ip4Config")]
    fn ip4_config(&self) -> OwnedObjectPath {
        object(if self.kind == 1 { IP4 } else { "/" })
    }
}

pub struct Ip4Config;

#[interface(name = "org.freedesktop.NetworkManager.IP4Config")]
impl Ip4Config {
    #[zbus(property)]
    fn address_data(&self) -> Vec<HashMap<String, OwnedValue>> {
        let address = OwnedValue::try_from(Value::from("192.168.1.20")).expect("no file");
        let prefix = OwnedValue::from(24u32);
        vec![HashMap::from([("address".to_owned(), address), ("prefix".to_owned(), prefix)])]
    }
}

pub struct Radio;

#[interface(name = "org.freedesktop.NetworkManager.Device.Wireless")]
impl Radio {
    #[zbus(property)]
    fn wireless_capabilities(&self) -> u32 {
        0x40 | 0x200
    }

    fn request_scan(&self, _options: HashMap<String, OwnedValue>) -> fdo::Result<()> {
        Err(fdo::Error::Failed("Scanning not allowed while already scanning".to_owned()))
    }

    fn get_all_access_points(&self) -> Vec<OwnedObjectPath> {
        (0..ACCESS_POINTS.len()).map(|number| object(&access_point(number))).collect()
    }
}

pub struct AccessPoint {
    pub ssid: &'static str,
    pub strength: u8,
}

#[interface(name = "org.freedesktop.NetworkManager.AccessPoint")]
impl AccessPoint {
    #[zbus(property)]
    fn ssid(&self) -> Vec<u8> {
        self.ssid.as_bytes().to_vec()
    }

    #[zbus(property)]
    fn strength(&self) -> u8 {
        self.strength
    }

    #[zbus(property)]
    fn flags(&self) -> u32 {
        1
    }

    #[zbus(property)]
    fn frequency(&self) -> u32 {
        2437
    }
}

