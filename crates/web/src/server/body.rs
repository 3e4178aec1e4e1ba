//! Request body with timeouts. Unread bytes are drained so that the client can read its answer.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::BoxError;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until, timeout};

use crate::server::limits::BodyTimeouts;

/// Most bytes that are drained after an answer that did not need them.
const DRAIN_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Longest time of draining.
const DRAIN_TIME_MAX: Duration = Duration::from_secs(10);

/// The client sent its body too slowly.
#[derive(Debug, thiserror::Error)]
#[error("the request's body did not arrive in time")]
pub struct TooSlow;

/// A body under [`BodyTimeouts`]. Bytes that a handler leaves unread are drained: closing a connection while the
/// client is still sending would reset it, and the client would never read the refusal.
pub struct TimedBody {
    inner: Option<Incoming>,
    timeouts: BodyTimeouts,
    deadline: Instant,
    pause_timer: Option<Pin<Box<Sleep>>>,
    drain: bool,
}

impl TimedBody {
    /// `drain` is false for a client that waits for `100 Continue`, because it has not begun to send.
    pub fn new(inner: Incoming, timeouts: BodyTimeouts, drain: bool) -> Self {
        TimedBody { inner: Some(inner), timeouts, deadline: Instant::now() + timeouts.whole, pause_timer: None, drain }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = &mut *self;
        let Some(inner) = &mut this.inner else { return Poll::Ready(None) };
        match Pin::new(inner).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                this.pause_timer = None;
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(end) => {
                this.inner = None;
                Poll::Ready(end.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => {
                let due = this.deadline.min(Instant::now() + this.timeouts.pause);
                ready!(this.pause_timer.get_or_insert_with(|| Box::pin(sleep_until(due))).as_mut().poll(cx));
                this.inner = None;
                Poll::Ready(Some(Err(TooSlow.into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(Incoming::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map_or_else(|| SizeHint::with_exact(0), Incoming::size_hint)
    }
}

impl Drop for TimedBody {
    fn drop(&mut self) {
        let unread = self.inner.take().filter(|inner| self.drain && !inner.is_end_stream());
        if let (Some(inner), Ok(runtime)) = (unread, tokio::runtime::Handle::try_current()) {
            runtime.spawn(timeout(DRAIN_TIME_MAX, drain(inner)));
        }
    }
}

async fn drain(mut body: Incoming) {
    let mut left = DRAIN_BYTES_MAX;
    while let Some(Ok(frame)) = body.frame().await {
        left = left.saturating_sub(frame.data_ref().map_or(0, Bytes::len));
        if left == 0 {
            break;
        }
    }
}
