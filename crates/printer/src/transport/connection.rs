//! One open connection to a printer: status queries, writing a job in pieces, flushing and closing.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::time::{Instant, timeout, timeout_at};

use super::port::{Port, describe};
use super::timeouts::Timeouts;
use crate::escpos::status::{Reply, StatusAnswers, StatusParser, paper_ended};
use crate::escpos::{PRINTED_REQUEST, StatusQuery, status_request};

/// Bytes read at a time: printers send one to four.
const READ_BYTES: usize = 64;
/// Error after the stall limit.
const STALLED: &str = "The printer stopped taking data";

/// An open connection. Every error is a sentence for people.
pub struct Connection {
    port: Box<dyn Port>,
    parser: StatusParser,
    /// It cannot be read, or reading failed: status queries are useless.
    write_only: bool,
    timeouts: Timeouts,
}

impl Connection {
    /// Wraps an open port.
    pub fn new(port: Box<dyn Port>, timeouts: Timeouts) -> Self {
        Connection { port, parser: StatusParser::default(), write_only: false, timeouts }
    }

    /// Sends the four status queries. A printer that answers neither the first nor the one about paper answers none, so it costs
    /// two waits instead of four.
    pub async fn query_status(&mut self) -> Result<StatusAnswers, String> {
        let mut state = StatusAnswers::default();
        for query in [StatusQuery::Printer, StatusQuery::Paper, StatusQuery::Offline, StatusQuery::Fault] {
            state.note(query, self.query(query).await?);
            if query == StatusQuery::Paper && !state.answered() {
                break;
            }
        }
        Ok(state)
    }

    async fn query(&mut self, query: StatusQuery) -> Result<Option<u8>, String> {
        self.write(&status_request(query)).await?;
        let answer = |reply| if let Reply::RealTime(byte) = reply { Some(byte) } else { None };
        self.listen(self.timeouts.status, answer).await.map_err(|error| hung_up(&error))
    }

    /// Waits for the confirmation that everything is printed. `false` if the printer does not answer.
    pub async fn confirm_printed(&mut self) -> Result<bool, String> {
        self.write(&PRINTED_REQUEST).await?;
        let answer = |reply| if let Reply::Printed(byte) = reply { Some(byte) } else { None };
        match self.listen(self.timeouts.printed, answer).await.map_err(|error| hung_up(&error))? {
            Some(answer) if paper_ended(answer) => Err("The paper ended while printing".to_owned()),
            Some(_) => Ok(true),
            // Silence may mean that it cannot continue; the real-time query shows that.
            None => match self.query_status().await?.not_ready() {
                Some(reason) => Err(format!("{reason}, in the middle of printing")),
                None => Ok(false),
            },
        }
    }

    /// Writes one piece. Fails if the printer accepts no byte for the stall limit or closes the connection.
    pub async fn write(&mut self, mut piece: &[u8]) -> Result<(), String> {
        while !piece.is_empty() {
            let written = timeout(self.timeouts.stall, poll_fn(|cx| self.poll_write(cx, piece))).await;
            let written = written.map_err(|_| STALLED.to_owned())?.map_err(|error| hung_up(&error))?;
            piece = &piece[written..];
        }
        Ok(())
    }

    /// Flushes, shuts down the write direction, and discards what the printer sends until it closes the connection. Closing with
    /// unread bytes would reset the connection and lose the tail of the job.
    pub async fn finish(&mut self) -> Result<(), String> {
        if !self.port.hangs_up() {
            let out = timeout(self.timeouts.stall, self.port.flush()).await;
            return out.map_err(|_| STALLED.to_owned())?.map_err(|error| hung_up(&error));
        }
        self.port.shutdown().await.map_err(|error| hung_up(&error))?;
        let mut bytes = [0; READ_BYTES];
        let drain = async {
            while self.port.read(&mut bytes).await? > 0 {}
            io::Result::Ok(())
        };
        if let Ok(Err(error)) = timeout(self.timeouts.hang_up, drain).await {
            return Err(hung_up(&error));
        }
        self.port.late_error().map_or(Ok(()), |error| Err(hung_up(&error)))
    }

    /// Closes. Closing a serial line waits until it is empty, so it runs on a blocking thread.
    pub async fn close(self) {
        if !self.port.hangs_up() {
            // The port is closed even if its destructor panics.
            let _ = tokio::task::spawn_blocking(move || drop(self.port)).await;
        }
    }

