//! Changes that head office asks of the bar: received once, decided by the bar's own rules when their time has come, and kept with what
//! became of them.

mod content;
mod decide;
mod load;
mod tables;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use content::{DirectiveContent, ProductContent};
pub use decide::{
    AnswerContext, Answered, Deed, Received, Target, decide_answer, decide_deed, decide_received, refused_as, withdrawn_with_link,
};
pub use load::{load_answer, load_deed, load_received};
pub use tables::{
    Counts, Waits, apply_applied, apply_received, apply_refused, apply_unlinked, counts, directive, directives_before, is_known, newest,
    next_due, waiting,
};

use crate::catalog::ProductChain;
use crate::settings::SuggestedRates;
use base::{Actor, BusinessDay, Decided, Rate, Role, Timestamp};

/// Kind of a suggested exchange rate, which admins may decide.
pub const RATE_SUGGEST: &str = "rate.suggest";
/// Kind of a change that takes another one back.
pub const WITHDRAW: &str = "withdraw";
/// Kind of a change of an account.
const USER_SET: &str = "user.set";
/// Time of a change that counts with the next business day.
const NEXT_DAY: &str = "next_day";
/// Time of a change that counts at once.
const NOW: &str = "now";

/// Reads the content of a change, by its kind; JSON in, what is wanted out. A mistake is a refusal.
pub type ContentReader = fn(kind: &str, body: &str) -> Decided<DirectiveContent>;

/// Commands about changes that head office asks for.
#[derive(Debug, Clone)]
pub enum DirectiveCommand {
    /// Notes what arrived. What is known already is left out.
    Receive(Vec<Arrived>),
    /// Decides a change whose time has come; issued by `engine::due_directives`.
    Decide {
        number: u64,
        /// What it says, or why that cannot be read.
        content: Box<Decided<DirectiveContent>>,
    },
    /// An admin says yes or no to what head office asks: a suggested rate, a new admin.
    Answer {
        number: u64,
        accept: bool,
        /// What a change that makes an admin says; `None` for a suggested rate.
        content: Option<Box<Decided<DirectiveContent>>>,
    },
    /// Changes nothing itself: before each command the writer decides what is due.
    Wake,
}

/// A change as it arrives. Texts are one line and short, but for the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrived {
    /// From 1, given by head office.
    pub number: u64,
    pub id: String,
    pub kind: String,
    /// The content as JSON.
    pub body: String,
    /// `next_day`, `now` or a date.
    pub effective: String,
    /// The person at head office who asked.
    pub by: String,
    pub at: Timestamp,
}

/// A change arrived from head office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadReceived {
    pub number: u64,
    pub id: String,
    /// Such as `price.set`.
    pub kind: String,
    /// The content as JSON in a text, because a null in it means something.
    pub body: String,
    /// As head office asked: `next_day`, `now` or a date.
    pub effective: String,
    /// The person at head office who asked.
    pub by: String,
    /// When that was, by head office's clock.
    pub asked_at: Timestamp,
    /// The first business day on which it is decided; `None`: at once.
    pub due: Option<BusinessDay>,
    /// Whether it makes an admin, or lets somebody in as one: the box's admins decide it.
    pub makes_admin: bool,
}

/// A change of head office was made; the events of what it changed come before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadApplied {
    pub number: u64,
    pub id: String,
    pub kind: String,
    /// The product that belongs to the chain from now on, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub product: Option<LinkedProduct>,
    /// The account that belongs to the chain from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<LinkedUser>,
    /// The change that this one takes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrew: Option<u64>,
}

/// See [`HeadApplied::product`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedProduct {
    pub product_id: u64,
    pub chain: ProductChain,
}

/// See [`HeadApplied::user`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedUser {
    pub user_id: u64,
    /// Its name at head office.
    pub chain_id: String,
}

/// A change of head office was not made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadRefused {
    pub number: u64,
    pub id: String,
    pub kind: String,
    /// For programs, such as `last_admin`.
    pub code: String,
    /// The sentence for people.
    pub reason: String,
}

/// Events about changes of head office.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirectiveEvent {
    Received(HeadReceived),
    Applied(HeadApplied),
    Refused(HeadRefused),
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum DirectiveState {
    /// It waits for its time, or for an admin.
    Received,
    Applied,
    Refused,
    /// Head office took it back.
    Withdrawn,
}

base::words!(DirectiveState);

/// A change of head office, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectiveRow {
    pub received: HeadReceived,
    pub received_at: Timestamp,
    pub state: DirectiveState,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// Why it was refused: code and sentence.
    pub refusal: Option<(String, String)>,
}

impl DirectiveRow {
    /// Whether it is not decided.
    pub fn is_waiting(&self) -> bool {
        self.state == DirectiveState::Received
    }

    /// Whether it suggests an exchange rate.
    pub fn is_rate(&self) -> bool {
        self.received.kind == RATE_SUGGEST
    }

    /// Whether it waits for an admin; `rates`: what the bar does with a suggested rate.
    pub fn asks(&self, rates: SuggestedRates) -> bool {
        self.is_waiting() && (self.received.makes_admin || self.is_rate() && rates == SuggestedRates::Ask)
    }

    /// The rate that it suggests; `None` if it has none that can be read.
    pub fn rate(&self) -> Option<Rate> {
        match self.received.content().get("rate")? {
            Value::String(text) => Rate::parse(text.trim()).ok(),
            Value::Number(number) => Rate::parse(&number.to_string()).ok(),
            _ => None,
        }
    }

    /// The actor in whose name the box decides it.
    pub fn actor(&self) -> Actor {
        Actor { id: 0, name: format!("Head office ({})", self.received.by), role: Role::Admin }
    }
}

impl HeadReceived {
    /// The content; null if it cannot be read.
    pub fn content(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// Whether the time that head office asked for is one.
    pub fn has_time(&self) -> bool {
        matches!(self.effective.as_str(), NEXT_DAY | NOW) || BusinessDay::parse(&self.effective).is_some()
    }
}

#[cfg(test)]
mod tests;
