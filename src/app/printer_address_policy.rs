//! Builds the `AddressPolicy` for printers: refuses this server's own ports, and files as print targets except the one given on the
//! command line.

use std::sync::Arc;

use crate::config::{Config, PrinterChoice};
use crate::printer::{AddressPolicy, Target};
use web::server::host::HostList;

/// The policy for a server that listens on `own_ports` and answers to `own_hosts`. Nothing is printed to a file in the data folder or
/// in a backup folder, because that could overwrite the bar's file or a backup.
pub fn printer_address_policy(config: &Config, own_ports: Vec<u16>, own_hosts: &Arc<HostList>) -> AddressPolicy {
    let own_hosts = own_hosts.clone();
    let policy = AddressPolicy::default().deny_own_ports(own_ports, Box::new(move |host| own_hosts.is_own(host)));
    match &config.printer {
        PrinterChoice::Url(url) => match url.parse() {
            Ok(Target::File(path)) => {
                let backup_folders = [&config.backup_dir, &config.copy_to].into_iter().flatten();
                policy.allow_file(path, std::iter::once(&config.data).chain(backup_folders).cloned().collect())
            }
            _ => policy,
        },
        PrinterChoice::FromSettings | PrinterChoice::Off => policy,
    }
}
