//! Allowed hosts: protection against DNS rebinding, before routing.
//!
//! A page of another site can point its own name at the box's address and read its answers as its own. The browser
//! still sends that name as `Host`, so a name that is not the box's is refused before anything looks at the path.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::HOST;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;

use crate::base::host::Host;
use crate::http::server::problem::problem;
use crate::http::server::serve::Local;

/// How old the list of interface addresses may be. Addresses change with DHCP while the box runs.
const ADDRESSES_FRESH_FOR: Duration = Duration::from_secs(3);

/// Tells the addresses of the machine's interfaces.
pub type ListAddressesFn = fn() -> Vec<IpAddr>;

/// Tells the host that the settings name now, if any.
pub type PublicHostFn = Box<dyn Fn() -> Option<Host> + Send + Sync>;

/// The names and addresses that the box answers to.
pub struct HostList {
    names: RwLock<BTreeSet<String>>,
    addresses: RwLock<BTreeSet<IpAddr>>,
    own: OwnAddresses,
    public_host: PublicHostFn,
}

impl HostList {
    /// `localhost`, `<name>.local`, the box's own addresses as `ask` tells them, and whatever `allowed` adds.
    /// Entries of `allowed` that are no host are left out: [`Host::parse`] tells beforehand.
    pub fn new(name: &str, allowed: &[String], ask: ListAddressesFn) -> Self {
        let list = HostList {
            names: RwLock::default(),
            addresses: RwLock::default(),
            own: OwnAddresses::new(ask),
            public_host: Box::new(|| None),
        };
        list.add("localhost");
        list.add(&format!("{name}.local"));
        for host in allowed {
            list.add(host);
        }
        list
    }

    /// Answers to the host that the settings name too. They may change at any time, so they are asked each time that
    /// nothing else fits.
    pub fn with_public_host(mut self, public_host: PublicHostFn) -> Self {
        self.public_host = public_host;
        self
    }

    /// Answers to one more host from now on, such as the name that mDNS settled on after a conflict.
    pub fn add(&self, host: &str) {
        match Host::parse(host) {
            Some(Host::Name(name)) => {
                self.names.write().unwrap_or_else(PoisonError::into_inner).insert(name);
            }
            Some(Host::Address(address)) => {
                self.addresses.write().unwrap_or_else(PoisonError::into_inner).insert(address);
            }
            None => {}
        }
    }

    /// Whether the box answers to `host` (a `Host` header's value) on a connection that came in at `local`.
    pub fn allows(&self, host: &str, local: Option<IpAddr>) -> bool {
        let Some(host) = Host::parse(host) else { return false };
        let arrived = matches!(&host, Host::Address(address) if local.map(|local| local.to_canonical()) == Some(*address));
        arrived || self.is_own(&host)
    }

    /// Whether `host` is this box, under any name or address that it answers to.
    pub fn is_own(&self, host: &Host) -> bool {
        let known = match host {
            Host::Name(name) => self.names.read().unwrap_or_else(PoisonError::into_inner).contains(name),
            Host::Address(address) => {
                address.is_loopback()
                    || self.addresses.read().unwrap_or_else(PoisonError::into_inner).contains(address)
                    || self.own.contains(*address)
            }
        };
        known || (self.public_host)().as_ref() == Some(host)
    }
}

/// Middleware: refuses what is not for this box. Behind it, a request's target is a path and its `Host` is believed.
pub async fn check(State(hosts): State<Arc<HostList>>, mut request: Request, next: Next) -> Response {
    let Some(named) = single_host(request.headers()) else {
        return problem(StatusCode::BAD_REQUEST, "invalid", "The request must name its host, once");
    };
    let local = request.extensions().get::<Local>().map(|local| local.0.ip());
    let allowed = |host: &str| hosts.allows(host, local);
    // In `GET http://host/path` the target outranks the header (RFC 9112, 3.2.2), so both must be ours.
    let target = request.uri().authority().map(|authority| authority.as_str().rsplit('@').next().unwrap_or_default().to_owned());
    if !named.to_str().is_ok_and(allowed) || !target.as_deref().is_none_or(allowed) {
        return problem(StatusCode::MISDIRECTED_REQUEST, "misdirected", "This address does not belong to this box");
    }
    if let Some(target) = target {
        if let Ok(host) = HeaderValue::from_str(&target) {
            request.headers_mut().insert(HOST, host);
        }
        let path = request.uri().path_and_query().cloned().unwrap_or_else(|| PathAndQuery::from_static("/"));
        *request.uri_mut() = Uri::from(path);
    }
    next.run(request).await
}

