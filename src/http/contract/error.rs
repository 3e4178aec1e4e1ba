//! API error: HTTP status, error code and JSON body of every answer that is not 2xx.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::base::{Code, Refusal};
use crate::engine::Failure;
use crate::store::StoreError;

/// Beside `read_only`: `false` when nothing was saved, `null` when it is not known.
const SAVED: &str = "saved";

/// What kind of refusal an answer is, for programs: those of the rules ([`Code`]), and those of the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Something in the request is wrong.
    Invalid,
    /// There is no session, or it has ended.
    Unauthenticated,
    /// This person may not do that.
    Forbidden,
    /// The password must be changed first.
    PasswordChangeRequired,
    /// The account is switched off.
    Inactive,
    /// There is no such thing.
    NotFound,
    /// There is less in stock.
    InsufficientStock,
    /// The price is no longer what was shown.
    PriceChanged,
    /// The rate is no longer what was shown.
    RateChanged,
    /// The status cannot go there from here.
    BadTransition,
    /// Several customers have this name.
    AmbiguousCustomer,
    /// The name, e-mail or barcode belongs to another.
    Taken,
    /// At least one admin must stay.
    LastAdmin,
    /// Nothing is left to pay.
    AlreadyPaid,
    /// The order is on credit.
    AlreadyOnCredit,
    /// Less was tendered than must be paid at once.
    Underpaid,
    /// More was tendered than is due, by methods that give no change.
    Overpaid,
    /// The reference names a transfer of money that was used before.
    ReferenceUsed,
    /// It cannot be done in the present state.
    Conflict,
    /// The address does not take that method.
    MethodNotAllowed,
    /// The name in the request is not this box's.
    Misdirected,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// Too many tries, or no room: later.
    TooManyAttempts,
    /// The box cannot save right now.
    ReadOnly,
    /// This box follows another one.
    Standby,
    /// A fault of the box.
    Internal,
}

/// An answer that is not 2xx.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: ErrorCode,
    message: String,
    fields: Value,
    extra: Map<String, Value>,
    retry_after: Option<u64>,
}

impl ApiError {
    /// An error that is a status, a code and a sentence.
    pub fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), fields: Value::Null, extra: Map::new(), retry_after: None }
    }

    /// Nobody is signed in, or no longer.
    pub fn unauthenticated() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated, "Please sign in again")
    }

    /// Something in the request cannot be.
    pub fn invalid(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::Invalid, message)
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Self {
        Refusal::not_found(what).into()
    }

    /// Too many tries; the next one may come after `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        let message = format!("Too many attempts. Try again in {seconds} seconds.");
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts, message) }
    }

    /// There is no room for it now; the next try may come after `seconds`.
    pub fn busy(message: impl Into<String>, seconds: u64) -> Self {
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts, message) }
    }

    /// A mistake of ours.
    pub fn internal() -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal, "Something went wrong in the box. Nothing was saved.")
    }

    /// The box takes no writes for now, and has not taken this one.
    pub fn not_saved(message: &str) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ReadOnly, message).with(SAVED, false)
    }

    /// The box failed while it saved, and cannot say whether it did.
    pub fn perhaps_saved() -> Self {
        let message = "It is not known whether this was saved. ReadRequest before you do it again.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ReadOnly, message).with(SAVED, Value::Null)
    }

    /// The same for a caller who may ask again under the same `Idempotency-Key`, and is answered then.
    pub fn under_a_key(mut self) -> Self {
        if self.extra.get(SAVED) == Some(&Value::Null) {
            self.message = "It is not known whether this was saved. Try again: it is never saved twice.".to_owned();
        }
        self
    }

    /// Carries a further member.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }

    /// Whether it is of this status.
    pub fn is(&self, status: StatusCode) -> bool {
        self.status == status
    }
}

