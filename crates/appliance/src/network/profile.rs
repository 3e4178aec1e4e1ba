//! The box's connection profiles in the form that NetworkManager takes and gives back. What they hold is all that is stored of the bar's
//! network. Names and types: `nm-settings-dbus(5)`.

use std::collections::HashMap;
use std::net::Ipv4Addr;

use zbus::zvariant::{OwnedValue, Value};

use super::model::{Band, FixedAddress, GuestNetwork, JoinedWifi, Mode, OwnWifi, STATIONS_DEFAULT, Settings};

/// Settings of a profile: section, key, value.
pub(super) type Sections = HashMap<String, HashMap<String, OwnedValue>>;
/// Settings of a profile that is sent.
pub(super) type NewSections = HashMap<&'static str, HashMap<&'static str, Value<'static>>>;

/// Address of the box in its own Wi-Fi, and bits of that network.
pub const OWN_ADDRESS: (Ipv4Addr, u8) = (Ipv4Addr::new(10, 42, 0, 1), 24);
/// Address of the box in the guests' Wi-Fi, and bits of that network.
pub const GUEST_ADDRESS: (Ipv4Addr, u8) = (Ipv4Addr::new(10, 43, 0, 1), 24);

/// `pmf` that does not protect management frames: with it, no phone can join the access point of a Pi.
const PMF_DISABLED: i32 = 1;
/// `autoconnect-retries`: a network that fails at first, as when its radio comes late, is started again and again.
const FOR_EVER: i32 = 0;
/// Keeps the phones of a Wi-Fi from reaching each other.
const ISOLATED: i32 = 1;

/// The profiles that the box makes. Others are left alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Profile {
    Cable,
    Own,
    Join,
    Guests,
}

impl Profile {
    /// All of them, in the order in which they are applied.
    pub const ALL: [Profile; 4] = [Profile::Cable, Profile::Own, Profile::Join, Profile::Guests];

    /// The id that NetworkManager knows it by.
    pub const fn uuid(self) -> &'static str {
        match self {
            Profile::Cable => "b0c5ba12-0001-4000-8000-000000000000",
            Profile::Own => "b0c5ba12-0002-4000-8000-000000000000",
            Profile::Join => "b0c5ba12-0003-4000-8000-000000000000",
            Profile::Guests => "b0c5ba12-0004-4000-8000-000000000000",
        }
    }

    const fn id(self) -> &'static str {
        match self {
            Profile::Cable => "barback-cable",
            Profile::Own => "barback-own",
            Profile::Join => "barback-join",
            // The firewall knows the guests' network by this name.
            Profile::Guests => "guests",
        }
    }

    /// Whether the profile is in use with these settings.
    pub fn is_on(self, settings: &Settings) -> bool {
        match self {
            Profile::Cable => true,
            Profile::Own => settings.mode == Mode::Own,
            Profile::Join => settings.mode == Mode::Join,
            Profile::Guests => settings.guests.on,
        }
    }

    /// Whether the profile has something to be made of.
    pub fn is_set(self, settings: &Settings) -> bool {
        match self {
            Profile::Cable => true,
            Profile::Own => !settings.wifi.ssid.is_empty(),
            Profile::Join => !settings.join.ssid.is_empty(),
            Profile::Guests => !settings.guests.ssid.is_empty(),
        }
    }

    /// The profile for NetworkManager. `radio`: the interface of a Wi-Fi.
    pub fn sections(self, settings: &Settings, radio: Option<&str>) -> NewSections {
        let is_on = self.is_on(settings);
        match self {
            Profile::Cable => HashMap::from([self.connection("802-3-ethernet", is_on, None), cable_ipv4(settings.fixed), no_ipv6()]),
            Profile::Own => {
                let OwnWifi { ssid, password, band, channel, country, max_stations } = &settings.wifi;
                let notes = HashMap::from([
                    (COUNTRY.to_owned(), country.clone()),
                    (MAX_STATIONS.to_owned(), max_stations.to_string()),
                    (CHANNEL.to_owned(), channel.to_string()),
                ]);
                HashMap::from([
                    self.connection("802-11-wireless", is_on, radio),
                    access_point(ssid, *band, own_channel(&settings.wifi), None),
                    access_point_security(password),
                    shared(OWN_ADDRESS),
                    no_ipv6(),
                    ("user", HashMap::from([("data", Value::from(notes))])),
                ])
            }
            Profile::Join => {
                let JoinedWifi { ssid, password } = &settings.join;
                let wireless = HashMap::from([("mode", Value::from("infrastructure")), ("ssid", bytes(ssid))]);
                let mut sections = HashMap::from([
                    self.connection("802-11-wireless", is_on, radio),
                    ("802-11-wireless", wireless),
                    ("ipv4", HashMap::from([("method", Value::from("auto"))])),
                    no_ipv6(),
                ]);
                if !password.is_empty() {
                    let key = HashMap::from([("key-mgmt", Value::from("wpa-psk")), ("psk", Value::from(password.clone()))]);
                    sections.insert(SECURITY, key);
                }
                sections
            }
            Profile::Guests => {
                let GuestNetwork { ssid, password, .. } = &settings.guests;
                let mut sections = HashMap::from([
                    self.connection("802-11-wireless", is_on, radio),
                    access_point(ssid, Band::Low, guest_channel(&settings.wifi), Some(ISOLATED)),
                    shared(GUEST_ADDRESS),
                    no_ipv6(),
                ]);
                if !password.is_empty() {
                    let (name, key) = access_point_security(password);
                    sections.insert(name, key);
                }
                sections
            }
        }
    }

    fn connection(self, kind: &'static str, is_on: bool, interface: Option<&str>) -> (&'static str, HashMap<&'static str, Value<'static>>) {
        let mut section = HashMap::from([
            ("id", Value::from(self.id())),
            ("uuid", Value::from(self.uuid())),
            ("type", Value::from(kind)),
            ("autoconnect", Value::from(is_on)),
            ("autoconnect-retries", Value::from(FOR_EVER)),
        ]);
        if let Some(interface) = interface {
            section.insert("interface-name", Value::from(interface.to_owned()));
        }
        ("connection", section)
    }
}

