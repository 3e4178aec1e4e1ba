//! API errors: HTTP status, error code and JSON body of every refusal.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::base::{Code, Refusal};
use crate::engine::Failure;
use crate::store::StoreError;

/// Member beside `read_only`: `false` if nothing was saved, `null` if that is not known.
const SAVED: &str = "saved";

/// Machine-readable error code. Those of the business rules ([`Code`]), and those of the HTTP layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// A field or parameter is invalid.
    Invalid,
    /// No valid session.
    Unauthenticated,
    /// The user's role does not allow it.
    Forbidden,
    /// The password must be changed first.
    PasswordChangeRequired,
    /// A manager or an admin must approve it.
    ApprovalRequired,
    /// The account is switched off.
    Inactive,
    /// Only an enrolled device may do this.
    DeviceRequired,
    /// The PIN is wrong.
    WrongPin,
    /// The PIN is off until its owner signs in with the password.
    PinOff,
    /// The device is locked after too many wrong PINs.
    DeviceLocked,
    /// The password must be entered first.
    PasswordRequired,
    NotFound,
    /// Not enough in stock.
    InsufficientStock,
    /// The price changed since it was shown.
    PriceChanged,
    /// The exchange rate changed since it was shown.
    RateChanged,
    /// The order cannot move from its status to the requested one.
    BadTransition,
    /// Several customers have this name.
    AmbiguousCustomer,
    /// The name, e-mail address or barcode is in use.
    Taken,
    /// At least one admin must stay.
    LastAdmin,
    /// Nothing is left to pay.
    AlreadyPaid,
    /// The order is on credit.
    AlreadyOnCredit,
    /// An item is not on the order any more, or in another quantity; `movedTo` names the order that it went to.
    OrderChanged,
    /// The equal shares of the order changed since they were shown; `shares` are the present ones.
    ShareChanged,
    /// The table is reserved or being cleaned; `status` says which.
    TableNotFree,
    /// Less was tendered than must be paid at once.
    Underpaid,
    /// More was tendered than is due, by methods that give no change.
    Overpaid,
    /// The reference of the transfer was used for another payment.
    ReferenceUsed,
    /// Cash needs an open shift, or the till that was named has none.
    NoShift,
    /// Several tills would take the money; `tills` names them.
    ChooseTill,
    /// Head office sets this field; `fields` names it.
    SetByHead,
    /// A shift of the till is open; `shiftId` names it.
    ShiftOpen,
    /// The shift is closed; `zNumber` names its Z.
    ShiftClosed,
    /// The present state does not allow it.
    Conflict,
    MethodNotAllowed,
    /// The `Host` of the request is not this box.
    Misdirected,
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// Too many attempts, or no capacity: try again later.
    TooManyAttempts,
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
    pub fn new(status: StatusCode, code: ErrorCode, message: impl Into<String>) -> Self {
        ApiError { status, code, message: message.into(), fields: Value::Null, extra: Map::new(), retry_after: None }
    }

    /// 401: no valid session.
    pub fn unauthenticated() -> Self {
        ApiError::new(StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated, "Please sign in again")
    }

    /// 400: the request is invalid.
    pub fn invalid(message: impl Into<String>) -> Self {
        ApiError::new(StatusCode::BAD_REQUEST, ErrorCode::Invalid, message)
    }

    /// 404: `what` does not exist.
    pub fn not_found(what: &str) -> Self {
        Refusal::not_found(what).into()
    }

    /// 429: too many attempts; the next one is allowed after `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        let message = format!("Too many attempts. Try again in {seconds} seconds.");
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts, message) }
    }

    /// 429: no capacity for the request now; retry after `seconds`.
    pub fn busy(message: impl Into<String>, seconds: u64) -> Self {
        ApiError { retry_after: Some(seconds), ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts, message) }
    }

    /// 500: a bug.
    pub fn internal() -> Self {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal, "Something went wrong in the box. Nothing was saved.")
    }

    /// 503: the box cannot save at present, and did not save this.
    pub fn not_saved(message: &str) -> Self {
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ReadOnly, message).with(SAVED, false)
    }

    /// 503: saving failed half way, and it is not known whether the write was saved.
    pub fn outcome_unknown() -> Self {
        let message = "We are not sure this was saved. Look before you do it again.";
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::ReadOnly, message).with(SAVED, Value::Null)
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
        self.code == ErrorCode::WrongPin
    }

    /// Whether it is answered with `status`.
    pub fn has_status(&self, status: StatusCode) -> bool {
        self.status == status
    }
}

impl Code {
    fn http_status(self) -> (StatusCode, ErrorCode) {
        match self {
            Code::Invalid => (StatusCode::BAD_REQUEST, ErrorCode::Invalid),
            Code::Unauthenticated => (StatusCode::UNAUTHORIZED, ErrorCode::Unauthenticated),
            Code::Forbidden => (StatusCode::FORBIDDEN, ErrorCode::Forbidden),
            Code::PasswordChangeRequired => (StatusCode::FORBIDDEN, ErrorCode::PasswordChangeRequired),
            Code::ApprovalRequired => (StatusCode::FORBIDDEN, ErrorCode::ApprovalRequired),
            Code::Inactive => (StatusCode::FORBIDDEN, ErrorCode::Inactive),
            Code::DeviceRequired => (StatusCode::FORBIDDEN, ErrorCode::DeviceRequired),
            Code::WrongPin => (StatusCode::FORBIDDEN, ErrorCode::WrongPin),
            Code::PinOff => (StatusCode::FORBIDDEN, ErrorCode::PinOff),
            Code::DeviceLocked => (StatusCode::FORBIDDEN, ErrorCode::DeviceLocked),
            Code::PasswordRequired => (StatusCode::FORBIDDEN, ErrorCode::PasswordRequired),
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
            Code::OrderChanged => (StatusCode::CONFLICT, ErrorCode::OrderChanged),
            Code::ShareChanged => (StatusCode::CONFLICT, ErrorCode::ShareChanged),
            Code::TableNotFree => (StatusCode::CONFLICT, ErrorCode::TableNotFree),
            Code::Underpaid => (StatusCode::CONFLICT, ErrorCode::Underpaid),
            Code::Overpaid => (StatusCode::CONFLICT, ErrorCode::Overpaid),
            Code::ReferenceUsed => (StatusCode::CONFLICT, ErrorCode::ReferenceUsed),
            Code::NoShift => (StatusCode::CONFLICT, ErrorCode::NoShift),
            Code::ChooseTill => (StatusCode::CONFLICT, ErrorCode::ChooseTill),
            Code::SetByHead => (StatusCode::CONFLICT, ErrorCode::SetByHead),
            Code::ShiftOpen => (StatusCode::CONFLICT, ErrorCode::ShiftOpen),
            Code::ShiftClosed => (StatusCode::CONFLICT, ErrorCode::ShiftClosed),
            Code::Conflict => (StatusCode::CONFLICT, ErrorCode::Conflict),
            Code::TooManyAttempts => (StatusCode::TOO_MANY_REQUESTS, ErrorCode::TooManyAttempts),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let (status, code) = refusal.code.http_status();
        let fields = if refusal.fields.is_empty() { Value::Null } else { json!(refusal.fields) };
        ApiError { fields, extra: refusal.extra, retry_after: refusal.retry_after, ..ApiError::new(status, code, refusal.message) }
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
    use crate::http::server::problem::problem;

    #[tokio::test]
    async fn refusals_of_the_server_have_the_shape_of_api_errors() {
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