    /// Discards bytes that were accepted but not sent yet.
    pub fn drop_unsent(&self) {
        self.port.drop_unsent();
    }

    /// Waits for one reply. `None` after `wait` without it.
    async fn listen(&mut self, wait: std::time::Duration, wanted: impl Fn(Reply) -> Option<u8>) -> io::Result<Option<u8>> {
        let until = Instant::now() + wait;
        let mut bytes = [0; READ_BYTES];
        while !self.write_only {
            let read = match timeout_at(until, self.port.read(&mut bytes)).await {
                Err(_) => return Ok(None),
                Ok(read) => self.end_of_input(read)?,
            };
            let newest = bytes[..read].iter().fold(None, |newest, byte| self.parser.push(*byte).and_then(&wanted).or(newest));
            if newest.is_some() {
                return Ok(newest);
            }
        }
        Ok(None)
    }

    /// End of input closes a network connection; on other ports it only means that nothing can be read from now on.
    fn end_of_input(&mut self, read: io::Result<usize>) -> io::Result<usize> {
        match read {
            Ok(0) if self.port.hangs_up() => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(error) if self.port.hangs_up() => Err(error),
            Ok(0) | Err(_) => {
                self.write_only = true;
                Ok(0)
            }
            Ok(read) => Ok(read),
        }
    }

    /// Writes while reading, so that a printer that closes the connection early is noticed before the last byte.
    fn poll_write(&mut self, cx: &mut Context<'_>, piece: &[u8]) -> Poll<io::Result<usize>> {
        let mut bytes = [0; READ_BYTES];
        while self.port.hangs_up() {
            let mut buffer = ReadBuf::new(&mut bytes);
            match Pin::new(&mut self.port).poll_read(cx, &mut buffer) {
                Poll::Pending => break,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Ready(Ok(())) if buffer.filled().is_empty() => return Poll::Ready(Err(io::ErrorKind::UnexpectedEof.into())),
                // Unsolicited reports and late replies go through the parser to keep it in sync, and are discarded.
                Poll::Ready(Ok(())) => buffer.filled().iter().for_each(|byte| {
                    self.parser.push(*byte);
                }),
            }
        }
        match Pin::new(&mut self.port).poll_write(cx, piece) {
            Poll::Ready(Ok(0)) => Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
            polled => polled,
        }
    }
}

fn hung_up(error: &io::Error) -> String {
    format!("The printer was lost: {}", describe(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network printer that accepts everything, sends `replies`, then nothing more.
    #[derive(Default)]
    struct Mock {
        replies: Vec<u8>,
        hung_up: bool,
        late: Option<io::ErrorKind>,
    }

    impl Port for Mock {
        fn hangs_up(&self) -> bool {
            true
        }
        fn late_error(&self) -> Option<io::Error> {
            self.late.map(io::Error::from)
        }
    }

    impl AsyncRead for Mock {
        fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            if self.replies.is_empty() && !self.hung_up {
                return Poll::Pending;
            }
            buf.put_slice(&std::mem::take(&mut self.replies));
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Mock {
        fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
            Poll::Ready(Ok(bytes.len()))
        }
        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    fn connection(mock: Mock) -> Connection {
        Connection::new(Box::new(mock), Timeouts::default())
    }

    #[tokio::test]
    async fn a_closed_connection_is_not_written_to() {
        let lost = Err("The printer was lost: it closed the connection".to_owned());
        assert_eq!(connection(Mock { hung_up: true, ..Mock::default() }).write(b"x").await, lost);
        assert_eq!(connection(Mock::default()).write(b"x").await, Ok(()));
    }

    #[tokio::test]
    async fn a_reply_from_before_the_query_is_ignored() {
        let mut connection = Connection {
            timeouts: Timeouts { status: std::time::Duration::ZERO, ..Timeouts::default() },
            ..connection(Mock { replies: vec![0x12], ..Mock::default() })
        };
        assert_eq!(connection.query(StatusQuery::Paper).await, Ok(None));
    }

    #[tokio::test]
    async fn an_error_after_the_last_byte_is_returned() {
        let late = Mock { hung_up: true, late: Some(io::ErrorKind::BrokenPipe), ..Mock::default() };
        assert_eq!(connection(late).finish().await, Err("The printer was lost: it closed the connection".to_owned()));
        assert_eq!(connection(Mock { hung_up: true, ..Mock::default() }).finish().await, Ok(()));
    }
}
