//! Write requests: parse the body, submit the command under the `Idempotency-Key`, return the stored answer.

use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::engine::{Answer, Command, Entry, IdempotencyKey, Purpose, Render, Submission};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::contract::approval::{self, Asking};
use crate::http::contract::read_limiter::run_blocking;
use crate::http::contract::session::Caller;
use store::{IdempotencyHash, StoreError, Stored, View};
use web::body_budget::{BODY_MAX, HeldBytes, IMPORT_BODY_MAX, PASSWORDS_BODY_MAX, PUBLIC_BODY_MAX};
use web::form::Canonical;
use web::headers::{is_json, key_header};

/// Largest body that is parsed on the async worker, which takes a millisecond or two. Larger ones are parsed on a blocking thread.
const INLINE_PARSE_MAX: usize = 256 * 1024;
/// Initial capacity of an answer: a sale of three lines fits.
const ANSWER_BYTES: usize = 4 * 1024;

/// A write request with a JSON body.
pub struct Write<T> {
    pub body: T,
    identity: Identity,
}

/// A write request whose body may be empty; if there is one, it must be JSON.
pub struct OptionalBody<T> {
    pub body: T,
    identity: Identity,
}

/// Like [`Write`], with a larger limit, for imports.
pub struct Import<T> {
    pub body: T,
    identity: Identity,
}

/// Like [`Write`], with a small limit, for public calls: the body is read before the caller is authenticated.
pub struct PublicWrite<T> {
    pub body: T,
    _held: HeldBytes,
}

/// Like [`Write`], with a small limit, for changing a password.
pub struct PasswordWrite<T> {
    pub body: T,
    _held: HeldBytes,
}

/// A request body without members.
#[derive(serde::Deserialize, Default)]
pub struct EmptyBody {}

/// What identifies a request under its `Idempotency-Key`.
struct Identity {
    /// Memory for the body, held until the command has been executed.
    _held: HeldBytes,
    method: String,
    /// With the query.
    path: String,
    key: Option<String>,
    body_hash: [u8; 32],
    purpose: Purpose,
    /// Set if it serves to ask for an approval.
    asking: Option<Asking>,
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
            /// Executes `command` for `caller` and answers with what `render` makes of its entries.
            pub async fn submit(
                self,
                app: &AppState,
                caller: &Caller,
                command: Command,
                render: impl Fn(&[Entry], &dyn View) -> Stored<Answer> + Send + 'static,
            ) -> Result<Response, ApiError> {
                let key = self.identity.key_of(caller);
                let (purpose, render) = self.identity.purpose_of(Box::new(render));
                let submission = Submission { command, purpose, actor: caller.actor(), key, render };
                match app.engine.submit(submission).await.map_err(ApiError::from) {
                    Ok(answer) => Ok(respond(answer)),
                    Err(error) => Err(if key.is_some() { error.retryable_with_key() } else { error }),
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

// Calls of `/api/auth` ignore the key: see `keeps_answers`.
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

impl<T> Write<T> {
    /// The key of this request, which asks for an approval of another one.
    pub fn asking_key(&self, caller: &Caller) -> Option<IdempotencyKey> {
        self.identity.key_of(caller)
    }
}

impl<T> OptionalBody<T> {
    /// Whether an answer is stored under this key: work outside the command must not be done twice.
    pub fn was_answered(&self, app: &AppState, caller: &Caller) -> Result<bool, ApiError> {
        let Some(IdempotencyKey { key, .. }) = self.identity.key_of(caller) else { return Ok(false) };
        Ok(app.store.read(|view| store::kept_answer(view, &key))?.is_some())
    }
}

/// Calls whose answers contain a token or a code, whose requests contain a password or a PIN, or that store nothing.
const UNKEPT: [&str; 6] =
    ["/api/standby", "/api/devices/codes", "/api/devices/enrol", "/api/sales/quote", "/api/head-link/pair", "/api/head-link/try"];

/// Whether the answers of a call are stored under the `Idempotency-Key`. Signing in twice under one key must start two
/// sessions, a stored answer would contain a token or a code, and the stored hash of a body with a password one of the password.
pub fn keeps_answers(path: &str) -> bool {
    let has_secrets = path.starts_with("/api/auth/") || path == "/api/pin" || path.starts_with("/api/pin/") || path.ends_with("/pin-reset");
    let has_secrets = has_secrets || path.ends_with("/grant-here");
    !has_secrets && !UNKEPT.contains(&path)
}

async fn read<T: DeserializeOwned>(app: &AppState, request: Request, limit: usize, optional: bool) -> Result<(T, Identity), ApiError> {
    let (parts, body) = request.into_parts();
    if let Some(asking) = parts.extensions.get::<Asking>() {
        asking.check(&parts)?;
    }
    let empty = optional && body.is_end_stream();
    if !empty && !parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(is_json) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            HttpCode::UnsupportedMediaType,
            "Send JSON: Content-Type: application/json",
        ));
    }
    let (bytes, held) = app.body_budget.read(&parts.headers, body, limit).await?;
    let parse = || parse(parts, &bytes, held, optional);
    if bytes.len() > INLINE_PARSE_MAX { run_blocking(parse) } else { parse() }
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
    let key = if keeps_answers(path) { key_header(&parts.headers)? } else { None };
    let body_hash = if key.is_some() { body_hash(&value, bytes.len())? } else { [0; 32] };
    let purpose = approval::purpose(&parts, &value, bytes.len())?;
    let asking = parts.extensions.get::<Asking>().cloned();
    let path = parts.uri.path_and_query().map_or(path, PathAndQuery::as_str).to_owned();
    let identity = Identity { _held: held, method: parts.method.to_string(), path, key, body_hash, purpose, asking };
    let body = serde_json::from_value(value).map_err(|error| ApiError::invalid(format!("The request cannot be read: {error}")))?;
    Ok((body, identity))
}

