//! Errors of head office's calls: HTTP status, error code and JSON body, in the shape that the box's errors have.

mod shared;

use std::collections::BTreeMap;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::database::DatabaseError;
use barback::http::HttpCode;

/// `Retry-After` while the database is away or too many parcels are being taken, in seconds.
const RETRY_SECONDS: u64 = 5;

/// Machine-readable error code of an answer that is not 2xx.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeadCode {
    /// 400: a field or parameter is invalid.
    Invalid,
    /// 401: no valid session, or a wrong password.
    Unauthenticated,
    /// 401: name and password are right, the second factor is missing.
    CodeRequired,
    /// 401: the second factor is wrong, or was used before.
    CodeWrong,
    /// 403: the role does not allow it.
    Forbidden,
    /// 403: the account is switched off.
    Inactive,
    /// 403: the password must be changed first.
    PasswordChangeRequired,
    /// 403: the second factor must be set up first.
    TotpRequired,
    /// 403: the certificate of the box was revoked.
    Revoked,
    /// 404: it does not exist, or not for this user.
    NotFound,
    /// 405
    MethodNotAllowed,
    /// 409: the present state does not allow it.
    Conflict,
    /// 409: the name is in use.
    Taken,
    /// 409: the last active owner stays.
    LastOwner,
    /// 409: a code for a new bar, used by a bar that is known.
    BarKnown,
    /// 409: a code for another bar.
    OtherBar,
    /// 409: no box of that bar is paired.
    UnknownBar,
    /// 409: entries before the parcel are missing.
    Gap,
    /// 409: head office owns the field.
    SetByHead,
    /// 413
    TooLarge,
    /// 415: the body is not JSON.
    UnsupportedMediaType,
    /// 422: the parcel is damaged or not from the box that it names.
    Damaged,
    /// 426: no protocol that both sides speak.
    Protocol,
    /// 429: too many attempts or calls.
    TooManyAttempts,
    /// 429: the bar has sent as much as it may in a day.
    Quota,
    /// 500: a bug.
    Internal,
    /// 502: head office does not answer.
    HeadUnreachable,
    /// 503: too much at once.
    Busy,
    /// 503: the database does not answer.
    DatabaseAway,
}

impl HeadCode {
    /// The HTTP status of the answer.
    pub fn status(self) -> StatusCode {
        match self {
            HeadCode::Invalid => StatusCode::BAD_REQUEST,
            HeadCode::Unauthenticated | HeadCode::CodeRequired | HeadCode::CodeWrong => StatusCode::UNAUTHORIZED,
            HeadCode::Forbidden | HeadCode::Inactive | HeadCode::PasswordChangeRequired | HeadCode::TotpRequired | HeadCode::Revoked => {
                StatusCode::FORBIDDEN
            }
            HeadCode::NotFound => StatusCode::NOT_FOUND,
            HeadCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            HeadCode::Conflict
            | HeadCode::Taken
            | HeadCode::LastOwner
            | HeadCode::BarKnown
            | HeadCode::OtherBar
            | HeadCode::UnknownBar
            | HeadCode::Gap
            | HeadCode::SetByHead => StatusCode::CONFLICT,
            HeadCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            HeadCode::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            HeadCode::Damaged => StatusCode::UNPROCESSABLE_ENTITY,
            HeadCode::Protocol => StatusCode::UPGRADE_REQUIRED,
            HeadCode::TooManyAttempts | HeadCode::Quota => StatusCode::TOO_MANY_REQUESTS,
            HeadCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            HeadCode::HeadUnreachable => StatusCode::BAD_GATEWAY,
            HeadCode::Busy | HeadCode::DatabaseAway => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// A refusal with its code.
#[derive(Debug)]
pub struct Refused {
    /// For programs.
    pub code: HeadCode,
    /// For people.
    pub message: String,
    /// Errors of single fields, by field name.
    pub fields: BTreeMap<String, String>,
    /// Further members of the answer, such as `position`.
    pub extra: Map<String, Value>,
    /// Seconds after which it may be tried again.
    pub retry_after: Option<u64>,
}

/// Body of every answer that is not 2xx. Some codes have further members.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub struct HeadErrorBody {
    /// For people.
    message: String,
    #[schema(value_type = ErrorCode)]
    code: HeadCode,
    /// Messages by field name.
    fields: Option<BTreeMap<String, String>>,
    #[serde(flatten)]
    #[schema(ignore)]
    extra: Map<String, Value>,
}

/// The codes of all refusals at the port of browsers: head office's own, and that of a request for another host.
pub struct ErrorCode;

impl PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let words = match HeadCode::schema() {
            RefOr::T(Schema::Object(object)) => object.enum_values.unwrap_or_default(),
            _ => Vec::new(),
        };
        let words = words.into_iter().chain(serde_json::to_value(HttpCode::Misdirected).ok());
        let description = "Machine-readable code of a refusal.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(description)).enum_values(Some(words)).into()
    }
}

