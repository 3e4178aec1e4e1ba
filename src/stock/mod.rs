//! How many of each product are on the shelf, and every movement that made it so.

mod tables;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use tables::{apply_moved, level, move_stock, movements};

use crate::base::{BarMoment, Decided, Refusal, Timestamp};

pub use crate::catalog::STOCK_MAX;

/// Below this a product is low on the Inventory screen.
pub const LOW_STOCK_BELOW: i64 = 5;

/// Why goods moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = StockReason)]
pub enum Reason {
    /// Sold.
    Sale,
    /// Put on an order.
    Order,
    /// Given on credit.
    Credit,
    /// Came back from a sale, an order or a credit.
    Return,
    /// Delivered.
    Delivery,
    /// Counted.
    Count,
    /// Broken, spilt, stale.
    Waste,
    /// Set right by hand.
    Correction,
    /// From an imported list.
    Import,
}

impl Reason {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Sale => "sale",
            Reason::Order => "order",
            Reason::Credit => "credit",
            Reason::Return => "return",
            Reason::Delivery => "delivery",
            Reason::Count => "count",
            Reason::Waste => "waste",
            Reason::Correction => "correction",
            Reason::Import => "import",
        }
    }

    /// Those that a person may give.
    pub const GIVEN: [Reason; 4] = [Reason::Delivery, Reason::Count, Reason::Waste, Reason::Correction];

    /// Reads a reason that a person may give. `None` for any other word.
    pub fn parse_given(text: &str) -> Option<Self> {
        Reason::GIVEN.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// One movement of one product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Counts from 1 over all products.
    pub id: u64,
    pub at: Timestamp,
    /// Pieces more (or fewer).
    pub delta: i64,
    /// The level after it.
    pub stock_after: i64,
    pub reason: Reason,
    /// Username of who did it.
    pub user_name: String,
    /// The receipt, the order, or what somebody noted.
    pub reference: Option<String>,
}

/// Moves stock by hand.
#[derive(Debug, Clone)]
pub struct AdjustStock {
    pub product_id: u64,
    /// By how much, or to what.
    pub to: Adjustment,
    pub reason: Reason,
    pub notes: Option<String>,
}

/// Two ways to say where the level goes.
#[derive(Debug, Clone, Copy)]
pub enum Adjustment {
    /// So many more (or fewer).
    Delta(i64),
    /// So many were counted.
    Count(i64),
}

/// Goods moved by hand, or with a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockMoved {
    pub product_id: u64,
    /// Pieces more (or fewer).
    pub delta: i64,
    pub reason: Reason,
    /// A note of the person who moved them.
    pub notes: Option<String>,
    /// When, by the bar's clock. None in journals of 0.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<BarMoment>,
}

/// The rules: never below nothing, never beyond [`STOCK_MAX`]. `level` is what is there; `None` for no such product.
pub fn adjust(command: &AdjustStock, level: Option<i64>) -> Decided<Vec<StockMoved>> {
    let level = level.ok_or_else(|| Refusal::not_found("product"))?;
    let delta = match command.to {
        Adjustment::Delta(delta) => delta,
        Adjustment::Count(count) => count - level,
    };
    if level + delta < 0 {
        return Err(Refusal::insufficient_stock(command.product_id, level));
    }
    if level + delta > STOCK_MAX {
        return Err(Refusal::invalid("That is more stock than a bar can hold"));
    }
    // A count that finds what is there is a statement worth keeping; a delta of nothing is not.
    if delta == 0 && matches!(command.to, Adjustment::Delta(_)) {
        return Ok(Vec::new());
    }
    Ok(vec![StockMoved { product_id: command.product_id, delta, reason: command.reason, notes: command.notes.clone(), when: None }])
}
