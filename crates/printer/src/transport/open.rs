//! Opens the transport to a printer: TCP connection, device, serial line or plain file.

use std::io;
use std::path::Path;

use serial2_tokio::SerialPort;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::address_policy::{AddressPolicy, OWN_PORT};
use super::collect;
use super::device::Device;
use super::device_node::{DeviceNode, DeviceNodeError};
use super::port::{OpenPrinter, Port, describe};
use super::target::Target;
use super::timeouts::Timeouts;

/// Opens a target that `access` allows.
///
/// # Errors
/// A sentence for people on why it cannot be reached; nothing was sent in that case.
pub async fn open(target: &Target, timeouts: &Timeouts, access: &AddressPolicy) -> Result<OpenPrinter, String> {
    match target {
        Target::None => Err("No printer is set up".to_owned()),
        Target::Tcp { host, port } => match timeout(timeouts.open, connect(host, *port, access)).await {
            Ok(Ok(stream)) => Ok(OpenPrinter::Port(Box::new(stream))),
            Ok(Err(why)) => Err(format!("Cannot be reached at {host}:{port}: {why}")),
            Err(_) => Err(format!("Cannot be reached at {host}:{port}: it does not answer")),
        },
        Target::Serial { path, baud } => serial(path, *baud).map_err(|why| format!("Cannot be reached at {}: {why}", path.display())),
        Target::File(path) if access.allows_file(path) => collect::open(path, access.protected_folders()),
        Target::File(path) => device(path).map_err(|why| format!("Cannot be reached at {}: {why}", path.display())),
    }
}

/// Connects to the first address of `host` that answers. A name is resolved once, and its addresses are checked before and after
/// connecting, because a name may lead to the box itself.
async fn connect(host: &str, port: u16, access: &AddressPolicy) -> Result<TcpStream, String> {
    let addresses: Vec<_> = tokio::net::lookup_host((host, port)).await.map_err(|error| describe(&error))?.collect();
    if addresses.iter().any(|address| access.is_own(*address)) {
        return Err(OWN_PORT.to_owned());
    }
    let mut why = describe(&io::ErrorKind::NotFound.into());
    for address in addresses {
        match TcpStream::connect(address).await {
            Ok(stream) if stream.peer_addr().is_ok_and(|peer| access.is_own(peer)) => return Err(OWN_PORT.to_owned()),
            Ok(stream) => return Ok(stream),
            Err(error) => why = describe(&error),
        }
    }
    Err(why)
}

fn device(path: &Path) -> Result<OpenPrinter, String> {
    let node = find(path)?;
    let device = Device::open(node.is_device(), |read| node.open(read)).map_err(|error| describe(&error))?;
    match device {
        Some(device) => Ok(OpenPrinter::Port(Box::new(device))),
        None => node.open(false).map(|file| OpenPrinter::File(file.into())).map_err(|error| describe(&error)),
    }
}

fn serial(path: &Path, baud: u32) -> Result<OpenPrinter, String> {
    let node = find(path)?;
    if !node.is_device() {
        return Err("it is a pipe, not a serial line".to_owned());
    }
    // The crate opens by path only; this path leads to the device that was just examined.
    SerialPort::open(node.lasting_path(), baud)
        .map(|port| OpenPrinter::Port(Box::new(port) as Box<dyn Port>))
        .map_err(|error| describe(&error))
}

fn find(path: &Path) -> Result<DeviceNode, String> {
    DeviceNode::find(path).map_err(|error| match error {
        DeviceNodeError::Io(error) => describe(&error),
        DeviceNodeError::NoPrinter(reason) => reason,
    })
}
