//! What a row of the sales by category is of.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::Category;

/// What revenue came from: goods of a category, or a charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum RevenueOf {
    Category(Category),
    Charge(Charge),
}

/// Revenue without goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
pub enum Charge {
    /// The service charge of orders.
    #[serde(rename = "service_charge")]
    Service,
}

impl RevenueOf {
    /// The name in files and on paper.
    pub fn label(self) -> &'static str {
        match self {
            RevenueOf::Category(category) => category.as_str(),
            RevenueOf::Charge(charge) => charge.label(),
        }
    }

    /// The name with the number of pieces in front, where there are pieces.
    pub fn with_pieces(self, pieces: i64) -> String {
        match self {
            RevenueOf::Category(category) => format!("{pieces} x {}", category.as_str()),
            RevenueOf::Charge(charge) => charge.label().to_owned(),
        }
    }
}

impl Charge {
    /// The name in files and on paper.
    pub fn label(self) -> &'static str {
        match self {
            Charge::Service => "Service charge",
        }
    }
}
