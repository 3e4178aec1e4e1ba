//! HTTP client of the second box: fetches journal segments from the first box over one connection.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::http::request::Builder;
use hyper::{Request, StatusCode};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::backup::{BackupError, FollowedBox, Header, ReplicaPosition, Segment, unpack_segment};
use crate::config::FirstBox;
use crate::head_link::SecondCertificate;
use crate::http::{HEAD_HEADER, SECOND_CERTIFICATE_PATH};
use crate::parcels::SecondRequest;
use crate::standby::Code;
use web::client::{self, ClientError, Connection, Endpoint, Timeouts};
use web::https;

/// Time limit for connecting, and for resolving the name.
const CONNECT_WAIT: Duration = Duration::from_secs(3);
/// Time limit for an answer, in addition to the requested wait.
const ANSWER_WAIT: Duration = Duration::from_secs(10);
/// Time limit for a certificate, for which the first box asks head office.
const CERTIFICATE_WAIT: Duration = Duration::from_secs(60);
/// Largest answer, in bytes.
const BODY_MAX: usize = 256 * 1024 * 1024;
/// Largest error answer, in bytes.
const ERROR_BODY_MAX: usize = 64 * 1024;

/// Why nothing could be fetched from the first box.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// No connection: nothing listens at its address.
    #[error("The first box cannot be reached: {0}.")]
    Unreachable(String),
    /// The connection is accepted but no answer comes: the box hangs, or it is another program.
    #[error("The first box accepts the connection but gives no answer: {0}.")]
    NoAnswer(String),
    /// It answers that it cannot serve at the moment.
    #[error("The first box cannot answer at the moment ({status}): {words}.")]
    Unavailable {
        /// HTTP status.
        status: StatusCode,
        /// Its message.
        words: String,
    },
    /// The code is wrong or no longer valid.
    #[error("The first box refuses this one: the code is wrong or no longer valid. Make a new one in the first box's settings.")]
    WrongCode,
    /// Its history differs from this one.
    #[error("{words}.")]
    Diverged {
        /// Its message.
        words: String,
        /// Whether it belongs to another bar.
        other_bar: bool,
    },
    /// Any other answer.
    #[error("The first box gave an answer that this version of Barback does not know: {0}.")]
    Unexpected(String),
}

impl FetchError {
    /// Whether a retry may succeed.
    pub fn is_temporary(&self) -> bool {
        matches!(self, FetchError::Unreachable(_) | FetchError::NoAnswer(_) | FetchError::Unavailable { .. })
    }
}

/// An answer of the first box.
#[derive(Debug)]
pub struct FetchedStep {
    /// Number of its newest journal entry.
    pub head: u64,
    /// The next segment; `None` if there is nothing new.
    pub segment: Option<(Header, Segment)>,
}

/// Connection to the first box.
pub struct FirstBoxClient {
    first_box: FirstBox,
    code: Code,
    tls: Option<TlsConnector>,
    connection: Option<Connection<Full<Bytes>>>,
}

impl FirstBoxClient {
    /// # Errors
    /// If the address is HTTPS and the code has no fingerprint: any certificate would have to be accepted.
    pub fn new(first_box: FirstBox, code: Code) -> Result<Self, String> {
        let tls = match (first_box.secure, code.pin()) {
            (false, _) => None,
            (true, Some(pin)) => Some(https::connector(pin).map_err(|error| error.to_string())?),
            (true, None) => return Err("This code is for http:// only. Make a new one while the first box serves HTTPS.".to_owned()),
        };
        Ok(FirstBoxClient { first_box, code, tls, connection: None })
    }

    /// A client for the box that is followed.
    ///
    /// # Errors
    /// As [`FirstBoxClient::new`], and if the address cannot be read.
    pub fn for_box(following: &FollowedBox) -> Result<Self, String> {
        FirstBoxClient::new(following.first_address.parse()?, following.code.clone())
    }

    /// Fetches the entries after `position`. The first box timeouts up to `wait` for new ones.
    pub async fn after(&mut self, position: &ReplicaPosition, wait: Duration) -> Result<FetchedStep, FetchError> {
        let answer = timeout(wait + ANSWER_WAIT, self.fetch(position, wait)).await;
        let fetched = answer.unwrap_or_else(|_| Err(FetchError::NoAnswer("it sends nothing".to_owned())));
        if fetched.is_err() {
            self.connection = None;
        }
        fetched
    }

