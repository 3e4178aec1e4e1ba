//! Query for the menu: what is for sale, in both currencies, without stock levels and other internal figures.

use crate::catalog::{self, Category, Product};
use crate::stock::Shelf;
use crate::{rates, stock};
use base::{BusinessDay, CurrencyCode, Price};
use store::{Stored, View};

/// A line of the menu.
#[derive(Debug, Clone)]
pub struct MenuItem {
    pub id: u64,
    pub name: String,
    pub brand: Option<String>,
    pub description: Option<String>,
    pub category: Category,
    pub section: Option<String>,
    /// In both currencies, at the present rate.
    pub prices: Price,
    /// The currency that it is priced in.
    pub currency: CurrencyCode,
    pub in_stock: bool,
}

/// All available products with their prices of a day, by category, then name.
pub fn items(view: &dyn View, day: BusinessDay) -> Stored<Vec<MenuItem>> {
    let rate = rates::rate(view)?;
    let mut items = Vec::new();
    let prices = catalog::prices_on(view, day)?;
    for product in available(view)? {
        let product = prices.of(product);
        let in_stock = Shelf::of(&product, stock::level(view, product.id)?).is_in_stock();
        items.push(MenuItem {
            id: product.id,
            prices: product.prices(rate),
            name: product.name,
            brand: product.brand,
            description: product.description,
            category: product.category,
            section: product.section,
            currency: product.currency,
            in_stock,
        });
    }
    Ok(items)
}

/// The products that the menu shows.
pub fn available(view: &dyn View) -> Stored<Vec<Product>> {
    Ok(catalog::products(view)?.into_iter().filter(|product| product.is_available).collect())
}
