//! mDNS resolution of `.local` names. A statically linked program cannot use the system's resolver for them.

use std::net::IpAddr;
use std::time::Duration;

use mdns_sd::{HostnameResolutionEvent, IfKind, ServiceDaemon};

/// The first IPv4 address found for a name such as `bar.local` within `wait`.
pub async fn address(name: &str, wait: Duration) -> Option<IpAddr> {
    query(name, wait).await.unwrap_or_else(|error| {
        tracing::debug!(%error, "{name} cannot be resolved");
        None
    })
}

async fn query(name: &str, wait: Duration) -> mdns_sd::Result<Option<IpAddr>> {
    // A daemon of its own, so that a query never affects the box's own name.
    let daemon = ServiceDaemon::new()?;
    daemon.disable_interface(vec![IfKind::IPv6])?;
    let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    let events = daemon.resolve_hostname(&format!("{}.", name.trim_end_matches('.')), Some(millis))?;
    let first_address = async {
        while let Ok(event) = events.recv_async().await {
            if let HostnameResolutionEvent::AddressesFound(_, addresses) = event {
                let found = addresses.iter().map(|address| address.to_ip_addr()).find(IpAddr::is_ipv4);
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    };
    let found = tokio::time::timeout(wait, first_address).await.ok().flatten();
    let _ = daemon.shutdown();
    Ok(found)
}
