//! Finding printers on the network and at the box: on request alone, and without a byte that anything would print.
//!
//! A finder is a future that ends with what it found; [`Finders`] asks all of them at once and puts their answers together.

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

use super::target::Target;

/// Longest name of a printer that is believed, in characters.
const NAME_MAX: usize = 64;

/// Where a printer was found. Those at the box come first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum PrinterLocation {
    /// A device of this machine.
    Device(PathBuf),
    /// On the network.
    Network(SocketAddr),
}

impl PrinterLocation {
    /// What to print to.
    pub fn target(&self) -> Target {
        match self {
            PrinterLocation::Device(path) => Target::File(path.clone()),
            PrinterLocation::Network(address) => Target::Tcp { host: address.ip().to_string(), port: address.port() },
        }
    }
}

/// What was found: where, and what it calls itself.
pub type FoundPrinters = Vec<(PrinterLocation, Option<String>)>;

/// Whether a name that a printer gives itself may be shown.
fn is_displayable(name: &str) -> bool {
    !name.is_empty() && name.chars().count() <= NAME_MAX && name.chars().all(|letter| !letter.is_control())
}

/// One way to look. Ends by itself, within a few seconds.
pub trait Finder: Send + Sync {
    /// Looks.
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>>;
}

/// All ways to look.
#[derive(Clone, Default)]
pub struct Finders(Arc<Vec<Box<dyn Finder>>>);

impl Finders {
    /// These.
    pub fn new(finders: Vec<Box<dyn Finder>>) -> Self {
        Finders(Arc::new(finders))
    }

    /// Looks in all ways at once. Sorted by place, each place once, with a name where any of them heard one.
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

/// The network that is looked at: 24 bits and more, so that a look is over in seconds and bothers nobody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subnet {
    first: u32,
    last: u32,
}

/// Bits of the largest network that is looked at.
const PREFIX_MIN: u8 = 24;
/// Bits of an address.
const ADDRESS_BITS: u8 = 32;

impl Subnet {
    /// Those that share the first 24 bits of an address.
    pub fn of(address: Ipv4Addr) -> Self {
        Subnet::within(address, PREFIX_MIN)
    }

    /// Those that share the first `prefix` bits of an address, 24 at the least.
    pub fn within(address: Ipv4Addr, prefix: u8) -> Self {
        let free = u32::from(ADDRESS_BITS - prefix.clamp(PREFIX_MIN, ADDRESS_BITS));
        let mask = u32::MAX << free;
        let first = u32::from(address) & mask;
        Subnet { first, last: first | !mask }
    }

    /// Every address, without those of the network and of everybody.
    pub fn hosts(self) -> impl Iterator<Item = Ipv4Addr> {
        let (first, last) = if self.last - self.first > 1 { (self.first + 1, self.last - 1) } else { (self.first, self.last) };
        (first..=last).map(Ipv4Addr::from)
    }

    /// The address of everybody.
    pub fn broadcast(self) -> Ipv4Addr {
        Ipv4Addr::from(self.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_at_most_the_own_twenty_four_bits() {
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
