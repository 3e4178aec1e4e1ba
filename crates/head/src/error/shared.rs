//! What head office answers where a part refuses that the box's server has too: forms, headers, throttling, bodies.

use super::{HeadCode, HeadError, Refused};
use base::{Code, Refusal};
use web::body_budget::{self, BodyError};

impl From<Refusal> for HeadError {
    /// Of what both servers share: forms, headers, throttling.
    fn from(refusal: Refusal) -> Self {
        let code = match refusal.code {
            Code::Invalid => HeadCode::Invalid,
            Code::Unauthenticated => HeadCode::Unauthenticated,
            Code::Forbidden => HeadCode::Forbidden,
            Code::PasswordChangeRequired => HeadCode::PasswordChangeRequired,
            Code::Inactive => HeadCode::Inactive,
            Code::NotFound => HeadCode::NotFound,
            Code::Taken => HeadCode::Taken,
            Code::SetByHead => HeadCode::SetByHead,
            Code::TooManyAttempts => HeadCode::TooManyAttempts,
            // Of a bar's rules, which head office does not ask.
            Code::ApprovalRequired
            | Code::DeviceRequired
            | Code::WrongPin
            | Code::PinOff
            | Code::DeviceLocked
            | Code::PasswordRequired
            | Code::InsufficientStock
            | Code::PriceChanged
            | Code::RateChanged
            | Code::BadTransition
            | Code::AmbiguousCustomer
            | Code::OverLimit
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
            | Code::ShiftOpen
            | Code::ShiftClosed
            | Code::Conflict => HeadCode::Conflict,
        };
        let Refusal { message, fields, extra, retry_after, .. } = refusal;
        HeadError::Refused(Box::new(Refused { code, message, fields, extra, retry_after }))
    }
}

impl From<BodyError> for HeadError {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge => HeadError::new(HeadCode::TooLarge, error.to_string()),
            BodyError::Busy => HeadError::new(HeadCode::TooManyAttempts, error.to_string()).retry_after(body_budget::RETRY_SECONDS),
            BodyError::BrokeOff => HeadError::invalid(error.to_string()),
        }
    }
}
