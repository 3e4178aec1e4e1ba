//! Discount on a line: an amount less than unit price × quantity, or a line that is given free.

use serde::{Deserialize, Serialize};

use crate::base::{Approved, Price};
use crate::reasons::ListedReason;
use crate::tax::Percent;

/// The discount on a line, in amounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineDiscount {
    /// What the line costs less, in each currency; for a comp all of it.
    pub amount: Price,
    /// The percent that was given; `None` for an amount and for a comp.
    #[serde(default)]
    pub percent: Option<Percent>,
    /// Whether the goods were made and given free.
    #[serde(default)]
    pub is_comp: bool,
    pub reason: String,
    /// The reason of the list that was chosen.
    #[serde(default)]
    pub listed: Option<ListedReason>,
    /// The person who gave it.
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    /// The approval it was given with.
    #[serde(default)]
    pub approval: Option<Approved>,
}
