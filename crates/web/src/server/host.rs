//! Allowed `Host` names: protection against DNS rebinding, before routing.
//!
//! Another site can point its own name at the box's address, and its pages could then read the box's answers as their own.
//! The browser still sends that name as `Host`, so a request for a name that is not the box's is refused.

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

use crate::server::problem::problem;
use crate::server::serve::Local;
use base::host::Host;

/// Maximum age of the list of interface addresses. Addresses change with DHCP while the box runs.
const ADDRESSES_FRESH_FOR: Duration = Duration::from_secs(3);

/// Returns the addresses of the machine's interfaces.
pub type ListAddressesFn = fn() -> Vec<IpAddr>;

/// Returns the host of the public URL in the settings, if there is one.
pub type PublicHostFn = Box<dyn Fn() -> Option<Host> + Send + Sync>;

/// The names and addresses that a request may have as its host.
pub struct HostList {
    names: RwLock<BTreeSet<String>>,
    addresses: RwLock<BTreeSet<IpAddr>>,
    own: OwnAddresses,
    public_host: PublicHostFn,
}

impl HostList {
    /// `localhost`, `<name>.local`, the addresses that `list_addresses` returns, and those in `allowed`. Invalid entries of
    /// `allowed` are skipped: callers validate them with [`Host::parse`].
    pub fn new(name: &str, allowed: &[String], list_addresses: ListAddressesFn) -> Self {
        let list = HostList {
            names: RwLock::default(),
            addresses: RwLock::default(),
            own: OwnAddresses::new(list_addresses),
            public_host: Box::new(|| None),
        };
        list.add("localhost");
        list.add(&format!("{name}.local"));
        for host in allowed {
            list.add(host);
        }
        list
    }

    /// Also allows the host of the public URL in the settings. Settings may change at any time, so `public_host` is called
    /// whenever no other name matches.
    pub fn with_public_host(mut self, public_host: PublicHostFn) -> Self {
        self.public_host = public_host;
        self
    }

    /// Allows one more host from now on, such as the name that mDNS chose after a conflict.
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

    /// Whether `host` (the value of a `Host` header) is allowed on a connection to the box's address `local`.
    pub fn allows(&self, host: &str, local: Option<IpAddr>) -> bool {
        let Some(host) = Host::parse(host) else { return false };
        let is_local = matches!(&host, Host::Address(address) if local.map(|local| local.to_canonical()) == Some(*address));
        is_local || self.is_own(&host)
    }

    /// Whether `host` is an allowed name or address.
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

/// Middleware that refuses requests for other hosts. After it, the request target is a path, and the `Host` header is trusted.
pub async fn check(State(hosts): State<Arc<HostList>>, mut request: Request, next: Next) -> Response {
    let Some(named) = single_host(request.headers()) else {
        return problem(StatusCode::BAD_REQUEST, "invalid", "The request must name its host, once");
    };
    let local = request.extensions().get::<Local>().map(|local| local.0.ip());
    let allowed = |host: &str| hosts.allows(host, local);
    // In `GET http://host/path` the target takes precedence over the header (RFC 9112, 3.2.2), so both must be ours.
    let target = request.uri().authority().map(|authority| authority.as_str().rsplit('@').next().unwrap_or_default().to_owned());
    if !named.to_str().is_ok_and(allowed) || !target.as_deref().is_none_or(allowed) {
        return problem(StatusCode::MISDIRECTED_REQUEST, "misdirected", "This address does not belong here");
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

/// The only `Host` header. `None` when it is missing, empty or repeated.
fn single_host(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut values = headers.get_all(HOST).iter();
    let only = values.next().filter(|value| !value.is_empty())?;
    values.next().is_none().then_some(only)
}

/// The addresses of the machine's interfaces, cached for [`ADDRESSES_FRESH_FOR`].
#[derive(Debug)]
struct OwnAddresses {
    list_addresses: ListAddressesFn,
    last: Mutex<Option<(Instant, Vec<IpAddr>)>>,
}

impl OwnAddresses {
    fn new(list_addresses: ListAddressesFn) -> Self {
        OwnAddresses { list_addresses, last: Mutex::new(None) }
    }

    fn contains(&self, address: IpAddr) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|(asked, _)| asked.elapsed() >= ADDRESSES_FRESH_FOR) {
            *last = Some((Instant::now(), (self.list_addresses)()));
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
    fn allows_its_own_names() {
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
    fn allows_no_other_names() {
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
    fn allows_a_name_that_is_added_later() {
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
