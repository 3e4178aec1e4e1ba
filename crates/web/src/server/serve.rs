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
use tokio_rustls::rustls::pki_types::CertificateDer;
use tower::ServiceExt;

use crate::server::body::TimedBody;
use crate::server::connections::{ConnectionLimiter, Permit};
use crate::server::limits::{HEAD_BYTES_MAX, Limits};

/// How long closing all connections may take: a handler that blocks its thread must not delay the shutdown.
const DISCONNECT_MAX: Duration = Duration::from_millis(250);
/// How long the kernel keeps sending to a phone that left the Wi-Fi, in milliseconds (`TCP_USER_TIMEOUT`).
#[cfg(target_os = "linux")]
const UNACKNOWLEDGED_MAX_MS: u32 = 60_000;

/// Address of the client. In the extensions of every request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// Local address of the connection. In the extensions of every request.
#[derive(Debug, Clone, Copy)]
pub struct Local(pub SocketAddr);

/// Marks requests over HTTPS, in their extensions.
#[derive(Debug, Clone, Copy)]
pub struct IsHttps;

/// The certificate that the client showed, which the acceptor's verifier accepted. In the extensions of its requests; missing where the
/// client showed none.
#[derive(Debug, Clone)]
pub struct ClientCertificate(pub CertificateDer<'static>);

/// Listener for HTTPS.
pub struct TlsListener {
    pub listener: TcpListener,
    pub acceptor: TlsAcceptor,
}

/// Phase of the server, which all connections watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Requests are accepted.
    Open,
    /// Running requests may finish; no further ones are accepted.
    Draining,
    /// Connections are closed.
    Closing,
}

/// Serves `router` until `shutdown` completes, then lets running requests finish within [`Limits::drain`] and returns.
/// Dropping the future closes all connections at once. Both listeners share the limits.
pub async fn serve(listener: TcpListener, tls: Option<TlsListener>, router: Router, limits: Limits, shutdown: impl Future<Output = ()>) {
    serve_listeners(Some(listener), tls, router, limits, shutdown).await;
}

/// As [`serve`], for a port that speaks TLS only.
pub async fn serve_tls(tls: TlsListener, router: Router, limits: Limits, shutdown: impl Future<Output = ()>) {
    serve_listeners(None, Some(tls), router, limits, shutdown).await;
}

async fn serve_listeners(
    plain: Option<TcpListener>,
    tls: Option<TlsListener>,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) {
    let limiter = ConnectionLimiter::new(limits);
    let (phase, watched) = watch::channel(Phase::Open);
    let mut shutdown = pin!(shutdown);
    loop {
        // Polled in random order: a flood at one listener must not delay the other one, or the shutdown.
        let ((stream, peer, permit), acceptor) = tokio::select! {
            () = &mut shutdown => break,
            accepted = accept_plain(&limiter, plain.as_ref()) => (accepted, None),
            (accepted, acceptor) = accept_tls(&limiter, tls.as_ref()) => (accepted, Some(acceptor)),
        };
        let (router, watched) = (router.clone(), watched.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = handshake(stream, peer, acceptor, router, limits, watched, &permit) => {}
                () = permit.closed() => tracing::debug!(%peer, "closed to make room for another connection"),
            }
        });
    }
    drop((plain, tls, watched));
    phase.send_replace(Phase::Draining);
    if timeout(limits.drain, phase.closed()).await.is_err() {
        tracing::warn!(left = phase.receiver_count(), "closing connections that did not finish in time");
        phase.send_replace(Phase::Closing);
        let _ = timeout(DISCONNECT_MAX, phase.closed()).await;
    }
}

/// Accepts the next connection without TLS; pending without a listener.
async fn accept_plain(limiter: &ConnectionLimiter, plain: Option<&TcpListener>) -> (TcpStream, SocketAddr, Permit) {
    match plain {
        Some(listener) => limiter.accept(listener).await,
        None => std::future::pending().await,
    }
}

/// Accepts the next HTTPS connection; pending without a listener.
async fn accept_tls(limiter: &ConnectionLimiter, tls: Option<&TlsListener>) -> ((TcpStream, SocketAddr, Permit), TlsAcceptor) {
    match tls {
        Some(tls) => (limiter.accept(&tls.listener).await, tls.acceptor.clone()),
        None => std::future::pending().await,
    }
}

/// Prepares an accepted connection, with a TLS handshake if there is an acceptor, and serves it.
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
    // An answer must not wait in memory for a phone that left. Below TLS, so that the progress of the socket counts.
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(limits.write_pause));
    let stream = Box::pin(stream);
    let Some(acceptor) = acceptor else {
        let info = ConnectionInfo { peer, local, secure: false, certificate: None, first_head };
        return serve_connection(stream, info, router, limits, phase, permit).await;
    };
    match timeout_at(first_head, acceptor.accept(stream)).await {
        Ok(Ok(stream)) => {
            let shown = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
            let certificate = shown.map(|certificate| ClientCertificate(certificate.clone().into_owned()));
            let info = ConnectionInfo { peer, local, secure: true, certificate, first_head };
            serve_connection(stream, info, router, limits, phase, permit).await
        }
        Ok(Err(error)) => tracing::debug!(%peer, %error, "TLS handshake failed"),
        Err(_) => tracing::debug!(%peer, "TLS handshake timed out"),
    }
}

/// Facts about a connection.
#[derive(Clone)]
struct ConnectionInfo {
    peer: SocketAddr,
    local: Option<SocketAddr>,
    secure: bool,
    certificate: Option<ClientCertificate>,
    /// When the head of the first request must be complete.
    first_head: Instant,
}

/// Serves the requests of one connection until it ends.
async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    ConnectionInfo { peer, local, secure, certificate, first_head }: ConnectionInfo,
    router: Router,
    limits: Limits,
    mut phase: watch::Receiver<Phase>,
    permit: &Permit,
) {
    let known = permit.connection().clone();
    let service = service_fn(move |request: Request<Incoming>| {
        let drain = !request.headers().contains_key(EXPECT);
        let timeouts = limits.body.at(request.uri().path());
        let mut request = request.map(|body| Body::new(TimedBody::new(body, timeouts, drain)));
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(known.clone());
        if let Some(local) = local {
            request.extensions_mut().insert(Local(local));
        }
        if secure {
            request.extensions_mut().insert(IsHttps);
        }
        if let Some(certificate) = &certificate {
            request.extensions_mut().insert(certificate.clone());
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
                (Ok(()), Phase::Draining) => connection.as_mut().graceful_shutdown(),
                (Ok(()), Phase::Closing) | (Err(_), _) => break,
            },
        }
    }
}

/// Sets socket options: no delay for small answers, and a timeout for phones that vanished. Failures do not matter.
fn prepare(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
    #[cfg(target_os = "linux")]
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, UNACKNOWLEDGED_MAX_MS);
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;
