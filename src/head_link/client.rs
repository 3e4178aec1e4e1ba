//! HTTPS client of a box towards head office: one connection, one request at a time, each with a time limit.
//!
//! Head office may answer nothing, garbage, or a byte a second: each request ends within its limit, whatever is sent.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderValue, RETRY_AFTER};
use hyper::{Method, Request, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::pace::Pace;
use crate::parcels::HEAD_NAME;
use crate::settings::HeadAddress;
use web::client::{ClientError, Connection, Endpoint, Timeouts};

/// Largest answer, in bytes.
const BODY_MAX: usize = 1024 * 1024;
/// Slowest connection that is enough, in bytes per second: the time limit of a request grows with its size by this.
const BYTES_PER_SECOND: u64 = 8 * 1024;
/// Longest `Retry-After` that counts, in seconds.
const RETRY_AFTER_MAX: u64 = 60 * 60;
/// Most letters of a message that is passed on.
const WORDS_MAX: usize = 200;
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
    connection: Option<Connection<Full<Bytes>>>,
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
        let mut connection = match self.connection.take().filter(|connection| !connection.is_closed()) {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let silent = |_| HeadError::NoAnswer("it sends nothing".to_owned());
        let (status, headers, body) = timeout(limit, connection.call(request, max)).await.map_err(silent)??;
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

    async fn connect(&self) -> Result<Connection<Full<Bytes>>, HeadError> {
        let HeadAddress { host, port } = &self.address;
        let timeouts = Timeouts { connect: self.pace.connect_wait, write: Some(self.pace.answer_wait) };
        Ok(Connection::open(&Endpoint { host, port: *port, tls: Some((&self.tls, HEAD_NAME)) }, timeouts).await?)
    }
}

impl From<ClientError> for HeadError {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Unreachable(why) => HeadError::Unreachable(why),
            ClientError::Stranger(_) => HeadError::Stranger,
            ClientError::NoAnswer(why) => HeadError::NoAnswer(why),
        }
    }
}

fn with_type(mut request: Request<Full<Bytes>>, media_type: &'static str) -> Request<Full<Bytes>> {
    request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    request
}

/// How long head office asks to wait.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse::<u64>().ok()?;
    Some(Duration::from_secs(seconds.min(RETRY_AFTER_MAX)))
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
