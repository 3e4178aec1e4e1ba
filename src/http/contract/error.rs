//! API errors: HTTP status, error code and JSON body of every refusal.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::engine::Failure;
use base::{Code, Refusal};
use store::StoreError;
use web::body_budget::{BodyError, RETRY_SECONDS};

/// Member beside `read_only`: `false` if nothing was saved, `null` if that is not known.
const SAVED: &str = "saved";

/// Machine-readable error code: of a rule, or of the HTTP layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ErrorCode {
    Rule(Code),
    Http(HttpCode),
}

/// What the HTTP layer refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HttpCode {
    /// The call does not take this method.
    MethodNotAllowed,
    /// The `Host` of the request is not this box.
    Misdirected,
    /// The request is too large.
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// The box cannot save right now.
    ReadOnly,
    /// Head office knows this bar already: it needs a code for it.
    BarKnown,
    /// The code is for another bar.
    OtherBar,
    /// Head office does not answer as it should.
    HeadUnreachable,
    /// The file is damaged or of another head office.
    Damaged,
    /// This is a second box in standby mode.
    Standby,
    /// A bug or a fault of the box.
    Internal,
}

/// One list of words in the API's document.
impl PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let words_of = |schema| match schema {
            RefOr::T(Schema::Object(object)) => object.enum_values.unwrap_or_default(),
            _ => Vec::new(),
        };
        let words = [Code::schema(), HttpCode::schema()].into_iter().flat_map(words_of);
        let description = "Machine-readable error code: of a rule, or of the HTTP layer.";
        ObjectBuilder::new().schema_type(Type::String).description(Some(description)).enum_values(Some(words)).into()
    }
}

impl ToSchema for ErrorCode {}

impl From<Code> for ErrorCode {
    fn from(code: Code) -> Self {
        ErrorCode::Rule(code)
    }
}

impl From<HttpCode> for ErrorCode {
    fn from(code: HttpCode) -> Self {
        ErrorCode::Http(code)
    }
}

/// A refusal: any answer that is not 2xx.
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
    /// An error with a status, a code and a sentence for people.
    pub fn new(status: StatusCode, code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        ApiError { status, code: code.into(), message: message.into(), fields: Value::Null, extra: Map::new(), retry_after: None }
    }

    /// 401: no valid session.
    pub fn unauthenticated() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, Code::Unauthenticated, "Please sign in again")
    }

    /// 400: the request is invalid.
    pub fn invalid(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, Code::Invalid, message)
    }

    /// 413: the request is larger than this box reads.
    pub fn too_large(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, HttpCode::TooLarge, message)
    }

    /// 404: `what` does not exist.
    pub fn not_found(what: &str) -> Self {
        Refusal::not_found(what).into()
    }

    /// 429: too many attempts; the next one is allowed after `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        Refusal::too_many(seconds).into()
    }

    /// 429: no capacity for the request now; retry after `seconds`.
    fn busy(message: impl Into<String>, seconds: u64) -> Self {
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, Code::TooManyAttempts, message) }
    }

    /// 500: a bug.
    pub fn internal() -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, HttpCode::Internal, "Something went wrong in the box. Nothing was saved.")
    }

    /// 503: the box cannot save at present, and did not save this.
    pub fn not_saved(message: &str) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, HttpCode::ReadOnly, message).with(SAVED, false)
    }

    /// 503: saving failed half way, and it is not known whether the write was saved.
    pub fn outcome_unknown() -> Self {
        let message = "We are not sure this was saved. Look before you do it again.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, HttpCode::ReadOnly, message).with(SAVED, Value::Null)
    }

    /// Makes the message ask for a retry, which an `Idempotency-Key` makes safe even if the write was saved.
    pub fn retryable_with_key(mut self) -> Self {
        if self.extra.get(SAVED) == Some(&Value::Null) {
            self.message = "We are not sure this was saved. Try again; it cannot be saved twice.".to_owned();
        }
        self
    }

    /// Adds a member to the body.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }

    /// Whether it refuses a wrong PIN.
    pub fn is_wrong_pin(&self) -> bool {
        self.code == Code::WrongPin.into()
    }

    /// Whether it is answered with `status`.
    pub fn has_status(&self, status: StatusCode) -> bool {
        self.status == status
    }
}

/// The status of a refusal in answers.
fn status_of(code: Code) -> StatusCode {
    match code {
        Code::Invalid => StatusCode::BAD_REQUEST,
        Code::Unauthenticated => StatusCode::UNAUTHORIZED,
        Code::Forbidden
        | Code::PasswordChangeRequired
        | Code::ApprovalRequired
        | Code::Inactive
        | Code::DeviceRequired
        | Code::WrongPin
        | Code::PinOff
        | Code::DeviceLocked
        | Code::PasswordRequired => StatusCode::FORBIDDEN,
        Code::NotFound => StatusCode::NOT_FOUND,
        Code::InsufficientStock
        | Code::PriceChanged
        | Code::RateChanged
        | Code::BadTransition
        | Code::AmbiguousCustomer
        | Code::OverLimit
        | Code::Taken
        | Code::LastAdmin
        | Code::AlreadyPaid
        | Code::AlreadyOnCredit
        | Code::OrderChanged
        | Code::ShareChanged
        | Code::TableNotFree
        | Code::Underpaid
        | Code::Overpaid
        | Code::ReferenceUsed
        | Code::NoShift
        | Code::ChooseTill
        | Code::SetByHead
        | Code::ShiftOpen
        | Code::ShiftClosed
        | Code::Conflict => StatusCode::CONFLICT,
        Code::TooManyAttempts => StatusCode::TOO_MANY_REQUESTS,
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let fields = if refusal.fields.is_empty() { Value::Null } else { json!(refusal.fields) };
        ApiError {
            fields,
            extra: refusal.extra,
            retry_after: refusal.retry_after,
            ..ApiError::new(status_of(refusal.code), refusal.code, refusal.message)
        }
    }
}

impl From<BodyError> for ApiError {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge => ApiError::too_large(error.to_string()),
            BodyError::Busy => ApiError::busy(error.to_string(), RETRY_SECONDS),
            BodyError::BrokeOff => ApiError::invalid(error.to_string()),
        }
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
                ApiError::outcome_unknown()
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
            Failure::Unanswered => ApiError::outcome_unknown(),
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
    use web::server::problem::problem;

    #[tokio::test]
    async fn refusals_of_the_server_have_the_shape_of_api_errors() {
        for code in [
            Code::Invalid.into(),
            HttpCode::Misdirected.into(),
            HttpCode::MethodNotAllowed.into(),
            Code::NotFound.into(),
            HttpCode::Internal.into(),
        ] {
            let code: ErrorCode = code;
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
