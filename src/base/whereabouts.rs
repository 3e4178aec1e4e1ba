//! Where the box is to be found on the network: its addresses, and the name that it goes by.

use std::fmt::Display;
use std::net::Ipv4Addr;

use serde::{Deserialize, Serialize};

/// The port that no address needs to name.
const HTTP_PORT: u16 = 80;

/// An address of the box, and the interface that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// `wlan0`, `eth0`.
    pub interface: String,
    /// The address.
    pub address: Ipv4Addr,
}

/// The box by HTTPS, and by what a phone knows that it is the right one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secure {
    /// `https://192.168.8.1:8443`.
    pub url: String,
    /// SHA-256 of the authority's certificate, as phones show it: `AB:CD:…`.
    pub fingerprint: String,
}

/// Where the box is to be found at this moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Whereabouts {
    /// The name that it goes by: `bar.local`, or `bar-2.local` where another device has that one.
    pub name: Option<String>,
    /// The name that it was told to go by; `None` where it is to tell nobody.
    pub wanted: Option<String>,
    /// Where it listens.
    pub port: u16,
    /// Where phones may reach it, the likeliest first. Never the loopback interface.
    pub places: Vec<Place>,
}

impl Whereabouts {
    /// The box under one of its names or addresses: `http://bar.local:8080`.
    pub fn url(&self, host: impl Display) -> String {
        if self.port == HTTP_PORT { format!("http://{host}") } else { format!("http://{host}:{}", self.port) }
    }

    /// What staff phones open; `None` where the box is on no network.
    pub fn staff_url(&self) -> Option<String> {
        self.places.first().map(|place| self.url(place.address))
    }

    /// The same by name, for phones that know such names.
    pub fn name_url(&self) -> Option<String> {
        self.name.as_ref().map(|name| self.url(name))
    }

    /// What guests' codes begin with: an address, because the name is unknown to many phones.
    pub fn guest_url(&self) -> String {
        self.staff_url().unwrap_or_else(|| self.url(Ipv4Addr::LOCALHOST))
    }

    /// Whether another device has the name that this box wanted.
    pub fn conflict(&self) -> bool {
        self.name.is_some() && self.name != self.wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_their_port_where_it_is_not_the_usual_one() {
        let place = Place { interface: "wlan0".to_owned(), address: Ipv4Addr::new(192, 168, 8, 1) };
        let mut found =
            Whereabouts { name: Some("bar-2.local".to_owned()), wanted: Some("bar.local".to_owned()), port: 80, places: vec![place] };
        assert_eq!(found.staff_url().as_deref(), Some("http://192.168.8.1"));
        assert_eq!(found.name_url().as_deref(), Some("http://bar-2.local"));
        assert!(found.conflict());
        found.port = 8080;
        assert_eq!((found.guest_url().as_str(), found.name_url().as_deref()), ("http://192.168.8.1:8080", Some("http://bar-2.local:8080")));
        found.name.clone_from(&found.wanted);
        assert!(!found.conflict());
        found.places.clear();
        assert_eq!((found.staff_url(), found.guest_url().as_str()), (None, "http://127.0.0.1:8080"));
        found.name = None;
        assert!(!found.conflict() && found.name_url().is_none());
    }
}
