//! Shifts: the time from opening a till with a count to closing it with one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Count, Person, ShiftSums};
use base::{BusinessDay, Cash, Timestamp};

/// Most counts of a shift: after a second one it closes.
pub const COUNTS_MAX: usize = 2;

/// State of a shift.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShiftState {
    Open,
    /// Somebody counts; selling goes on.
    Counting,
    Closed,
}

impl ShiftState {
    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "open" => Some(ShiftState::Open),
            "counting" => Some(ShiftState::Counting),
            "closed" => Some(ShiftState::Closed),
            _ => None,
        }
    }
}

/// A count with its person and time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedCount {
    pub count: Count,
    pub by: Person,
    pub at: Timestamp,
}

/// How a shift was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closing {
    pub at: Timestamp,
    pub by: Person,
    pub z_number: u64,
    /// Expected cash when the count was stored.
    pub expected: Cash,
    /// Counted less expected; `None` for a shift that was closed without a count.
    pub over_short: Option<Cash>,
    /// What stays in the till.
    pub left: Cash,
}

/// A shift of a till.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    /// Counts from 1.
    pub id: u64,
    pub till_id: u64,
    /// As it was when the shift opened.
    pub till_name: String,
    pub state: ShiftState,
    pub responsible: Person,
    /// False until the person who took over confirms what is in the till.
    pub confirmed: bool,
    /// That of its opening.
    pub business_day: BusinessDay,
    pub opened_at: Timestamp,
    pub opened_by: Person,
    pub opening: Count,
    /// Counted less what was left and put in; `None` for the first opening of a till.
    pub opening_difference: Option<Cash>,
    /// Change that was put in for the opening.
    pub float: Cash,
    /// Who counts, and since when.
    pub counting: Option<(Person, Timestamp)>,
    /// Cash payments and movements since counting began.
    pub cash_since: u32,
    pub counts: Vec<RecordedCount>,
    pub closing: Option<Closing>,
    /// Number of the journal entry that opened it.
    pub first_entry: u64,
}

impl Shift {
    /// Whether it takes money.
    pub fn is_open(&self) -> bool {
        self.state != ShiftState::Closed
    }
}

/// Expected cash of a shift in each currency, never converted. It may be negative.
pub fn expected(shift: &Shift, sums: &ShiftSums) -> Cash {
    shift.opening.amount + sums.total()
}
