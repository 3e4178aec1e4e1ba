//! Products that head office shares between bars: which fields of such a product are head office's, and how a product is detached.

mod tables;

use serde::{Deserialize, Serialize};

pub use tables::{apply_chain, apply_detached, chain_of, chains, linked_product, unlink_products};

use super::csv::Column;
use super::{Draft, Product};
use base::{Code, Refusal};

/// What a person reads at a field that is head office's.
pub const SET_BY_HEAD: &str = "Set by head office";

/// The link of a product to the one that head office keeps for several bars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductChain {
    /// Head office's name of the product.
    pub id: String,
    /// Whether its price is head office's too.
    pub owns_price: bool,
    /// Whether the bar took the product back: all of its fields are the bar's, for good.
    pub detached: bool,
}

/// A product was detached from head office.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductDetached {
    pub product_id: u64,
    /// For the audit.
    pub name: String,
    /// The product's name at head office.
    pub chain_id: String,
}

/// The columns that are head office's in every product of the chain.
const OWNED: [Column; 6] = [Column::Name, Column::Brand, Column::Barcode, Column::Category, Column::Description, Column::TaxClass];
/// Those of a price that is head office's.
const OWNED_PRICE: [Column; 3] = [Column::Currency, Column::PriceUsd, Column::PriceLrd];

impl ProductChain {
    /// The fields that are head office's; none once the product is detached.
    pub fn fields(&self) -> Vec<Column> {
        match self {
            ProductChain { detached: true, .. } => Vec::new(),
            ProductChain { owns_price: true, .. } => OWNED.into_iter().chain(OWNED_PRICE).collect(),
            ProductChain { .. } => OWNED.to_vec(),
        }
    }

    /// The fields of head office that differ.
    pub fn changed(&self, before: &Draft, after: &Draft) -> Vec<Column> {
        let differs = |column: &Column| match column {
            Column::Name => before.name != after.name,
            Column::Brand => before.brand != after.brand,
            Column::Barcode => before.barcode != after.barcode,
            Column::Category => before.category != after.category,
            Column::Description => before.description != after.description,
            Column::TaxClass => before.tax_class != after.tax_class,
            Column::Currency => before.currency != after.currency,
            Column::PriceUsd => before.price_usd != after.price_usd,
            Column::PriceLrd => before.price_lrd != after.price_lrd,
            Column::Price | Column::Stock | Column::IsAvailable | Column::Section | Column::StockMode | Column::Floor => false,
        };
        self.fields().into_iter().filter(differs).collect()
    }

    /// Refuses a change of fields that are head office's.
    ///
    /// # Errors
    /// 409 `set_by_head` with the fields.
    pub fn check(&self, before: &Product, after: &Product) -> Result<(), Refusal> {
        set_by_head(self.changed(&before.draft(0), &after.draft(0)).into_iter().map(Column::as_str))
    }

    /// Refuses planned prices of a product whose price is head office's.
    ///
    /// # Errors
    /// 409 `set_by_head` with the fields.
    pub fn check_planned(&self, usd: bool, lrd: bool) -> Result<(), Refusal> {
        let planned = [(Column::PriceUsd, usd), (Column::PriceLrd, lrd)].into_iter().filter(|(_, planned)| *planned);
        let owned = self.fields();
        set_by_head(planned.map(|(column, _)| column).filter(|column| owned.contains(column)).map(Column::as_str))
    }
}

/// Refuses a change of `fields` that are head office's; none is no refusal.
///
/// # Errors
/// 409 `set_by_head` with the fields.
pub fn set_by_head(fields: impl Iterator<Item = &'static str>) -> Result<(), Refusal> {
    let fields: std::collections::BTreeMap<String, String> = fields.map(|field| (field.to_owned(), SET_BY_HEAD.to_owned())).collect();
    if fields.is_empty() { Ok(()) } else { Err(Refusal { fields, ..Refusal::new(Code::SetByHead, SET_BY_HEAD) }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Usd;

    #[test]
    fn what_is_head_offices_depends_on_who_sets_the_price_and_ends_when_detached() {
        let chain = |owns_price, detached| ProductChain { id: "c1".to_owned(), owns_price, detached };
        let before = Draft { name: "Club Beer".to_owned(), ..Draft::default() };
        let after = Draft { name: "Club".to_owned(), price_usd: Some(Usd::minor(300)), stock: 7, is_available: false, ..before.clone() };
        assert_eq!(chain(false, false).changed(&before, &after), [Column::Name]);
        assert_eq!(chain(true, false).changed(&before, &after), [Column::Name, Column::PriceUsd]);
        assert_eq!(chain(true, true).changed(&before, &after), []);
        assert!(chain(false, false).check_planned(true, true).is_ok());
        let refusal = chain(true, false).check_planned(true, false).expect_err("head office's");
        assert_eq!((refusal.code, refusal.fields.len()), (Code::SetByHead, 1));
    }
}
