//! What an imported list does to the products: decided in one go, all rows or none.
//!
//! A row is matched to a product by its barcode, letter by letter; a row that matches none makes a product. A column that
//! the file does not have keeps what the product has (of a new one: [`Draft::default`]). An empty cell empties: brand and
//! description become nothing, `category` uncategorized, `currency` USD, `isAvailable` 1, a set price not set. In
//! `barcode`, `stock` and `price` an empty cell keeps what is there.
//!
//! # Three price columns, two prices
//!
//! A product has two prices, of which at least one is set, and a currency. `priceUSD` and `priceLRD` are the two; `price`
//! is another name for the one in the row's currency (of its cell, else of the product). One row is read in this order:
//!
//! 1. `currency` is settled.
//! 2. `priceUSD` and `priceLRD` each set or unset their own price, or keep it where the file has no such column.
//! 3. Where no price is set by now, `price` writes the one in that currency.
//! 4. Else, where the file has no column for the price in that currency, `price` writes it too, unless that is what the
//!    product costs anyway: a list that shows a price derived at today's rate does not set it.
//! 5. Else the other two decide, and `price` is not looked at. For a product sold in LRD of which only the US price is
//!    set, the export writes that day's LRD price under `price` and nothing under `priceLRD`: taking `price` would nail
//!    the rate of that day to the product.
//! 6. A product without any price is refused.
//!
//! | `currency` | `price` | `priceUSD` | `priceLRD` | set afterwards (at 190 LRD per USD) |
//! |---|---|---|---|---|
//! | USD | 2.00 | 2.00 | empty | USD 2.00 |
//! | LRD | 380.00 | 2.00 | empty | USD 2.00 |
//! | LRD | 350.00 | 2.00 | 350.00 | both |
//! | LRD | 350.00 | empty | empty | LRD 350.00 |
//! | LRD | 350.00 | 2.00 | no column | both |
//! | LRD | 380.00 | 2.00 | no column | USD 2.00, of a product without LRD price |
//! | LRD | 350.00 | no column | no column | LRD 350.00; a US price stays as it was |
//! | USD | 3.00 | 2.00 | empty | USD 2.00 |
//! | any | empty | empty | empty | refused |

use std::collections::HashMap;

use crate::base::{CurrencyCode, Lrd, Rate, Usd};

use super::csv::{Cell, Column, LineError, Problems, Row, Sheet};
use super::{Category, Draft};

/// A product as it is stored, archived ones left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existing {
    pub id: u64,
    /// What it is now. Its barcode is there, and no other product has it.
    pub now: Draft,
}

/// One thing to do, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A new product. Without a barcode it is to get one that neither a product nor another row of the file has.
    Create(Draft),
    /// A product that is not what the file says.
    Update {
        id: u64,
        /// All of what it becomes, also what stays.
        draft: Draft,
    },
}

/// What the import does, if it is done. As a dry run shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// Products to make and to alter.
    pub changes: Vec<Change>,
    /// How many rows say what is so already.
    pub unchanged: usize,
}

impl Plan {
    /// How many products are made.
    pub fn created(&self) -> usize {
        self.changes.iter().filter(|change| matches!(change, Change::Create(_))).count()
    }

    /// How many products are altered.
    pub fn updated(&self) -> usize {
        self.changes.len() - self.created()
    }
}

/// Decides what `sheet` does to the products; `rate` is the one in force. `Err` holds all that is wrong with any row, also what [`read`] found, in the
/// order of lines and at most [`ERRORS_MAX`].
///
/// [`read`]: super::csv::read()
/// [`ERRORS_MAX`]: super::csv::ERRORS_MAX
pub fn plan(sheet: &Sheet, existing: &[Existing], rate: Rate) -> Result<Plan, Vec<LineError>> {
    let by_barcode: HashMap<&str, &Existing> =
        existing.iter().filter_map(|product| Some((product.now.barcode.as_deref()?, product))).collect();
    let mut plan = Plan::default();
    let mut problems = Problems::default();
    for row in &sheet.rows {
        let found = row.barcode.as_ref().value().and_then(|barcode| by_barcode.get(barcode.as_str()).copied());
        let draft = merged(row, found.map(|product| &product.now), rate);
        if draft.price_usd.is_none() && draft.price_lrd.is_none() && !row.unclear {
            let (column, message) = unpriced(row, found.is_some());
            problems.push(row.line, Some(column), message);
        }
        match found {
            None => plan.changes.push(Change::Create(draft)),
            Some(product) if product.now == draft => plan.unchanged += 1,
            Some(product) => plan.changes.push(Change::Update { id: product.id, draft }),
        }
    }
    problems.merge(sheet.problems.clone());
    problems.or(plan)
}

/// The product that `row` makes of what is there.
fn merged(row: &Row, there: Option<&Draft>, rate: Rate) -> Draft {
    let before = there.cloned().unwrap_or_default();
    let currency = row.currency.onto(Some(before.currency)).unwrap_or_default();
    let (price_usd, price_lrd) = prices(row, currency, &before, rate);
    Draft {
        name: row.name.clone(),
        brand: row.brand.clone().onto(before.brand),
        barcode: row.barcode.clone().value().or(before.barcode),
        category: row.category.onto(Some(before.category)).unwrap_or(Category::Uncategorized),
        currency,
        price_usd,
        price_lrd,
        stock: row.stock.value().unwrap_or(before.stock),
        description: row.description.clone().onto(before.description),
        is_available: row.is_available.onto(Some(before.is_available)).unwrap_or(true),
    }
}

/// Steps 2 to 5 of the module's page.
fn prices(row: &Row, currency: CurrencyCode, before: &Draft, rate: Rate) -> (Option<Usd>, Option<Lrd>) {
    let usd = row.price_usd.onto(before.price_usd);
    let lrd = row.price_lrd.onto(before.price_lrd);
    let Some(price) = row.price.value() else { return (usd, lrd) };
    let costs = rate.both(usd, lrd);
    let named_beside = match currency {
        CurrencyCode::Usd => row.price_usd != Cell::Keep,
        CurrencyCode::Lrd => row.price_lrd != Cell::Keep,
    };
    let any_set = usd.is_some() || lrd.is_some();
    if any_set && (named_beside || costs.minor_in(currency) == price) {
        return (usd, lrd);
    }
    match currency {
        CurrencyCode::Usd => (Some(Usd::minor(price)), lrd),
        CurrencyCode::Lrd => (usd, Some(Lrd::minor(price))),
    }
}

/// Step 6: where the price is missing, and what to say of it.
fn unpriced(row: &Row, exists: bool) -> (Column, &'static str) {
    if !exists {
        return (Column::Price, "A new product needs a price");
    }
    let emptied = if row.price_usd == Cell::Empty { Column::PriceUsd } else { Column::PriceLrd };
    (emptied, "Please set at least one price (USD or LRD)")
}

#[cfg(test)]
mod tests;
