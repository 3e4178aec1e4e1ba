//! Events of the catalog.

use serde::{Deserialize, Serialize};

use super::Product;

/// A product was created or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductSaved {
    pub product: Product,
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
}
