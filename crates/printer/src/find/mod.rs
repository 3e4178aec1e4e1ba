//! Printer discovery on the network and on the box's USB ports. Runs on request only and sends nothing that a printer would print.
//!
//! A finder is a future that returns the printers it found; [`Finders`] runs all of them at once and merges their results.

mod epson;
mod scan;
mod usb;

use std::collections::BTreeMap;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;

pub use epson::{EPSON_PORT, EpsonFinder};
pub use scan::{CONNECT_WAIT, ScanFinder};
pub use usb::UsbFinder;

use super::transport::target::Target;
use base::text;

/// Longest printer name that is shown, in characters.
const NAME_MAX: usize = 64;

/// Where a printer was found. Devices of the box sort first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PrinterLocation {
    /// A device of this machine.
    Device(PathBuf),
    /// On the network.
    Network(SocketAddr),
}

impl PrinterLocation {
    /// The address to print to.
    pub fn target(&self) -> Target {
        match self {
            PrinterLocation::Device(path) => Target::File(path.clone()),
            PrinterLocation::Network(address) => Target::Tcp { host: address.ip().to_string(), port: address.port() },
        }
    }
}

/// Printers with their location and the name that they report.
pub type FoundPrinters = Vec<(PrinterLocation, Option<String>)>;

/// Whether a name that a printer reports may be shown.
fn is_displayable(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= NAME_MAX && text::line(name).is_ok_and(|shown| shown == name)
}

/// One way to search for printers. Ends within a few seconds.
pub trait Finder: Send + Sync {
    /// Searches once.
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>>;
}

/// All ways to search.
#[derive(Clone, Default)]
pub struct Finders(Arc<Vec<Box<dyn Finder>>>);

impl Finders {
    /// Uses these finders.
    pub fn new(finders: Vec<Box<dyn Finder>>) -> Self {
        Finders(Arc::new(finders))
    }

    /// Runs all finders at once. Sorted by location, each location once, with the name if any finder got one.
    pub async fn find(&self) -> BTreeMap<PrinterLocation, Option<String>> {
        let mut found = BTreeMap::<PrinterLocation, Option<String>>::new();
        for answers in futures_util::future::join_all(self.0.iter().map(|finder| finder.find())).await {
            for (place, name) in answers {
                let known = found.entry(place).or_default();
                *known = known.take().or(name);
            }
        }
        found
    }
}

/// The IPv4 subnet that is searched: a prefix of at least 24 bits, so that a search takes seconds and stays in the local network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subnet {
    first: u32,
    last: u32,
}

/// Prefix length of the largest subnet that is searched.
const PREFIX_MIN: u8 = 24;
/// Bits of an IPv4 address.
const ADDRESS_BITS: u8 = 32;

impl Subnet {
    /// The addresses that share the first 24 bits of `address`.
    pub fn of(address: Ipv4Addr) -> Self {
        Subnet::within(address, PREFIX_MIN)
    }

    /// The addresses that share the first `prefix` bits of `address`, at least 24.
    pub fn within(address: Ipv4Addr, prefix: u8) -> Self {
        let free = u32::from(ADDRESS_BITS - prefix.clamp(PREFIX_MIN, ADDRESS_BITS));
        let mask = u32::MAX << free;
        let first = u32::from(address) & mask;
        Subnet { first, last: first | !mask }
    }

    /// Every host address, without the network and broadcast addresses.
    pub fn hosts(self) -> impl Iterator<Item = Ipv4Addr> {
        let (first, last) = if self.last - self.first > 1 { (self.first + 1, self.last - 1) } else { (self.first, self.last) };
        (first..=last).map(Ipv4Addr::from)
    }

    /// The broadcast address.
    pub fn broadcast(self) -> Ipv4Addr {
        Ipv4Addr::from(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subnet_has_at_most_256_addresses() {
        let hosts = |prefix| Subnet::within([127, 0, 0, 6].into(), prefix).hosts().collect::<Vec<_>>();
        let all = Subnet::of(Ipv4Addr::new(192, 168, 8, 17));
        assert_eq!(all.hosts().count(), 254);
        assert_eq!((all.hosts().next(), all.hosts().last()), (Some([192, 168, 8, 1].into()), Some([192, 168, 8, 254].into())));
        assert_eq!(all.broadcast(), Ipv4Addr::new(192, 168, 8, 255));
        assert_eq!(hosts(30), [Ipv4Addr::new(127, 0, 0, 5), Ipv4Addr::new(127, 0, 0, 6)]);
        assert_eq!(hosts(31), [Ipv4Addr::new(127, 0, 0, 6), Ipv4Addr::new(127, 0, 0, 7)]);
        assert_eq!(hosts(32), [Ipv4Addr::new(127, 0, 0, 6)]);
        assert_eq!((hosts(8).len(), hosts(99).len()), (254, 1), "never more than the neighbours");
    }
}