pub(super) const SECURITY: &str = "802-11-wireless-security";
const COUNTRY: &str = "barback.country";
const MAX_STATIONS: &str = "barback.max-stations";
/// The channel that was asked for; 0: the box chooses it.
const CHANNEL: &str = "barback.channel";

/// Channels that every country allows an access point, and that do not overlap.
const LOW_CHANNEL: u8 = 6;
const OTHER_LOW_CHANNEL: u8 = 11;
const LOWEST_CHANNEL: u8 = 1;
const HIGH_CHANNEL: u8 = 36;
/// Channels from here on overlap with [`OTHER_LOW_CHANNEL`].
const HIGH_OF_LOW: u8 = 7;

/// The channel of the own Wi-Fi. NetworkManager by itself also takes one that no access point may use, such as 13.
fn own_channel(wifi: &OwnWifi) -> u8 {
    match (wifi.channel, wifi.band) {
        (0, Band::Low) => LOW_CHANNEL,
        (0, Band::High) => HIGH_CHANNEL,
        (asked, Band::Low | Band::High) => asked,
    }
}

/// The channel of the guests' Wi-Fi, away from the own one.
fn guest_channel(own: &OwnWifi) -> u8 {
    if own.band == Band::Low && own_channel(own) >= HIGH_OF_LOW { LOWEST_CHANNEL } else { OTHER_LOW_CHANNEL }
}

fn bytes(text: &str) -> Value<'static> {
    Value::from(text.as_bytes().to_vec())
}

fn access_point(ssid: &str, band: Band, channel: u8, isolation: Option<i32>) -> (&'static str, HashMap<&'static str, Value<'static>>) {
    let band_name = match band {
        Band::Low => "bg",
        Band::High => "a",
    };
    let mut section = HashMap::from([
        ("mode", Value::from("ap")),
        ("ssid", bytes(ssid)),
        ("band", Value::from(band_name)),
        ("channel", Value::from(u32::from(channel))),
    ]);
    if let Some(isolation) = isolation {
        section.insert("ap-isolation", Value::from(isolation));
    }
    ("802-11-wireless", section)
}

