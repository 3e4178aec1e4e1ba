//! Addresses of the machine's network interfaces, ranked by how likely a guest's phone can reach them.

use std::net::{IpAddr, Ipv4Addr};

use crate::base::Place;

/// Interfaces that exist inside the machine alone (containers, virtual machines) or lead into a tunnel: no guest is on them.
const VIRTUAL_PREFIXES: &[&str] = &[
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "podman",
    "cni",
    "flannel",
    "lxc",
    "lxd",
    "tun",
    "tap",
    "wg",
    "tailscale",
    "zt",
];

/// Every address of every interface, loopback too. Empty when the system does not tell.
///
/// One system call, no process: cheap enough to ask again whenever the answer may be a few seconds old.
pub fn all() -> Vec<IpAddr> {
    interfaces().into_iter().map(|interface| interface.ip()).collect()
}

/// IPv4 addresses of this machine, the one most likely on the bar's network first. Never loopback.
pub fn places() -> Vec<Place> {
    best_first(found())
}

/// Where a guest's phone may reach a box by IPv4 that listens at `listen`, the likeliest first: at every place of this
/// machine, at the one that has this address, or nowhere.
pub fn places_at(listen: IpAddr) -> Vec<Place> {
    best_first(listened_at(listen, found()))
}

fn listened_at(listen: IpAddr, found: Vec<Found>) -> Vec<Found> {
    found.into_iter().filter(|found| listen.is_unspecified() || listen.to_canonical() == found.address).collect()
}

fn found() -> Vec<Found> {
    let found = interfaces().into_iter().filter_map(|interface| match interface.ip() {
        IpAddr::V4(address) => Some(Found { linked: interface.is_oper_up(), interface: interface.name, address }),
        IpAddr::V6(_) => None,
    });
    found.collect()
}

fn interfaces() -> Vec<if_addrs::Interface> {
    if_addrs::get_if_addrs().unwrap_or_default()
}

/// An IPv4 address and where it is.
struct Found {
    interface: String,
    /// Whether a cable is in, or the Wi-Fi connected.
    linked: bool,
    address: Ipv4Addr,
}

/// Sorts by [`Reach`], otherwise in the order of the system, which is stable. What is virtual counts only where there is
/// nothing else.
fn best_first(found: Vec<Found>) -> Vec<Place> {
    let mut ranked: Vec<(Reach, Found)> = found.into_iter().map(|found| (reach(&found), found)).collect();
    ranked.sort_by_key(|(reach, _)| *reach);
    let worst = if ranked.iter().any(|(reach, _)| *reach < Reach::Virtual) { Reach::Virtual } else { Reach::Loopback };
    ranked.retain(|(reach, _)| *reach < worst);
    let mut places: Vec<Place> = Vec::with_capacity(ranked.len());
    for (_, Found { interface, address, .. }) in ranked {
        if !places.iter().any(|place| place.address == address) {
            places.push(Place { interface, address });
        }
    }
    places
}

/// How likely a phone on the bar's Wi-Fi reaches an address; the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// 10/8, 172.16/12, 192.168/16: what a bar's router gives out.
    Private,
    /// Anything else that is routed.
    Other,
    /// 169.254/16: the machine found no router and named itself.
    SelfAssigned,
    /// No cable, no Wi-Fi: the interface keeps its address, but nobody reaches it now.
    Unlinked,
    /// A container's bridge or a tunnel.
    Virtual,
    /// The machine itself.
    Loopback,
}

fn reach(found: &Found) -> Reach {
    let Found { interface, linked, address } = found;
    if address.is_loopback() {
        Reach::Loopback
    } else if VIRTUAL_PREFIXES.iter().any(|prefix| interface.starts_with(prefix)) {
        Reach::Virtual
    } else if !linked {
        Reach::Unlinked
    } else if address.is_link_local() {
        Reach::SelfAssigned
    } else if address.is_private() {
        Reach::Private
    } else {
        Reach::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interfaces with their addresses, and what is made of them.
    type Case = (&'static [(&'static str, &'static str)], &'static [&'static str]);

    fn found_at(interface: &str, address: &str) -> Found {
        let linked = !interface.ends_with("unlinked");
        Found { interface: interface.to_owned(), linked, address: address.parse().expect("an address") }
    }

    #[test]
    fn a_guests_address_comes_first() {
        let cases: &[Case] = &[
            (&[("lo", "127.0.0.1"), ("eth0", "192.168.1.7")], &["192.168.1.7"]),
            (&[("lo", "127.0.0.1")], &[]),
            (&[("docker0", "172.17.0.1"), ("lo", "127.0.0.1"), ("wlan0", "10.0.0.4")], &["10.0.0.4"]),
            (&[("lo", "127.0.0.1"), ("docker0", "172.17.0.1")], &["172.17.0.1"]),
            (&[("eth0", "41.57.80.2"), ("wlan0", "192.168.4.1")], &["192.168.4.1", "41.57.80.2"]),
            (&[("eth0", "169.254.9.9"), ("wlan0", "100.64.0.9")], &["100.64.0.9", "169.254.9.9"]),
            (&[("eth0", "192.168.1.7"), ("wlan0", "10.0.0.4")], &["192.168.1.7", "10.0.0.4"]),
            (&[("br-5f3a", "172.18.0.1"), ("br0", "172.16.0.1")], &["172.16.0.1"]),
            (&[("eth0", "192.168.1.7"), ("wlan0", "10.0.0.4"), ("eth1", "192.168.1.7")], &["192.168.1.7", "10.0.0.4"]),
            (&[("eth0 unlinked", "192.168.1.7"), ("wlan0", "41.57.80.2")], &["41.57.80.2", "192.168.1.7"]),
            (&[("eth0 unlinked", "192.168.1.7"), ("docker0", "172.17.0.1")], &["192.168.1.7"]),
            (&[], &[]),
        ];
        for (found, expected) in cases {
            let places = best_first(found.iter().map(|(interface, address)| found_at(interface, address)).collect());
            assert_eq!(places.iter().map(|place| place.address.to_string()).collect::<Vec<_>>(), *expected);
            for place in places {
                assert!(found.contains(&(place.interface.as_str(), place.address.to_string().as_str())), "{place:?}");
            }
        }
    }

    #[test]
    fn only_what_is_listened_at_is_a_place() {
        let machine = || ["lo", "docker0", "wlan0"].into_iter().zip(["127.0.0.1", "172.17.0.1", "10.0.0.4"]);
        for (listen, expected) in [
            ("0.0.0.0", &["10.0.0.4"][..]),
            ("::", &["10.0.0.4"]),
            ("10.0.0.4", &["10.0.0.4"]),
            ("::ffff:10.0.0.4", &["10.0.0.4"]),
            ("172.17.0.1", &["172.17.0.1"]),
            ("10.0.0.5", &[]),
            ("127.0.0.1", &[]),
            ("::1", &[]),
            ("fd00::7", &[]),
        ] {
            let found = machine().map(|(interface, address)| found_at(interface, address)).collect();
            let places = best_first(listened_at(listen.parse().expect("an address"), found));
            assert_eq!(places.iter().map(|place| place.address.to_string()).collect::<Vec<_>>(), expected, "{listen}");
        }
    }

    #[test]
    fn this_machine_has_addresses() {
        assert!(all().iter().any(IpAddr::is_loopback), "every machine has a loopback interface");
        assert!(places().iter().all(|place| !place.address.is_loopback()));
    }
}
