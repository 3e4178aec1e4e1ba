//! Addresses of the box on the network, its mDNS name, and the URLs made of them.

use std::fmt::Display;
use std::net::Ipv4Addr;

use serde::{Deserialize, Serialize};

/// Default port of HTTP, which a URL does not name.
const HTTP_PORT: u16 = 80;

/// An address of the box, and the interface that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterfaceAddress {
    /// `wlan0`, `eth0`.
    pub interface: String,
    pub address: Ipv4Addr,
}

/// HTTPS address of the box, and the fingerprint by which a person checks on a phone that it is the right box.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecureAddress {
    /// `https://192.168.8.1:8443`.
    pub url: String,
    /// SHA-256 of the authority's certificate, as phones show it: `AB:CD:…`.
    pub fingerprint: String,
}

/// Name and addresses of the box at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NetworkAddresses {
    /// The announced name: `bar.local`, or `bar-2.local` if another device has that one.
    pub name: Option<String>,
    /// The name from the configuration; `None` if no name is to be announced. [`NetworkAddresses::name`] differs if another device on
    /// the network has that name already.
    pub requested_name: Option<String>,
    pub port: u16,
    /// Addresses that phones may reach, the most likely first. Never the loopback interface.
    pub addresses: Vec<InterfaceAddress>,
}

impl NetworkAddresses {
    /// URL of the box under one of its names or addresses: `http://bar.local:8080`.
    pub fn url(&self, host: impl Display) -> String {
        if self.port == HTTP_PORT { format!("http://{host}") } else { format!("http://{host}:{}", self.port) }
    }

    /// URL for staff phones; `None` if the box is on no network.
    pub fn staff_url(&self) -> Option<String> {
        self.addresses.first().map(|first| self.url(first.address))
    }

    /// URL with the announced name, for phones that support mDNS.
    pub fn name_url(&self) -> Option<String> {
        self.name.as_ref().map(|name| self.url(name))
    }

    /// Base URL of guests' QR codes: with an address, because many phones do not support mDNS names.
    pub fn guest_url(&self) -> String {
        self.staff_url().unwrap_or_else(|| self.url(Ipv4Addr::LOCALHOST))
    }

    /// Whether another device has the configured name.
    pub fn conflict(&self) -> bool {
        self.name.is_some() && self.name != self.requested_name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_name_the_port_unless_it_is_the_default() {
        let address = InterfaceAddress { interface: "wlan0".to_owned(), address: Ipv4Addr::new(192, 168, 8, 1) };
        let mut found = NetworkAddresses {
            name: Some("bar-2.local".to_owned()),
            requested_name: Some("bar.local".to_owned()),
            port: 80,
            addresses: vec![address],
        };
        assert_eq!(found.staff_url().as_deref(), Some("http://192.168.8.1"));
        assert_eq!(found.name_url().as_deref(), Some("http://bar-2.local"));
        assert!(found.conflict());
        found.port = 8080;
        assert_eq!((found.guest_url().as_str(), found.name_url().as_deref()), ("http://192.168.8.1:8080", Some("http://bar-2.local:8080")));
        found.name.clone_from(&found.requested_name);
        assert!(!found.conflict());
        found.addresses.clear();
        assert_eq!((found.staff_url(), found.guest_url().as_str()), (None, "http://127.0.0.1:8080"));
        found.name = None;
        assert!(!found.conflict() && found.name_url().is_none());
    }
}
