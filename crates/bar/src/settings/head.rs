//! Settings of head office: its address, and what a rate that it suggests does.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use base::host::{Host, parse_http_url};
use base::{Decided, Refusal};

/// Beginning of every address of head office.
const SCHEME: &str = "https://";
/// The port of an address that names none.
const PORT: u16 = 8444;
/// Longest address, in characters.
const LENGTH_MAX: usize = 200;

/// What a suggested exchange rate does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum SuggestedRates {
    /// Admins decide.
    #[default]
    Ask,
    /// It counts at its time.
    Apply,
}

base::words!(SuggestedRates);

/// Settings of head office.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadSettings {
    /// Its address; `None` while the bar is not connected.
    pub url: Option<String>,
    pub rate: SuggestedRates,
}

/// A change of the settings of head office; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetHead {
    /// See [`HeadSettings::url`].
    pub url: Option<Option<String>>,
    /// See [`HeadSettings::rate`].
    pub rate: Option<SuggestedRates>,
}

impl SetHead {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &HeadSettings) -> HeadSettings {
        HeadSettings { url: self.url.as_ref().unwrap_or(&now.url).clone(), rate: self.rate.unwrap_or(now.rate) }
    }
}

impl HeadSettings {
    /// Checks the address.
    ///
    /// # Errors
    /// A sentence about it.
    pub(super) fn check(&self) -> Result<(), String> {
        match &self.url {
            Some(url) => url.parse::<HeadAddress>().map(|_| ()).map_err(|wrong| wrong.to_string()),
            None => Ok(()),
        }
    }

    /// Whether the address may become the one of `self`. It comes and goes with the connection.
    pub(super) fn check_connected(&self, now: &HeadSettings) -> Decided<()> {
        match (&now.url, &self.url) {
            (None, Some(_)) => Err(Refusal::conflict("This bar has no head office. Connect it first.")),
            (Some(_), None) => Err(Refusal::conflict("This bar has a head office. Disconnect it instead.")),
            _ => Ok(()),
        }
    }
}

/// Where head office listens for boxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadAddress {
    /// A name or an address, without brackets.
    pub host: String,
    pub port: u16,
}

/// The text is not an address of head office.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Must be an address such as https://head.example:8444")]
pub struct InvalidHeadAddress;

impl FromStr for HeadAddress {
    type Err = InvalidHeadAddress;
    fn from_str(text: &str) -> Result<Self, InvalidHeadAddress> {
        // `url` accepts more: a user, a path, an empty port. So the text is checked too.
        let url = parse_http_url(text).filter(|url| url.scheme() == "https" && text.len() <= LENGTH_MAX).ok_or(InvalidHeadAddress)?;
        let authority = text.strip_prefix(SCHEME).ok_or(InvalidHeadAddress)?;
        let authority = authority.strip_suffix('/').unwrap_or(authority);
        let host = match Host::parse(authority).filter(|_| !authority.ends_with(':')).ok_or(InvalidHeadAddress)? {
            Host::Name(name) => name,
            Host::Address(address) => address.to_string(),
        };
        // `url` drops the port that browsers use, also where it is written.
        let is_written = authority.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|digit| digit.is_ascii_digit()));
        let port = if is_written { url.port_or_known_default().ok_or(InvalidHeadAddress)? } else { PORT };
        if port == 0 { Err(InvalidHeadAddress) } else { Ok(HeadAddress { host, port }) }
    }
}

/// As a URL, with the port.
impl fmt::Display for HeadAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HeadAddress { host, port } = self;
        if host.contains(':') { write!(f, "{SCHEME}[{host}]:{port}") } else { write!(f, "{SCHEME}{host}:{port}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_head_office_is_https_with_a_port_of_its_own() {
        for (text, shown) in [
            ("https://head.example", "https://head.example:8444"),
            ("https://Head.Example:8444/", "https://head.example:8444"),
            ("https://head.example:443", "https://head.example:443"),
            ("https://203.0.113.7:9000", "https://203.0.113.7:9000"),
            ("https://[fd00::7]", "https://[fd00::7]:8444"),
            ("https://[fd00::7]:99", "https://[fd00::7]:99"),
        ] {
            assert_eq!(text.parse::<HeadAddress>().map(|address| address.to_string()), Ok(shown.to_owned()), "{text}");
        }
        let long = format!("https://{}.example", "a".repeat(LENGTH_MAX));
        for text in [
            "",
            "head.example",
            "http://head.example",
            "https://",
            "https://a:0",
            "https://a:",
            "https://a b",
            "https://me@a",
            "https://a/x",
            &long,
        ] {
            assert_eq!(text.parse::<HeadAddress>(), Err(InvalidHeadAddress), "{text}");
        }
    }

    #[test]
    fn the_address_changes_only_while_the_bar_is_connected() {
        let with = |url: Option<&str>| HeadSettings { url: url.map(str::to_owned), ..HeadSettings::default() };
        let (none, one, other) = (with(None), with(Some("https://a.example")), with(Some("https://b.example")));
        assert!(other.check_connected(&one).is_ok() && none.check_connected(&none).is_ok() && one.check_connected(&one).is_ok());
        assert!(one.check_connected(&none).is_err() && none.check_connected(&one).is_err());
    }
}
