//! The box on the network: its addresses as they are now, and its name from the first announcement to the goodbye.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::watch;

use crate::base::Whereabouts;
use crate::config::Config;
use crate::discovery::{Announcement, addresses};
use crate::http::server::host::HostList;

/// The box on the network.
pub struct Network {
    announcement: Announcement,
    listen: SocketAddr,
}

impl Network {
    /// Announces the box that listens at `listen`, unless it is to tell nobody or nobody could come. `hosts` hears the
    /// names that it gets. Must be called inside a runtime.
    pub fn open(config: &Config, listen: SocketAddr, hosts: &Arc<HostList>) -> Self {
        let port = listen.port();
        if !config.mdns || listen.ip().is_loopback() {
            return Network { announcement: Announcement::none(), listen };
        }
        let hosts = hosts.clone();
        let on_name = Box::new(move |name: &str| {
            hosts.add(name);
            println!("Phones that know such names: {}", Whereabouts { port, ..Whereabouts::default() }.url(name));
        });
        Network { announcement: Announcement::start(&config.name, listen.ip(), port, on_name), listen }
    }

    /// Where the box is to be found now: only where it listens.
    pub fn whereabouts(&self) -> Whereabouts {
        let places = addresses::places_at(self.listen.ip());
        let name = places.first().and_then(|place| self.announcement.name_on(&place.interface));
        Whereabouts { name, wanted: self.announcement.wanted().map(str::to_owned), port: self.listen.port(), places }
    }

    /// Takes the name back as soon as `stopping` comes true: beside everything else that ends then, because phones need
    /// not look for a box that is about to go.
    pub async fn withdraw_name_when(self: Arc<Self>, mut stopping: watch::Receiver<bool>) {
        let _ = stopping.wait_for(|stopping| *stopping).await;
        self.announcement.goodbye().await;
    }
}
