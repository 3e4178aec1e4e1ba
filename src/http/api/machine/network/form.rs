//! The settings of the network that a request asks for.

use std::net::Ipv4Addr;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use appliance::network::{
    Band, FixedAddress, GuestNetwork, JoinedWifi, Mode, Network, OwnWifi, PASSWORD_CHARS, SSID_BYTES_MAX, Settings, is_password,
};
use web::form::{Form, RawField, object};

/// Phones that an access point may be allowed.
const STATIONS: RangeInclusive<u64> = 1..=50;
/// Channels of the 2.4 GHz band that all countries with phones allow.
const LOW_CHANNELS: RangeInclusive<u64> = 1..=11;
/// Channels of the 5 GHz band that need no radar detection.
const HIGH_CHANNELS: [u64; 9] = [36, 40, 44, 48, 149, 153, 157, 161, 165];
/// Bits of a network with room for phones.
const PREFIXES: RangeInclusive<u64> = 8..=30;

/// Settings to try. What is absent stays as it is.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct NetworkBody {
    #[schema(value_type = Option<Mode>)]
    mode: RawField,
    #[schema(value_type = Option<OwnWifiBody>)]
    wifi: RawField,
    #[schema(value_type = Option<WifiBody>)]
    join: RawField,
    #[schema(value_type = Option<GuestNetworkBody>)]
    guests: RawField,
    /// Null: the router gives an address.
    #[schema(value_type = Option<FixedBody>)]
    fixed: RawField,
}

/// The box's own Wi-Fi.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OwnWifiBody {
    #[schema(value_type = Option<String>, example = "LR")]
    country: RawField,
    #[schema(value_type = Option<String>)]
    ssid: RawField,
    #[schema(value_type = Option<String>)]
    password: RawField,
    #[schema(value_type = Option<Band>)]
    band: RawField,
    #[schema(value_type = Option<u8>)]
    channel: RawField,
    #[schema(value_type = Option<u8>)]
    max_stations: RawField,
}

/// The Wi-Fi of a router.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct WifiBody {
    #[schema(value_type = Option<String>)]
    ssid: RawField,
    /// Blank: an open Wi-Fi.
    #[schema(value_type = Option<String>)]
    password: RawField,
}

/// A Wi-Fi for guests.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct GuestNetworkBody {
    #[schema(value_type = Option<bool>)]
    on: RawField,
    #[schema(value_type = Option<String>)]
    ssid: RawField,
    /// Blank: without a password.
    #[schema(value_type = Option<String>)]
    password: RawField,
}

/// A fixed address.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct FixedBody {
    #[schema(value_type = String, example = "192.168.1.20")]
    address: RawField,
    #[schema(value_type = u8, example = 24)]
    prefix: RawField,
    #[schema(value_type = Option<String>)]
    gateway: RawField,
}

/// The settings that a body asks for, over those of now.
pub fn settings(form: &mut Form, body: &NetworkBody, now: &Network) -> Settings {
    let mut wanted = now.settings.clone();
    if let Some(mode) = choice(form, "mode", &body.mode, &[("cable", Mode::Cable), ("own", Mode::Own), ("join", Mode::Join)]) {
        wanted.mode = mode;
    }
    if body.wifi.is_present() {
        wanted.wifi = own_wifi(form, &body.wifi, wanted.wifi, now.abilities.high_band);
    }
    if body.join.is_present() {
        wanted.join = joined_wifi(form, &body.join, wanted.join);
    }
    if body.guests.is_present() {
        wanted.guests = guest_wifi(form, &body.guests, wanted.guests);
    }
    if body.fixed.is_present() {
        wanted.fixed = fixed(form, &body.fixed);
    }
    match wanted.mode {
        Mode::Cable => {}
        Mode::Own if !now.abilities.own => form.reject("mode", "This box has no radio for a Wi-Fi of its own"),
        Mode::Own if wanted.wifi.ssid.is_empty() => form.reject("wifi.ssid", "Please enter a name"),
        Mode::Own if wanted.wifi.password.is_empty() => form.reject("wifi.password", "Please enter a password"),
        Mode::Own => {}
        Mode::Join if !now.abilities.join => form.reject("mode", "This box has no radio for a Wi-Fi"),
        Mode::Join if wanted.join.ssid.is_empty() => form.reject("join.ssid", "Please choose a Wi-Fi"),
        Mode::Join => {}
    }
    if wanted.guests.on {
        if !now.abilities.guests {
            form.reject("guests.on", "A Wi-Fi for guests needs a second radio: a USB adapter");
        } else if wanted.guests.ssid.is_empty() {
            form.reject("guests.ssid", "Please enter a name");
        } else if wanted.mode == Mode::Own && wanted.guests.ssid == wanted.wifi.ssid {
            form.reject("guests.ssid", "The staff's Wi-Fi has this name");
        }
    }
    wanted
}

