//! Address policy for printers on this box: only the plain file that the command line names, and none of its own ports.

use std::sync::Arc;

use crate::config::{Config, PrinterChoice};
use crate::http::server::host::HostList;
use crate::printer::{AddressPolicy, Target};

/// The policy of a box that listens on `ports` and answers to `hosts`.
pub fn printer_access(config: &Config, ports: Vec<u16>, hosts: &Arc<HostList>) -> AddressPolicy {
    let hosts = hosts.clone();
    let access = AddressPolicy::default().without_own(ports, Box::new(move |host| hosts.is_own(host)));
    match &config.printer {
        PrinterChoice::At(url) => match url.parse() {
            Ok(Target::File(path)) => {
                let named = [&config.backup_dir, &config.copy_to].into_iter().flatten();
                access.collecting(path, std::iter::once(&config.data).chain(named).cloned().collect())
            }
            _ => access,
        },
        PrinterChoice::AsSet | PrinterChoice::Off => access,
    }
}