fn access_point_security(password: &str) -> (&'static str, HashMap<&'static str, Value<'static>>) {
    let ccmp = || Value::from(vec!["ccmp"]);
    let section = HashMap::from([
        ("key-mgmt", Value::from("wpa-psk")),
        ("proto", Value::from(vec!["rsn"])),
        ("pairwise", ccmp()),
        ("group", ccmp()),
        ("pmf", Value::from(PMF_DISABLED)),
        ("psk", Value::from(password.to_owned())),
    ]);
    (SECURITY, section)
}

fn address_data(address: Ipv4Addr, prefix: u8) -> Value<'static> {
    Value::from(vec![HashMap::from([("address", Value::from(address.to_string())), ("prefix", Value::from(u32::from(prefix)))])])
}

fn shared((address, prefix): (Ipv4Addr, u8)) -> (&'static str, HashMap<&'static str, Value<'static>>) {
    ("ipv4", HashMap::from([("method", Value::from("shared")), ("address-data", address_data(address, prefix))]))
}

fn cable_ipv4(fixed: Option<FixedAddress>) -> (&'static str, HashMap<&'static str, Value<'static>>) {
    let Some(FixedAddress { address, prefix, gateway }) = fixed else {
        return ("ipv4", HashMap::from([("method", Value::from("auto"))]));
    };
    let mut section = HashMap::from([("method", Value::from("manual")), ("address-data", address_data(address, prefix))]);
    if let Some(gateway) = gateway {
        section.insert("gateway", Value::from(gateway.to_string()));
    }
    ("ipv4", section)
}

fn no_ipv6() -> (&'static str, HashMap<&'static str, Value<'static>>) {
    ("ipv6", HashMap::from([("method", Value::from("disabled"))]))
}

/// Puts what a stored profile says into the settings.
pub(super) fn read_into(settings: &mut Settings, profile: Profile, sections: &Sections) {
    let text = |section: &str, key: &str| get(sections, section, key).and_then(|value| String::try_from(value).ok()).unwrap_or_default();
    let ssid = || {
        let raw = get(sections, "802-11-wireless", "ssid").and_then(|value| Vec::<u8>::try_from(value).ok()).unwrap_or_default();
        String::from_utf8_lossy(&raw).into_owned()
    };
    // NetworkManager leaves out what has its default: true.
    let is_on = get(sections, "connection", "autoconnect").and_then(|value| bool::try_from(value).ok()).unwrap_or(true);
    match profile {
        Profile::Cable => settings.fixed = fixed_of(sections),
        Profile::Own => {
            let notes: HashMap<String, String> = get(sections, "user", "data").and_then(|value| value.try_into().ok()).unwrap_or_default();
            settings.wifi = OwnWifi {
                country: notes.get(COUNTRY).cloned().unwrap_or_else(|| super::model::COUNTRY_DEFAULT.to_owned()),
                ssid: ssid(),
                password: text(SECURITY, "psk"),
                band: if text("802-11-wireless", "band") == "a" { Band::High } else { Band::Low },
                channel: notes.get(CHANNEL).and_then(|number| number.parse().ok()).unwrap_or(0),
                max_stations: notes.get(MAX_STATIONS).and_then(|number| number.parse().ok()).unwrap_or(STATIONS_DEFAULT),
            };
            if is_on {
                settings.mode = Mode::Own;
            }
        }
        Profile::Join => {
            settings.join = JoinedWifi { ssid: ssid(), password: text(SECURITY, "psk") };
            if is_on {
                settings.mode = Mode::Join;
            }
        }
        Profile::Guests => settings.guests = GuestNetwork { on: is_on, ssid: ssid(), password: text(SECURITY, "psk") },
    }
}

fn get(sections: &Sections, section: &str, key: &str) -> Option<OwnedValue> {
    sections.get(section)?.get(key)?.try_clone().ok()
}

