//! The HTTP client of everything that the box asks: one connection, over TLS or not, one request at a time.
//!
//! What answers may hang, send a byte a second, or be another program: the caller limits each request's time, and a connection that
//! failed is dropped, which closes it.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::HeaderMap;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::discovery::resolve;

/// Domain of names that are resolved by mDNS.
const LOCAL: &str = ".local";

/// Why a request has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// No connection: nothing listens at the address.
    #[error("{0}")]
    Unreachable(String),
    /// The certificate is of another authority, or of another name.
    #[error("no secure connection is possible ({0})")]
    Stranger(String),
    /// The connection is accepted but no answer comes.
    #[error("{0}")]
    NoAnswer(String),
}

/// Where a connection leads to.
pub struct Endpoint<'a> {
    /// A name or an address, without brackets.
    pub host: &'a str,
    pub port: u16,
    /// For HTTPS: who checks the certificate, and the name that it must have.
    pub tls: Option<(&'a TlsConnector, &'a str)>,
}

/// Time limits of a connection.
#[derive(Clone, Copy)]
pub struct Timeouts {
    /// For resolving and connecting, and again for the TLS handshake.
    pub connect: Duration,
    /// For a write that the other side does not take; `None`: the request's own limit is enough.
    pub write: Option<Duration>,
}

/// An open connection. Dropped, it closes.
pub struct Connection<B> {
    sender: SendRequest<B>,
    /// Reads and writes the socket; ends with the connection.
    driver: JoinSet<()>,
}

/// A stream of bytes, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl<B> Connection<B>
where
    B: Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// Connects.
    ///
    /// # Errors
    /// [`ClientError`], within the time limits.
    pub async fn open(endpoint: &Endpoint<'_>, timeouts: Timeouts) -> Result<Self, ClientError> {
        let nothing = || ClientError::Unreachable("nothing answers there".to_owned());
        let stream = timeout(timeouts.connect, open_stream(endpoint.host, endpoint.port, timeouts.connect)).await.map_err(|_| nothing())?;
        let stream = stream.map_err(|error| ClientError::Unreachable(error.to_string()))?;
        let _ = stream.set_nodelay(true);
        let mut limited = TimeoutStream::new(stream);
        limited.set_write_timeout(timeouts.write);
        let stream: Pin<Box<TimeoutStream<TcpStream>>> = Box::pin(limited);
        let stream: Box<dyn Stream> = match endpoint.tls {
            None => Box::new(stream),
            Some((tls, name)) => Box::new(encrypt(stream, tls, name, timeouts.connect).await?),
        };
        let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(no_answer)?;
        let mut driver = JoinSet::new();
        driver.spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended");
            }
        });
        Ok(Connection { sender, driver })
    }

    /// Whether the other side has closed it.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    /// Sends a request and reads the head of its answer.
    ///
    /// # Errors
    /// [`ClientError::NoAnswer`].
    pub async fn send(&mut self, request: Request<B>) -> Result<Response<Incoming>, ClientError> {
        self.sender.ready().await.map_err(no_answer)?;
        self.sender.send_request(request).await.map_err(no_answer)
    }

    /// Sends a request and reads its answer: status, headers, and a body of at most `max` bytes.
    ///
    /// # Errors
    /// [`ClientError::NoAnswer`].
    pub async fn call(&mut self, request: Request<B>, max: usize) -> Result<(StatusCode, HeaderMap, Bytes), ClientError> {
        let (head, body) = self.send(request).await?.into_parts();
        Ok((head.status, head.headers, read(body, max).await?))
    }

    /// Lets the connection live until the answer that is being read was read, and the other side closes it.
    pub fn detach(mut self) {
        self.driver.detach_all();
    }
}

/// Reads a body of at most `max` bytes.
///
/// # Errors
/// [`ClientError::NoAnswer`].
pub async fn read(body: Incoming, max: usize) -> Result<Bytes, ClientError> {
    Limited::new(body, max).collect().await.map(|body| body.to_bytes()).map_err(no_answer)
}

fn no_answer(error: impl std::fmt::Display) -> ClientError {
    ClientError::NoAnswer(error.to_string())
}

async fn encrypt(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    tls: &TlsConnector,
    name: &str,
    wait: Duration,
) -> Result<impl Stream + 'static, ClientError> {
    // The port accepts connections, so later errors count as "no answer", not as "unreachable".
    let insecure = |why: String| ClientError::NoAnswer(format!("no secure connection is possible{why}"));
    let name = ServerName::try_from(name.to_owned()).map_err(|error| insecure(format!(" ({error})")))?;
    let secure = timeout(wait, tls.connect(name, stream)).await.map_err(|_| insecure(String::new()))?;
    secure.map_err(|error| if is_stranger(&error) { ClientError::Stranger(error.to_string()) } else { insecure(format!(" ({error})")) })
}

/// Whether the other side showed a certificate of another authority, or of another name.
fn is_stranger(error: &io::Error) -> bool {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    matches!(tls, Some(rustls::Error::InvalidCertificate(_)))
}

/// Connects to an address, to a `.local` name, which is asked for within `wait`, or to a name that the system resolves.
async fn open_stream(host: &str, port: u16, wait: Duration) -> io::Result<TcpStream> {
    if let Ok(address) = host.parse::<IpAddr>() {
        return TcpStream::connect(SocketAddr::new(address, port)).await;
    }
    if host.ends_with(LOCAL) {
        let unknown = || io::Error::other(format!("no device on this network is called {host}"));
        let address = resolve::address(host, wait).await.ok_or_else(unknown)?;
        return TcpStream::connect(SocketAddr::new(address, port)).await;
    }
    TcpStream::connect((host, port)).await
}
