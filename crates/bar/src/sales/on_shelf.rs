//! Compares what is sold with what is on the shelf.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{LineRequest, SaleLine, StockedProduct, StockedProducts};
use crate::catalog::{Ingredient, Product, Unit, with_waste};
use crate::stock::StockedGoods;
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
    /// At least 1, in the unit of its stock.
    pub pieces: i64,
    #[serde(default)]
    pub unit: Unit,
}

impl OversoldGoods {
    /// `2 × Tonic`, `150 ml Gin`.
    pub fn named(&self) -> String {
        let OversoldGoods { product_name, pieces, unit, .. } = self;
        match unit {
            Unit::Piece => format!("{pieces} × {product_name}"),
            Unit::Ml | Unit::G => format!("{pieces} {} {product_name}", unit.as_str()),
        }
    }
}

/// Goods that lines take before others.
type Taken = BTreeMap<u64, i64>;

/// Refuses the pieces of a line after the first `from` up to `to` where the stock of what they take refuses them.
///
/// # Errors
/// 409 `insufficient_stock`.
pub fn more_on_shelf(line: &SaleLine, (from, to): (i64, i64), products: &StockedProducts) -> Decided<()> {
    let Some(stocked) = products.get(line.product_id) else { return Err(Refusal::insufficient_stock(line.product_id, 0)) };
    if stocked.shelf.sold_out {
        return Err(sold_out(stocked, products));
    }
    let mut missing: Option<(i64, &StockedGoods)> = None;
    for take in line.takes_between(from, to) {
        let goods = products.goods(take.product_id).filter(|goods| take.is_counted && goods.has_floor() && take.amount > goods.level);
        let Some(goods) = goods else { continue };
        let amount_of = |pieces| {
            let taken = line.takes_between(from, from + pieces);
            taken.iter().filter(|other| other.product_id == take.product_id).map(|other| other.amount).sum::<i64>()
        };
        let fits = most(to - from, |pieces| amount_of(pieces) <= goods.level);
        missing = missing.filter(|(least, _)| *least <= fits).or(Some((fits, goods)));
    }
    match missing {
        Some((available, goods)) => Err(short_of(line.product_id, available, goods)),
        None => Ok(()),
    }
}

/// The most of 0 to `pieces` that fit, if none or fewer than a number that fits always do.
fn most(pieces: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let (mut low, mut high) = (0, pieces);
    while low < high {
        let middle = low + (high - low + 1) / 2;
        if fits(middle) { low = middle } else { high = middle - 1 }
    }
    low
}

/// Compares the lines of a request together with what is on the shelf of the goods that they take: those that are counted with a floor
/// do not go below 0. Says what is beyond it where `oversell` allows that, which it does not for what is sold out.
///
/// # Errors
/// 409 `conflict` for what is not sold by itself; 409 `insufficient_stock` with the first product that does not fit, how many of it do beside
/// those before it, and which ingredient is missing. All lines of one product count where its first stands.
pub fn on_shelf(lines: &[LineRequest], products: &StockedProducts, oversell: bool) -> Decided<Option<Oversold>> {
    for stocked in lines.iter().filter_map(|line| products.get(line.product_id)) {
        if !stocked.product.is_for_sale() {
            return Err(Refusal::conflict(format!("{} is not sold by itself", stocked.product.name)));
        }
    }
    let mut taken = Taken::new();
    let mut beyond: Vec<OversoldGoods> = Vec::new();
    for (position, line) in lines.iter().enumerate() {
        let of_product = |other: &&LineRequest| other.product_id == line.product_id;
        if lines.iter().take(position).any(|other| of_product(&other)) {
            continue;
        }
        let Some(stocked) = products.get(line.product_id) else {
            return Err(Refusal::insufficient_stock(line.product_id, 0));
        };
        let product = &stocked.product;
        if stocked.shelf.sold_out {
            return Err(sold_out(stocked, products));
        }
        let mut missing: Option<(i64, &StockedGoods)> = None;
        for ingredient in one_of(product) {
            let Some(goods) = products.goods(ingredient.product_id).filter(|goods| goods.has_floor()) else { continue };
            let before = taken.entry(goods.product_id).or_default();
            let left = goods.level.saturating_sub(*before);
            let amounts = lines.iter().filter(of_product).map(|line| with_waste(&ingredient, line.quantity));
            *before = amounts.fold(*before, i64::saturating_add);
            let pieces = *before - goods.level;
            if pieces <= 0 {
                continue;
            }
            let available = ingredient.sellable(left);
            missing = missing.filter(|(least, _)| *least <= available).or(Some((available, goods)));
            match beyond.iter_mut().find(|beyond| beyond.product_id == goods.product_id) {
                Some(beyond) => beyond.pieces = pieces,
                None => {
                    beyond.push(OversoldGoods { product_id: goods.product_id, product_name: goods.name.clone(), pieces, unit: goods.unit })
                }
            }
        }
        if let Some((available, goods)) = missing.filter(|_| !oversell) {
            return Err(short_of(product.id, available, goods));
        }
    }
    Ok((!beyond.is_empty()).then_some(Oversold { goods: beyond, approval: None }))
}

/// What one of a product takes: its ingredients, or a serving of itself.
fn one_of(product: &Product) -> Vec<Ingredient> {
    if product.is_recipe() {
        return product.details().recipe.clone();
    }
    let amount = product.details().serving.unwrap_or(0);
    vec![Ingredient { product_id: product.id, amount, waste_percent: 0 }]
}

/// The refusal of a product that is sold out, or of which an ingredient is.
fn sold_out(stocked: &StockedProduct, products: &StockedProducts) -> Refusal {
    let product = &stocked.product;
    let refusal = Refusal::insufficient_stock(product.id, 0);
    let ingredients = product.details().recipe.iter().filter_map(|ingredient| products.goods(ingredient.product_id));
    match ingredients.into_iter().find(|goods| goods.sold_out) {
        Some(goods) => refusal.for_component(goods.product_id, &goods.name),
        None => refusal,
    }
}

/// The refusal of a product of which `available` fit, because there are too few of these goods.
fn short_of(product_id: u64, available: i64, goods: &StockedGoods) -> Refusal {
    let refusal = Refusal::insufficient_stock(product_id, available);
    if goods.product_id == product_id { refusal } else { refusal.for_component(goods.product_id, &goods.name) }
}