/// The one `Host` header. `None` when it is missing, empty or there twice.
fn single_host(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut values = headers.get_all(HOST).iter();
    let only = values.next().filter(|value| !value.is_empty())?;
    values.next().is_none().then_some(only)
}

/// The addresses of the machine's interfaces, asked again when the last answer is old.
#[derive(Debug)]
struct OwnAddresses {
    ask: ListAddressesFn,
    last: Mutex<Option<(Instant, Vec<IpAddr>)>>,
}

impl OwnAddresses {
    fn new(ask: ListAddressesFn) -> Self {
        OwnAddresses { ask, last: Mutex::new(None) }
    }

    fn contains(&self, address: IpAddr) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(asked, _)| asked.elapsed() >= ADDRESSES_FRESH_FOR) {
            *last = Some((Instant::now(), (self.ask)()));
        }
        last.as_ref().is_some_and(|(_, own)| own.iter().any(|ip| ip.to_canonical() == address))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> HostList {
        let allowed = ["shop.example".to_owned(), "203.0.113.5:80".to_owned(), "not a host".to_owned()];
        HostList::new("bar", &allowed, || vec!["192.168.1.7".parse().expect("legal"), "fd00::7".parse().expect("legal")])
    }

    #[test]
    fn answers_to_its_own_names() {
        for host in [
            "localhost",
            "localhost:8080",
            "LOCALHOST.:1",
            "localhost:",
            "127.0.0.1",
            "127.9.9.9:80",
            "127.0.0.1.",
            "[::1]",
            "[::1]:8080",
            "[0:0:0:0:0:0:0:1]",
            "192.168.1.7",
            "192.168.1.7:8080",
            "[::ffff:192.168.1.7]:80",
            "[fd00::7]",
            "[FD00::7]:65535",
            "bar.local",
            "Bar.Local.:80",
            "shop.example:443",
            "203.0.113.5",
            "10.1.1.1:8080",
        ] {
            assert!(list().allows(host, Some("10.1.1.1".parse().expect("legal"))), "{host}");
        }
    }

    #[test]
    fn answers_to_nothing_else() {
        for host in [
            "",
            " ",
            ".",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "evil.localhost",
            "bar",
            "bar.local.evil.example",
            "xbar.local",
            "bar.local..",
            "..bar.local",
            "bar.local:80:80",
            "bar.local:port",
            "bar.local:123456",
            "bar.local@evil.example",
            "evil.example@bar.local",
            "bar.local/",
            "bar.local, evil.example",
            "192.168.1.8",
            "192.168.1.7.nip.io",
            "192.168.1",
            "192.168.001.7",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0.0.0.0",
            "[::]",
            "[fd00::8]",
            "[::1",
            "::1",
            "[::1]80",
            "[::1]:x",
            "[127.0.0.1]",
            "[fe80::1%eth0]",
            "b\u{e4}r.local",
            "10.1.1.2",
            "not a host",
        ] {
            assert!(!list().allows(host, Some("10.1.1.1".parse().expect("legal"))), "{host}");
        }
    }

    #[test]
    fn learns_the_name_that_it_was_given() {
        let list = list();
        assert!(!list.allows("bar-2.local", None));
        list.add("bar-2.local.");
        assert!(list.allows("bar-2.local:80", None) && list.allows("bar.local", None));
    }

    #[test]
    fn a_connections_own_address_may_be_written_as_ipv6() {
        assert!(list().allows("10.1.1.1", Some("::ffff:10.1.1.1".parse().expect("legal"))));
    }
}
