//! Query for the menu: what is for sale, in both currencies, without stock levels and other internal figures.

use crate::catalog::{self, Category, Product};
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

/// All available products with their prices of the day `prices_of`, by category, then name. `today` is the business day.
pub fn items(view: &dyn View, prices_of: BusinessDay, today: BusinessDay) -> Stored<Vec<MenuItem>> {
    let rate = rates::rate(view)?;
    let mut items = Vec::new();
    let prices = catalog::prices_on(view, prices_of)?;
    for product in available(view)? {
        let product = prices.of(product);
        let in_stock = stock::shelf(view, &product, Some(today))?.is_in_stock();
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
    Ok(catalog::products(view)?.into_iter().filter(|product| product.is_available && product.is_for_sale()).collect())
}