/// The member of a body with which a person confirms a call of a colleague. It is no part of what is asked for.
const PIN_MEMBER: &str = "pin";

/// The hash of a body, equal for all spellings of the same content. It is stored, so it says nothing about a PIN. `bytes` is its length as
/// sent.
fn body_hash(body: &Value, bytes: usize) -> Result<[u8; 32], ApiError> {
    let mut canonical = Vec::with_capacity(bytes);
    let without_pin = body.as_object().filter(|members| members.contains_key(PIN_MEMBER)).map(|members| {
        let others = members.iter().filter(|(name, _)| *name != PIN_MEMBER).map(|(name, value)| (name.clone(), value.clone()));
        Value::Object(others.collect())
    });
    let written = serde_json::to_writer(&mut canonical, &Canonical(without_pin.as_ref().unwrap_or(body)));
    written.map_err(|error| ApiError::invalid(format!("The request cannot be read: {error}")))?;
    Ok(Sha256::digest(canonical).into())
}

/// The hash of a body in hexadecimal digits. `bytes` is its length as sent.
pub fn hex_hash(body: &Value, bytes: usize) -> Result<String, ApiError> {
    Ok(body_hash(body, bytes)?.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Identity {
    /// The key under which the answer is kept. A request that serves to ask has that of the request that asks.
    fn key_of(&self, caller: &Caller) -> Option<IdempotencyKey> {
        if let Some(asking) = &self.asking {
            return asking.key;
        }
        let (key, user_id) = (self.key.as_ref()?, caller.user.id);
        let name = format!("{user_id}\n{}\n{}\n{key}", self.method, self.path);
        Some(IdempotencyKey { key: IdempotencyHash(Sha256::digest(name).into()), body_hash: self.body_hash })
    }

    /// What the request is for, and how it is answered.
    fn purpose_of(&self, render: Render) -> (Purpose, Render) {
        let render = if self.asking.is_some() { Box::new(approval::asked) } else { render };
        (self.purpose.clone(), render)
    }
}

/// A JSON answer.
pub fn json<T: Serialize>(status: StatusCode, value: &T) -> Stored<Answer> {
    let mut body = Vec::with_capacity(ANSWER_BYTES);
    let written = serde_json::to_writer(&mut body, value);
    written.map_err(|error| StoreError::Unreadable { table: "answers", reason: error.to_string() })?;
    Ok(Answer { status: status.as_u16(), body })
}

/// 204.
pub fn no_content() -> Answer {
    Answer { status: StatusCode::NO_CONTENT.as_u16(), body: Vec::new() }
}

/// Error for a row that is missing right after it was written: a bug.
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
