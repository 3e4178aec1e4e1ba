//! Accept loop: TLS handshake, serving of connections, and draining at shutdown.

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
use tokio::time::{Instant, sleep_until, timeout, timeout_at};
use tokio_io_timeout::TimeoutWriter;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use crate::http::server::body::TimedBody;
use crate::http::server::connections::{ConnectionLimiter, Permit};
use crate::http::server::limits::{HEAD_BYTES_MAX, Limits};

/// How long hanging up may take: a handler that blocks its thread must not hold up the end.
const DISCONNECT_MAX: Duration = Duration::from_millis(250);
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
pub struct IsHttps;

/// A second way in, for HTTPS.
pub struct TlsListener {
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

/// Serves `router` until `shutdown` comes true; then lets what runs end within [`Limits::drain`] and returns.
/// Dropping the future hangs up on everyone at once. Both doors share the limits.
pub async fn serve(listener: TcpListener, secure: Option<TlsListener>, router: Router, limits: Limits, shutdown: impl Future<Output = ()>) {
    let limiter = ConnectionLimiter::new(limits);
    let (phase, watched) = watch::channel(Phase::Open);
    let mut shutdown = pin!(shutdown);
    loop {
        // In no fixed order: a flood at one listener must not keep the other one, or the end, waiting.
        let ((stream, peer, permit), acceptor) = tokio::select! {
            () = &mut shutdown => break,
            accepted = limiter.accept(&listener) => (accepted, None),
            (accepted, acceptor) = accept_tls(&limiter, secure.as_ref()) => (accepted, Some(acceptor)),
        };
        let (router, watched) = (router.clone(), watched.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = handshake(stream, peer, acceptor, router, limits, watched, &permit) => {}
                () = permit.closed() => tracing::debug!(%peer, "closed to make room for another connection"),
            }
        });
    }
    drop((listener, secure, watched));
    phase.send_replace(Phase::Finishing);
    if timeout(limits.drain, phase.closed()).await.is_err() {
        tracing::warn!(left = phase.receiver_count(), "hanging up on connections that did not end");
        phase.send_replace(Phase::Over);
        let _ = timeout(DISCONNECT_MAX, phase.closed()).await;
    }
}

/// Waits for somebody at the second door; for ever when there is none.
async fn accept_tls(limiter: &ConnectionLimiter, secure: Option<&TlsListener>) -> ((TcpStream, SocketAddr, Permit), TlsAcceptor) {
    match secure {
        Some(secure) => (limiter.accept(&secure.listener).await, secure.acceptor.clone()),
        None => std::future::pending().await,
    }
}

/// A connection as it comes in: made ready, and secure where it is to be.
async fn handshake(
    stream: TcpStream,
    peer: SocketAddr,
    acceptor: Option<TlsAcceptor>,
    router: Router,
    limits: Limits,
    phase: watch::Receiver<Phase>,
    permit: &Permit,
) {
    let first_head = Instant::now() + limits.first_head;
    prepare(&stream);
    let local = stream.local_addr().ok();
    // An answer must not wait in memory for a phone that left. Under TLS, so that the socket's own progress counts.
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(limits.write_pause));
    let stream = Box::pin(stream);
    let Some(acceptor) = acceptor else {
        return serve_connection(stream, ConnectionInfo { peer, local, secure: false, first_head }, router, limits, phase, permit).await;
    };
    match timeout_at(first_head, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => {
            serve_connection(stream, ConnectionInfo { peer, local, secure: true, first_head }, router, limits, phase, permit).await
        }
        Ok(Err(error)) => tracing::debug!(%peer, %error, "no secure connection came about"),
        Err(_) => tracing::debug!(%peer, "no secure connection came about in time"),
    }
}

/// How a connection came in.
#[derive(Clone, Copy)]
struct ConnectionInfo {
    peer: SocketAddr,
    local: Option<SocketAddr>,
    secure: bool,
    /// When its first request's head must be complete.
    first_head: Instant,
}

/// One connection, from its first byte to its last.
async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ConnectionInfo { peer, local, secure, first_head }: ConnectionInfo,
    router: Router,
    limits: Limits,
    mut phase: watch::Receiver<Phase>,
    permit: &Permit,
) {
    let known = permit.connection().clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let drain = !request.headers().contains_key(EXPECT);
        let mut request = request.map(|body| Body::new(TimedBody::new(body, limits.body, drain)));
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(known.clone());
        if let Some(local) = local {
            request.extensions_mut().insert(Local(local));
        }
        if secure {
            request.extensions_mut().insert(IsHttps);
        }
        let (answer, guard) = (router.clone().oneshot(request), known.begin_request());
        async move { answer.await.map(|response| response.map(|body| guard.until_sent(body))) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head)
        .max_header_size(HEAD_BYTES_MAX)
        .max_buf_size(2 * HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    let (mut first_head, mut may_be_silent) = (pin!(sleep_until(first_head)), true);
    loop {
        tokio::select! {
            () = first_head.as_mut(), if may_be_silent => match permit.connection().is_silent() {
                true => break,
                false => may_be_silent = false,
            },
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
