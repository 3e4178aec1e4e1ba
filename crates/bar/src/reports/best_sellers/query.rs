//! Reads the best sellers.

use std::cmp::Reverse;

use super::{BEST_SELLER_DAYS, BEST_SELLERS_MAX, BestSeller, BestSellers};
use crate::catalog;
use crate::reports::{Days, products, totals};
use base::BusinessDay;
use base::text::fold;
use store::{Stored, View};

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
