//! The one list of refusals: a code for programs, a sentence that a cashier understands.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Rate;

/// What kind of no this is. The HTTP edge gives each a status and a spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// Something in the request cannot be.
    Invalid,
    /// Nobody is signed in, or no longer.
    Unauthenticated,
    /// This person may not.
    Forbidden,
    /// Only the password may be changed now.
    PasswordChangeRequired,
    /// The account is switched off.
    Inactive,
    /// There is no such thing.
    NotFound,
    /// Not that many on the shelf.
    InsufficientStock,
    /// The price is no longer what the phone showed.
    PriceChanged,
    /// The rate is no longer what the phone showed.
    RateChanged,
    /// The status cannot go there from here.
    BadTransition,
    /// Two customers share the name.
    AmbiguousCustomer,
    /// The name, e-mail or barcode belongs to another.
    Taken,
    /// Somebody must stay admin.
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
}

/// A command that was understood and not carried out. Nothing was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// For people.
    pub message: String,
    /// Field name → what is wrong with it.
    pub fields: BTreeMap<String, String>,
    /// Further members of the answer (`available`, `rate`, `fresh`, …).
    pub extra: Map<String, Value>,
}

/// Either the value or the reason why not.
pub type Decided<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal that is a code and a sentence.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into(), fields: BTreeMap::new(), extra: Map::new() }
    }

    /// Bad input as a whole.
    pub fn invalid(message: impl Into<String>) -> Self {
        Refusal::new(Code::Invalid, message)
    }

    /// Bad input in one field; the sentence is said of both.
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

    /// The role may not do this.
    pub fn forbidden() -> Self {
        Refusal::new(Code::Forbidden, "You are not allowed to do this")
    }

    /// It clashes with what is.
    pub fn conflict(message: impl Into<String>) -> Self {
        Refusal::new(Code::Conflict, message)
    }

    /// Somebody else has it.
    pub fn taken(field: &str, message: impl Into<String>) -> Self {
        Refusal { code: Code::Taken, ..Refusal::field(field, message) }
    }

    /// Fewer on the shelf than asked for.
    pub fn insufficient_stock(product_id: u64, available: i64) -> Self {
        Refusal::new(Code::InsufficientStock, format!("Only {available} units available"))
            .with("available", json!(available))
            .with("productId", json!(product_id))
    }

    /// The phone reckoned with another rate than the one in force.
    pub fn rate_changed(rate: Rate) -> Self {
        Refusal::new(Code::RateChanged, format!("The exchange rate is now {rate}")).with("rate", rate.to_json())
    }

    /// Adds a member to the answer.
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.extra.insert(name.to_owned(), value);
        self
    }
}
