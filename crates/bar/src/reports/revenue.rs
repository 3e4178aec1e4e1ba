//! What a row of the sales by category is of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::Category;

/// What revenue came from: goods of a category, or the service charge of orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RevenueOf {
    Drinks,
    Food,
    Cigars,
    Uncategorized,
    /// Revenue without pieces.
    ServiceCharge,
}

impl From<Category> for RevenueOf {
    fn from(category: Category) -> Self {
        match category {
            Category::Drinks => RevenueOf::Drinks,
            Category::Food => RevenueOf::Food,
            Category::Cigars => RevenueOf::Cigars,
            Category::Uncategorized => RevenueOf::Uncategorized,
        }
    }
}

impl RevenueOf {
    /// The name in files and on paper.
    pub fn label(self) -> &'static str {
        match self {
            RevenueOf::Drinks => Category::Drinks.as_str(),
            RevenueOf::Food => Category::Food.as_str(),
            RevenueOf::Cigars => Category::Cigars.as_str(),
            RevenueOf::Uncategorized => Category::Uncategorized.as_str(),
            RevenueOf::ServiceCharge => "Service charge",
        }
    }

    /// The name with the number of pieces in front, where there are pieces.
    pub fn with_pieces(self, pieces: i64) -> String {
        match self {
            RevenueOf::ServiceCharge => self.label().to_owned(),
            _ => format!("{pieces} x {}", self.label()),
        }
    }
}
