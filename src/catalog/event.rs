//! What can happen to the catalog.

use serde::{Deserialize, Serialize};

use super::Product;

/// A product is as it says from now on: new, or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductSaved {
    pub product: Product,
}

/// A product is deleted; its barcode is free again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductArchived {
    pub product_id: u64,
    /// For the audit.
    pub name: String,
}

/// A list was imported; the products follow as entries of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductsImported {
    /// Products that are new.
    pub created: u64,
    /// Products that changed.
    pub updated: u64,
    /// Rows that changed nothing.
    pub unchanged: u64,
}
