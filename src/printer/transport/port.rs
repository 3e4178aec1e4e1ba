//! Opens the transport to a printer: TCP connection, device, serial line or plain file.

use std::io;
use std::path::Path;

use serial2_tokio::SerialPort;
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::address_policy::{AddressPolicy, OWN_PORT};
use super::collect;
use super::device::Device;
use super::device_node::{DeviceNode, DeviceNodeError};
use super::driver::Timeouts;
use super::target::Target;

/// Byte stream to a printer, in both directions if the transport has two.
pub trait Port: AsyncRead + AsyncWrite + Send + Unpin {
    /// Whether end of input means that the printer closed the connection. On a device or serial line it only means that nothing
    /// was sent.
    fn hangs_up(&self) -> bool {
        false
    }
    /// An error that arrived after the last byte was accepted.
    fn late_error(&self) -> Option<io::Error> {
        None
    }
    /// Discards bytes that were accepted but not sent yet, so that nothing is printed long after the job was given up.
    fn drop_unsent(&self) {}
}

impl Port for TcpStream {
    fn hangs_up(&self) -> bool {
        true
    }
    fn late_error(&self) -> Option<io::Error> {
        self.take_error().ok().flatten()
    }
    fn drop_unsent(&self) {
        // If this fails, the connection is closed already, and the unsent bytes with it.
        let _ = self.set_zero_linger();
    }
}

impl Port for SerialPort {
    fn drop_unsent(&self) {
        // If this fails, the line is unplugged.
        let _ = self.discard_output_buffer();
    }
}

impl Port for Device {}

/// An opened target.
pub enum OpenPrinter {
    /// A printer.
    Port(Box<dyn Port>),
    /// A plain file that collects the bytes, or a device that is used like a plain file.
    File(File),
}

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
        Target::File(path) if access.collects_in(path) => collect::open(path, access.off_limits()),
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

/// The reason as the end of a sentence for people.
pub fn describe(error: &io::Error) -> String {
    use io::ErrorKind::*;
    let reason = match error.kind() {
        NotFound => "it is not there",
        PermissionDenied => "Barback may not use it",
        ConnectionRefused => "it refuses the connection",
        ConnectionReset | ConnectionAborted | BrokenPipe | UnexpectedEof => "it closed the connection",
        HostUnreachable | NetworkUnreachable | NetworkDown => "it is not on this network",
        TimedOut => "it does not answer",
        ResourceBusy => "another program uses it",
        StorageFull => "the disk is full",
        _ => return error.to_string(),
    };
    reason.to_owned()
}
