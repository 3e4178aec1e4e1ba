//! Printer discovery: which finders this box uses.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use crate::config::Config;
use crate::discovery::{addresses, browse};
use crate::printer::find::{
    CONNECT_WAIT, EPSON_PORT, EpsonFinder, Finder, Finders, FoundPrinters, PrinterLocation, ScanFinder, Subnet, UsbFinder,
};
use crate::printer::transport::target::DEFAULT_PORT;

/// Time limit for mDNS answers of printers.
const NAMES_WAIT: Duration = Duration::from_secs(3);

/// Finds printers by the names that they announce (mDNS).
struct NameFinder;

impl Finder for NameFinder {
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>> {
        Box::pin(async {
            browse::printers(NAMES_WAIT).await.into_iter().map(|(place, name)| (PrinterLocation::Network(place), Some(name))).collect()
        })
    }
}

/// Looks at USB ports and in the configured networks. If none is configured: around the box's own addresses, and by mDNS.
pub fn finders(config: &Config) -> Finders {
    let told: Vec<Subnet> = config.printer_networks.iter().map(|told| Subnet::within(told.address, told.prefix)).collect();
    let by_name = config.mdns && told.is_empty();
    let networks = move || match &told[..] {
        [] => addresses::places().into_iter().map(|place| Subnet::of(place.address)).collect(),
        told => told.to_vec(),
    };
    let mut finders: Vec<Box<dyn Finder>> = vec![
        Box::new(UsbFinder::new("/dev", "/sys")),
        Box::new(ScanFinder::new(networks.clone(), DEFAULT_PORT, CONNECT_WAIT)),
        Box::new(EpsonFinder::new(networks, EPSON_PORT)),
    ];
    if by_name {
        finders.push(Box::new(NameFinder));
    }
    Finders::new(finders)
}
