//! The lines that a phone asks for, and their products.

use std::collections::BTreeMap;

use serde_json::json;

use crate::catalog::{Product, ProductLabel};
use crate::methods::PaymentMethod;
use crate::reasons::ReasonChoice;
use crate::stock::{Shelf, StockedGoods};
use base::{CurrencyCode, Decided, Lrd, Rate, Refusal, Usd};

/// The figures of a line that the phone showed. Each one that is given must match.
#[derive(Debug, Clone, Default)]
pub struct Claim {
    /// Minor units of the line's currency.
    pub unit: Option<i64>,
    /// Minor units of the line's currency.
    pub total: Option<i64>,
    pub unit_usd: Option<Usd>,
    pub unit_lrd: Option<Lrd>,
    pub total_usd: Option<Usd>,
    pub total_lrd: Option<Lrd>,
    /// LRD per USD.
    pub rate: Option<Rate>,
}

/// One line of a request.
#[derive(Debug, Clone)]
pub struct LineRequest {
    pub product_id: u64,
    /// Pieces, at least 1.
    pub quantity: i64,
    /// The label of a scale on the goods, which says what they cost.
    pub label: Option<String>,
    /// The currency of the line; `None`: the product's own.
    pub currency: Option<CurrencyCode>,
    pub claim: Claim,
    /// Given by a manager who sells at `claim.unit` instead of the price in the catalog.
    pub discount_reason: ReasonChoice,
    pub notes: Option<String>,
    pub method: PaymentMethod,
}

/// A product with what is on its shelf.
#[derive(Debug, Clone)]
pub struct StockedProduct {
    pub product: Product,
    pub shelf: Shelf,
}

/// The products of new lines, and the labels of scales on them.
#[derive(Debug, Default)]
pub struct StockedProducts {
    pub(super) by_id: BTreeMap<u64, StockedProduct>,
    /// The goods that they take, by their ids.
    pub(super) goods: BTreeMap<u64, StockedGoods>,
    /// By their code as it was sent.
    pub(super) labels: BTreeMap<String, ProductLabel>,
}

impl StockedProducts {
    /// The product with this id, if it exists.
    pub fn get(&self, product_id: u64) -> Option<&StockedProduct> {
        self.by_id.get(&product_id)
    }

    /// The goods with this id, if a product takes them.
    pub fn goods(&self, product_id: u64) -> Option<&StockedGoods> {
        self.goods.get(&product_id)
    }
}

/// The product with this id.
///
/// # Errors
/// 404 if it does not exist.
pub fn stocked_product(products: &StockedProducts, product_id: u64) -> Decided<&StockedProduct> {
    products.get(product_id).ok_or_else(|| Refusal::not_found("product").with("productId", json!(product_id)))
}
