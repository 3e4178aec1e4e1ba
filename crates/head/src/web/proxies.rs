//! Servers in front of head office: what a named one says of the caller counts, and what anybody else says does not.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;
use serde::Deserialize;

use web::server::serve::{IsHttps, Peer};

/// Header with the addresses that a request came by, the nearest last.
const FORWARDED_FOR: &str = "x-forwarded-for";
/// Header with the scheme that the browser used.
const FORWARDED_PROTO: &str = "x-forwarded-proto";
/// Most addresses of the header that are looked at, from the nearest on.
const HOPS_MAX: usize = 16;

/// An address, or a network of addresses (`10.0.0.0/8`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct ProxyNetwork {
    address: IpAddr,
    /// How many leading bits count.
    bits: u32,
}

impl ProxyNetwork {
    fn has(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => (own.to_bits() ^ other.to_bits()).leading_zeros() >= self.bits,
            (IpAddr::V6(own), IpAddr::V6(other)) => (own.to_bits() ^ other.to_bits()).leading_zeros() >= self.bits,
            _ => false,
        }
    }
}

impl FromStr for ProxyNetwork {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is neither an address nor a network such as 10.0.0.0/8");
        let (address, bits) = text.trim().split_once('/').map_or((text.trim(), None), |(address, bits)| (address, Some(bits)));
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > most { Err(wrong()) } else { Ok(ProxyNetwork { address, bits }) }
    }
}

impl TryFrom<String> for ProxyNetwork {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

/// Replaces the address and the scheme of a request by what a named server in front says of them.
pub(crate) async fn believe(State(proxies): State<Arc<[ProxyNetwork]>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    if let Some(peer) = peer.filter(|peer| is_proxy(&proxies, peer.ip())) {
        if let Some(caller) = caller(&proxies, request.headers()) {
            request.extensions_mut().insert(Peer(SocketAddr::new(caller, peer.port())));
        }
        match proto(request.headers()) {
            Some(true) => drop(request.extensions_mut().insert(IsHttps)),
            Some(false) => drop(request.extensions_mut().remove::<IsHttps>()),
            None => {}
        }
    }
    next.run(request).await
}

fn is_proxy(proxies: &[ProxyNetwork], address: IpAddr) -> bool {
    proxies.iter().any(|network| network.has(address))
}

/// The last address that is no named server's. Those before it are only what that caller says. `None` if there is none, or if what stands
/// there is no address.
fn caller(proxies: &[ProxyNetwork], headers: &HeaderMap) -> Option<IpAddr> {
    let values: Vec<&str> = headers.get_all(FORWARDED_FOR).iter().filter_map(|value| value.to_str().ok()).collect();
    let hops = values.iter().rev().flat_map(|value| value.rsplit(','));
    for hop in hops.take(HOPS_MAX) {
        let address = parse_hop(hop.trim())?;
        if !is_proxy(proxies, address) {
            return Some(address);
        }
    }
    None
}

/// An address, perhaps with brackets or a port.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse::<IpAddr>().ok().or_else(with_port).map(|address| address.to_canonical())
}

/// Whether the browser used HTTPS, as the nearest server says; `None` if it says nothing.
fn proto(headers: &HeaderMap) -> Option<bool> {
    let last = headers.get_all(FORWARDED_PROTO).iter().next_back()?.to_str().ok()?;
    let scheme = last.rsplit(',').next()?.trim();
    (!scheme.is_empty()).then(|| scheme.eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn networks(texts: &[&str]) -> Vec<ProxyNetwork> {
        texts.iter().map(|text| text.parse().expect("a network")).collect()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn networks_have_their_addresses() {
        let own = networks(&["127.0.0.1", "10.1.0.0/16", "2001:db8::/32", "0.0.0.0/0"]);
        for (at, inside, outside) in [
            (0, "127.0.0.1", "127.0.0.2"),
            (0, "::ffff:127.0.0.1", "::1"),
            (1, "10.1.255.3", "10.2.0.1"),
            (2, "2001:db8:ffff::1", "2001:db9::1"),
            (3, "203.0.113.9", "2001:db8::1"),
        ] {
            assert!(own[at].has(address(inside)) && !own[at].has(address(outside)), "{inside} {outside}");
        }
        for wrong in ["", "localhost", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/-1", "1.2.3.4:80"] {
            assert!(wrong.parse::<ProxyNetwork>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_foreign_address_is_the_caller() {
        let own = networks(&["127.0.0.1", "10.0.0.0/8"]);
        for (values, expected) in [
            (&["203.0.113.9"][..], Some("203.0.113.9")),
            (&["1.1.1.1, 203.0.113.9"], Some("203.0.113.9")),
            (&["1.1.1.1", "203.0.113.9, 10.0.0.7"], Some("203.0.113.9")),
            (&["203.0.113.9, 10.0.0.7, 127.0.0.1"], Some("203.0.113.9")),
            (&["203.0.113.9:4711"], Some("203.0.113.9")),
            (&["[2001:db8::1]"], Some("2001:db8::1")),
            (&["[2001:db8::1]:4711"], Some("2001:db8::1")),
            (&["10.0.0.7"], None),
            (&["203.0.113.9, unknown"], None),
            (&["203.0.113.9, "], None),
            (&[], None),
        ] {
            let name = HeaderName::from_static(FORWARDED_FOR);
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(name.clone(), HeaderValue::from_static(value));
            }
            assert_eq!(caller(&own, &headers), expected.map(address), "{values:?}");
        }
    }
}
