//! The fields of a product that a person can set.

use base::text::{self, TextError};
use base::{CurrencyCode, Lrd, Usd};

use super::{Category, StockDetails, StockMode};

/// Most pieces of one product that can be in stock.
pub const STOCK_MAX: i64 = 1_000_000_000;
/// Longest name of a section, in Unicode scalar values after trimming.
pub const SECTION_MAX: usize = 40;

/// Validates the name of a section: one line of at most [`SECTION_MAX`] characters.
///
/// # Errors
/// [`TextError`] for control characters and for a longer text.
pub fn section_name(text: &str) -> Result<String, TextError> {
    text::line_within(text, SECTION_MAX)
}

/// The fields of a product that a person can set. Texts are trimmed and valid; an empty one is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Never empty.
    pub name: String,
    pub brand: Option<String>,
    /// `None` only for a new product that gets a generated one.
    pub barcode: Option<String>,
    pub category: Category,
    /// A group within the category, such as `Beer`.
    pub section: Option<String>,
    /// The currency that it is priced in.
    pub currency: CurrencyCode,
    pub price_usd: Option<Usd>,
    pub price_lrd: Option<Lrd>,
    /// Pieces, at most [`STOCK_MAX`]. Of a product that is not counted it is never shown.
    pub stock: i64,
    /// May contain line feeds and tabs.
    pub description: Option<String>,
    /// Whether the menu shows it.
    pub is_available: bool,
    /// Id of its tax class; `None`: that of its category.
    pub tax_class: Option<String>,
    /// Whether its stock is counted.
    pub stock_mode: StockMode,
    /// Whether sales stop at a level of 0; always false for what is not counted.
    pub floor: bool,
    /// Whether it is counted again, and nothing says how many there are.
    pub needs_count: bool,
    /// How its goods are measured, packed and mixed; `None`: it is sold by the piece.
    pub details: Option<Box<StockDetails>>,
}

impl Draft {
    /// Whether it is mixed from other products, and has no goods of its own.
    pub fn is_recipe(&self) -> bool {
        self.details.as_ref().is_some_and(|details| !details.recipe.is_empty())
    }
}

impl Default for Draft {
    /// The defaults of a new product: a drink in US dollars, available, without a price, none in stock.
    fn default() -> Self {
        Draft {
            name: String::new(),
            brand: None,
            barcode: None,
            category: Category::default(),
            section: None,
            currency: CurrencyCode::default(),
            price_usd: None,
            price_lrd: None,
            stock: 0,
            description: None,
            is_available: true,
            tax_class: None,
            stock_mode: StockMode::Counted,
            floor: true,
            needs_count: false,
            details: None,
        }
    }
}
