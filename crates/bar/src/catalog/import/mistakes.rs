//! What is wrong with what a row does to a product.

use super::Existing;
use super::matching::Known;
use crate::catalog::csv::{Cell, Column, ListRow, NEGATIVE};
use crate::catalog::{Draft, SET_BY_HEAD, StockMode, not_counted, stock_of_ingredients};

/// What is wrong with what a row does to a product.
pub(super) fn mistakes_of(
    row: &ListRow,
    found: Option<&Existing>,
    draft: &Draft,
    known: &Known,
    check_class: impl Fn(&str) -> Result<(), String>,
) -> Vec<(Column, String)> {
    let mut mistakes = Vec::new();
    if is_unpriced(row, draft) {
        let (column, message) = unpriced(row, found.is_some());
        mistakes.push((column, message.to_owned()));
    }
    mistakes.extend(wrong_stock(row, found, draft).map(|sentence| (Column::Stock, sentence)));
    if found.is_some_and(|product| product.portions.is_some()) && draft.stock_mode == StockMode::Free {
        mistakes.push((Column::StockMode, format!("{} has a recipe, so it is counted", draft.name)));
    }
    let pack = draft.barcode.as_deref().and_then(|barcode| known.with_pack(barcode));
    mistakes.extend(pack.map(|product| (Column::Barcode, format!("This is the barcode of a pack of {}", product.now.name))));
    let before = found.and_then(|product| product.now.tax_class.as_ref());
    let new_class = draft.tax_class.as_ref().filter(|class| Some(*class) != before);
    mistakes.extend(new_class.and_then(|class| check_class(class).err()).map(|sentence| (Column::TaxClass, sentence)));
    if let Some(Existing { now, chain: Some(chain), .. }) = found {
        mistakes.extend(chain.changed(now, draft).into_iter().map(|column| (column, SET_BY_HEAD.to_owned())));
    }
    mistakes
}

/// Whether a row makes a product without any price.
pub(super) fn is_unpriced(row: &ListRow, draft: &Draft) -> bool {
    draft.price_usd.is_none() && draft.price_lrd.is_none() && !row.unclear
}

/// Why a row cannot set this stock: what is not counted has none, that of a recipe is that of its ingredients, and below 0 only the present
/// level is taken.
fn wrong_stock(row: &ListRow, found: Option<&Existing>, after: &Draft) -> Option<String> {
    let given = row.stock.value()?;
    if let Some(portions) = found.and_then(|product| product.portions) {
        return (given != portions).then(|| stock_of_ingredients(&after.name).message);
    }
    let before = found.map(|product| &product.now).filter(|draft| draft.stock_mode == StockMode::Counted);
    let shown = before.map_or(0, |draft| draft.stock);
    if after.stock_mode == StockMode::Free {
        return (given != 0 && given != shown).then(|| not_counted(&after.name).message);
    }
    (given < 0 && given != shown).then(|| NEGATIVE.to_owned())
}

/// Step 6: the column of the missing price, and the message.
fn unpriced(row: &ListRow, exists: bool) -> (Column, &'static str) {
    if !exists {
        return (Column::Price, "A new product needs a price");
    }
    let emptied = if row.price_usd == Cell::Empty { Column::PriceUsd } else { Column::PriceLrd };
    (emptied, "Please set at least one price (USD or LRD)")
}
