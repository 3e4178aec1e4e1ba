//! mDNS announcement of the box's name, including renaming after a conflict.
//!
//! The name is optional: an error here is logged as a warning, and the box can still be reached by its address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mdns_sd::{DaemonEvent, DaemonStatus, IfKind, MDNS_PORT, Receiver, ServiceDaemon, ServiceInfo};

/// Service type.
const SERVICE: &str = "_http._tcp.local.";
/// Instance name of the service; a second box gets a number.
const INSTANCE: &str = "Barback";
/// If the name is not announced within this time, a warning is logged. Probing takes about a second.
const ANNOUNCED_WITHIN: Duration = Duration::from_secs(15);
/// Time limit for withdrawing the name.
const WITHDRAW_MAX: Duration = Duration::from_millis(500);
/// How often the machine's addresses are checked, in seconds.
const ADDRESSES_EVERY_SECS: u32 = 3;

/// Called with each announced name.
pub type OnName = Box<dyn Fn(&str) + Send + Sync>;

/// A running announcement, or none.
pub struct Announcement {
    wanted: Option<String>,
    daemon: Option<ServiceDaemon>,
    names: Arc<AnnouncedNames>,
}

impl Announcement {
    /// No announcement.
    pub fn none() -> Self {
        Announcement { wanted: None, daemon: None, names: Arc::default() }
    }

    /// Announces `<name>.local` for a box that listens on `listen`: on all interfaces, or on the one with that address. Returns at once,
    /// and calls `on_name` with each announced name. Must be called inside a runtime.
    pub fn start(name: &str, listen: IpAddr, port: u16, on_name: OnName) -> Self {
        let wanted = format!("{name}.local");
        let names = Arc::new(AnnouncedNames::new(&wanted));
        let daemon = match register(&wanted, listen, port) {
            Ok((daemon, events)) => {
                tokio::spawn(watch_events(events, names.clone(), on_name));
                Some(daemon)
            }
            Err(error) => {
                tracing::warn!("{wanted} cannot be announced ({error}). Phones find the box by its address.");
                None
            }
        };
        Announcement { wanted: Some(wanted), daemon, names }
    }

    /// The configured name: `bar.local`.
    pub fn requested_name(&self) -> Option<&str> {
        self.wanted.as_deref()
    }

    /// The name announced on an interface; `None` while none is.
    pub fn name_on(&self, interface: &str) -> Option<String> {
        self.names.on(interface)
    }

    /// Withdraws the name (mDNS goodbye), so that phones forget it at once and do not wait for a box that is gone.
    pub async fn withdraw(&self) {
        let Some(status) = self.daemon.as_ref().and_then(|daemon| daemon.shutdown().ok()) else { return };
        let ended = async { while !matches!(status.recv_async().await, Ok(DaemonStatus::Shutdown) | Err(_)) {} };
        if tokio::time::timeout(WITHDRAW_MAX, ended).await.is_err() {
            tracing::warn!("the name of the box could not be withdrawn in time");
        }
    }
}

fn register(wanted: &str, listen: IpAddr, port: u16) -> mdns_sd::Result<(ServiceDaemon, Receiver<DaemonEvent>)> {
    let daemon = ServiceDaemon::new()?;
    let events = daemon.monitor()?;
    // Link-local IPv6 addresses are of no use to a browser, and no other machine is on the loopback interface.
    daemon.disable_interface(vec![IfKind::IPv6, IfKind::LoopbackV4, IfKind::LoopbackV6])?;
    daemon.set_ip_check_interval(ADDRESSES_EVERY_SECS)?;
    let mut service = ServiceInfo::new(SERVICE, INSTANCE, &format!("{wanted}."), "", port, &[("path", "/")][..])?.enable_addr_auto();
    if !listen.is_unspecified() {
        service.set_interfaces(vec![IfKind::Addr(listen)]);
    }
    daemon.register(service)?;
    Ok((daemon, events))
}

async fn watch_events(events: Receiver<DaemonEvent>, names: Arc<AnnouncedNames>, on_name: OnName) {
    let deadline = tokio::time::sleep(ANNOUNCED_WITHIN);
    tokio::pin!(deadline);
    let mut is_waiting = true;
    loop {
        let event = tokio::select! {
            event = events.recv_async() => match event {
                Ok(event) => event,
                Err(_) => return,
            },
            () = &mut deadline, if is_waiting => {
                is_waiting = false;
                tracing::warn!(
                    "the name {} is not announced yet: there is no network, or another program has UDP port {MDNS_PORT} to itself. \
                     Phones find the box by its address.",
                    names.wanted
                );
                continue;
            }
        };
        match event {
            DaemonEvent::Announce(_, announcement) => {
                is_waiting = false;
                if let Some(name) = names.announced(&announcement) {
                    if name != names.wanted {
                        tracing::warn!("another device is called {}: this box is {name}", names.wanted);
                    }
                    on_name(&name);
                }
            }
            DaemonEvent::Error(error) => tracing::warn!("the name of the box: {error}"),
            _ => {}
        }
    }
}

/// Announced names by interface: another device may have the configured name on one network and not on the other, and may leave.
#[derive(Default)]
struct AnnouncedNames {
    wanted: String,
    by_interface: Mutex<BTreeMap<String, String>>,
}

impl AnnouncedNames {
    fn new(wanted: &str) -> Self {
        AnnouncedNames { wanted: wanted.to_owned(), by_interface: Mutex::default() }
    }

    /// Records an announcement (`bar-2.local.:wlan0`). Returns the name if it is new on all interfaces.
    fn announced(&self, announcement: &str) -> Option<String> {
        let (host, interface) = announcement.split_once(':')?;
        let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        let mut by_interface = self.by_interface.lock().unwrap_or_else(PoisonError::into_inner);
        let known = by_interface.values().any(|before| *before == name);
        by_interface.insert(interface.to_owned(), name.clone());
        (!known).then_some(name)
    }

    fn on(&self, interface: &str) -> Option<String> {
        self.by_interface.lock().unwrap_or_else(PoisonError::into_inner).get(interface).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_once_it_is_announced() {
        let names = AnnouncedNames::new("bar.local");
        assert_eq!(names.on("wlan0"), None);
        assert_eq!(names.announced("bar.local.:wlan0").as_deref(), Some("bar.local"), "news");
        assert_eq!(names.announced("bar.local.:wlan0"), None, "not twice");
        assert_eq!((names.on("wlan0").as_deref(), names.on("eth0")), (Some("bar.local"), None));
    }

    #[test]
    fn a_conflict_is_limited_to_one_network_and_may_end() {
        let names = AnnouncedNames::new("bar.local");
        assert_eq!(names.announced("Bar-2.local.:wlan0").as_deref(), Some("bar-2.local"));
        assert_eq!(names.announced("bar.local.:eth0").as_deref(), Some("bar.local"));
        assert_eq!((names.on("wlan0").as_deref(), names.on("eth0").as_deref()), (Some("bar-2.local"), Some("bar.local")));
        assert_eq!(names.announced("bar.local.:wlan0"), None, "the other device has left; the name is known");
        assert_eq!(names.on("wlan0").as_deref(), Some("bar.local"));
        assert_eq!(names.announced("something else"), None);
    }

    #[tokio::test]
    async fn without_an_announcement_there_is_no_name() {
        let none = Announcement::none();
        assert_eq!((none.requested_name(), none.name_on("wlan0")), (None, None));
        none.withdraw().await;
    }
}