impl Code {
    fn edge(self) -> (StatusCode, ErrorCode) {
        match self {
            Code::Invalid => (StatusCode::BAD_REQUEST, ErrorCode::Invalid),
            Code::Unauthenticated => (StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated),
            Code::Forbidden => (StatusCode::FORBIDDEN, ErrorCode::Forbidden),
            Code::PasswordChangeRequired => (StatusCode::FORBIDDEN, ErrorCode::PasswordChangeRequired),
            Code::Inactive => (StatusCode::FORBIDDEN, ErrorCode::Inactive),
            Code::NotFound => (StatusCode::NOT_FOUND, ErrorCode::NotFound),
            Code::InsufficientStock => (StatusCode::CONFLICT, ErrorCode::InsufficientStock),
            Code::PriceChanged => (StatusCode::CONFLICT, ErrorCode::PriceChanged),
            Code::RateChanged => (StatusCode::CONFLICT, ErrorCode::RateChanged),
            Code::BadTransition => (StatusCode::CONFLICT, ErrorCode::BadTransition),
            Code::AmbiguousCustomer => (StatusCode::CONFLICT, ErrorCode::AmbiguousCustomer),
            Code::Taken => (StatusCode::CONFLICT, ErrorCode::Taken),
            Code::LastAdmin => (StatusCode::CONFLICT, ErrorCode::LastAdmin),
            Code::AlreadyPaid => (StatusCode::CONFLICT, ErrorCode::AlreadyPaid),
            Code::AlreadyOnCredit => (StatusCode::CONFLICT, ErrorCode::AlreadyOnCredit),
            Code::Underpaid => (StatusCode::CONFLICT, ErrorCode::Underpaid),
            Code::Overpaid => (StatusCode::CONFLICT, ErrorCode::Overpaid),
            Code::ReferenceUsed => (StatusCode::CONFLICT, ErrorCode::ReferenceUsed),
            Code::Conflict => (StatusCode::CONFLICT, ErrorCode::Conflict),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let (status, code) = refusal.code.edge();
        let fields = if refusal.fields.is_empty() { Value::Null } else { json!(refusal.fields) };
        ApiError { fields, extra: refusal.extra, ..ApiError::new(status, code, refusal.message) }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(reason) => {
                tracing::error!("store: {reason}");
                ApiError::not_saved("The box cannot save right now. Check its disk. Nothing was saved.")
            }
            StoreError::OutcomeUnknown(reason) => {
                tracing::error!("store, not known whether it was saved: {reason}");
                ApiError::perhaps_saved()
            }
            damaged => {
                tracing::error!("store: {damaged}");
                ApiError::internal()
            }
        }
    }
}

impl From<Failure> for ApiError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => refusal.into(),
            Failure::Store(error) => error.into(),
            Failure::Internal => ApiError::internal(),
            Failure::Stopped => ApiError::not_saved("The box is shutting down. Nothing was saved."),
            Failure::Unanswered => ApiError::perhaps_saved(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = self.extra;
        body.insert("message".to_owned(), Value::String(self.message));
        body.insert("code".to_owned(), json!(self.code));
        body.insert("fields".to_owned(), self.fields);
        let mut response = (self.status, axum::Json(Value::Object(body))).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;
    use crate::http::server::problem::problem;

    #[tokio::test]
    async fn the_servers_problems_look_like_all_errors() {
        for code in [ErrorCode::Invalid, ErrorCode::Misdirected, ErrorCode::MethodNotAllowed, ErrorCode::NotFound, ErrorCode::Internal] {
            let word = serde_json::to_value(code).expect("a word");
            let word: &'static str = word.as_str().expect("a word").to_owned().leak();
            let ours = ApiError::new(StatusCode::CONFLICT, code, "Why").into_response();
            let theirs = problem(StatusCode::CONFLICT, word, "Why");
            assert_eq!((ours.status(), ours.headers()), (theirs.status(), theirs.headers()));
            let json = async |answer: Response| {
                serde_json::from_slice::<Value>(&to_bytes(answer.into_body(), 1_000).await.expect("read")).expect("JSON")
            };
            assert_eq!(json(ours).await, json(theirs).await);
        }
    }
}
