//! The menu: what is for sale, in both currencies, without figures that are nobody's business.

use crate::base::{CurrencyCode, Price};
use crate::catalog::{self, Category};
use crate::store::{Stored, View};
use crate::{rates, stock};

/// A line of the menu.
#[derive(Debug, Clone)]
pub struct MenuItem {
    pub id: u64,
    /// What people ask for.
    pub name: String,
    /// Who makes it.
    pub brand: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Which part of the menu it is in.
    pub category: Category,
    /// What it costs now.
    pub prices: Price,
    /// The currency it is priced in.
    pub currency: CurrencyCode,
    /// Whether there is any.
    pub in_stock: bool,
}

/// All that is available, by category, then name.
pub fn items(view: &dyn View) -> Stored<Vec<MenuItem>> {
    let rate = rates::rate(view)?;
    let mut items = Vec::new();
    for product in catalog::products(view)?.into_iter().filter(|product| product.is_available) {
        let in_stock = stock::level(view, product.id)? > 0;
        items.push(MenuItem {
            id: product.id,
            prices: product.prices(rate),
            name: product.name,
            brand: product.brand,
            description: product.description,
            category: product.category,
            currency: product.currency,
            in_stock,
        });
    }
    Ok(items)
}
