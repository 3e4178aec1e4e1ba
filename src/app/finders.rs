//! Printer discovery: which finders this box uses.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use crate::config::Config;
use crate::printer::find::{
    CONNECT_WAIT, EPSON_PORT, EpsonFinder, Finder, Finders, FoundPrinters, PrinterLocation, ScanFinder, Subnet, UsbFinder,
};
use crate::printer::transport::target::DEFAULT_PORT;
use web::discovery::{addresses, browse};

/// Time limit for mDNS answers of printers.
const MDNS_WAIT: Duration = Duration::from_secs(3);

/// Finds printers that announce themselves by mDNS.
struct MdnsFinder;

impl Finder for MdnsFinder {
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>> {
        Box::pin(async {
            browse::printers(MDNS_WAIT).await.into_iter().map(|(address, name)| (PrinterLocation::Network(address), Some(name))).collect()
        })
    }
}

/// Finders for USB ports and the configured networks. If none is configured: the networks of the box's own addresses, and mDNS.
pub fn finders(config: &Config) -> Finders {
    let configured: Vec<Subnet> = config.printer_networks.iter().map(|network| Subnet::within(network.address, network.prefix)).collect();
    let uses_mdns = config.mdns && configured.is_empty();
    let networks = move || match &configured[..] {
        [] => addresses::ipv4().into_iter().map(|one| Subnet::of(one.address)).collect(),
        configured => configured.to_vec(),
    };
    let mut finders: Vec<Box<dyn Finder>> = vec![
        Box::new(UsbFinder::new("/dev", "/sys")),
        Box::new(ScanFinder::new(networks.clone(), DEFAULT_PORT, CONNECT_WAIT)),
        Box::new(EpsonFinder::new(networks, EPSON_PORT)),
    ];
    if uses_mdns {
        finders.push(Box::new(MdnsFinder));
    }
    Finders::new(finders)
}