    async fn fetch(&mut self, position: &ReplicaPosition, wait: Duration) -> Result<FetchedStep, FetchError> {
        let mut connection = match self.connection.take().filter(|connection| !connection.is_closed()) {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        let answer = connection.send(self.request(position, wait)?).await?;
        let status = answer.status();
        let head = answer.headers().get(HEAD_HEADER).and_then(|head| head.to_str().ok()?.parse::<u64>().ok());
        let limit = if status == StatusCode::OK { BODY_MAX } else { ERROR_BODY_MAX };
        let body = client::read(answer.into_body(), limit).await?;
        let fetched = match (status, head) {
            (StatusCode::OK, Some(head)) => {
                let segment = unpack_segment(&body, &self.first_box.to_string()).map_err(|error| FetchError::Unexpected(damaged(error)))?;
                FetchedStep { head, segment: Some(segment) }
            }
            (StatusCode::NO_CONTENT, Some(head)) => FetchedStep { head, segment: None },
            (status, _) => return Err(error_answer(status, &body)),
        };
        self.connection = Some(connection);
        Ok(fetched)
    }

    /// Gets a certificate for head office through the first box, over a connection of its own.
    pub async fn certificate(&self, request: &SecondRequest) -> Result<SecondCertificate, FetchError> {
        let answer = timeout(CERTIFICATE_WAIT, self.ask_for_certificate(request)).await;
        answer.unwrap_or_else(|_| Err(FetchError::NoAnswer("it sends nothing".to_owned())))
    }

    async fn ask_for_certificate(&self, request: &SecondRequest) -> Result<SecondCertificate, FetchError> {
        let unexpected = |error: serde_json::Error| FetchError::Unexpected(error.to_string());
        let body = Full::from(serde_json::to_vec(request).map_err(unexpected)?);
        let request = self.with_code(Request::post(SECOND_CERTIFICATE_PATH).header(CONTENT_TYPE, "application/json"), body)?;
        let (status, _, body) = self.connect().await?.call(request, ERROR_BODY_MAX).await?;
        if status == StatusCode::OK { serde_json::from_slice(&body).map_err(unexpected) } else { Err(error_answer(status, &body)) }
    }

    fn request(&self, position: &ReplicaPosition, wait: Duration) -> Result<Request<Full<Bytes>>, FetchError> {
        let mut path = format!("/api/journal?after={}&wait={}", position.after, wait.as_secs());
        for (name, value) in [("bar", &position.bar), ("mark", &position.mark)] {
            // Both are hexadecimal.
            path.extend(value.iter().map(|value| format!("&{name}={value}")));
        }
        self.with_code(Request::get(path), Full::default())
    }

    fn with_code(&self, request: Builder, body: Full<Bytes>) -> Result<Request<Full<Bytes>>, FetchError> {
        let authority = self.first_box.to_string();
        let authority = authority.split_once("://").map_or(authority.as_str(), |(_, authority)| authority);
        request
            .header(HOST, authority)
            .header(AUTHORIZATION, format!("Bearer {}", self.code.secret()))
            .body(body)
            .map_err(|error| FetchError::Unexpected(error.to_string()))
    }

    async fn connect(&self) -> Result<Connection<Full<Bytes>>, FetchError> {
        let FirstBox { host, port, .. } = &self.first_box;
        let tls = self.tls.as_ref().map(|tls| (tls, host.as_str()));
        Ok(Connection::open(&Endpoint { host, port: *port, tls }, Timeouts { connect: CONNECT_WAIT, write: None }).await?)
    }
}

impl From<ClientError> for FetchError {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Unreachable(why) => FetchError::Unreachable(why),
            ClientError::Stranger(_) | ClientError::NoAnswer(_) => FetchError::NoAnswer(error.to_string()),
        }
    }
}

fn error_answer(status: StatusCode, body: &[u8]) -> FetchError {
    let answer: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
    let words = answer["message"].as_str().unwrap_or_default().trim_end_matches('.').to_owned();
    match status {
        StatusCode::UNAUTHORIZED => FetchError::WrongCode,
        StatusCode::CONFLICT => FetchError::Diverged { words, other_bar: answer["otherBar"] == true },
        StatusCode::SERVICE_UNAVAILABLE if words.is_empty() => FetchError::Unavailable { status, words: "it gives no reason".to_owned() },
        StatusCode::SERVICE_UNAVAILABLE => FetchError::Unavailable { status, words },
        status => FetchError::Unexpected(format!("{status} {words}").trim_end().to_owned()),
    }
}

fn damaged(error: BackupError) -> String {
    match error {
        BackupError::Damaged { what, .. } => format!("the data it sent is damaged, {what}"),
        error => error.to_string().trim_end_matches('.').to_owned(),
    }
}
