//! Which printer addresses are allowed. Checked when an address is set and again each time a printer is opened: addresses travel in
//! backups and to second boxes, and by then a name or a device may lead elsewhere.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use super::device_node::{DeviceNode, DeviceNodeError};
use super::target::Target;
use base::host::Host;

/// The refusal of an address that leads back to the box.
pub const OWN_PORT: &str = "it is this box itself, not a printer";

/// Returns whether a host is this machine.
pub type IsOwn = Box<dyn Fn(&Host) -> bool + Send + Sync>;

/// Which addresses are allowed besides printer devices and the network. [`AddressPolicy::default`] allows nothing else.
pub struct AddressPolicy {
    allowed_file: Option<PathBuf>,
    protected_folders: Vec<PathBuf>,
    ports: Vec<u16>,
    is_own: IsOwn,
}

impl Default for AddressPolicy {
    fn default() -> Self {
        AddressPolicy { allowed_file: None, protected_folders: Vec::new(), ports: Vec::new(), is_own: Box::new(|_| false) }
    }
}

impl AddressPolicy {
    /// Allows printing to the plain file `path`, unless it is in one of `protected_folders`, whose files it could overwrite. Only for
    /// a path from the command line, never for one that came over the network or from the store.
    pub fn allow_file(mut self, path: PathBuf, protected_folders: Vec<PathBuf>) -> Self {
        (self.allowed_file, self.protected_folders) = (Some(path), protected_folders);
        self
    }

    /// Refuses the addresses that this box itself listens on: `ports`, on every host for which `is_own` is true.
    pub fn deny_own_ports(mut self, ports: Vec<u16>, is_own: IsOwn) -> Self {
        (self.ports, self.is_own) = (ports, is_own);
        self
    }

    /// Checks an address without opening it. A device that does not exist is accepted: it may be switched off.
    ///
    /// # Errors
    /// The reason why it leads to no printer, as the end of a sentence.
    pub fn check(&self, target: &Target) -> Result<(), String> {
        match target {
            Target::None => Ok(()),
            Target::File(path) if self.allows_file(path) => Ok(()),
            Target::File(path) => node(path).map(|_| ()),
            Target::Serial { path, .. } => match node(path)? {
                Some(node) if !node.is_device() => Err("it is a pipe, not a serial line".to_owned()),
                _ => Ok(()),
            },
            Target::Tcp { host, port } => {
                let host = host.parse::<IpAddr>().map(|address| Host::Address(address.to_canonical())).ok().or_else(|| Host::parse(host));
                if host.is_some_and(|host| self.is_this_box(&host, *port)) { Err(OWN_PORT.to_owned()) } else { Ok(()) }
            }
        }
    }

    /// Whether `path` is the plain file named on the command line.
    pub fn allows_file(&self, path: &Path) -> bool {
        self.allowed_file.as_deref() == Some(path) && !DeviceNode::is_below_dev(path)
    }

    /// Folders to whose files nothing is printed.
    pub fn protected_folders(&self) -> &[PathBuf] {
        &self.protected_folders
    }

    /// Whether the box itself listens on this address.
    pub fn is_own(&self, address: SocketAddr) -> bool {
        self.is_this_box(&Host::Address(address.ip().to_canonical()), address.port())
    }

    fn is_this_box(&self, host: &Host, port: u16) -> bool {
        self.ports.contains(&port) && (host.is_loopback() || (self.is_own)(host))
    }
}

/// The device at `path`; `None` if there is none now or it cannot be examined.
fn node(path: &Path) -> Result<Option<DeviceNode>, String> {
    match DeviceNode::find(path) {
        Ok(node) => Ok(Some(node)),
        Err(DeviceNodeError::Io(_)) => Ok(None),
        Err(DeviceNodeError::NoPrinter(reason)) => Err(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_of_the_box_itself_is_refused() {
        let own: IsOwn =
            Box::new(|host| ["192.168.8.1", "bar.local", "[fd00::7]"].iter().any(|own| Host::parse(own).as_ref() == Some(host)));
        let access = AddressPolicy::default().deny_own_ports(vec![8080, 8443], own);
        let check = |url: &str| access.check(&url.parse().expect("legal"));
        for url in [
            "tcp://127.0.0.1:8080",
            "tcp://127.9.9.9:8443",
            "tcp://[::1]:8080",
            "tcp://[::ffff:127.0.0.1]:8080",
            "tcp://[::ffff:192.168.8.1]:8080",
            "tcp://0.0.0.0:8080",
            "tcp://LOCALHOST:8080",
            "tcp://localhost.:8080",
            "tcp://till.localhost:8080",
            "tcp://bar.local:8443",
            "tcp://Bar.Local.:8443",
            "tcp://192.168.8.1:8080",
            "tcp://[fd00::7]:8080",
        ] {
            assert_eq!(check(url), Err(OWN_PORT.to_owned()), "{url}");
        }
        for url in ["tcp://127.0.0.1:9100", "tcp://localhost", "tcp://192.168.8.50:8080", "tcp://printer.local:8080", "none"] {
            assert_eq!(check(url), Ok(()), "{url}");
        }
    }
}
