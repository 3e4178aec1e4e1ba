//! Lines of the demo's sales and orders, and the deliveries that keep them in stock.

use super::{Script, manager};
use crate::catalog::Product;
use crate::engine::Command;
use crate::methods::PaymentMethod;
use crate::reasons::ReasonChoice;
use crate::sales::{Claim, LineRequest};
use crate::stock::{self, AdjustStock, Adjustment, Reason};
use store::Stored;

/// Stock below which a delivery is ordered, in pieces.
const REORDER_BELOW: i64 = 24;
/// Pieces of a delivery.
const DELIVERY: i64 = 240;
/// Products with less initial stock get no deliveries, so that the demo shows low and sold-out products.
const RESTOCKED_MIN: i64 = 100;

/// Whether there is enough stock to sell `quantity`; records a delivery first if the product is restocked.
pub fn ensure_stock(bar: &mut Script<'_>, product: &Product, quantity: i64) -> Stored<bool> {
    let level = stock::level(bar.tables.view(), product.id)?;
    if level - quantity >= REORDER_BELOW {
        return Ok(true);
    }
    let is_restocked =
        stock::movements(bar.tables.view(), product.id, u64::MAX, usize::MAX)?.last().is_some_and(|first| first.delta >= RESTOCKED_MIN);
    if !is_restocked {
        // Not restocked: see [`RESTOCKED_MIN`].
        return Ok(level - quantity > 8);
    }
    let delivery = AdjustStock { product_id: product.id, to: Adjustment::Delta(DELIVERY), reason: Reason::Delivery, notes: None };
    bar.execute(manager(), &Command::Stock(delivery))?;
    Ok(true)
}

/// A line at the list price.
pub fn line(product_id: u64, quantity: i64, method: PaymentMethod) -> LineRequest {
    LineRequest {
        product_id,
        quantity,
        label: None,
        currency: None,
        claim: Claim::default(),
        discount_reason: ReasonChoice::default(),
        notes: None,
        method,
    }
}
