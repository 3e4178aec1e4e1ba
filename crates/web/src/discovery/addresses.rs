//! Addresses of the machine's network interfaces, ranked by how likely a guest's phone can reach them.

use std::net::{IpAddr, Ipv4Addr};

use base::InterfaceAddress;

/// Name prefixes of interfaces that exist only inside the machine (containers, virtual machines) or lead into a tunnel: no phone is on them.
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

/// Every address of every interface, including loopback. Empty if the system gives no list.
///
/// One system call and no process: cheap enough to call again whenever the result may be a few seconds old.
pub fn all() -> Vec<IpAddr> {
    interfaces().into_iter().map(|interface| interface.ip()).collect()
}

/// IPv4 addresses of this machine, the most likely on the bar's network first. Never loopback.
pub fn ipv4() -> Vec<InterfaceAddress> {
    best_first(ipv4_interfaces())
}

/// IPv4 addresses at which phones may reach a box that listens on `listen`, the most likely first: all addresses of this machine, the
/// one that it listens on, or none.
pub fn reachable_at(listen: IpAddr) -> Vec<InterfaceAddress> {
    best_first(listening(listen, ipv4_interfaces()))
}

fn listening(listen: IpAddr, all: Vec<Ipv4Interface>) -> Vec<Ipv4Interface> {
    all.into_iter().filter(|one| listen.is_unspecified() || listen.to_canonical() == one.address).collect()
}

fn ipv4_interfaces() -> Vec<Ipv4Interface> {
    let ipv4 = interfaces().into_iter().filter_map(|interface| match interface.ip() {
        IpAddr::V4(address) => Some(Ipv4Interface { linked: interface.is_oper_up(), name: interface.name, address }),
        IpAddr::V6(_) => None,
    });
    ipv4.collect()
}

fn interfaces() -> Vec<if_addrs::Interface> {
    if_addrs::get_if_addrs().unwrap_or_default()
}

/// An interface with an IPv4 address.
struct Ipv4Interface {
    name: String,
    /// Whether the cable is plugged in or the Wi-Fi is connected.
    linked: bool,
    address: Ipv4Addr,
}

/// Sorts by [`Reachability`], otherwise in the order of the system, which is stable. Virtual interfaces count only if there is no other.
fn best_first(interfaces: Vec<Ipv4Interface>) -> Vec<InterfaceAddress> {
    let mut ranked: Vec<(Reachability, Ipv4Interface)> = interfaces.into_iter().map(|one| (reachability(&one), one)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let worst = if ranked.iter().any(|(rank, _)| *rank < Reachability::Virtual) { Reachability::Virtual } else { Reachability::Loopback };
    ranked.retain(|(rank, _)| *rank < worst);
    let mut addresses: Vec<InterfaceAddress> = Vec::with_capacity(ranked.len());
    for (_, Ipv4Interface { name: interface, address, .. }) in ranked {
        if !addresses.iter().any(|known| known.address == address) {
            addresses.push(InterfaceAddress { interface, address });
        }
    }
    addresses
}

/// How likely it is that a phone on the bar's Wi-Fi reaches an address, in descending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reachability {
    /// 10/8, 172.16/12, 192.168/16: the ranges from which a router assigns addresses.
    Private,
    /// Any other routed address.
    Other,
    /// 169.254/16: the machine found no router and assigned the address itself.
    SelfAssigned,
    /// No cable, no Wi-Fi: the interface keeps its address but cannot be reached now.
    Unlinked,
    /// A container's bridge or a tunnel.
    Virtual,
    /// The machine itself.
    Loopback,
}

fn reachability(interface: &Ipv4Interface) -> Reachability {
    let Ipv4Interface { name, linked, address } = interface;
    if address.is_loopback() {
        Reachability::Loopback
    } else if VIRTUAL_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
        Reachability::Virtual
    } else if !linked {
        Reachability::Unlinked
    } else if address.is_link_local() {
        Reachability::SelfAssigned
    } else if address.is_private() {
        Reachability::Private
    } else {
        Reachability::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Interfaces with their addresses, and the expected order.
    type Case = (&'static [(&'static str, &'static str)], &'static [&'static str]);

    fn interface(name: &str, address: &str) -> Ipv4Interface {
        let linked = !name.ends_with("unlinked");
        Ipv4Interface { name: name.to_owned(), linked, address: address.parse().expect("an address") }
    }

    #[test]
    fn the_address_that_phones_most_likely_reach_comes_first() {
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
        for (interfaces, expected) in cases {
            let ranked = best_first(interfaces.iter().map(|(name, address)| interface(name, address)).collect());
            assert_eq!(ranked.iter().map(|one| one.address.to_string()).collect::<Vec<_>>(), *expected);
            for one in ranked {
                assert!(interfaces.contains(&(one.interface.as_str(), one.address.to_string().as_str())), "{one:?}");
            }
        }
    }

    #[test]
    fn only_addresses_that_the_box_listens_on_are_reachable() {
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
            let all = machine().map(|(name, address)| interface(name, address)).collect();
            let reachable = best_first(listening(listen.parse().expect("an address"), all));
            assert_eq!(reachable.iter().map(|one| one.address.to_string()).collect::<Vec<_>>(), expected, "{listen}");
        }
    }

    #[test]
    fn this_machine_has_addresses() {
        assert!(all().iter().any(IpAddr::is_loopback), "every machine has a loopback interface");
        assert!(ipv4().iter().all(|one| !one.address.is_loopback()));
    }
}