impl ToSchema for ErrorCode {}

/// Why a call of head office is not carried out.
#[derive(Debug)]
pub enum HeadError {
    /// The call is refused; a transaction in which it arises is not tried again.
    Refused(Box<Refused>),
    /// The database does not answer: 503 `database_away`. The reason goes to the log only.
    Away(String),
    /// The database refused a statement. A transaction in which it arises may be tried again.
    Sql(Box<tokio_postgres::Error>),
}

impl HeadError {
    /// A refusal with a code and a sentence for people.
    pub fn new(code: HeadCode, message: impl Into<String>) -> Self {
        let refused = Refused { code, message: message.into(), fields: BTreeMap::new(), extra: Map::new(), retry_after: None };
        HeadError::Refused(Box::new(refused))
    }

    /// 400: the request is invalid.
    pub fn invalid(message: impl Into<String>) -> Self {
        HeadError::new(HeadCode::Invalid, message)
    }

    /// 400 on one field. The sentence is both the field's error and the message.
    pub fn field(name: &str, message: impl Into<String>) -> Self {
        HeadError::invalid(message).on_field(name)
    }

    /// 401: no valid session.
    pub fn unauthenticated() -> Self {
        HeadError::new(HeadCode::Unauthenticated, "Please sign in again")
    }

    /// 403: the role does not allow it.
    pub fn forbidden() -> Self {
        HeadError::new(HeadCode::Forbidden, "You are not allowed to do this")
    }

    /// 404: `what` (a word such as "bar") does not exist, or not for this user.
    pub fn not_found(what: &str) -> Self {
        let mut letters = what.chars();
        let capital: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
        HeadError::new(HeadCode::NotFound, format!("{capital}{} not found", letters.as_str()))
    }

    /// 409: the present state does not allow it.
    pub fn conflict(message: impl Into<String>) -> Self {
        HeadError::new(HeadCode::Conflict, message)
    }

    /// 429: the next attempt is allowed after `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        let message = format!("Too many attempts. Try again in {seconds} seconds.");
        HeadError::new(HeadCode::TooManyAttempts, message).retry_after(seconds)
    }

    /// 503: too much at once.
    pub fn busy() -> Self {
        HeadError::new(HeadCode::Busy, "Head office is busy. Try again soon.").retry_after(RETRY_SECONDS)
    }

    /// 500: a bug. `reason` goes to the log only.
    pub fn internal(reason: impl std::fmt::Display) -> Self {
        tracing::error!("{reason}");
        HeadError::new(HeadCode::Internal, "Something went wrong in head office. Nothing was saved.")
    }

    /// Makes the message the error of a field too.
    pub fn on_field(mut self, name: &str) -> Self {
        if let HeadError::Refused(refused) = &mut self {
            refused.fields.insert(name.to_owned(), refused.message.clone());
        }
        self
    }

    /// Adds a member to the body.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let HeadError::Refused(refused) = &mut self {
            refused.extra.insert(name.to_owned(), value.into());
        }
        self
    }

    /// Adds `Retry-After`, in seconds.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        if let HeadError::Refused(refused) = &mut self {
            refused.retry_after = Some(seconds);
        }
        self
    }

    /// The code of a refusal; `None` for what the database refused.
    pub fn code(&self) -> Option<HeadCode> {
        match self {
            HeadError::Refused(refused) => Some(refused.code),
            HeadError::Away(_) | HeadError::Sql(_) => None,
        }
    }
}