fn own_wifi(form: &mut Form, field: &RawField, now: OwnWifi, has_high_band: bool) -> OwnWifi {
    let body: OwnWifiBody = object(form, "wifi", field);
    let band = choice(form, "wifi.band", &body.band, &[("2.4", Band::Low), ("5", Band::High)]).unwrap_or(now.band);
    if band == Band::High && !has_high_band {
        form.reject("wifi.band", "This box's radio has the 2.4 GHz band alone");
    }
    let channel = whole(form, "wifi.channel", &body.channel).map_or(Some(now.channel), |channel| {
        let is_known = match band {
            Band::Low => channel == 0 || LOW_CHANNELS.contains(&channel),
            Band::High => channel == 0 || HIGH_CHANNELS.contains(&channel),
        };
        u8::try_from(channel).ok().filter(|_| is_known)
    });
    if channel.is_none() {
        form.reject("wifi.channel", "The band has no such channel; 0 lets the box choose");
    }
    let stations = whole(form, "wifi.maxStations", &body.max_stations).map_or(Some(now.max_stations), |number| {
        u8::try_from(number).ok().filter(|_| STATIONS.contains(&number))
    });
    if stations.is_none() {
        form.reject("wifi.maxStations", format!("Must be {} to {}", STATIONS.start(), STATIONS.end()));
    }
    OwnWifi {
        country: country(form, &body.country).unwrap_or(now.country),
        ssid: ssid(form, "wifi.ssid", &body.ssid).unwrap_or(now.ssid),
        password: password(form, "wifi.password", &body.password).unwrap_or(now.password),
        band,
        channel: channel.unwrap_or_default(),
        max_stations: stations.unwrap_or_default(),
    }
}

fn joined_wifi(form: &mut Form, field: &RawField, now: JoinedWifi) -> JoinedWifi {
    let body: WifiBody = object(form, "join", field);
    JoinedWifi {
        ssid: ssid(form, "join.ssid", &body.ssid).unwrap_or(now.ssid),
        password: password_or_none(form, "join.password", &body.password).unwrap_or(now.password),
    }
}

fn guest_wifi(form: &mut Form, field: &RawField, now: GuestNetwork) -> GuestNetwork {
    let body: GuestNetworkBody = object(form, "guests", field);
    GuestNetwork {
        on: form.flag("guests.on", &body.on).unwrap_or(now.on),
        ssid: ssid(form, "guests.ssid", &body.ssid).unwrap_or(now.ssid),
        password: password_or_none(form, "guests.password", &body.password).unwrap_or(now.password),
    }
}

fn fixed(form: &mut Form, field: &RawField) -> Option<FixedAddress> {
    field.value()?;
    let body: FixedBody = object(form, "fixed", field);
    let address = address(form, "fixed.address", &body.address);
    let gateway = match body.gateway.value() {
        None => None,
        Some(_) => Some(address_or_reject(form, "fixed.gateway", &body.gateway)?),
    };
    let prefix = whole(form, "fixed.prefix", &body.prefix).filter(|prefix| PREFIXES.contains(prefix));
    if prefix.is_none() {
        form.reject("fixed.prefix", format!("Must be {} to {}", PREFIXES.start(), PREFIXES.end()));
    }
    let (address, prefix) = (address?, u8::try_from(prefix?).ok()?);
    if gateway.is_some_and(|gateway| network_of(gateway, prefix) != network_of(address, prefix)) {
        form.reject("fixed.gateway", "The router's address is in another network");
    }
    Some(FixedAddress { address, prefix, gateway })
}

fn network_of(address: Ipv4Addr, prefix: u8) -> u32 {
    address.to_bits() >> (32 - u32::from(prefix))
}

fn address(form: &mut Form, name: &str, field: &RawField) -> Option<Ipv4Addr> {
    if field.value().is_none() {
        form.reject(name, "Please enter an address such as 192.168.1.20");
        return None;
    }
    address_or_reject(form, name, field)
}

fn address_or_reject(form: &mut Form, name: &str, field: &RawField) -> Option<Ipv4Addr> {
    let address = form.line(name, field)?.parse().ok().filter(|address: &Ipv4Addr| {
        !address.is_unspecified() && !address.is_loopback() && !address.is_multicast() && !address.is_broadcast()
    });
    if address.is_none() {
        form.reject(name, "Must be an address such as 192.168.1.20");
    }
    address
}

fn country(form: &mut Form, field: &RawField) -> Option<String> {
    let country = form.line("wifi.country", field)?.to_ascii_uppercase();
    let is_code = country.len() == 2 && country.bytes().all(|letter| letter.is_ascii_uppercase());
    if !is_code {
        form.reject("wifi.country", "Must be two letters such as LR");
    }
    Some(country)
}

fn ssid(form: &mut Form, name: &str, field: &RawField) -> Option<String> {
    let ssid = form.line(name, field)?;
    if ssid.len() > SSID_BYTES_MAX {
        form.reject(name, format!("At most {SSID_BYTES_MAX} letters; letters with accents count twice"));
    }
    Some(ssid)
}

/// A password; absent is no change.
fn password(form: &mut Form, name: &str, field: &RawField) -> Option<String> {
    let password = form.password(name, field)?;
    if !is_password(&password) {
        form.reject(name, format!("{} to {} letters without accents, digits or signs", PASSWORD_CHARS.start(), PASSWORD_CHARS.end()));
    }
    Some(password)
}

/// A password that may be none; absent is no change, null or blank is none.
fn password_or_none(form: &mut Form, name: &str, field: &RawField) -> Option<String> {
    field.is_present().then(|| password(form, name, field).unwrap_or_default())
}

fn whole(form: &mut Form, name: &str, field: &RawField) -> Option<u64> {
    form.number(name, field, |text| text.parse::<u64>().map_err(|_| "Must be a whole number"))
}

/// One of several words; absent is no change.
fn choice<T: Copy>(form: &mut Form, name: &str, field: &RawField, words: &[(&str, T)]) -> Option<T> {
    let word = form.line(name, field)?;
    let chosen = words.iter().find(|(known, _)| *known == word).map(|(_, value)| *value);
    if chosen.is_none() {
        let known: Vec<&str> = words.iter().map(|(known, _)| *known).collect();
        form.reject(name, format!("Must be one of {}", known.join(", ")));
    }
    chosen
}
