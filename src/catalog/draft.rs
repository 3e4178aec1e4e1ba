//! A product as people describe it: everything that a person can set, nothing that the box adds.

use crate::base::{CurrencyCode, Lrd, Usd};

use super::Category;

/// Most pieces of one product that can be in stock.
pub const STOCK_MAX: i64 = 1_000_000_000;

/// What a product is to become. Texts are trimmed and legal, an empty one is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Never empty.
    pub name: String,
    /// Who makes it.
    pub brand: Option<String>,
    /// `None` only for a product that has yet to get one.
    pub barcode: Option<String>,
    pub category: Category,
    /// The currency that `price` is in.
    pub currency: CurrencyCode,
    /// The price in US dollars, where one is set.
    pub price_usd: Option<Usd>,
    /// The price in Liberian dollars, where one is set.
    pub price_lrd: Option<Lrd>,
    /// Pieces, from 0 to [`STOCK_MAX`].
    pub stock: i64,
    /// May hold line feeds and tabs.
    pub description: Option<String>,
    /// Whether it is on sale.
    pub is_available: bool,
}

impl Default for Draft {
    /// What a new product is where nothing is said: a drink sold in US dollars, none in stock, on sale, without a price.
    fn default() -> Self {
        Draft {
            name: String::new(),
            brand: None,
            barcode: None,
            category: Category::default(),
            currency: CurrencyCode::default(),
            price_usd: None,
            price_lrd: None,
            stock: 0,
            description: None,
            is_available: true,
        }
    }
}
