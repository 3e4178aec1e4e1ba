//! The columns of a product list, in the order in which the export writes them.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// A column that the import reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportColumn)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "camelCase", ascii_case_insensitive)]
pub enum Column {
    /// The only column that a file must have.
    Name,
    Brand,
    /// Rows are matched to products by it.
    Barcode,
    /// drinks, food, cigars or uncategorized.
    Category,
    /// The price in the row's currency.
    Price,
    /// USD or LRD.
    Currency,
    /// The price set in US dollars.
    #[serde(rename = "priceUSD")]
    #[strum(serialize = "priceUSD")]
    PriceUsd,
    /// The price set in Liberian dollars.
    #[serde(rename = "priceLRD")]
    #[strum(serialize = "priceLRD")]
    PriceLrd,
    /// Pieces.
    Stock,
    /// Free text.
    Description,
    /// 1 or 0.
    IsAvailable,
    /// A group within the category, such as Beer. The export writes it if a product has one.
    Section,
    /// Id of a tax class. The export writes it if a product has one, or while there is tax.
    TaxClass,
    /// counted or free. The export writes it if a product is free.
    StockMode,
    /// 1 if sales stop at 0. The export writes it if a counted product may go below.
    Floor,
}

// `parse` ignores case.
base::words!(Column);

impl Column {
    /// Number of columns.
    pub const COUNT: usize = Column::ALL.len();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling_everywhere() {
        for (index, column) in Column::ALL.into_iter().enumerate() {
            assert_eq!(column as usize, index, "cells are looked up by this number");
            assert_eq!(serde_json::to_value(column).expect("serialises"), column.as_str());
            assert_eq!(Column::parse(&column.as_str().to_uppercase()), Some(column));
        }
        assert_eq!(Column::parse("preis"), None);
    }
}
