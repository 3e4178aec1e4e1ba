//! Decides a price list: new prices and availability of several products, all rows or none.

use std::collections::{BTreeMap, HashSet};

use serde_json::json;

use super::decide::{no_price, set_prices};
use super::{CatalogEvent, PriceChange, Product, ProductChange, ProductSaved};
use base::{Decided, Envelope, Lrd, Rate, Refusal, Usd};

/// Most rows of one price list: more products than a bar has.
pub const PRICE_ROWS_MAX: usize = 2_000;

/// The new prices of one product; `None` keeps, `Some(None)` empties.
#[derive(Debug, Clone, Copy, Default)]
pub struct PriceRow {
    pub product_id: u64,
    pub usd: Option<Option<Usd>>,
    pub lrd: Option<Option<Lrd>>,
    /// Whether the menu shows it.
    pub is_available: Option<bool>,
}

/// Sets the prices and the availability of several products.
#[derive(Debug, Clone)]
pub struct SetPriceList {
    /// 1 to [`PRICE_ROWS_MAX`].
    pub rows: Vec<PriceRow>,
}

/// Data that a decision about a price list needs.
#[derive(Debug)]
pub struct PriceListContext {
    /// The product of each row, unless it is archived or unknown.
    pub(super) products: Vec<Option<Product>>,
    /// The present rate.
    pub(super) rate: Rate,
}

/// The error of both prices of a row that has none afterwards, by the name of its fields.
fn without_price(row: usize) -> [(String, String); 2] {
    ["priceUSD", "priceLRD"].map(|field| (price_field(row, field), no_price().message))
}

/// The name of a field of a row, as in the answer to a request with mistakes: `rows[3].priceUSD`.
pub fn price_field(row: usize, field: &str) -> String {
    format!("rows[{row}].{field}")
}

/// Decides a price list. Rows that change nothing have no event.
///
/// # Errors
/// 400 with all rows that would have no price, or for a product that is there twice; 404 for an unknown product.
pub fn set_price_list(command: &SetPriceList, context: &PriceListContext, envelope: &Envelope) -> Decided<Vec<CatalogEvent>> {
    let mut events = Vec::new();
    let mut fields = BTreeMap::new();
    let mut seen = HashSet::new();
    for (at, (row, before)) in command.rows.iter().zip(&context.products).enumerate() {
        let before = before.as_ref().ok_or_else(|| Refusal::not_found("product").with("productId", json!(row.product_id)))?;
        if !seen.insert(row.product_id) {
            return Err(Refusal::field(&price_field(at, "id"), "Each product can be there once"));
        }
        let mut product = before.clone();
        let price = PriceChange { usd: row.usd, lrd: row.lrd, ..PriceChange::default() };
        let change = ProductChange { price, ..ProductChange::default() };
        set_prices(&mut product, &change, context.rate);
        if product.price_usd.is_none() && product.price_lrd.is_none() {
            fields.extend(without_price(at));
        }
        product.is_available = row.is_available.unwrap_or(product.is_available);
        if product != *before {
            product.updated_at = envelope.at;
            events.push(CatalogEvent::Saved(ProductSaved { product, needs_count: None }));
        }
    }
    if fields.is_empty() { Ok(events) } else { Err(Refusal { fields, ..no_price() }) }
}
