//! Events of the catalog.

use serde::{Deserialize, Serialize};

use super::Product;
use super::csv::Mapping;

/// A product was created or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductSaved {
    pub product: Product,
    /// Whether it needs a count from now on, because it is counted again and its level is unknown; `None`: as before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs_count: Option<bool>,
}

/// A product was deleted; its barcode can be used again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductArchived {
    pub product_id: u64,
    /// For the audit.
    pub name: String,
}

/// A product list was imported; its products follow in entries of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductsImported {
    /// Number of new products.
    pub created: u64,
    /// Number of changed products.
    pub updated: u64,
    /// Number of rows that changed nothing.
    pub unchanged: u64,
    /// Number of rows that were left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skipped: u64,
    /// What a person chose for the columns of the file; `None` where the headings said it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mapping: Option<Mapping>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}
