//! Plans an import: which products a list creates and changes.
//!
//! A row is matched to a product by its barcode, letter by letter; a row that matches none creates a product. A column
//! that the file does not have keeps the product's value (a new one gets that of [`Draft::default`]). An empty cell empties:
//! brand, section and description become nothing, `category` uncategorized, `currency` USD, `isAvailable` 1, a set price not set. In
//! `barcode`, `stock` and `price` an empty cell keeps the value.
//!
//! # Three price columns, two prices
//!
//! A product has two prices, of which at least one is set, and a currency. `priceUSD` and `priceLRD` are the two; `price`
//! is another name for the one in the row's currency (of its cell, else of the product). One row is read in this order:
//!
//! 1. `currency` is determined.
//! 2. `priceUSD` and `priceLRD` each set or unset their own price, or keep it where the file has no such column.
//! 3. If no price is set by now, `price` sets the one in that currency.
//! 4. Else, if the file has no column for the price in that currency, `price` sets it too, unless the product already costs
//!    that: a list that shows a price converted at today's rate must not set it.
//! 5. Else the other two count, and `price` is ignored. For a product sold in LRD of which only the US price is
//!    set, the export writes that day's LRD price under `price` and nothing under `priceLRD`: taking `price` would fix
//!    the rate of that day in the product.
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

use base::{CurrencyCode, Lrd, Rate, Usd};

use super::csv::{Cell, Column, ERRORS_MAX, LineError, Problems, Row, Sheet};
use super::{Category, Draft, ProductChain, SET_BY_HEAD};

mod difference;

pub use difference::{Difference, differences};

/// A stored product that is not archived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existing {
    pub id: u64,
    /// Its present values. Its barcode is set and unique.
    pub now: Draft,
    /// Its link to head office; `None` if it is the bar's alone.
    pub chain: Option<ProductChain>,
}

/// A change that the import makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A new product. If it has no barcode, one is generated that neither a product nor another row of the file has.
    Create(Draft),
    /// A product that differs from its row.
    Update {
        id: u64,
        /// All new values, including unchanged ones.
        draft: Draft,
    },
}

/// The changes of an import, as a dry run shows them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// In the order of the file.
    pub changes: Vec<Change>,
    /// Number of rows that change nothing.
    pub unchanged: usize,
    /// The first [`ERRORS_MAX`] cells of `price` that do not count (step 5 of the module's documentation).
    pub ignored_prices: Vec<IgnoredPrice>,
}

/// A cell of the column `price` that says something else than the column of that price beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoredPrice {
    /// The physical line on which the row starts.
    pub line: usize,
    pub name: String,
    pub currency: CurrencyCode,
    /// What the cell says, in minor units.
    pub price: i64,
    /// What the product costs afterwards, in minor units.
    pub used: i64,
}

impl Plan {
    /// Number of new products.
    pub fn created(&self) -> usize {
        self.changes.iter().filter(|change| matches!(change, Change::Create(_))).count()
    }

    /// Number of changed products.
    pub fn updated(&self) -> usize {
        self.changes.len() - self.created()
    }
}

/// Plans the import of `sheet`; `rate` is the present one. `check_class` says why goods cannot get a tax class.
///
/// # Errors
/// All mistakes of all rows, including those that [`read`] found, in the order of lines; at most [`ERRORS_MAX`].
///
/// [`read`]: super::csv::read()
/// [`ERRORS_MAX`]: super::csv::ERRORS_MAX
pub fn plan(
    sheet: &Sheet,
    existing: &[Existing],
    rate: Rate,
    check_class: impl Fn(&str) -> Result<(), String>,
) -> Result<Plan, Vec<LineError>> {
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
        let before = found.and_then(|product| product.now.tax_class.as_ref());
        let new_class = draft.tax_class.as_ref().filter(|class| Some(*class) != before);
        if let Some(Err(sentence)) = new_class.map(|class| check_class(class)) {
            problems.push(row.line, Some(Column::TaxClass), sentence);
        }
        if let Some(Existing { now, chain: Some(chain), .. }) = found {
            chain.changed(now, &draft).into_iter().for_each(|column| problems.push(row.line, Some(column), SET_BY_HEAD));
        }
        plan.ignored_prices.extend(ignored_price(row, draft.currency).filter(|_| plan.ignored_prices.len() < ERRORS_MAX));
        match found {
            None => plan.changes.push(Change::Create(draft)),
            Some(product) if product.now == draft => plan.unchanged += 1,
            Some(product) => plan.changes.push(Change::Update { id: product.id, draft }),
        }
    }
    problems.merge(sheet.problems.clone());
    problems.into_result(plan)
}

/// The product after `row`; `existing` is the one before it.
fn merged(row: &Row, existing: Option<&Draft>, rate: Rate) -> Draft {
    let before = existing.cloned().unwrap_or_default();
    let currency = row.currency.applied_to(Some(before.currency)).unwrap_or_default();
    let (price_usd, price_lrd) = prices(row, currency, &before, rate);
    Draft {
        name: row.name.clone(),
        brand: row.brand.clone().applied_to(before.brand),
        barcode: row.barcode.clone().value().or(before.barcode),
        category: row.category.applied_to(Some(before.category)).unwrap_or(Category::Uncategorized),
        section: row.section.clone().applied_to(before.section),
        currency,
        price_usd,
        price_lrd,
        stock: row.stock.value().unwrap_or(before.stock),
        description: row.description.clone().applied_to(before.description),
        is_available: row.is_available.applied_to(Some(before.is_available)).unwrap_or(true),
        tax_class: row.tax_class.clone().applied_to(before.tax_class),
    }
}

/// Steps 2 to 5 of the module's documentation.
fn prices(row: &Row, currency: CurrencyCode, before: &Draft, rate: Rate) -> (Option<Usd>, Option<Lrd>) {
    let usd = row.price_usd.applied_to(before.price_usd);
    let lrd = row.price_lrd.applied_to(before.price_lrd);
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

/// Step 5: the price of the row, if the column of that price says something else beside it. Where that cell is empty, `price` is what
/// the export converted at its rate, which is no mistake.
fn ignored_price(row: &Row, currency: CurrencyCode) -> Option<IgnoredPrice> {
    let price = row.price.value().filter(|_| !row.unclear)?;
    let used = match currency {
        CurrencyCode::Usd => row.price_usd.value()?.as_minor(),
        CurrencyCode::Lrd => row.price_lrd.value()?.as_minor(),
    };
    (used != price).then(|| IgnoredPrice { line: row.line, name: row.name.clone(), currency, price, used })
}

/// Step 6: the column of the missing price, and the message.
fn unpriced(row: &Row, exists: bool) -> (Column, &'static str) {
    if !exists {
        return (Column::Price, "A new product needs a price");
    }
    let emptied = if row.price_usd == Cell::Empty { Column::PriceUsd } else { Column::PriceLrd };
    (emptied, "Please set at least one price (USD or LRD)")
}

#[cfg(test)]
mod tests;
