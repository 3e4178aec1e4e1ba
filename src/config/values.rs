//! Value types of the options, parsed the same way from flags, variables and files.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, SocketAddrV4};
use std::str::FromStr;

use serde::Deserialize;
use url::Url;

use super::Secret;
use base::bucket_url::BucketUrl;
use base::host::Host;
use base::text::PASSWORD_MAX;

/// Longest label of a DNS name.
const LABEL_LENGTH_MAX: usize = 63;
/// Longest URL of a printer.
const URL_LENGTH_MAX: usize = 200;
/// Prefix lengths that a network to search for printers may have.
const NETWORK_BITS: std::ops::RangeInclusive<u8> = 24..=32;
/// URL schemes of printers.
const PRINTER_SCHEMES: &[&str] = &["tcp://", "file:///", "serial:///"];

/// Lets serde parse types from text through their `FromStr`.
macro_rules! deserialize_from_str {
    ($($kind:ty),+) => {$(
        impl TryFrom<String> for $kind {
            type Error = String;
            fn try_from(text: String) -> Result<Self, String> {
                text.parse()
            }
        }
    )+};
}
deserialize_from_str!(ListenAddress, BoxName, AllowedHost, PrinterChoice, PrinterNetwork, S3Target);

/// `0.0.0.0:8080`, `[::]:80` or `localhost:8080`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct ListenAddress(pub SocketAddr);

impl FromStr for ListenAddress {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let port = text.strip_prefix("localhost:").and_then(|port| port.parse().ok());
        let local = port.map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
        let address = local.or_else(|| text.parse().ok());
        address.map(ListenAddress).ok_or_else(|| format!("`{text}` is not an address with a port, such as 0.0.0.0:8080"))
    }
}

/// One label of a DNS name, lower case.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct BoxName(pub String);

impl FromStr for BoxName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.to_ascii_lowercase();
        let legal = !name.is_empty()
            && name.len() <= LABEL_LENGTH_MAX
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && !name.starts_with('-')
            && !name.ends_with('-');
        legal.then_some(BoxName(name)).ok_or_else(|| format!("`{text}` is not a name: use letters, digits and hyphens, without .local"))
    }
}

/// Another host name or address that the box answers to. Its port is ignored.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct AllowedHost(pub String);

impl FromStr for AllowedHost {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        // An IPv6 address is in brackets in a `Host` header, but people leave them out.
        let host = if text.parse::<std::net::Ipv6Addr>().is_ok() { format!("[{text}]") } else { text.to_owned() };
        Host::parse(&host)
            .is_some()
            .then_some(AllowedHost(host))
            .ok_or_else(|| format!("`{text}` is not a host: give a name or an address, without http://"))
    }
}

/// The first admin's password: one that the sign-in form accepts.
pub struct AdminPassword(pub Secret);

impl FromStr for AdminPassword {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let legal = !text.trim().is_empty() && text.chars().count() <= PASSWORD_MAX;
        legal
            .then(|| AdminPassword(Secret::of(text)))
            .ok_or_else(|| format!("the password must not be blank and may have at most {PASSWORD_MAX} characters"))
    }
}

/// A folder in S3-compatible storage.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct S3Target(pub BucketUrl);

impl FromStr for S3Target {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        text.parse().map(S3Target)
    }
}

/// Address of the first box: `http://bar.local`, `https://192.168.8.1:8443`. Without a scheme: http.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstBox {
    /// Whether to use HTTPS.
    pub secure: bool,
    /// A name or an address, without brackets.
    pub host: String,
    pub port: u16,
}

impl FromStr for FirstBox {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not the address of a box: use one, such as http://192.168.8.1:8080");
        let address = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
        let url = Url::parse(&address).map_err(|_| wrong())?;
        // `url` accepts more than a box's address: white space, a user, a path, an empty port. So the text is checked too.
        let (scheme, authority) = address.split_once("://").ok_or_else(wrong)?;
        if !matches!(url.scheme(), "http" | "https") || !scheme.eq_ignore_ascii_case(url.scheme()) {
            return Err(wrong());
        }
        let authority = authority.strip_suffix('/').unwrap_or(authority);
        let host = match Host::parse(authority).filter(|_| !authority.ends_with(':')).ok_or_else(wrong)? {
            Host::Name(name) => name,
            Host::Address(address) => address.to_string(),
        };
        let port = url.port_or_known_default().filter(|port| *port > 0).ok_or_else(wrong)?;
        let secure = url.scheme() == "https";
        Ok(FirstBox { secure, host, port })
    }
}

