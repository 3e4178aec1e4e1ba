//! HTTP client of the fiscal device's adapter: posts one document over a connection of its own.

use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{Request, StatusCode};
use serde::Deserialize;
use tokio::time::timeout;
use url::Url;

use crate::fiscal::Signature;
use base::text;
use web::client::{Connection, Endpoint, Timeouts};

/// Longest wait for an answer, from connecting to its last byte.
const ANSWER_WAIT: Duration = Duration::from_secs(10);
/// Largest answer, in bytes.
const ANSWER_BYTES_MAX: usize = 64 * 1024;
/// Longest text of a signature and of a code, in characters: what fits on a paper.
const TEXT_MAX: usize = 8_000;
/// Longest reason of a refusal that is kept, in characters.
const REASON_MAX: usize = 300;

/// What the adapter said of a document.
pub enum AdapterAnswer {
    /// It is signed.
    Signed(Signature),
    /// It is refused, with these words.
    Refused(String),
    /// Nothing that can be used; for the log.
    Unusable(String),
}

/// An answer with status 200.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignedBody {
    device_id: Word,
    number: Word,
    signature: Word,
    qr: Option<Word>,
    at: Word,
}

/// A text, which a device may send as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Word {
    Text(String),
    Number(serde_json::Number),
}

/// Posts a document. Answers also where nothing is there to answer.
pub async fn post(address: &str, body: Vec<u8>) -> AdapterAnswer {
    match timeout(ANSWER_WAIT, exchange(address, body)).await {
        Err(_) => AdapterAnswer::Unusable("no answer in time".to_owned()),
        Ok(Err(why)) => AdapterAnswer::Unusable(why),
        Ok(Ok((status, bytes))) => judge(status, &bytes),
    }
}

async fn exchange(address: &str, body: Vec<u8>) -> Result<(StatusCode, Bytes), String> {
    let url = Url::parse(address).map_err(in_words)?;
    let name = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']').to_owned();
    let port = url.port_or_known_default().unwrap_or(80);
    let path = url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()));
    let host = url
        .port()
        .map_or_else(|| url.host_str().unwrap_or_default().to_owned(), |port| format!("{}:{port}", url.host_str().unwrap_or_default()));
    let request = Request::post(path).header(HOST, host).header(CONTENT_TYPE, "application/json").body(Full::new(Bytes::from(body)));
    let endpoint = Endpoint { host: &name, port, tls: None };
    let mut connection = Connection::open(&endpoint, Timeouts { connect: ANSWER_WAIT, write: None }).await.map_err(in_words)?;
    let (status, _, bytes) = connection.call(request.map_err(in_words)?, ANSWER_BYTES_MAX).await.map_err(in_words)?;
    Ok((status, bytes))
}

fn judge(status: StatusCode, bytes: &[u8]) -> AdapterAnswer {
    if status.is_client_error() {
        let said = text::tidy(&String::from_utf8_lossy(bytes));
        let said: String = said.chars().take(REASON_MAX).collect();
        return AdapterAnswer::Refused(if said.is_empty() { status.to_string() } else { said });
    }
    if status != StatusCode::OK {
        return AdapterAnswer::Unusable(format!("status {status}"));
    }
    match serde_json::from_slice::<SignedBody>(bytes) {
        // A person decides about it: the same answer would come again, and the next documents would wait for ever.
        Ok(body) if body.is_too_long() => AdapterAnswer::Refused("The answer of the adapter is too long".to_owned()),
        Ok(body) => body.read().map_or_else(|| AdapterAnswer::Unusable("a text is missing".to_owned()), AdapterAnswer::Signed),
        Err(error) => AdapterAnswer::Unusable(error.to_string()),
    }
}

impl SignedBody {
    fn is_too_long(&self) -> bool {
        let texts = [&self.device_id, &self.number, &self.signature, &self.at];
        texts.into_iter().chain(&self.qr).any(|word| matches!(word, Word::Text(text) if text.chars().count() > TEXT_MAX))
    }

    fn read(self) -> Option<Signature> {
        Some(Signature {
            device_id: self.device_id.text()?,
            number: self.number.text()?,
            signature: self.signature.text()?,
            qr: self.qr.and_then(Word::content),
            at: self.at.text()?,
        })
    }
}

impl Word {
    /// The text for paper; `None` for an empty one.
    fn text(self) -> Option<String> {
        let text = match self {
            Word::Text(text) => text::tidy(&text),
            Word::Number(number) => number.to_string(),
        };
        (!text.is_empty()).then_some(text)
    }

    /// The content of a code, to the character; `None` for an empty one.
    fn content(self) -> Option<String> {
        match self {
            Word::Text(text) => (!text.trim().is_empty()).then_some(text),
            Word::Number(number) => Some(number.to_string()),
        }
    }
}

fn in_words(error: impl std::fmt::Display) -> String {
    error.to_string()
}