fn fixed_of(sections: &Sections) -> Option<FixedAddress> {
    let method = get(sections, "ipv4", "method").and_then(|value| String::try_from(value).ok())?;
    if method != "manual" {
        return None;
    }
    let rows: Vec<HashMap<String, OwnedValue>> = get(sections, "ipv4", "address-data")?.try_into().ok()?;
    let row = rows.first()?;
    let address = String::try_from(row.get("address")?.try_clone().ok()?).ok()?.parse().ok()?;
    let prefix = u32::try_from(row.get("prefix")?.try_clone().ok()?).ok()?;
    let gateway = get(sections, "ipv4", "gateway").and_then(|value| String::try_from(value).ok()).and_then(|text| text.parse().ok());
    Some(FixedAddress { address, prefix: u8::try_from(prefix).ok()?, gateway })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            mode: Mode::Own,
            wifi: OwnWifi { ssid: "Chez Âme".to_owned(), password: "palm-river-27".to_owned(), channel: 6, ..OwnWifi::default() },
            join: JoinedWifi { ssid: "Router".to_owned(), password: "secret-9".to_owned() },
            guests: GuestNetwork { on: true, ssid: "Guests".to_owned(), password: "mango-77".to_owned() },
            fixed: Some(FixedAddress { address: Ipv4Addr::new(192, 168, 1, 20), prefix: 24, gateway: Some(Ipv4Addr::new(192, 168, 1, 1)) }),
        }
    }

    /// As NetworkManager gives it back.
    fn stored(sections: NewSections) -> Sections {
        let owned = |value: Value<'static>| OwnedValue::try_from(value).expect("a value without files");
        let keys =
            |section: HashMap<&str, Value<'static>>| section.into_iter().map(|(key, value)| (key.to_owned(), owned(value))).collect();
        sections.into_iter().map(|(name, section)| (name.to_owned(), keys(section))).collect()
    }

    #[test]
    fn what_profiles_hold_is_read_back() {
        for mode in [Mode::Cable, Mode::Own, Mode::Join] {
            let wanted = Settings { mode, ..settings() };
            let mut read = Settings::default();
            for profile in Profile::ALL {
                read_into(&mut read, profile, &stored(profile.sections(&wanted, Some("wlan0"))));
            }
            assert_eq!(read, wanted);
        }
    }

    #[test]
    fn the_access_point_does_not_protect_management_frames() {
        let sections = Profile::Own.sections(&settings(), Some("wlan0"));
        assert_eq!(sections[SECURITY]["pmf"], Value::from(1i32));
    }

    #[test]
    fn access_points_are_on_channels_that_do_not_overlap() {
        let channels = |band, channel| {
            let settings = Settings { wifi: OwnWifi { band, channel, ..settings().wifi }, ..settings() };
            let of = |profile: Profile| profile.sections(&settings, None)["802-11-wireless"]["channel"].try_clone().expect("no file");
            [Profile::Own, Profile::Guests].map(|profile| u32::try_from(of(profile)).expect("a number"))
        };
        for (band, asked, expected) in [
            (Band::Low, 0, [6, 11]),
            (Band::Low, 1, [1, 11]),
            (Band::Low, 6, [6, 11]),
            (Band::Low, 7, [7, 1]),
            (Band::Low, 9, [9, 1]),
            (Band::Low, 11, [11, 1]),
            (Band::High, 0, [36, 11]),
            (Band::High, 149, [149, 11]),
        ] {
            assert_eq!(channels(band, asked), expected, "{band:?} {asked}");
        }
    }

    #[test]
    fn a_channel_that_the_box_chooses_is_read_back_as_such() {
        let wanted = Settings { wifi: OwnWifi { channel: 0, ..settings().wifi }, ..settings() };
        let mut read = Settings::default();
        read_into(&mut read, Profile::Own, &stored(Profile::Own.sections(&wanted, None)));
        assert_eq!(read.wifi.channel, 0);
    }

    #[test]
    fn guests_are_kept_apart() {
        let sections = Profile::Guests.sections(&settings(), Some("wlan1"));
        assert_eq!(sections["802-11-wireless"]["ap-isolation"], Value::from(1i32));
    }

    #[test]
    fn an_open_wifi_is_joined_without_security() {
        let open = Settings { join: JoinedWifi { ssid: "Open".to_owned(), password: String::new() }, ..settings() };
        assert!(!Profile::Join.sections(&open, None).contains_key(SECURITY));
    }
}
