//! Writes under an `Idempotency-Key`: the first answer is kept in the transaction that did the work, and given again.

use std::future::Future;

use axum::extract::{FromRequest, Request};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::{HeadState, moment, parse, read_object};
use web::body_budget::{BODY_MAX, HeldBytes};
use web::form::Canonical;
use web::headers::key_header;

/// The status of an answer that is still being made. No other transaction ever reads it.
const PENDING: i64 = 0;

/// An answer that may be kept: its status, and its JSON unless it has no body.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub status: StatusCode,
    pub body: Option<Value>,
}

impl Answer {
    /// 200 with a body.
    ///
    /// # Errors
    /// 500 for a body that is no JSON, which is a bug.
    pub fn ok(body: &impl Serialize) -> Result<Self, HeadError> {
        Answer::with(StatusCode::OK, body)
    }

    /// 201 with a body.
    ///
    /// # Errors
    /// As [`Answer::ok`].
    pub fn created(body: &impl Serialize) -> Result<Self, HeadError> {
        Answer::with(StatusCode::CREATED, body)
    }

    /// 202 with a body.
    ///
    /// # Errors
    /// As [`Answer::ok`].
    pub fn accepted(body: &impl Serialize) -> Result<Self, HeadError> {
        Answer::with(StatusCode::ACCEPTED, body)
    }

    fn with(status: StatusCode, body: &impl Serialize) -> Result<Self, HeadError> {
        Ok(Answer { status, body: Some(serde_json::to_value(body).map_err(HeadError::internal)?) })
    }

    /// 204.
    pub fn no_content() -> Self {
        Answer { status: StatusCode::NO_CONTENT, body: None }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let Some(body) = self.body else { return self.status.into_response() };
        let mut response = (self.status, axum::Json(body)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// A write with a JSON body of at most 1 MB, which a client may repeat under an `Idempotency-Key`. Comes behind the caller in the
/// arguments of a handler, so that the caller is checked first.
pub struct Write<T> {
    pub body: T,
    method: String,
    /// With the query.
    path: String,
    key: Option<String>,
    /// The body in one spelling.
    canonical: Vec<u8>,
    _held: HeldBytes,
}

/// The header under which [`Write`] keeps an answer, for the OpenAPI document.
pub struct IdempotencyKey;

impl IntoParams for IdempotencyKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let key = ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(64));
        let description = "Makes retries safe: requests with the same key get the first answer again.";
        let header = ParameterBuilder::new().name("Idempotency-Key").parameter_in(ParameterIn::Header).description(Some(description));
        vec![header.schema(Some(key)).build()]
    }
}

/// A request under its key, as `kept_answers` has it.
struct KeyedRequest {
    request: Vec<u8>,
    body_hash: Vec<u8>,
}

impl<T: DeserializeOwned> FromRequest<HeadState> for Write<T> {
    type Rejection = HeadError;
    async fn from_request(request: Request, state: &HeadState) -> Result<Self, HeadError> {
        let (parts, body) = request.into_parts();
        let (value, held) = read_object(state, &parts.headers, body, BODY_MAX).await?;
        let key = key_header(&parts.headers)?;
        let mut canonical = Vec::new();
        if key.is_some() {
            let written = serde_json::to_writer(&mut canonical, &Canonical(&value));
            written.map_err(|error| HeadError::invalid(format!("The request cannot be read: {error}")))?;
        }
        let path = parts.uri.path_and_query().map_or(parts.uri.path(), PathAndQuery::as_str).to_owned();
        Ok(Write { body: parse(value)?, method: parts.method.to_string(), path, key, canonical, _held: held })
    }
}

impl<T> Write<T> {
    /// Runs `work` in a transaction and answers with what it returns. Under a key that was used for the same request before, answers with
    /// the first answer and does nothing. `work` may run several times, so it has no effect besides the transaction.
    ///
    /// # Errors
    /// What `work` returns, which is not kept; 409 `conflict` for a key that another body had.
    pub async fn submit<W, F>(&self, state: &HeadState, user_id: &str, work: W) -> Result<Answer, HeadError>
    where
        W: Fn(Transaction) -> F,
        F: Future<Output = Result<Answer, HeadError>>,
    {
        let (keyed, work, now) = (&self.keyed_request(user_id), &work, &moment(state.now()));
        state
            .database
            .transaction(move |transaction| async move {
                let Some(keyed) = keyed else { return work(transaction).await };
                if let Some(first) = claim(&transaction, keyed, now).await? {
                    return Ok(first);
                }
                let answer = work(transaction.clone()).await?;
                let body = answer.body.as_ref().map(Value::to_string).unwrap_or_default().into_bytes();
                let status = i64::from(answer.status.as_u16());
                let keep = "UPDATE kept_answers SET status = $2, body = $3 WHERE request = $1";
                transaction.execute(keep, &[&keyed.request, &status, &body]).await?;
                Ok(answer)
            })
            .await
    }

    /// The body's hash covers the key too. The database has no key, so nothing that it has tells a password in the body.
    fn keyed_request(&self, user_id: &str) -> Option<KeyedRequest> {
        let key = self.key.as_ref()?;
        let name = format!("{user_id}\n{}\n{}\n{key}", self.method, self.path);
        let body_hash = Sha256::new().chain_update(key).chain_update(b"\n").chain_update(&self.canonical).finalize().to_vec();
        Some(KeyedRequest { request: Sha256::digest(name).to_vec(), body_hash })
    }
}

/// Takes the key for this transaction, or returns the answer that was kept under it. Another transaction that takes it waits here.
async fn claim(transaction: &Transaction, keyed: &KeyedRequest, now: &jiff::Timestamp) -> Result<Option<Answer>, HeadError> {
    let insert = "INSERT INTO kept_answers (request, body_hash, status, body, at) VALUES ($1, $2, $3, $4, $5) \
        ON CONFLICT (request) DO NOTHING";
    let nothing: &[u8] = &[];
    if transaction.execute(insert, &[&keyed.request, &keyed.body_hash, &PENDING, &nothing, now]).await? > 0 {
        return Ok(None);
    }
    let row = transaction.query_one("SELECT body_hash, status, body FROM kept_answers WHERE request = $1", &[&keyed.request]).await?;
    let (body_hash, status, body): (Vec<u8>, i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    if body_hash != keyed.body_hash {
        return Err(HeadError::conflict("This Idempotency-Key was used for another request"));
    }
    let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok());
    let status = status.ok_or_else(|| HeadError::internal("a kept answer has no status"))?;
    let body = match body.is_empty() {
        true => None,
        false => Some(serde_json::from_slice(&body).map_err(HeadError::internal)?),
    };
    Ok(Some(Answer { status, body }))
}
