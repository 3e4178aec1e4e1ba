//! Catalog of products with names, barcodes and prices. Stock levels are in `stock`.

mod barcode;
mod chain;
pub mod csv;
mod decide;
mod draft;
mod event;
pub mod import;
mod import_products;
mod load;
mod price_list;
mod price_plan;
#[cfg(test)]
mod samples;
mod scale_label;
mod scans;
mod stock_details;
mod stock_mode;
mod tables;
mod unit;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use barcode::barcode_key;
pub use chain::*;
pub use decide::*;
pub use draft::{Draft, SECTION_MAX, STOCK_MAX, section_name};
pub use event::*;
pub use import_products::*;
pub use load::{load, load_import, load_price_list};
pub use price_list::*;
pub use price_plan::*;
pub use scale_label::{LabelFigures, LabelValue, ProductLabel, ReadLabel, Scanned, product_label, read_label, scanned};
pub use scans::*;
pub use stock_details::*;
pub use stock_mode::{StockMode, not_counted};
pub use tables::*;
pub use unit::Unit;

use crate::tax::CategoryClasses;
use base::{CurrencyCode, Lrd, Price, Rate, Timestamp, Usd};

/// A category of the catalog. Lists show the categories in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Category {
    /// Beer, spirits, soft drinks.
    #[default]
    Drinks,
    /// From the kitchen.
    Food,
    /// By the piece.
    Cigars,
    /// Everything else.
    Uncategorized,
}

base::words!(Category);

/// A product that the bar sells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// Counts from 1.
    pub id: u64,
    pub name: String,
    pub brand: Option<String>,
    /// Unique among products that are not archived.
    pub barcode: String,
    pub category: Category,
    /// A group within the category, such as `Beer`: at most [`SECTION_MAX`] characters.
    pub section: Option<String>,
    /// Shown on the menu.
    pub description: Option<String>,
    /// Whether the menu shows it.
    pub is_available: bool,
    /// The currency that it is priced in.
    pub currency: CurrencyCode,
    /// Price in US dollars, if one is set.
    pub price_usd: Option<Usd>,
    /// Price in Liberian dollars, if one is set.
    pub price_lrd: Option<Lrd>,
    /// LRD per USD when the prices were set.
    pub exchange_rate: Rate,
    pub created_at: Timestamp,
    /// When anything but its stock last changed.
    pub updated_at: Timestamp,
    /// Id of its tax class; `None` for the class of its category.
    pub tax_class: Option<String>,
    /// Whether it was deleted. The row stays, because records refer to it.
    pub archived: bool,
    /// Whether its stock is counted.
    #[serde(default)]
    pub stock_mode: StockMode,
    /// Whether sales stop at a level of 0; always false for what is not counted.
    #[serde(default = "has_floor")]
    pub floor: bool,
    /// How its goods are measured, packed and mixed; `None`: it is sold by the piece. Read it with [`Product::details`]. In a `Box`,
    /// because most products have none.
    #[serde(default)]
    pub details: Option<Box<StockDetails>>,
}

/// Products of older entries have a floor.
fn has_floor() -> bool {
    true
}

impl Product {
    /// The fields that a person can set, with the stock level.
    pub fn draft(&self, stock: i64) -> Draft {
        Draft {
            name: self.name.clone(),
            brand: self.brand.clone(),
            barcode: Some(self.barcode.clone()),
            category: self.category,
            section: self.section.clone(),
            currency: self.currency,
            price_usd: self.price_usd,
            price_lrd: self.price_lrd,
            stock,
            description: self.description.clone(),
            is_available: self.is_available,
            tax_class: self.tax_class.clone(),
            stock_mode: self.stock_mode,
            floor: self.floor,
            needs_count: false,
            details: self.details.clone(),
        }
    }

    /// Whether it has a stock level.
    pub fn is_counted(&self) -> bool {
        self.stock_mode == StockMode::Counted
    }

    /// Id of the tax class that applies to it: its own, or else that of its category.
    pub fn effective_tax_class<'a>(&'a self, categories: &'a CategoryClasses) -> &'a str {
        let of_category = match self.category {
            Category::Drinks => &categories.drinks,
            Category::Food => &categories.food,
            Category::Cigars => &categories.cigars,
            Category::Uncategorized => &categories.uncategorized,
        };
        self.tax_class.as_ref().unwrap_or(of_category)
    }

    /// The current price of one piece in both currencies. A price that is not set is the other one, converted at `rate`;
    /// both are 0 if none is set.
    pub fn prices(&self, rate: Rate) -> Price {
        rate.both(self.price_usd, self.price_lrd)
    }
}

/// Generates a barcode for a product that has none: the last six digits of the time in milliseconds, and six from `random`.
pub fn generate_barcode(at: Timestamp, random: u32) -> String {
    format!("{:06}{:06}", at.as_millis() % 1_000_000, random % 1_000_000)
}

/// Whether a product has the barcode that was [generated](generate_barcode) when it was made.
fn is_generated(product: &Product) -> bool {
    let begins = format!("{:06}", product.created_at.as_millis() % 1_000_000);
    product.barcode.len() == 12 && product.barcode.starts_with(&begins) && product.barcode.bytes().all(|byte| byte.is_ascii_digit())
}
