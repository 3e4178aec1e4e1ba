//! Opening the way to a printer: network, device, serial line or plain file.

use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use serial2_tokio::SerialPort;
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::device::Device;
use super::driver::Limits;
use super::target::Target;

/// A way to a printer, in both directions as far as it has two.
pub trait Port: AsyncRead + AsyncWrite + Send + Unpin {
    /// Whether the end of what it says means that the printer hung up; elsewhere it only has nothing to say.
    fn hangs_up(&self) -> bool {
        false
    }
    /// An error that arrived after the last byte was taken.
    fn late_error(&self) -> Option<io::Error> {
        None
    }
    /// Forgets what was taken but did not leave yet, so that nothing is printed long after we gave up.
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
        // Where this fails the connection is gone, and with it what was not sent.
        let _ = self.set_zero_linger();
    }
}

impl Port for SerialPort {
    fn drop_unsent(&self) {
        // A line that cannot be told to forget is unplugged.
        let _ = self.discard_output_buffer();
    }
}

impl Port for Device {}

/// What a target turned out to be.
pub enum Opened {
    /// Something that prints.
    Port(Box<dyn Port>),
    /// A plain file that collects the bytes.
    File(File),
}

/// Opens a target. The error says in words why it cannot be reached; nothing was sent then.
pub async fn open(target: &Target, limits: &Limits) -> Result<Opened, String> {
    match target {
        Target::None => Err("No printer is set up".to_owned()),
        Target::Tcp { host, port } => match timeout(limits.open, TcpStream::connect((host.as_str(), *port))).await {
            Ok(Ok(stream)) => Ok(Opened::Port(Box::new(stream))),
            Ok(Err(error)) => Err(format!("Cannot be reached at {host}:{port}: {}", words(&error))),
            Err(_) => Err(format!("Cannot be reached at {host}:{port}: it does not answer")),
        },
        Target::Serial { path, baud } => match SerialPort::open(path, *baud) {
            Ok(port) => Ok(Opened::Port(Box::new(port))),
            Err(error) => Err(format!("Cannot be reached at {}: {}", path.display(), words(&error))),
        },
        Target::File(path) => open_path(path).await.map_err(|error| format!("Cannot be reached at {}: {}", path.display(), words(&error))),
    }
}

async fn open_path(path: &Path) -> io::Result<Opened> {
    let kind = match tokio::fs::metadata(path).await {
        Ok(metadata) => Some(metadata.file_type()),
        // A printer that is switched off has no device; a file made in its place would swallow receipts for ever.
        Err(error) if error.kind() != io::ErrorKind::NotFound || path.starts_with("/dev") => return Err(error),
        Err(_) => None,
    };
    let device = kind.is_some_and(|kind| kind.is_char_device() || kind.is_fifo());
    if device && let Some(device) = Device::open(path, kind.is_some_and(|kind| kind.is_char_device()))? {
        return Ok(Opened::Port(Box::new(device)));
    }
    tokio::fs::OpenOptions::new().append(true).create(!device).open(path).await.map(Opened::File)
}

/// The reason in words for people.
pub fn words(error: &io::Error) -> String {
    use io::ErrorKind::*;
    let words = match error.kind() {
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
    words.to_owned()
}
