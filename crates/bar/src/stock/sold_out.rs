//! Products that are sold out tonight, whatever their level says: the kitchen ran out, or a bottle is the last.

use serde::{Deserialize, Serialize};

use crate::catalog::Product;
use base::{BusinessDay, Decided, Refusal};

/// Says that a product is sold out tonight, or back on sale.
#[derive(Debug, Clone)]
pub struct SetSoldOut {
    pub product_id: u64,
    pub sold_out: bool,
}

/// A product was sold out until the end of a business day, or was put back on sale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoldOutSet {
    pub product_id: u64,
    /// Its name at that moment.
    pub product_name: String,
    pub sold_out: bool,
    /// The business day, which ends it.
    pub day: BusinessDay,
}

/// Decides that a product is sold out on the business day `today`, or back on sale. `product` comes with what it is now; `None` for an
/// unknown one.
///
/// # Errors
/// 404 for an unknown product.
pub fn set_sold_out(command: &SetSoldOut, product: Option<(&Product, bool)>, today: BusinessDay) -> Decided<Vec<SoldOutSet>> {
    let (product, was) = product.ok_or_else(|| Refusal::not_found("product"))?;
    if command.sold_out == was {
        return Ok(Vec::new());
    }
    let (product_id, product_name) = (product.id, product.name.clone());
    Ok(vec![SoldOutSet { product_id, product_name, sold_out: command.sold_out, day: today }])
}
