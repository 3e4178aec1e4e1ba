//! Compares what is sold with what is on the shelf.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{LineRequest, StockedProducts};
use base::{Approved, Decided, Refusal};

/// Goods that were sold although the box believed that there were not as many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Oversold {
    /// At least one, each product once.
    pub goods: Vec<OversoldGoods>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// Pieces of one product beyond its stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OversoldGoods {
    pub product_id: u64,
    /// Its name at that moment.
    pub product_name: String,
    /// At least 1.
    pub pieces: i64,
}

/// Refuses `pieces` more of a product where its stock refuses them.
///
/// # Errors
/// 409 `insufficient_stock`.
pub fn more_on_shelf(product_id: u64, pieces: i64, products: &StockedProducts) -> Decided<()> {
    let available = products.get(product_id).map_or(Some(0), |stocked| stocked.shelf.sellable);
    match available.filter(|available| pieces > *available) {
        Some(available) => Err(Refusal::insufficient_stock(product_id, available)),
        None => Ok(()),
    }
}

/// Compares the lines of a request, those of one product together, with the stock of what is counted and has a floor. Says what is
/// beyond it where `oversell` allows that, which it does not for what is sold out.
///
/// # Errors
/// 409 `insufficient_stock` with the first product of which there is not enough, and how many there are.
pub fn on_shelf(lines: &[LineRequest], products: &StockedProducts, oversell: bool) -> Decided<Option<Oversold>> {
    let mut taken: BTreeMap<u64, i64> = BTreeMap::new();
    let mut goods: Vec<OversoldGoods> = Vec::new();
    for line in lines {
        let Some(stocked) = products.get(line.product_id) else {
            return Err(Refusal::insufficient_stock(line.product_id, 0));
        };
        let product = &stocked.product;
        let Some(sellable) = stocked.shelf.sellable else { continue };
        let wanted = taken.entry(product.id).or_default();
        *wanted = wanted.saturating_add(line.quantity);
        let pieces = *wanted - sellable;
        if pieces <= 0 {
            continue;
        }
        if !oversell || stocked.shelf.sold_out {
            return Err(Refusal::insufficient_stock(product.id, sellable));
        }
        match goods.iter_mut().find(|goods| goods.product_id == product.id) {
            Some(goods) => goods.pieces = pieces,
            None => goods.push(OversoldGoods { product_id: product.id, product_name: product.name.clone(), pieces }),
        }
    }
    Ok((!goods.is_empty()).then_some(Oversold { goods, approval: None }))
}
