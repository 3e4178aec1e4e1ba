//! The box on the network: current addresses, and the mDNS name from its announcement to its withdrawal.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::watch;

use crate::base::NetworkAddresses;
use crate::config::Config;
use crate::discovery::{Announcement, addresses};
use crate::http::server::host::HostList;

/// Addresses and announced name of the box.
pub struct Network {
    announcement: Announcement,
    listen: SocketAddr,
}

impl Network {
    /// Announces a box that listens on `listen`, unless mDNS is off or the box listens on loopback only. Adds each announced name to `hosts`.
    /// Must be called inside a runtime.
    pub fn open(config: &Config, listen: SocketAddr, hosts: &Arc<HostList>) -> Self {
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
        NetworkAddresses { name, wanted_name: self.announcement.wanted().map(str::to_owned), port: self.listen.port(), addresses }
    }

    /// Withdraws the name as soon as `stopping` is true, in parallel with the rest of the shutdown, so that phones stop looking for the box.
    pub async fn withdraw_name_when(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        let _ = stopping.wait_for(|stopping| *stopping).await;
        self.announcement.withdraw().await;
    }
}
