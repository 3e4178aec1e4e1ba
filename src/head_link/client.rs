//! HTTPS client of a box towards head office: one connection, one request at a time, each with a time limit.
//!
//! Head office may answer nothing, garbage, or a byte a second: each request ends within its limit, whatever is sent.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderValue, RETRY_AFTER};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::ServerName;

use super::pace::Pace;
use crate::parcels::HEAD_NAME;
use crate::settings::HeadAddress;
use web::discovery::resolve;

/// Largest answer, in bytes.
const BODY_MAX: usize = 1024 * 1024;
/// Slowest connection that is enough, in bytes per second: the time limit of a request grows with its size by this.
const BYTES_PER_SECOND: u64 = 8 * 1024;
/// Longest `Retry-After` that counts, in seconds.
const RETRY_AFTER_MAX: u64 = 60 * 60;
/// Most letters of a message that is passed on.
const WORDS_MAX: usize = 200;
/// Domain of names that are resolved by mDNS.
const LOCAL: &str = ".local";
/// Media type of a parcel.
const PARCEL_TYPE: &str = "application/octet-stream";
const JSON_TYPE: &str = "application/json";

/// Why a request to head office has no good answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HeadError {
    /// No connection: nothing listens at the address.
    #[error("Head office cannot be reached: {0}")]
    Unreachable(String),
    /// What listens there is not the head office that was expected.
    #[error("What answers at this address is another head office")]
    Stranger,
    /// The connection is accepted but no answer comes.
    #[error("Head office gives no answer: {0}")]
    NoAnswer(String),
    /// It cannot answer at the moment: 429 or 503.
    #[error("Head office cannot answer at the moment: {words}")]
    Busy {
        status: StatusCode,
        words: String,
        /// How long it asks to wait, at most an hour.
        retry_after: Option<Duration>,
    },
    /// It refuses the request.
    #[error("{words}")]
    Refused {
        status: StatusCode,
        /// Its error code; blank for none.
        code: String,
        words: String,
        /// The whole answer.
        body: Value,
    },
    /// An answer that this version does not know.
    #[error("Head office gave an answer that this version of Barback does not know: {0}")]
    Unexpected(String),
}

/// What is sent with a request.
pub enum Sent<'a, T> {
    Json(&'a T),
    Parcel(Vec<u8>),
}

/// A connection to head office.
pub struct HeadClient {
    address: HeadAddress,
    tls: TlsConnector,
    /// Sent with each request, if there is one.
    bearer: Option<String>,
    pace: Pace,
    connection: Option<Connection>,
}

struct Connection {
    sender: SendRequest<Full<Bytes>>,
    /// Reads and writes the socket; ends with the connection.
    _driver: JoinSet<()>,
}

impl HeadClient {
    pub fn new(address: HeadAddress, tls: TlsConnector, bearer: Option<String>, pace: Pace) -> Self {
        HeadClient { address, tls, bearer, pace, connection: None }
    }

    /// Where it connects to.
    pub fn address(&self) -> &HeadAddress {
        &self.address
    }

    /// Sends a request and reads its answer. A connection that failed is not used again.
    ///
    /// # Errors
    /// [`HeadError`], within the time limit.
    pub async fn post<T: Serialize, A: DeserializeOwned>(&mut self, path: &str, sent: Sent<'_, T>) -> Result<A, HeadError> {
        let (media_type, bytes) = match sent {
            Sent::Json(value) => (JSON_TYPE, serde_json::to_vec(value).map_err(|error| HeadError::Unexpected(error.to_string()))?),
            Sent::Parcel(bytes) => (PARCEL_TYPE, bytes),
        };
        let limit = self.pace.answer_wait + Duration::from_secs(bytes.len() as u64 / BYTES_PER_SECOND);
        let request = with_type(self.request(Method::POST, path, bytes)?, media_type);
        let (_, body) = self.call(request, limit, BODY_MAX).await?;
        serde_json::from_slice(&body).map_err(|error| HeadError::Unexpected(error.to_string()))
    }

    /// Asks for an answer of at most `max` bytes; returns its headers too. A connection that failed is not used again.
    ///
    /// # Errors
    /// [`HeadError`], within the time that a slow connection needs for such an answer.
    pub async fn get(&mut self, path: &str, max: usize) -> Result<(HeaderMap, Bytes), HeadError> {
        let limit = self.pace.answer_wait + Duration::from_secs(max as u64 / BYTES_PER_SECOND);
        let request = self.request(Method::GET, path, Vec::new())?;
        self.call(request, limit, max).await
    }

