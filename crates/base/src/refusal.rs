//! Refusals of commands: a code for programs, and a sentence that a cashier understands.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::Rate;

/// Kind of a refusal, as answers name it. `http` maps each to a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// A value in the request is not valid.
    Invalid,
    /// The caller is not signed in, or no longer.
    Unauthenticated,
    /// The caller's role does not permit it.
    Forbidden,
    /// The user must first change the password.
    PasswordChangeRequired,
    /// A manager or an admin must approve it.
    ApprovalRequired,
    /// The account is switched off.
    Inactive,
    /// Only an enrolled device may do this.
    DeviceRequired,
    /// The PIN is not right.
    WrongPin,
    /// The PIN is switched off until its owner gives the password.
    PinOff,
    /// The device is locked after too many wrong PINs.
    DeviceLocked,
    /// The session began with a PIN, and this needs the password.
    PasswordRequired,
    /// It does not exist.
    NotFound,
    /// Not enough in stock.
    InsufficientStock,
    /// The price changed since it was shown.
    PriceChanged,
    /// The exchange rate changed since it was shown.
    RateChanged,
    /// The status cannot change that way.
    BadTransition,
    /// Two customers share the name.
    AmbiguousCustomer,
    /// More on a tab than its limit; `limitUSD` and `dueUSD` say how much.
    OverLimit,
    /// The name, e-mail or barcode is used by another record.
    Taken,
    /// The last active admin must remain.
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
    /// The reference names a transfer of money that was used before.
    ReferenceUsed,
    /// Cash needs an open shift, or the till has none.
    NoShift,
    /// Several tills would take the money; `tills` names them.
    ChooseTill,
    /// Head office sets this field; `fields` names it.
    SetByHead,
    /// A shift of the till is open; `shiftId` names it.
    ShiftOpen,
    /// The shift is closed; `zNumber` names its Z.
    ShiftClosed,
    /// Not possible in the present state.
    Conflict,
    /// Too many at a time: try again later.
    TooManyAttempts,
}

impl Code {
    /// The name in the API and in what head office reads.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::Invalid => "invalid",
            Code::Unauthenticated => "unauthenticated",
            Code::Forbidden => "forbidden",
            Code::PasswordChangeRequired => "password_change_required",
            Code::ApprovalRequired => "approval_required",
            Code::Inactive => "inactive",
            Code::DeviceRequired => "device_required",
            Code::WrongPin => "wrong_pin",
            Code::PinOff => "pin_off",
            Code::DeviceLocked => "device_locked",
            Code::PasswordRequired => "password_required",
            Code::NotFound => "not_found",
            Code::InsufficientStock => "insufficient_stock",
            Code::PriceChanged => "price_changed",
            Code::RateChanged => "rate_changed",
            Code::BadTransition => "bad_transition",
            Code::AmbiguousCustomer => "ambiguous_customer",
            Code::OverLimit => "over_limit",
            Code::Taken => "taken",
            Code::LastAdmin => "last_admin",
            Code::AlreadyPaid => "already_paid",
            Code::AlreadyOnCredit => "already_on_credit",
            Code::OrderChanged => "order_changed",
            Code::ShareChanged => "share_changed",
            Code::TableNotFree => "table_not_free",
            Code::Underpaid => "underpaid",
            Code::Overpaid => "overpaid",
            Code::ReferenceUsed => "reference_used",
            Code::NoShift => "no_shift",
            Code::ChooseTill => "choose_till",
            Code::SetByHead => "set_by_head",
            Code::ShiftOpen => "shift_open",
            Code::ShiftClosed => "shift_closed",
            Code::Conflict => "conflict",
            Code::TooManyAttempts => "too_many_attempts",
        }
    }
}

/// Why a command is not carried out. Nothing was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    pub code: Code,
    /// Sentence for the person at the till.
    pub message: String,
    /// Errors of single fields, by field name.
    pub fields: BTreeMap<String, String>,
    /// Further members of the answer (`available`, `rate`, `fresh`, …).
    pub extra: Map<String, Value>,
    /// Seconds after which it may be tried again, for [`Code::TooManyAttempts`].
    pub retry_after: Option<u64>,
}

/// Result of a decision.
pub type Decided<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal without field errors.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into(), fields: BTreeMap::new(), extra: Map::new(), retry_after: None }
    }

    /// Invalid input, not tied to one field.
    pub fn invalid(message: impl Into<String>) -> Self {
        Refusal::new(Code::Invalid, message)
    }

    /// Invalid input in one field. The sentence is both the field's error and the message.
    pub fn field(name: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut refusal = Refusal::invalid(message.clone());
        refusal.fields.insert(name.to_owned(), message);
        refusal
    }

    /// `what` (a word such as "product") does not exist.
    pub fn not_found(what: &str) -> Self {
        let mut letters = what.chars();
        let capital: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
        Refusal::new(Code::NotFound, format!("{capital}{} not found", letters.as_str()))
    }

    /// The role does not permit this.
    pub fn forbidden() -> Self {
        Refusal::new(Code::Forbidden, "You are not allowed to do this")
    }

    /// Not possible in the present state.
    pub fn conflict(message: impl Into<String>) -> Self {
        Refusal::new(Code::Conflict, message)
    }

    /// The value of `field` is used by another record.
    pub fn taken(field: &str, message: impl Into<String>) -> Self {
        Refusal { code: Code::Taken, ..Refusal::field(field, message) }
    }

    /// Fewer in stock than requested.
    pub fn insufficient_stock(product_id: u64, available: i64) -> Self {
        Refusal::new(Code::InsufficientStock, format!("Only {available} units available"))
            .with("available", json!(available))
            .with("productId", json!(product_id))
            .with("componentId", Value::Null)
            .with("componentName", Value::Null)
    }

    /// The refusal of a mixed product, of which this ingredient is missing.
    #[must_use]
    pub fn for_component(self, product_id: u64, name: &str) -> Self {
        self.with("componentId", json!(product_id)).with("componentName", json!(name))
    }

    /// The phone calculated with another rate than the current one.
    pub fn rate_changed(rate: Rate) -> Self {
        Refusal::new(Code::RateChanged, format!("The exchange rate is now {rate}")).with("rate", rate.to_json())
    }

    /// Too many attempts; the next one is allowed after `seconds`.
    pub fn too_many(seconds: u64) -> Self {
        let message = format!("Too many attempts. Try again in {seconds} seconds.");
        Refusal { retry_after: Some(seconds), ..Refusal::new(Code::TooManyAttempts, message) }
    }

    /// With other words if the present state does not allow it; any other refusal stays.
    pub fn on_conflict(self, message: &str) -> Self {
        if self.code == Code::Conflict { Refusal::conflict(message) } else { self }
    }

    /// Adds a member to the answer.
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.extra.insert(name.to_owned(), value);
        self
    }
}
