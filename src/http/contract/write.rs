//! Write requests: parses the body, submits the command under the `Idempotency-Key`, returns the stored answer.

use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::engine::{Answer, Command, Entry, IdempotencyKey, Submission};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::ErrorCode;
use crate::http::contract::body_budget::{BODY_MAX, HeldBytes, IMPORT_BODY_MAX, PASSWORDS_BODY_MAX, PUBLIC_BODY_MAX};
use crate::http::contract::form::canonical;
use crate::http::contract::read_limiter::run_blocking;
use crate::http::contract::session::{Caller, is_json};
use crate::store::{self, IdempotencyHash, StoreError, Stored, View};

/// Longest idempotency key.
const KEY_MAX: usize = 64;
/// Most bytes of a body that is parsed while other phones wait, which takes a millisecond or two.
const AT_ONCE_MAX: usize = 256 * 1024;
/// Room that an answer begins with: a sale of three lines fits.
const ANSWER_BYTES: usize = 4 * 1024;
/// The header that names a request.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// A write with its body.
pub struct Write<T> {
    /// What was sent.
    pub body: T,
    identity: Identity,
}

/// A write that needs no body; what is sent all the same must still be JSON.
pub struct OptionalBody<T> {
    /// What was sent, or nothing given at all.
    pub body: T,
    identity: Identity,
}

/// An import: as [`Write`], but larger.
pub struct Import<T> {
    /// What was sent.
    pub body: T,
    identity: Identity,
}

/// A public call: as [`Write`], but small, because its body is read before a session is known.
pub struct PublicWrite<T> {
    /// What was sent.
    pub body: T,
    _held: HeldBytes,
}

/// New passwords: as [`Write`], but small.
pub struct PasswordWrite<T> {
    /// What was sent.
    pub body: T,
    _held: HeldBytes,
}

struct Identity {
    /// The body's share of the memory for bodies, until the command is carried out.
    _held: HeldBytes,
    method: String,
    path: String,
    key: Option<String>,
    body_hash: [u8; 32],
}

macro_rules! extract {
    ($($name:ident => ($limit:expr, $optional:expr)),+ $(,)?) => {$(
        impl<T: DeserializeOwned> FromRequest<AppState> for $name<T> {
            type Rejection = ApiError;
            async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
                let (body, identity) = read(app, request, $limit, $optional).await?;
                Ok($name { body, identity })
            }
        }

        impl<T> $name<T> {
            /// Carries `command` out for `caller` and answers with what `render` makes of it.
            pub async fn submit(
                self,
                app: &AppState,
                caller: &Caller,
                command: Command,
                render: impl Fn(&[Entry], &dyn View) -> Stored<Answer> + Send + 'static,
            ) -> Result<Response, ApiError> {
                let key = self.identity.key_of(caller.user.id);
                let submission = Submission { command, actor: caller.actor(), key, render: Box::new(render) };
                match app.engine.submit(submission).await.map_err(ApiError::from) {
                    Ok(answer) => Ok(respond(answer)),
                    Err(error) => Err(if key.is_some() { error.under_a_key() } else { error }),
                }
            }
        }
    )+};
}

extract! {
    Write => (BODY_MAX, false),
    OptionalBody => (BODY_MAX, true),
    Import => (IMPORT_BODY_MAX, false),
}

/// Calls of `/api/auth`, which know no keys.
macro_rules! extract_without_key {
    ($($name:ident => $limit:expr),+ $(,)?) => {$(
        impl<T: DeserializeOwned> FromRequest<AppState> for $name<T> {
            type Rejection = ApiError;
            async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
                let (body, Identity { _held, .. }) = read(app, request, $limit, false).await?;
                Ok($name { body, _held })
            }
        }
    )+};
}

extract_without_key! {
    PublicWrite => PUBLIC_BODY_MAX,
    PasswordWrite => PASSWORDS_BODY_MAX,
}

