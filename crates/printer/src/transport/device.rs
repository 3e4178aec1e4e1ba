//! Non-blocking access to a character device such as `/dev/usb/lp0`. A printer without paper accepts no byte for hours, and a
//! thread that is blocked in a write cannot be cancelled.

use std::fs::File;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::unix::pipe::{Receiver, Sender};

/// An open device or named pipe. tokio's pipe types work for any file that can be polled.
pub struct Device {
    to: Sender,
    from: Option<Receiver>,
}

impl Device {
    /// Opens it by `open`, for both directions if it is `two_way` and permits reading; `open` receives whether to read as well. `None`
    /// for a device that cannot be polled (such as `/dev/null`) and can be used like a plain file.
    pub fn open(two_way: bool, open: impl Fn(bool) -> io::Result<File>) -> io::Result<Option<Self>> {
        let (file, answers) = match two_way.then(|| open(true)) {
            Some(Ok(file)) => (file, true),
            _ => (open(false)?, false),
        };
        // The USB printer driver permits a device to be opened only once, so reading uses a clone of the same file.
        let back = answers.then(|| file.try_clone()).transpose()?;
        let to = match Sender::from_file_unchecked(file) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(None),
            to => to?,
        };
        Ok(Some(Device { to, from: back.map(Receiver::from_file_unchecked).transpose()? }))
    }
}

impl AsyncRead for Device {
    /// A device that cannot be read never returns anything; the caller has a time limit.
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match &mut self.from {
            Some(from) => Pin::new(from).poll_read(cx, buf),
            None => Poll::Pending,
        }
    }
}

impl AsyncWrite for Device {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.to).poll_write(cx, bytes)
    }

    /// An empty write waits until the previous one has left: the USB printer driver discards what is still in transit when the
    /// device is closed.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.to).poll_write(cx, &[]).map_ok(|_| ())
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_flush(cx)
    }
}
