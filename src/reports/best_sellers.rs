//! Best sellers: the products of the last business days by pieces sold.

use std::cmp::Reverse;

use super::{Days, products, totals};
use crate::base::BusinessDay;
use crate::base::text::fold;
use crate::catalog;
use crate::store::{Stored, View};

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

/// What was sold of the present products in the [`BEST_SELLER_DAYS`] days up to `today`. Reads one row for each product and day
/// on which it was sold; voided lines are not in them.
pub fn best_sellers(view: &dyn View, today: BusinessDay) -> Stored<BestSellers> {
    let days = Days { first: today.plus(1 - BEST_SELLER_DAYS), last: today };
    let mut sold = Vec::new();
    for (product_id, goods) in products(view, Some(days))? {
        if goods.quantity <= 0 {
            continue;
        }
        if let Some(product) = catalog::product(view, product_id)? {
            sold.push((Reverse(goods.quantity), fold(&product.name), product_id));
        }
    }
    sold.sort();
    sold.truncate(BEST_SELLERS_MAX);
    let products = sold.into_iter().map(|(Reverse(quantity), _, product_id)| BestSeller { product_id, quantity }).collect();
    Ok(BestSellers { receipts: totals(view, Some(days))?.receipts, products })
}
