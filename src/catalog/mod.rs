//! What the bar sells: products, their names, codes and prices. How many there are is `stock`.

pub mod csv;
pub mod draft;
pub mod import;
#[cfg(test)]
mod samples;

use serde::{Deserialize, Serialize};

pub use draft::Draft;

/// The four drawers of the catalog, in the order in which lists show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

impl Category {
    /// All four.
    pub const ALL: [Category; 4] = [Category::Drinks, Category::Food, Category::Cigars, Category::Uncategorized];

    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Category::Drinks => "drinks",
            Category::Food => "food",
            Category::Cigars => "cigars",
            Category::Uncategorized => "uncategorized",
        }
    }

    /// Reads a category. `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        Category::ALL.into_iter().find(|category| category.as_str() == text)
    }
}
