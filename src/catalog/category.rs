//! The four shelves that a product can stand on.

use serde::{Deserialize, Serialize};

/// Where a product stands on the menu. Spelled in small letters when it travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// What a new product is unless somebody says otherwise.
    #[default]
    Drinks,
    /// From the kitchen and the grill.
    Food,
    /// From the humidor.
    Cigars,
    /// On no shelf; `Other` on the menu.
    Uncategorized,
}

impl Category {
    /// In the order of the menu.
    pub const ALL: [Category; 4] = [Category::Drinks, Category::Food, Category::Cigars, Category::Uncategorized];

    /// As it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Category::Drinks => "drinks",
            Category::Food => "food",
            Category::Cigars => "cigars",
            Category::Uncategorized => "uncategorized",
        }
    }

    /// Reads the word in small letters. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        Category::ALL.into_iter().find(|category| category.as_str() == text)
    }
}
