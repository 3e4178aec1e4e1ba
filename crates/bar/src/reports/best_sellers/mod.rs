//! Best sellers: the products of the last business days by pieces sold.

mod query;

pub use query::best_sellers;

/// Business days that count, including today.
pub const BEST_SELLER_DAYS: i32 = 30;
/// Products in the list. Screens need a dozen of each category, and more only where many are sold out.
pub const BEST_SELLERS_MAX: usize = 500;

/// A product and how much of it was sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestSeller {
    pub product_id: u64,
    /// Pieces, at least 1.
    pub quantity: i64,
}

/// What sold most often up to a business day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestSellers {
    /// Receipts with a line that is not voided.
    pub receipts: i64,
    /// The most pieces first, then by name.
    pub products: Vec<BestSeller>,
}
