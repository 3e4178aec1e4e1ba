//! mDNS resolution of `.local` names. A statically linked program cannot use the system's resolver for them.

use std::net::IpAddr;
use std::time::Duration;

use mdns_sd::{HostnameResolutionEvent, IfKind, ServiceDaemon};

/// The first IPv4 address that answers to a name such as `bar.local` within `wait`.
pub async fn address(name: &str, wait: Duration) -> Option<IpAddr> {
    let asked = ask(name, wait).await;
    asked.unwrap_or_else(|error| {
        tracing::debug!(%error, "{name} cannot be asked for");
        None
    })
}

async fn ask(name: &str, wait: Duration) -> mdns_sd::Result<Option<IpAddr>> {
    // A daemon of its own, so that looking for others never touches the box's own name.
    let daemon = ServiceDaemon::new()?;
    daemon.disable_interface(vec![IfKind::IPv6])?;
    let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    let events = daemon.resolve_hostname(&format!("{}.", name.trim_end_matches('.')), Some(millis))?;
    let listen = async {
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
    let found = tokio::time::timeout(wait, listen).await.ok().flatten();
    let _ = daemon.shutdown();
    Ok(found)
}
