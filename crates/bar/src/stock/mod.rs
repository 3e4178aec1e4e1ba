//! Stock levels and the movements that changed them.

mod tables;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

pub use tables::{apply_moved, level, move_stock, movements};

use base::{BarMoment, Decided, Refusal, Timestamp};

pub use crate::catalog::STOCK_MAX;

/// A level below this, and above 0, counts as low.
pub const LOW_STOCK_BELOW: i64 = 5;

/// The reason of a stock movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StockReason)]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Reason {
    /// Sold.
    Sale,
    /// Put on an order.
    Order,
    /// Given on credit.
    Credit,
    /// Returned from a sale, an order or credit.
    Return,
    /// Delivered.
    Delivery,
    /// Counted.
    Count,
    /// Broken, spilt or stale.
    Waste,
    /// Corrected by hand.
    Correction,
    /// From an imported list.
    Import,
}

impl Reason {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The reasons that a person may choose.
    pub const MANUAL: [Reason; 4] = [Reason::Delivery, Reason::Count, Reason::Waste, Reason::Correction];

    /// Parses a reason that a person may choose; `None` for any other word.
    pub fn parse_manual(text: &str) -> Option<Self> {
        Reason::MANUAL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// One movement of one product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Counts from 1 over all products.
    pub id: u64,
    pub at: Timestamp,
    /// Pieces added; negative if removed.
    pub delta: i64,
    /// The level after it.
    pub stock_after: i64,
    pub reason: Reason,
    /// Username of the person who caused it.
    pub user_name: String,
    /// The receipt, the order or credit item, or a note.
    pub reference: Option<String>,
}

/// Moves stock by hand.
#[derive(Debug, Clone)]
pub struct AdjustStock {
    pub product_id: u64,
    pub to: Adjustment,
    pub reason: Reason,
    pub notes: Option<String>,
}

/// A new stock level, given in one of two ways.
#[derive(Debug, Clone, Copy)]
pub enum Adjustment {
    /// Pieces to add; negative to remove.
    Delta(i64),
    /// The number that was counted.
    Count(i64),
}

/// Stock was moved by hand or by an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockMoved {
    pub product_id: u64,
    /// Pieces added; negative if removed.
    pub delta: i64,
    pub reason: Reason,
    /// A note by the person who moved it.
    pub notes: Option<String>,
    /// By the bar's clock.
    pub when: BarMoment,
}

/// Decides a movement by hand: never below 0 or above [`STOCK_MAX`]. `level` is the present one; `None` for an unknown product.
///
/// # Errors
/// 404 for an unknown product; 409 `insufficient_stock`; 400 for more than [`STOCK_MAX`].
pub fn adjust(command: &AdjustStock, level: Option<i64>, now: BarMoment) -> Decided<Vec<StockMoved>> {
    let level = level.ok_or_else(|| Refusal::not_found("product"))?;
    let delta = match command.to {
        Adjustment::Delta(delta) => delta,
        Adjustment::Count(count) => count - level,
    };
    if command.reason == Reason::Waste && delta > 0 {
        let field = if matches!(command.to, Adjustment::Count(_)) { "count" } else { "delta" };
        return Err(Refusal::field(field, "Waste takes stock away"));
    }
    if level + delta < 0 {
        return Err(Refusal::insufficient_stock(command.product_id, level));
    }
    if level + delta > STOCK_MAX {
        return Err(Refusal::invalid("That is more stock than a bar can hold"));
    }
    // A count that confirms the level is worth recording; a delta of 0 is not.
    if delta == 0 && matches!(command.to, Adjustment::Delta(_)) {
        return Ok(Vec::new());
    }
    Ok(vec![StockMoved { product_id: command.product_id, delta, reason: command.reason, notes: command.notes.clone(), when: now }])
}
