//! The columns of a product list, in the order in which the export writes them.

use serde::Serialize;
use utoipa::ToSchema;

/// A column that the import reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportColumn)]
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
    PriceUsd,
    /// The price set in Liberian dollars.
    #[serde(rename = "priceLRD")]
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
}

impl Column {
    /// Number of columns.
    pub const COUNT: usize = 13;

    /// In the order of the export.
    pub const ALL: [Column; Column::COUNT] = [
        Column::Name,
        Column::Brand,
        Column::Barcode,
        Column::Category,
        Column::Price,
        Column::Currency,
        Column::PriceUsd,
        Column::PriceLrd,
        Column::Stock,
        Column::Description,
        Column::IsAvailable,
        Column::Section,
        Column::TaxClass,
    ];

    /// The name in the header.
    pub fn as_str(self) -> &'static str {
        match self {
            Column::Name => "name",
            Column::Brand => "brand",
            Column::Barcode => "barcode",
            Column::Category => "category",
            Column::Price => "price",
            Column::Currency => "currency",
            Column::PriceUsd => "priceUSD",
            Column::PriceLrd => "priceLRD",
            Column::Stock => "stock",
            Column::Description => "description",
            Column::IsAvailable => "isAvailable",
            Column::Section => "section",
            Column::TaxClass => "taxClass",
        }
    }

    /// Parses a header cell, ignoring case; `None` for any other column.
    pub fn parse(text: &str) -> Option<Self> {
        Column::ALL.into_iter().find(|column| column.as_str().eq_ignore_ascii_case(text))
    }
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
