//! Write requests: submit the command of a body under the `Idempotency-Key`, return the stored answer.

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

use crate::engine::{Answer, Command, Entry, IdempotencyKey, Submission};
use crate::http::ApiError;
use crate::http::AppState;
pub use crate::http::contract::answer::{each_of, first_of, json, missing, no_content};
pub use crate::http::contract::body::{Approvable, Unkept};
use crate::http::contract::body::{Body, BodyRules, Identity, extract};
use crate::http::contract::call::{Argument, CallFacts};
use crate::http::contract::session::Caller;
use store::{Stored, View};
use web::body_budget::{BODY_MAX, IMPORT_BODY_MAX, PASSWORDS_BODY_MAX, PUBLIC_BODY_MAX};

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

/// Like [`Write`], with a small limit and without a key, for public calls: the body is read before the caller is authenticated.
pub struct PublicWrite<T> {
    pub body: T,
    _identity: Identity,
}

/// Like [`Write`], with a small limit and without a key, for requests with a password or a PIN.
pub struct PasswordWrite<T> {
    pub body: T,
    _identity: Identity,
}

/// A request body without members.
#[derive(serde::Deserialize, Default)]
pub struct EmptyBody {}

macro_rules! bodies {
    ($($name:ident { $identity:ident } => $rules:expr),+ $(,)?) => {$(
        impl<T: DeserializeOwned> Body for $name<T> {
            type Content = T;
            const RULES: BodyRules = $rules;
            fn new(body: T, $identity: Identity) -> Self {
                $name { body, $identity }
            }
        }
    )+};
}

const KEPT: BodyRules = BodyRules { bytes_max: BODY_MAX, may_be_empty: false, keeps_answer: true, is_approvable: false };

bodies! {
    Write { identity } => KEPT,
    OptionalBody { identity } => BodyRules { may_be_empty: true, ..KEPT },
    Import { identity } => BodyRules { bytes_max: IMPORT_BODY_MAX, ..KEPT },
    PublicWrite { _identity } => BodyRules { bytes_max: PUBLIC_BODY_MAX, keeps_answer: false, ..KEPT },
    PasswordWrite { _identity } => BodyRules { bytes_max: PASSWORDS_BODY_MAX, keeps_answer: false, ..KEPT },
}

extract! {
    [T: DeserializeOwned] Write<T>, [T: DeserializeOwned] OptionalBody<T>, [T: DeserializeOwned] Import<T>,
    [T: DeserializeOwned] PublicWrite<T>, [T: DeserializeOwned] PasswordWrite<T>,
}

macro_rules! submit {
    ($($name:ident),+) => {$(
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

submit!(Write, OptionalBody, Import);

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
