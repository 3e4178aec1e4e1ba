//! The one error at the edge: a status, and the shape that every answer has which is not 2xx.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::base::{Code, Refusal};
use crate::engine::Failure;
use crate::store::StoreError;

/// Beside `read_only`: `false` when nothing was saved, `null` when it is not known.
const SAVED: &str = "saved";

/// An answer that is not 2xx.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    fields: Value,
    extra: Map<String, Value>,
    retry_after: Option<u64>,
}

impl ApiError {
    /// An error that is a status, a code and a sentence.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), fields: Value::Null, extra: Map::new(), retry_after: None }
    }

    /// Nobody is signed in, or no longer.
    pub fn unauthenticated() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, "unauthenticated", "Please sign in again")
    }

    /// Something in the request cannot be.
    pub fn invalid(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, "invalid", message)
    }

    /// There is no such thing.
    pub fn not_found(what: &str) -> Self {
        Refusal::not_found(what).into()
    }

    /// Too many tries; the next one may come after `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        let message = format!("Too many attempts. Try again in {seconds} seconds.");
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", message) }
    }

    /// There is no room for it now; the next try may come after `seconds`.
    pub fn busy(message: impl Into<String>, seconds: u64) -> Self {
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", message) }
    }

    /// A mistake of ours.
    pub fn internal() -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong in the box. Nothing was saved.")
    }

    /// The box takes no writes for now, and has not taken this one.
    pub fn not_saved(message: &str) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "read_only", message).with(SAVED, false)
    }

    /// The box failed while it saved, and cannot say whether it did.
    pub fn perhaps_saved() -> Self {
        let message = "It is not known whether this was saved. Look before you do it again.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "read_only", message).with(SAVED, Value::Null)
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
    fn edge(self) -> (StatusCode, &'static str) {
        match self {
            Code::Invalid => (StatusCode::BAD_REQUEST, "invalid"),
            Code::Unauthenticated => (StatusCode::UNAUTHORIZED, "unauthenticated"),
            Code::Forbidden => (StatusCode::FORBIDDEN, "forbidden"),
            Code::PasswordChangeRequired => (StatusCode::FORBIDDEN, "password_change_required"),
            Code::Inactive => (StatusCode::FORBIDDEN, "inactive"),
            Code::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            Code::InsufficientStock => (StatusCode::CONFLICT, "insufficient_stock"),
            Code::PriceChanged => (StatusCode::CONFLICT, "price_changed"),
            Code::RateChanged => (StatusCode::CONFLICT, "rate_changed"),
            Code::BadTransition => (StatusCode::CONFLICT, "bad_transition"),
            Code::AmbiguousCustomer => (StatusCode::CONFLICT, "ambiguous_customer"),
            Code::Taken => (StatusCode::CONFLICT, "taken"),
            Code::LastAdmin => (StatusCode::CONFLICT, "last_admin"),
            Code::AlreadyPaid => (StatusCode::CONFLICT, "already_paid"),
            Code::AlreadyOnCredit => (StatusCode::CONFLICT, "already_on_credit"),
            Code::Underpaid => (StatusCode::CONFLICT, "underpaid"),
            Code::Overpaid => (StatusCode::CONFLICT, "overpaid"),
            Code::ReferenceUsed => (StatusCode::CONFLICT, "reference_used"),
            Code::Conflict => (StatusCode::CONFLICT, "conflict"),
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
            StoreError::Unsettled(reason) => {
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
            Failure::Broken => ApiError::internal(),
            Failure::Stopped => ApiError::not_saved("The box is shutting down. Nothing was saved."),
            Failure::Unanswered => ApiError::perhaps_saved(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = self.extra;
        body.insert("message".to_owned(), Value::String(self.message));
        body.insert("code".to_owned(), Value::String(self.code.to_owned()));
        body.insert("fields".to_owned(), self.fields);
        let mut response = (self.status, axum::Json(Value::Object(body))).into_response();
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// An answer that is not 2xx, as a response.
pub fn problem(status: StatusCode, code: &'static str, message: &str) -> Response {
    ApiError::new(status, code, message).into_response()
}