impl<T> OptionalBody<T> {
    /// Whether the caller has had an answer under this key: what is not a command alone must not be done again.
    pub fn was_answered(&self, app: &AppState, caller: &Caller) -> Result<bool, ApiError> {
        let Some(IdempotencyKey { key, .. }) = self.identity.key_of(caller.user.id) else { return Ok(false) };
        Ok(app.store.read(|view| store::kept_answer(view, &key))?.is_some())
    }
}

/// Whether answers of a call are kept under the caller's key. Signing in twice under one key must make two sessions, and a
/// kept answer would hold a token, or the code of a second box.
pub fn keeps_answers(path: &str) -> bool {
    !path.starts_with("/api/auth/") && path != "/api/standby"
}

async fn read<T: DeserializeOwned>(app: &AppState, request: Request, limit: usize, optional: bool) -> Result<(T, Identity), ApiError> {
    let (parts, body) = request.into_parts();
    let empty = optional && body.is_end_stream();
    if !empty && !parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(is_json) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::UnsupportedMediaType,
            "Send JSON: Content-Type: application/json",
        ));
    }
    let (bytes, held) = app.bodies.read(&parts.headers, body, limit).await?;
    let parse = || parse(parts, &bytes, held, optional);
    if bytes.len() > AT_ONCE_MAX { run_blocking(parse) } else { parse() }
}

fn parse<T: DeserializeOwned>(parts: Parts, bytes: &[u8], held: HeldBytes, optional: bool) -> Result<(T, Identity), ApiError> {
    let value = if optional && bytes.is_empty() {
        Value::Object(Default::default())
    } else {
        serde_json::from_slice::<Value>(bytes).map_err(|_| ApiError::invalid("The request is not valid JSON"))?
    };
    if !value.is_object() {
        return Err(ApiError::invalid("The request must be a JSON object"));
    }
    let path = parts.uri.path();
    let key = if keeps_answers(path) { idempotency_key(&parts.headers)? } else { None };
    let body_hash = if key.is_some() { Sha256::digest(canonical(&value).to_string()).into() } else { [0; 32] };
    let identity = Identity { _held: held, method: parts.method.to_string(), path: path.to_owned(), key, body_hash };
    let body = serde_json::from_value(value).map_err(|error| ApiError::invalid(format!("The request cannot be read: {error}")))?;
    Ok((body, identity))
}

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default();
    let printable = text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    if text.trim().is_empty() || text.len() > KEY_MAX || !printable {
        return Err(ApiError::invalid("Idempotency-Key must be 1 to 64 printable characters"));
    }
    Ok(Some(text.to_owned()))
}

impl Identity {
    fn key_of(&self, user_id: u64) -> Option<IdempotencyKey> {
        let key = self.key.as_ref()?;
        let name = format!("{user_id}\n{}\n{}\n{key}", self.method, self.path);
        Some(IdempotencyKey { key: IdempotencyHash(Sha256::digest(name).into()), body_hash: self.body_hash })
    }
}

/// An answer as JSON.
pub fn json<T: Serialize>(status: StatusCode, value: &T) -> Stored<Answer> {
    let mut body = Vec::with_capacity(ANSWER_BYTES);
    let written = serde_json::to_writer(&mut body, value);
    written.map_err(|error| StoreError::Unreadable { table: "answers", reason: error.to_string() })?;
    Ok(Answer { status: status.as_u16(), body })
}

/// An answer without content.
pub fn no_content() -> Answer {
    Answer { status: StatusCode::NO_CONTENT.as_u16(), body: Vec::new() }
}

/// What was written is not there: a mistake of ours.
pub fn missing(table: &'static str) -> StoreError {
    StoreError::Unreadable { table, reason: "what was just written is not there".to_owned() }
}

fn respond(answer: Answer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if answer.body.is_empty() {
        return status.into_response();
    }
    let mut response = (status, answer.body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
