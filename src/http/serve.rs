//! The accept loop: how connections come in, how they are served, and how they end.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::Request;
use hyper::body::Incoming;
use hyper::header::EXPECT;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::body::PatientBody;
use super::door::{Door, Seat};
use super::limits::{HEAD_BYTES_MAX, Limits};
use super::stall::StallGuard;

/// How long hanging up may take: a handler that blocks its thread must not hold up the end.
const HANG_UP_MAX: Duration = Duration::from_millis(250);
/// How long the kernel goes on sending to a phone that left the Wi-Fi without a word, in milliseconds.
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED_MAX_MS: u32 = 60_000;

/// Who is at the other end. In every request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The box's own address that the connection came in on. In every request's extensions.
#[derive(Debug, Clone, Copy)]
pub struct Local(pub SocketAddr);

/// The connection is HTTPS. In the extensions of every request that came so.
#[derive(Debug, Clone, Copy)]
pub struct ByHttps;

/// A second way in, for HTTPS.
pub struct SecureDoor {
    /// Where connections come in.
    pub listener: TcpListener,
    /// Makes them secure.
    pub acceptor: TlsAcceptor,
}

/// Where a connection stands in the life of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Requests are taken.
    Open,
    /// The request that runs may end, no other is taken.
    Finishing,
    /// Hang up.
    Over,
}

/// Serves `router` until `shutdown` comes true; then lets what runs end within [`Limits::farewell`] and returns.
/// Dropping the future hangs up on everyone at once. Both doors share the limits.
pub async fn serve(listener: TcpListener, secure: Option<SecureDoor>, router: Router, limits: Limits, shutdown: impl Future<Output = ()>) {
    let door = Door::new(limits);
    let (phase, watched) = watch::channel(Phase::Open);
    let mut shutdown = pin!(shutdown);
    loop {
        let ((stream, peer, seat), acceptor) = tokio::select! {
            biased;
            () = &mut shutdown => break,
            guest = door.next_guest(&listener) => (guest, None),
            (guest, acceptor) = next_secure(&door, secure.as_ref()) => (guest, Some(acceptor)),
        };
        let (router, watched) = (router.clone(), watched.clone());
        tokio::spawn(async move {
            welcome(stream, peer, acceptor, router, limits, watched).await;
            drop(seat);
        });
    }
    drop((listener, secure, watched));
    phase.send_replace(Phase::Finishing);
    if timeout(limits.farewell, phase.closed()).await.is_err() {
        tracing::warn!(left = phase.receiver_count(), "hanging up on connections that did not end");
        phase.send_replace(Phase::Over);
        let _ = timeout(HANG_UP_MAX, phase.closed()).await;
    }
}

/// Waits for somebody at the second door; for ever when there is none.
async fn next_secure(door: &Door, secure: Option<&SecureDoor>) -> ((TcpStream, SocketAddr, Seat), TlsAcceptor) {
    match secure {
        Some(secure) => (door.next_guest(&secure.listener).await, secure.acceptor.clone()),
        None => std::future::pending().await,
    }
}

/// A connection as it comes in: made ready, and secure where it is to be.
async fn welcome(
    stream: TcpStream,
    peer: SocketAddr,
    acceptor: Option<TlsAcceptor>,
    router: Router,
    limits: Limits,
    phase: watch::Receiver<Phase>,
) {
    prepare(&stream);
    let local = stream.local_addr().ok();
    let stream = StallGuard::new(stream, limits.write_pause);
    let Some(acceptor) = acceptor else {
        return talk(stream, Arrival { peer, local, secure: false }, router, limits, phase).await;
    };
    // As long as for a request's head: who says nothing does not keep a seat.
    match timeout(limits.head, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => talk(stream, Arrival { peer, local, secure: true }, router, limits, phase).await,
        Ok(Err(error)) => tracing::debug!(%peer, %error, "no secure connection came about"),
        Err(_) => tracing::debug!(%peer, "no secure connection came about in time"),
    }
}

/// How a connection came in.
#[derive(Clone, Copy)]
struct Arrival {
    peer: SocketAddr,
    local: Option<SocketAddr>,
    secure: bool,
}

/// One connection, from its first byte to its last.
async fn talk(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    Arrival { peer, local, secure }: Arrival,
    router: Router,
    limits: Limits,
    mut phase: watch::Receiver<Phase>,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let drain = !request.headers().contains_key(EXPECT);
        let mut request = request.map(|body| Body::new(PatientBody::new(body, limits.body, drain)));
        request.extensions_mut().insert(Peer(peer));
        if let Some(local) = local {
            request.extensions_mut().insert(Local(local));
        }
        if secure {
            request.extensions_mut().insert(ByHttps);
        }
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(2 * HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "connection ended early");
                }
                break;
            }
            changed = phase.changed() => match (changed, *phase.borrow_and_update()) {
                (Ok(()), Phase::Open) => {}
                (Ok(()), Phase::Finishing) => connection.as_mut().graceful_shutdown(),
                (Ok(()), Phase::Over) | (Err(_), _) => break,
            },
        }
    }
}

/// Small answers leave at once, and a phone that vanished is forgotten. Either is a comfort: a refusal does not matter.
fn prepare(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, UNACKNOWLEDGED_MAX_MS);
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;