/// As a URL for browsers.
impl fmt::Display for FirstBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, default_port) = if self.secure { ("https", 443) } else { ("http", 80) };
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        write!(f, "{scheme}://{host}")?;
        if self.port == default_port { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

/// The receipt printer that the configuration names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum PrinterChoice {
    /// Not configured: the printers of the bar's settings.
    #[default]
    FromSettings,
    /// No printer, whatever the settings are.
    Off,
    /// `tcp://…`, `file:///…`, `serial:///…`, or an IPv4 address with or without a port.
    Url(String),
}

impl FromStr for PrinterChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(PrinterChoice::Off);
        }
        let rest = PRINTER_SCHEMES.iter().find_map(|scheme| text.strip_prefix(scheme));
        let legal = rest.is_some_and(|rest| !rest.is_empty()) && text.len() <= URL_LENGTH_MAX && text.bytes().all(|b| b.is_ascii_graphic());
        let bare = text.parse::<Ipv4Addr>().is_ok() || text.parse::<SocketAddrV4>().is_ok_and(|address| address.port() != 0);
        (legal || bare).then(|| PrinterChoice::Url(text.to_owned())).ok_or_else(|| {
            format!(
                "`{text}` is not a printer: use 192.168.1.50, tcp://HOST:9100, file:///dev/usb/lp0, serial:///dev/ttyUSB0?baud=19200 or none"
            )
        })
    }
}

/// A network to search for printers: at most 256 addresses, so that a search takes seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct PrinterNetwork {
    /// Any address in it.
    pub address: Ipv4Addr,
    /// Length of the network prefix, in bits.
    pub prefix: u8,
}

/// `192.168.8.0/24`; an address alone is a network of one.
impl FromStr for PrinterNetwork {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (address, prefix) = text.split_once('/').unwrap_or((text, "32"));
        let prefix = prefix.parse().ok().filter(|prefix| NETWORK_BITS.contains(prefix));
        match (address.parse(), prefix) {
            (Ok(address), Some(prefix)) => Ok(PrinterNetwork { address, prefix }),
            _ => Err(format!("`{text}` is not a network of at most 256 addresses, such as 192.168.8.0/24")),
        }
    }
}

/// Parses `true`, `false` and the usual synonyms.
pub fn switch(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" => Ok(true),
        "false" | "0" | "no" | "off" => Ok(false),
        _ => Err(format!("`{text}` is neither true nor false")),
    }
}

/// Where the services of a machine are that is the box's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MachineBus {
    /// On the system bus.
    System,
    /// On the bus at this address, for tests.
    At(String),
}

impl MachineBus {
    /// The address; `None`: that of the system bus.
    pub fn address(&self) -> Option<&str> {
        match self {
            MachineBus::System => None,
            MachineBus::At(address) => Some(address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_of_a_box_is_accepted() {
        for (text, shown) in [
            ("bar.local", "http://bar.local"),
            ("HTTP://Bar.local:8080/", "http://bar.local:8080"),
            ("https://192.168.8.1:443", "https://192.168.8.1"),
            ("http://[fd00::7]:81", "http://[fd00::7]:81"),
            ("http://[::ffff:10.0.0.4]", "http://10.0.0.4"),
            ("bar_2.local.:8080", "http://bar_2.local:8080"),
        ] {
            assert_eq!(text.parse::<FirstBox>().map(|first| first.to_string()), Ok(shown.to_owned()), "{text}");
            assert_eq!(shown.parse::<FirstBox>().map(|first| first.to_string()), Ok(shown.to_owned()), "{text}");
        }
        for text in [
            "",
            "http://",
            "ftp://bar",
            "http://bar/menu",
            "http://a b",
            "http://bar:0",
            "http://bar:99999",
            "http://bar:x",
            "http://bar:",
            "http://me:secret@bar",
            "http://bar?x",
            "http://bar#x",
            "http://bar\\",
            "http:///bar",
            "http://ba\tr",
            " http://bar",
            "http://bar ",
            "http://b%61r",
            "http://b\u{e4}r",
            "http:bar",
            "http://[fd00::7",
            "http://bar://x",
        ] {
            assert!(text.parse::<FirstBox>().is_err(), "{text}");
        }
    }
}
