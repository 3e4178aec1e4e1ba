//! mDNS browsing for printers.

use std::net::SocketAddr;
use std::time::Duration;

use mdns_sd::{IfKind, ServiceDaemon, ServiceEvent};

/// Service type of raw printing, mostly on port 9100.
const PRINTERS: &str = "_pdl-datastream._tcp.local.";

/// Address and name of each printer that answers within `wait`. Empty if mDNS is not available.
pub async fn printers(wait: Duration) -> Vec<(SocketAddr, String)> {
    match browse(wait).await {
        Ok(found) => found,
        Err(error) => {
            tracing::debug!(%error, "printers cannot be browsed");
            Vec::new()
        }
    }
}

async fn browse(wait: Duration) -> mdns_sd::Result<Vec<(SocketAddr, String)>> {
    // A daemon of its own, so that browsing never affects the box's own name.
    let daemon = ServiceDaemon::new()?;
    daemon.disable_interface(vec![IfKind::IPv6, IfKind::LoopbackV4, IfKind::LoopbackV6])?;
    let events = daemon.browse(PRINTERS)?;
    let mut found = Vec::new();
    let collect = async {
        while let Ok(event) = events.recv_async().await {
            if let ServiceEvent::ServiceResolved(printer) = event {
                let name = printer.get_fullname().trim_end_matches(PRINTERS).trim_end_matches('.').to_owned();
                let addresses = printer.get_addresses_v4().into_iter().map(|address| SocketAddr::from((address, printer.get_port())));
                found.extend(addresses.map(|address| (address, name.clone())));
            }
        }
    };
    let _ = tokio::time::timeout(wait, collect).await;
    let _ = daemon.shutdown();
    Ok(found)
}
