//! What a bar's network is, in the words of the settings page.

use std::net::Ipv4Addr;
use std::ops::RangeInclusive;

use serde::Serialize;
use utoipa::ToSchema;

/// How the box is on the network. A cable works in every mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NetworkMode)]
pub enum Mode {
    /// By cable alone.
    #[default]
    Cable,
    /// With a Wi-Fi of its own.
    Own,
    /// On the Wi-Fi of a router.
    Join,
}

/// The frequency band of a Wi-Fi, in GHz.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[schema(as = WifiBand)]
pub enum Band {
    /// 2.4 GHz, which every phone has and which reaches farther.
    #[default]
    #[serde(rename = "2.4")]
    Low,
    /// 5 GHz.
    #[serde(rename = "5")]
    High,
}

/// Everything that an admin sets.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    pub mode: Mode,
    pub wifi: OwnWifi,
    pub join: JoinedWifi,
    pub guests: GuestNetwork,
    /// The address on the cable; `None`: the router gives one.
    pub fixed: Option<FixedAddress>,
}

/// The box's own Wi-Fi.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnWifi {
    /// Two letters (ISO 3166): the rules for radio that the box obeys.
    #[schema(example = "LR")]
    pub country: String,
    #[schema(example = "Sunset Bar")]
    pub ssid: String,
    #[schema(example = "k7wq-m4tz-9xhp")]
    pub password: String,
    pub band: Band,
    /// 0: the radio chooses.
    pub channel: u8,
    /// Phones at the same time, where the driver can count them.
    pub max_stations: u8,
}

/// The Wi-Fi of a router.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct JoinedWifi {
    /// Empty: none.
    pub ssid: String,
    /// Empty: an open Wi-Fi.
    pub password: String,
}

/// A Wi-Fi for guests, on a second radio.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct GuestNetwork {
    pub on: bool,
    pub ssid: String,
    pub password: String,
}

/// An address that the box has without a router's help.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct FixedAddress {
    #[schema(value_type = String, example = "192.168.1.20")]
    pub address: Ipv4Addr,
    /// Bits of the network: 24 for 255.255.255.0.
    pub prefix: u8,
    /// The router; null: none.
    #[schema(value_type = Option<String>, example = "192.168.1.1")]
    pub gateway: Option<Ipv4Addr>,
}

/// Phones that the radio of a Pi holds at the same time: reports name 7 to 10, and one where the eighth stopped it.
pub const STATIONS_DEFAULT: u8 = 7;
/// Country unless the owner names another.
pub const COUNTRY_DEFAULT: &str = "LR";

/// Bytes of the name of a Wi-Fi (IEEE 802.11).
pub const SSID_BYTES_MAX: usize = 32;
/// Characters of a Wi-Fi's password (WPA2).
pub const PASSWORD_CHARS: RangeInclusive<usize> = 8..=63;

/// Whether a Wi-Fi takes the password. ASCII alone, because phones disagree about other letters.
pub fn is_password(password: &str) -> bool {
    PASSWORD_CHARS.contains(&password.len()) && password.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

impl Default for OwnWifi {
    fn default() -> Self {
        OwnWifi {
            country: COUNTRY_DEFAULT.to_owned(),
            ssid: String::new(),
            password: String::new(),
            band: Band::Low,
            channel: 0,
            max_stations: STATIONS_DEFAULT,
        }
    }
}

/// The kind of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InterfaceKind {
    Cable,
    Wifi,
}

/// Whether an interface is in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum InterfaceState {
    /// No cable, or switched off.
    Off,
    Connecting,
    On,
    /// The last try to connect failed.
    Failed,
}

/// A network interface of the box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Interface {
    /// The kernel's name: `eth0`.
    pub name: String,
    pub kind: InterfaceKind,
    pub state: InterfaceState,
    /// IPv4 addresses.
    #[schema(value_type = Vec<String>, example = json!(["10.42.0.1"]))]
    pub addresses: Vec<Ipv4Addr>,
    /// Phones on it, if it is an access point whose phones can be counted; null if not.
    pub stations: Option<u32>,
}

/// A Wi-Fi in reach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeenWifi {
    pub ssid: String,
    /// 0 to 100.
    pub strength: u8,
    pub band: Band,
    /// Whether it asks for a password.
    pub secured: bool,
}

/// What the machine's radios can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NetworkAbilities)]
pub struct Abilities {
    /// Has a cable's socket.
    pub cable: bool,
    /// Can be an access point.
    pub own: bool,
    /// Can join a Wi-Fi.
    pub join: bool,
    /// Has a second radio for guests.
    pub guests: bool,
    /// Can use the 5 GHz band.
    pub high_band: bool,
}