impl std::fmt::Display for HeadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HeadError::Refused(refused) => f.write_str(&refused.message),
            HeadError::Away(reason) => write!(f, "The database does not answer: {reason}"),
            HeadError::Sql(error) => write!(f, "{}", sql_words(error)),
        }
    }
}

impl std::error::Error for HeadError {}

impl From<tokio_postgres::Error> for HeadError {
    fn from(error: tokio_postgres::Error) -> Self {
        HeadError::Sql(Box::new(error))
    }
}

impl From<DatabaseError> for HeadError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::Sql(error) => error.into(),
            DatabaseError::Busy(_) => HeadError::busy(),
            DatabaseError::Away(reason) | DatabaseError::OutcomeUnknown(reason) => HeadError::Away(reason),
            other => HeadError::internal(other),
        }
    }
}

/// What the database said: its own error hides the message behind `db error`.
fn sql_words(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(db) => format!("{} ({})", db.message(), db.code().code()),
        None => error.to_string(),
    }
}

impl IntoResponse for HeadError {
    fn into_response(self) -> Response {
        let refused = match self {
            HeadError::Refused(refused) => refused,
            HeadError::Away(reason) => {
                tracing::warn!("database away: {reason}");
                return database_away();
            }
            // Without an answer of the database, it is the connection that failed.
            HeadError::Sql(error) if error.as_db_error().is_none() && (error.is_closed() || is_io(&error)) => {
                tracing::warn!("database away: {error}");
                return database_away();
            }
            HeadError::Sql(error) => {
                return HeadError::internal(format!("database: {}", sql_words(&error))).into_response();
            }
        };
        let Refused { code, message, fields, extra, retry_after } = *refused;
        let body = HeadErrorBody { message, code, fields: Some(fields).filter(|fields| !fields.is_empty()), extra };
        let mut response = (code.status(), axum::Json(body)).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Whether the connection failed, not a statement.
fn is_io(error: &tokio_postgres::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<std::io::Error>())
}

fn database_away() -> Response {
    let words = "Head office cannot reach its database. Try again soon.";
    HeadError::new(HeadCode::DatabaseAway, words).retry_after(RETRY_SECONDS).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use serde_json::json;

    use super::*;

    async fn answer(error: HeadError) -> (u16, Option<String>, Value) {
        let response = error.into_response();
        let retry = response.headers().get(header::RETRY_AFTER).map(|value| value.to_str().expect("text").to_owned());
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 10_000).await.expect("a body");
        (status, retry, serde_json::from_slice(&body).expect("JSON"))
    }

    #[tokio::test]
    async fn refusals_have_the_shape_of_the_contract() {
        let (status, retry, body) = answer(HeadError::field("code", "This code is wrong").with("seq", 3)).await;
        assert_eq!((status, retry), (400, None));
        let expected = json!({ "message": "This code is wrong", "code": "invalid", "fields": { "code": "This code is wrong" }, "seq": 3 });
        assert_eq!(body, expected);
        let (status, retry, body) = answer(HeadError::Away("no route".to_owned())).await;
        assert_eq!((status, retry.as_deref(), body["code"].as_str()), (503, Some("5"), Some("database_away")));
        assert!(body["fields"].is_null() && !body.to_string().contains("no route"));
        let (status, _, body) = answer(HeadError::new(HeadCode::Protocol, "Too old")).await;
        assert_eq!((status, body["code"].as_str()), (426, Some("protocol")));
        assert_eq!(HeadError::not_found("bar").to_string(), "Bar not found");
    }
}
