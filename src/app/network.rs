//! Network presence of the box: its reachable addresses, and announcing and withdrawing its mDNS name.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::watch;

use crate::config::Config;
use base::NetworkAddresses;
use web::discovery::{Announcement, addresses};
use web::server::host::HostList;

/// Network presence of the box.
pub struct Network {
    announcement: Announcement,
    listen: SocketAddr,
}

impl Network {
    /// Starts announcing a box that listens on `listen`, unless mDNS is off or the box listens on loopback only. Adds each announced
    /// name to `hosts`, so that requests to it are accepted. Must be called inside a Tokio runtime.
    pub fn announce(config: &Config, listen: SocketAddr, hosts: &Arc<HostList>) -> Self {
        let port = listen.port();
        if !config.mdns || listen.ip().is_loopback() {
            return Network { announcement: Announcement::none(), listen };
        }
        let hosts = hosts.clone();
        let on_name = Box::new(move |name: &str| {
            hosts.add(name);
            println!("Phones that support names: {}", NetworkAddresses { port, ..NetworkAddresses::default() }.url(name));
        });
        Network { announcement: Announcement::start(&config.name, listen.ip(), port, on_name), listen }
    }

    /// The addresses at which the box can be reached now: only those that it listens on.
    pub fn addresses(&self) -> NetworkAddresses {
        let addresses = addresses::reachable_at(self.listen.ip());
        let name = addresses.first().and_then(|first| self.announcement.name_on(&first.interface));
        let requested_name = self.announcement.requested_name().map(str::to_owned);
        NetworkAddresses { name, requested_name, port: self.listen.port(), addresses }
    }

    /// Withdraws the name as soon as `stopping` is true, in parallel with the rest of the shutdown, so that phones stop looking for the box.
    pub async fn withdraw_name_when(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        let _ = stopping.wait_for(|stopping| *stopping).await;
        self.announcement.withdraw().await;
    }
}
