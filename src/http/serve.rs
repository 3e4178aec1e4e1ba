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
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;
use tower::ServiceExt;

use super::body::PatientBody;
use super::door::Door;
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
/// Dropping the future hangs up on everyone at once.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, shutdown: impl Future<Output = ()>) {
    let door = Door::new(limits);
    let (phase, watched) = watch::channel(Phase::Open);
    let mut shutdown = pin!(shutdown);
    loop {
        let (stream, peer, seat) = tokio::select! {
            biased;
            () = &mut shutdown => break,
            guest = door.next_guest(&listener) => guest,
        };
        let talk = talk(stream, peer, router.clone(), limits, watched.clone());
        tokio::spawn(async move {
            talk.await;
            drop(seat);
        });
    }
    drop((listener, watched));
    phase.send_replace(Phase::Finishing);
    if timeout(limits.farewell, phase.closed()).await.is_err() {
        tracing::warn!(left = phase.receiver_count(), "hanging up on connections that did not end");
        phase.send_replace(Phase::Over);
        let _ = timeout(HANG_UP_MAX, phase.closed()).await;
    }
}

/// One connection, from its first byte to its last.
async fn talk(stream: TcpStream, peer: SocketAddr, router: Router, limits: Limits, mut phase: watch::Receiver<Phase>) {
    prepare(&stream);
    let local = stream.local_addr().ok();
    let service = service_fn(move |request: Request<Incoming>| {
        let drain = !request.headers().contains_key(EXPECT);
        let mut request = request.map(|body| Body::new(PatientBody::new(body, limits.body, drain)));
        request.extensions_mut().insert(Peer(peer));
        if let Some(local) = local {
            request.extensions_mut().insert(Local(local));
        }
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(2 * HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(StallGuard::new(stream, limits.write_pause)), service);
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
