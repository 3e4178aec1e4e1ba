//! Parses hosts (DNS name or IP address) from `Host` headers, from the allowed-hosts option and from http(s) URLs.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::Url;

/// Longest DNS name.
const NAME_LENGTH_MAX: usize = 253;
/// Digits of the largest port.
const PORT_DIGITS_MAX: usize = 5;

/// A host without its port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Host {
    /// Lower case, no trailing dot.
    Name(String),
    /// An IPv4-mapped IPv6 address (`::ffff:10.0.0.4`) is converted to IPv4.
    Address(IpAddr),
}

impl Host {
    /// Parses `host`, `host:port`, `[address]` or `[address]:port`. `None` for any other text.
    pub fn parse(text: &str) -> Option<Host> {
        if let Some(rest) = text.strip_prefix('[') {
            let (address, port) = rest.split_once(']')?;
            let address: Ipv6Addr = address.parse().ok()?;
            return (port.is_empty() || is_port(port.strip_prefix(':')?)).then(|| Host::Address(IpAddr::V6(address).to_canonical()));
        }
        let (host, port) = text.split_once(':').unwrap_or((text, ""));
        if !is_port(port) {
            return None;
        }
        let host = host.strip_suffix('.').unwrap_or(host);
        match host.parse::<Ipv4Addr>() {
            Ok(address) => Some(Host::Address(IpAddr::V4(address))),
            Err(_) => is_name(host).then(|| Host::Name(host.to_ascii_lowercase())),
        }
    }

    /// Whether it leads to the machine that uses it: no other machine can reach it.
    pub fn is_loopback(&self) -> bool {
        match self {
            Host::Address(address) => address.is_loopback() || address.is_unspecified(),
            Host::Name(name) => name == "localhost" || name.ends_with(".localhost"),
        }
    }

    /// The host of a URL such as `https://bar.example:8443/menu`.
    pub fn of_url(url: &str) -> Option<Host> {
        Host::parse(parse_http_url(url)?.host_str()?)
    }
}

/// Parses an ASCII URL that begins with `http://` or `https://` and has a host. Stricter than the `url` crate, which drops white space and
/// accepts `http:menu` and `http:///menu`.
pub fn parse_http_url(text: &str) -> Option<Url> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"))?;
    if !text.is_ascii() || text.contains(char::is_whitespace) || rest.starts_with(['/', '\\']) {
        return None;
    }
    Url::parse(text).ok()
}

/// Digits, or nothing, because `host:` is valid.
fn is_port(text: &str) -> bool {
    text.len() <= PORT_DIGITS_MAX && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_name(text: &str) -> bool {
    let legal = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    text.len() <= NAME_LENGTH_MAX && text.split('.').all(|label| !label.is_empty() && label.bytes().all(legal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_names_and_addresses() {
        for (text, name) in [("Bar.Local.:80", "bar.local"), ("bar:", "bar"), ("a_b.example", "a_b.example"), ("192.168.1", "192.168.1")] {
            assert_eq!(Host::parse(text), Some(Host::Name(name.to_owned())), "{text}");
        }
        for (text, address) in
            [("10.0.0.4", "10.0.0.4"), ("10.0.0.4.:8080", "10.0.0.4"), ("[::1]:80", "::1"), ("[::ffff:10.0.0.4]", "10.0.0.4")]
        {
            assert_eq!(Host::parse(text), Some(Host::Address(address.parse().expect("legal"))), "{text}");
        }
    }

    #[test]
    fn tells_which_hosts_are_this_machine_alone() {
        for (text, loopback) in [
            ("127.0.0.1:8080", true),
            ("localhost", true),
            ("bar.localhost", true),
            ("[::1]", true),
            ("0.0.0.0", true),
            ("192.168.8.1", false),
            ("bar.local", false),
        ] {
            assert_eq!(Host::parse(text).map(|host| host.is_loopback()), Some(loopback), "{text}");
        }
    }

    #[test]
    fn parses_the_host_of_an_http_url() {
        for (url, host) in [
            ("http://Bar.Example", "bar.example"),
            ("https://bar.example:8443/menu?x=http://other", "bar.example"),
            ("http://me:secret@bar.example#top", "bar.example"),
            ("http://10.0.0.4/", "10.0.0.4"),
            ("http://[fd00::7]:80/", "[fd00::7]"),
            // As in browsers: a backslash is a slash, and a number is an address.
            ("http://bar.example\\@other/", "bar.example"),
            ("http://0x0a.4/", "10.0.0.4"),
        ] {
            assert_eq!(Host::of_url(url), Host::parse(host), "{url}");
        }
        for url in [
            "bar.example",
            "http://",
            "http:///menu",
            "http://\\\\bar.example",
            "http:bar.example",
            "http://a b/",
            " http://bar.example",
            "http://bar.exa\tmple",
            "http://b\u{e4}r.example",
            "http://bar.example:99999",
            "http://bar|example",
            "ftp://bar.example",
            "javascript:alert(1)",
            "",
        ] {
            assert_eq!(Host::of_url(url), None, "{url}");
        }
    }

    #[test]
    fn refuses_other_texts() {
        for text in [
            "",
            ".",
            "a..b",
            "a:b",
            "a:1:2",
            "a:123456",
            "::1",
            "[::1",
            "[::1]80",
            "[10.0.0.4]",
            "a b",
            "a@b",
            "a/",
            "http://a",
            "b\u{e4}r",
        ] {
            assert_eq!(Host::parse(text), None, "{text:?}");
        }
        assert_eq!(Host::parse(&"a".repeat(NAME_LENGTH_MAX + 1)), None);
    }
}
