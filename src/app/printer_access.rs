//! Address policy for printers on this box: no plain file but the one that the command line names, and none of the box's own ports.

use std::sync::Arc;

use crate::config::{Config, PrinterChoice};
use crate::http::server::host::HostList;
use crate::printer::{AddressPolicy, Target};

/// The policy for a box that listens on `ports` and answers to `hosts`.
pub fn printer_access(config: &Config, ports: Vec<u16>, hosts: &Arc<HostList>) -> AddressPolicy {
    let hosts = hosts.clone();
    let access = AddressPolicy::default().without_own(ports, Box::new(move |host| hosts.is_own(host)));
    match &config.printer {
        PrinterChoice::Url(url) => match url.parse() {
            Ok(Target::File(path)) => {
                let configured = [&config.backup_dir, &config.copy_to].into_iter().flatten();
                access.collecting(path, std::iter::once(&config.data).chain(configured).cloned().collect())
            }
            _ => access,
        },
        PrinterChoice::FromSettings | PrinterChoice::Off => access,
    }
}
