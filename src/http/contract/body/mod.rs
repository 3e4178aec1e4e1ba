//! Reads the body of a write, by the rules of its extractor: limit, whether it may be empty, whether the answer is kept.

pub mod hash;

use axum::body::HttpBody;
use axum::extract::{FromRequest, Request};
use axum::http::request::Parts;
use axum::http::uri::PathAndQuery;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use self::hash::body_hash;
use crate::approvals::NOT_NEEDED;
use crate::engine::{IdempotencyKey, Purpose, Render};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::contract::approval::{self, Asking};
use crate::http::contract::call::{Argument, CallFacts};
use crate::http::contract::read_limiter::run_blocking;
use crate::http::contract::session::Caller;
use base::Refusal;
use store::IdempotencyHash;
use web::body_budget::HeldBytes;
use web::headers::{is_json, key_header};

/// Largest body that is parsed on the async worker, which takes a millisecond or two. Larger ones are parsed on a blocking thread.
const INLINE_PARSE_MAX: usize = 256 * 1024;

/// How the body of a request is read.
#[derive(Debug, Clone, Copy)]
pub struct BodyRules {
    pub bytes_max: usize,
    /// Whether there may be no body.
    pub may_be_empty: bool,
    /// Whether the answer is stored under the `Idempotency-Key`.
    pub keeps_answer: bool,
    /// Whether a manager may be asked to approve the call.
    pub is_approvable: bool,
}

/// The body of a write.
pub trait Body: Sized {
    /// What the JSON of the body is read into.
    type Content: DeserializeOwned;
    /// The rules by which it is read, unless [`Approvable`] or [`Unkept`] change them.
    const RULES: BodyRules;
    fn new(content: Self::Content, identity: Identity) -> Self;
}

/// A body of a call that a manager may be asked to approve: the request that asks goes through the same handler, which submits what it always
/// submits. All other extractors of bodies refuse such a request.
pub struct Approvable<B>(pub B);

/// A body of a call whose answer is not stored: it contains a token or a code, its request contains a password or a PIN, or nothing is saved.
/// Doing it twice under one key must give two codes, and the stored hash of a body with a password would be one of the password.
pub struct Unkept<B>(pub B);

impl<B: Body> Body for Approvable<B> {
    type Content = B::Content;
    const RULES: BodyRules = BodyRules { is_approvable: true, ..B::RULES };
    fn new(content: Self::Content, identity: Identity) -> Self {
        Approvable(B::new(content, identity))
    }
}

impl<B: Body> Body for Unkept<B> {
    type Content = B::Content;
    const RULES: BodyRules = BodyRules { keeps_answer: false, ..B::RULES };
    fn new(content: Self::Content, identity: Identity) -> Self {
        Unkept(B::new(content, identity))
    }
}

/// Makes bodies extractors.
macro_rules! extract {
    ($([$parameter:ident: $bound:ident] $body:ty),+ $(,)?) => {$(
        impl<$parameter: $bound> FromRequest<AppState> for $body {
            type Rejection = ApiError;
            async fn from_request(request: Request, app: &AppState) -> Result<Self, ApiError> {
                let (content, identity) = $crate::http::contract::body::read(app, request, Self::RULES).await?;
                Ok(Self::new(content, identity))
            }
        }

        impl<$parameter: $bound> Argument for $body {
            fn describe(facts: &mut CallFacts) {
                facts.reads_body = true;
                facts.keeps_answer = Self::RULES.keeps_answer;
            }
        }
    )+};
}
pub(super) use extract;

extract! { [B: Body] Approvable<B>, [B: Body] Unkept<B> }

/// What identifies a request under its `Idempotency-Key`.
pub struct Identity {
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

impl Identity {
    /// The key under which the answer is kept. A request that serves to ask has that of the request that asks.
    pub fn key_of(&self, caller: &Caller) -> Option<IdempotencyKey> {
        if let Some(asking) = &self.asking {
            return asking.key;
        }
        let (key, user_id) = (self.key.as_ref()?, caller.user.id);
        let name = format!("{user_id}\n{}\n{}\n{key}", self.method, self.path);
        Some(IdempotencyKey { key: IdempotencyHash(Sha256::digest(name).into()), body_hash: self.body_hash })
    }

    /// What the request is for, and how it is answered.
    pub fn purpose_of(&self, render: Render) -> (Purpose, Render) {
        let render = if self.asking.is_some() { Box::new(approval::asked) } else { render };
        (self.purpose.clone(), render)
    }
}

/// Reads the body of a request.
///
/// # Errors
/// 400, 413, 415, 429 or 503 if it cannot be read; 409 if it serves to ask for a call that needs no approval.
pub async fn read<T: DeserializeOwned>(app: &AppState, request: Request, rules: BodyRules) -> Result<(T, Identity), ApiError> {
    let (parts, body) = request.into_parts();
    if parts.extensions.get::<Asking>().is_some() && !rules.is_approvable {
        return Err(Refusal::conflict(NOT_NEEDED).into());
    }
    let empty = rules.may_be_empty && body.is_end_stream();
    if !empty && !parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(is_json) {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            HttpCode::UnsupportedMediaType,
            "Send JSON: Content-Type: application/json",
        ));
    }
    let (bytes, held) = app.body_budget.read(&parts.headers, body, rules.bytes_max).await?;
    let parse = || parse(parts, &bytes, held, rules);
    if bytes.len() > INLINE_PARSE_MAX { run_blocking(parse) } else { parse() }
}

fn parse<T: DeserializeOwned>(parts: Parts, bytes: &[u8], held: HeldBytes, rules: BodyRules) -> Result<(T, Identity), ApiError> {
    let value = if rules.may_be_empty && bytes.is_empty() {
        Value::Object(Default::default())
    } else {
        serde_json::from_slice::<Value>(bytes).map_err(|_| ApiError::invalid("The request is not valid JSON"))?
    };
    if !value.is_object() {
        return Err(ApiError::invalid("The request must be a JSON object"));
    }
    let path = parts.uri.path();
    let key = if rules.keeps_answer { key_header(&parts.headers)? } else { None };
    let body_hash = if key.is_some() { body_hash(&value, bytes.len())? } else { [0; 32] };
    let purpose = approval::purpose(&parts, &value, bytes.len())?;
    let asking = parts.extensions.get::<Asking>().cloned();
    let path = parts.uri.path_and_query().map_or(path, PathAndQuery::as_str).to_owned();
    let identity = Identity { _held: held, method: parts.method.to_string(), path, key, body_hash, purpose, asking };
    let body = serde_json::from_value(value).map_err(|error| ApiError::invalid(format!("The request cannot be read: {error}")))?;
    Ok((body, identity))
}