    async fn call(&mut self, request: Request<Full<Bytes>>, limit: Duration, max: usize) -> Result<(HeaderMap, Bytes), HeadError> {
        let mut connection = match self.connection.take().filter(|connection| !connection.sender.is_closed()) {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let answer = timeout(limit, exchange(&mut connection, request, max)).await;
        let (status, headers, body) = answer.unwrap_or_else(|_| Err(HeadError::NoAnswer("it sends nothing".to_owned())))?;
        self.connection = Some(connection);
        if status.is_success() { Ok((headers, body)) } else { Err(error_answer(status, &headers, &body)) }
    }

    fn request(&self, method: Method, path: &str, bytes: Vec<u8>) -> Result<Request<Full<Bytes>>, HeadError> {
        let authority = self.address.to_string();
        let authority = authority.split_once("://").map_or(authority.as_str(), |(_, authority)| authority);
        let mut request = Request::builder().method(method).uri(path).header(HOST, authority);
        if let Some(bearer) = &self.bearer {
            request = request.header(AUTHORIZATION, format!("Bearer {bearer}"));
        }
        request.body(Full::new(Bytes::from(bytes))).map_err(|error| HeadError::Unexpected(error.to_string()))
    }

    async fn connect(&self) -> Result<Connection, HeadError> {
        let wait = self.pace.connect_wait;
        let nothing = || HeadError::Unreachable("nothing answers there".to_owned());
        let stream = timeout(wait, open_stream(&self.address)).await.map_err(|_| nothing())?;
        let stream = stream.map_err(|error| HeadError::Unreachable(error.to_string()))?;
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(self.pace.answer_wait));
        let stream: Pin<Box<TimeoutStream<TcpStream>>> = Box::pin(stream);
        let no_answer = |why: String| HeadError::NoAnswer(format!("no secure connection is possible{why}"));
        let name = ServerName::try_from(HEAD_NAME).map_err(|error| no_answer(format!(" ({error})")))?;
        let secure = timeout(wait, self.tls.connect(name, stream)).await.map_err(|_| no_answer(String::new()))?;
        let secure = secure.map_err(|error| if is_stranger(&error) { HeadError::Stranger } else { no_answer(format!(" ({error})")) })?;
        let (sender, connection) = http1::handshake(TokioIo::new(secure)).await.map_err(|error| HeadError::NoAnswer(error.to_string()))?;
        let mut driver = JoinSet::new();
        driver.spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "the connection to head office ended");
            }
        });
        Ok(Connection { sender, _driver: driver })
    }
}

fn with_type(mut request: Request<Full<Bytes>>, media_type: &'static str) -> Request<Full<Bytes>> {
    request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    request
}

/// Status, headers and body of an answer.
type RawAnswer = (StatusCode, HeaderMap, Bytes);

async fn exchange(connection: &mut Connection, request: Request<Full<Bytes>>, max: usize) -> Result<RawAnswer, HeadError> {
    let no_answer = |error: hyper::Error| HeadError::NoAnswer(error.to_string());
    connection.sender.ready().await.map_err(no_answer)?;
    let (parts, body) = connection.sender.send_request(request).await.map_err(no_answer)?.into_parts();
    let body = Limited::new(body, max).collect().await;
    Ok((parts.status, parts.headers, body.map_err(|error| HeadError::NoAnswer(error.to_string()))?.to_bytes()))
}

/// How long head office asks to wait.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse::<u64>().ok()?;
    Some(Duration::from_secs(seconds.min(RETRY_AFTER_MAX)))
}

async fn open_stream(address: &HeadAddress) -> std::io::Result<TcpStream> {
    let HeadAddress { host, port } = address;
    if let Ok(address) = host.parse::<IpAddr>() {
        return TcpStream::connect(SocketAddr::new(address, *port)).await;
    }
    if host.ends_with(LOCAL) {
        let unknown = || std::io::Error::other(format!("no device on this network is called {host}"));
        let address = resolve::address(host, Pace::default().connect_wait).await.ok_or_else(unknown)?;
        return TcpStream::connect(SocketAddr::new(address, *port)).await;
    }
    TcpStream::connect((host.as_str(), *port)).await
}

/// Whether the other side showed a certificate of another authority, or of another name.
fn is_stranger(error: &std::io::Error) -> bool {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    matches!(tls, Some(rustls::Error::InvalidCertificate(_)))
}

fn error_answer(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> HeadError {
    let retry_after = retry_after(headers);
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let text = |name: &str| body[name].as_str().unwrap_or_default();
    let words: String = text("message").chars().filter(|letter| !letter.is_control()).take(WORDS_MAX).collect();
    let words = if words.is_empty() { format!("Head office answered {status}") } else { words };
    match status {
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => HeadError::Busy { status, words, retry_after },
        status if status.is_client_error() => HeadError::Refused { status, code: text("code").to_owned(), words, body },
        status if status.is_server_error() => HeadError::Busy { status, words, retry_after },
        status => HeadError::Unexpected(status.to_string()),
    }
}
