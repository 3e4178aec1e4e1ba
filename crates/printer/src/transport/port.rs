//! Byte streams to printers.

use std::io;

use serial2_tokio::SerialPort;
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

use super::device::Device;

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
