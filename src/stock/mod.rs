//! How many of each product are on the shelf, and every movement that made it so.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::base::{BarMoment, Decided, Envelope, Reference, Refusal, Timestamp};
use crate::store::{Counter, Key, Stored, Table, Tables, View};

pub use crate::catalog::STOCK_MAX;

/// Below this a product is low on the Inventory screen.
pub const LOW_STOCK_BELOW: i64 = 5;

const LEVELS: Table<u64, i64> = Table::new("stock");
/// Product, id → movement.
const MOVEMENTS: Table<(u64, u64), Row> = Table::new("movements");
const MOVEMENT_IDS: Counter = Counter("movements");

/// Why goods moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

    /// Reads a reason that a person may give. `None` for any other word.
    pub fn parse_given(text: &str) -> Option<Self> {
        [Reason::Delivery, Reason::Count, Reason::Waste, Reason::Correction].into_iter().find(|reason| reason.as_str() == text)
    }
}

/// One movement of one product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Counts from 1 over all products.
    pub id: u64,
    /// When.
    pub at: Timestamp,
    /// Pieces more (or fewer).
    pub delta: i64,
    /// The level after it.
    pub stock_after: i64,
    /// Why.
    pub reason: Reason,
    /// Username of who did it.
    pub user_name: String,
    /// The receipt, the order, or what somebody noted.
    pub reference: Option<String>,
}

/// A [`Movement`] as it is stored.
#[derive(Serialize, Deserialize)]
struct Row {
    at: Timestamp,
    delta: i64,
    stock_after: i64,
    reason: Reason,
    user_name: String,
    reference: Option<Reference>,
}

impl Row {
    fn into_movement(self, id: u64) -> Movement {
        let Row { at, delta, stock_after, reason, user_name, reference } = self;
        Movement { id, at, delta, stock_after, reason, user_name, reference: reference.map(|reference| reference.text()) }
    }
}

/// Moves stock by hand.
#[derive(Debug, Clone)]
pub struct AdjustStock {
    /// Which product.
    pub product_id: u64,
    /// By how much, or to what.
    pub to: Adjustment,
    /// Why.
    pub reason: Reason,
    /// What somebody noted.
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
    /// Which product.
    pub product_id: u64,
    /// Pieces more (or fewer).
    pub delta: i64,
    /// Why.
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

/// What is on the shelf.
pub fn level(view: &dyn View, product_id: u64) -> Stored<i64> {
    Ok(LEVELS.get(view, &product_id)?.unwrap_or(0))
}

/// At most `limit` movements of a product before id `before`, newest first.
pub fn movements(view: &dyn View, product_id: u64, before: u64, limit: usize) -> Stored<Vec<Movement>> {
    let mut found = Vec::new();
    MOVEMENTS.visit(view, &product_id.to_bytes(), &(product_id, before).to_bytes(), true, |(_, id), row| {
        found.push(row.into_movement(id));
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Moves the level and writes the movement down. Every event that moves goods calls it.
pub fn move_stock(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    product_id: u64,
    delta: i64,
    reason: Reason,
    reference: Option<&str>,
) -> Stored<()> {
    let stock_after = level(tables.view(), product_id)? + delta;
    let id = MOVEMENT_IDS.take(tables)?;
    let (user_name, reference) = (envelope.actor.name.clone(), reference.map(Reference::of));
    MOVEMENTS.put(tables, &(product_id, id), &Row { at: envelope.at, delta, stock_after, reason, user_name, reference })?;
    LEVELS.put(tables, &product_id, &stock_after)
}

/// Applies the event.
pub fn apply_moved(tables: &mut dyn Tables, envelope: &Envelope, event: &StockMoved) -> Stored<()> {
    move_stock(tables, envelope, event.product_id, event.delta, event.reason, event.notes.as_deref())
}
