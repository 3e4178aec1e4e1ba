//! Reasons: the bar's own list of why something is voided, given away, wasted or refused.
//!
//! A record keeps the reason as it was at its moment, so that a later name changes no old record. Reasons are hidden, never deleted.

mod choice;
mod decide;
mod load;
mod seeds;
mod tables;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use choice::{CHOOSE_A_REASON, REASON_REQUIRED, ReasonChoice, ReasonContext, ResolvedReason};
pub use decide::{ReasonsCommand, decide};
pub use load::{load_choices, load_list};
pub use tables::{apply_saved, next_reason_id, reason, reasons};

/// Most reasons of a kind, hidden ones included: they fit on a phone's screen as chips.
pub const REASONS_MAX: usize = 40;

/// What a reason is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReasonKind)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ReasonKind {
    /// Voids, refunds, cancelled orders, and items that are taken off an order.
    Void,
    /// Another price than the list price.
    Discount,
    /// On the house.
    Comp,
    /// Thrown away.
    Waste,
    /// Guests left without paying.
    WalkOut,
    /// Money taken out of a till.
    PayOut,
    /// The drawer opened without a sale.
    NoSale,
    /// A guest's own order that is not accepted.
    GuestRefusal,
}

base::words!(ReasonKind);

/// A reason that staff can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// Counts from 1 over all kinds.
    pub id: u64,
    pub kind: ReasonKind,
    /// Unique within the kind, compared without case.
    pub name: String,
    /// False hides it.
    pub active: bool,
    /// Whether goods go back to stock where a request does not say.
    pub return_stock: bool,
    /// Whether a note must come with it.
    pub note_required: bool,
}

/// A reason as it was when it was chosen: part of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedReason {
    pub id: u64,
    pub name: String,
}

/// A reason was added or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonSaved {
    pub reason: Reason,
    /// Whether it is a new one, for the audit.
    pub is_new: bool,
}

/// The reason of a record in words: `wrong drink`, `Badly made`, `Badly made (too salty)`.
pub fn in_words(listed: Option<&ListedReason>, text: &str) -> String {
    match listed {
        Some(listed) if listed.name == text => text.to_owned(),
        Some(listed) => format!("{} ({text})", listed.name),
        None => text.to_owned(),
    }
}
