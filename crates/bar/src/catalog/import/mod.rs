//! Plans an import: which products a list creates and changes.
//!
//! A row is matched to a product by its barcode; a row without one by its name, if exactly one product has it. A row that matches none
//! creates a product. A row with a new barcode is the product with its name, if that has a barcode that the box made up. Where several
//! products have the name, or several rows of the list, a person must say what a row without barcode is. A column that the file does not have keeps the product's value (a new one gets that of [`Draft::default`]). An empty cell empties:
//! brand, section and description become nothing, `category` uncategorized, `currency` USD, `isAvailable` 1, a set price not set. In
//! `barcode`, `stock` and `price` an empty cell keeps the value.
//!
//! # Three price columns, two prices
//!
//! A product has two prices, of which at least one is set, and a currency. `priceUSD` and `priceLRD` are the two; `price`
//! is another name for the one in the row's currency (of its cell, else of the product). One row is read in this order:
//!
//! 1. `currency` is determined. Of a new product that says none, it is LRD where `priceLRD` is its only price.
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

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use utoipa::ToSchema;

use base::{CurrencyCode, Lrd, Rate, Usd};

use super::csv::ungrouped;
use super::csv::{Cell, Column, ERRORS_MAX, LineError, ListRow, Problems, Question, QuestionKind, Sheet};
use super::{Category, Draft, ProductChain, StockMode, barcode_key};

mod choices;
mod difference;
mod matching;
mod mistakes;
mod questions;

pub use choices::{Choice, Choices, GivenPrice};
pub use difference::{Difference, differences};
use matching::{Known, Match};
use mistakes::{is_unpriced, mistakes_of};
use questions::{asked, currency_question, question_of_row};

/// A stored product that is not archived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existing {
    pub id: u64,
    /// Its present values. Its barcode is set and unique.
    pub now: Draft,
    /// Whether the box made its barcode up.
    pub is_generated: bool,
    /// Its link to head office; `None` if it is the bar's alone.
    pub chain: Option<ProductChain>,
    /// The stock of a product with a recipe: how many its ingredients are enough for.
    pub portions: Option<i64>,
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

/// What an import does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportRowState)]
pub enum RowState {
    New,
    Changed,
    Unchanged,
    /// It has a mistake.
    Wrong,
    /// A person must say which product it is, or said that it is left out.
    Ask,
}

/// A row and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedRow {
    /// The physical line on which the row starts.
    pub line: usize,
    pub name: String,
    pub state: RowState,
    /// What is wrong with it, or what a person must say; for people.
    pub message: Option<String>,
    /// Products that it can be, also once a person has said which.
    pub candidates: Vec<u64>,
    /// Whether a person left it out.
    pub skipped: bool,
    /// Whether it makes a product without any price.
    pub needs_price: bool,
    /// Its place in [`ImportPlan::changes`].
    pub change: Option<usize>,
}

/// The changes of an import, as a dry run shows them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportPlan {
    /// In the order of the file.
    pub changes: Vec<Change>,
    /// Number of rows that change nothing.
    pub unchanged: usize,
    /// Number of rows that are left out.
    pub skipped: usize,
    /// The first [`ERRORS_MAX`] cells of `price` that do not count (step 5 of the module's documentation).
    pub ignored_prices: Vec<IgnoredPrice>,
    /// All rows, in the order of the file.
    pub rows: Vec<PlannedRow>,
    /// What a person must say of the whole file.
    pub questions: Vec<Question>,
    /// What is wrong, in the order of lines, at most [`ERRORS_MAX`]; without what is left out. With any, nothing is imported.
    pub errors: Vec<LineError>,
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

impl ImportPlan {
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
pub fn plan(
    sheet: &Sheet,
    existing: &[Existing],
    rate: Rate,
    check_class: impl Fn(&str) -> Result<(), String>,
    choices: &Choices,
) -> ImportPlan {
    let known = Known::new(sheet, existing);
    let mut plan = ImportPlan::default();
    let mut problems = Problems::default();
    // The line of the row that is each product.
    let mut taken: HashMap<u64, usize> = HashMap::new();
    for row in &sheet.rows {
        let priced = choices.prices.get(&row.line).map(|price| price.given_to(row));
        let row = priced.as_ref().unwrap_or(row);
        let mut planned = PlannedRow {
            line: row.line,
            name: row.name.clone(),
            state: RowState::Wrong,
            message: row.wrong.clone(),
            candidates: known.candidates(row),
            skipped: false,
            needs_price: false,
            change: None,
        };
        let mut mistakes = Vec::new();
        match known.product_of(row, choices.rows.get(&row.line)) {
            Match::Skip => (planned.state, planned.skipped) = (RowState::Ask, true),
            Match::Ask if row.wrong.is_none() => {
                let message = question_of_row(row, planned.candidates.len());
                mistakes.push((Column::Name, message.clone()));
                (planned.state, planned.message) = (RowState::Ask, Some(message));
            }
            Match::Ask => {}
            Match::Unknown(id) => mistakes.push((Column::Name, format!("There is no product {id}"))),
            Match::Is(found) => {
                let mut draft = merged(row, found.map(|product| &product.now), rate);
                if let Some(Existing { now, portions: Some(_), .. }) = found {
                    draft.stock = now.stock;
                }
                mistakes.extend(mistakes_of(row, found, &draft, &known, &check_class));
                planned.needs_price = row.wrong.is_none() && is_unpriced(row, &draft);
                let known = found.filter(|_| row.wrong.is_none());
                if let Some(first) = known.and_then(|product| taken.insert(product.id, row.line)) {
                    mistakes.push((Column::Name, format!("Line {first} and line {} are the same product", row.line)));
                }
                let ignored = ignored_price(row, draft.currency).filter(|_| plan.ignored_prices.len() < ERRORS_MAX);
                if row.wrong.is_none() && mistakes.is_empty() {
                    plan.ignored_prices.extend(ignored);
                    planned.state = plan.add(found, draft);
                    planned.change = matches!(planned.state, RowState::New | RowState::Changed).then(|| plan.changes.len() - 1);
                }
            }
        }
        if planned.state == RowState::Wrong && planned.message.is_none() {
            planned.message = mistakes.first().map(|(_, message)| message.clone());
        }
        plan.skipped += usize::from(matches!(planned.state, RowState::Wrong | RowState::Ask));
        if !planned.skipped {
            mistakes.into_iter().for_each(|(column, message)| problems.push(row.line, Some(column), message));
        }
        plan.rows.push(planned);
    }
    plan.questions.extend(sheet.question.clone());
    plan.questions.extend(currency_question(sheet, existing, &plan));
    if choices.skip_wrong && plan.questions.iter().all(|question| question.kind == QuestionKind::Figures) {
        return plan;
    }
    let skipped: HashSet<usize> = plan.rows.iter().filter(|row| row.skipped).map(|row| row.line).collect();
    problems.merge(sheet.problems.clone());
    let open = plan.questions.iter().map(|question| (question.line, question.column, asked(question)));
    let mut of_file = Problems::default();
    open.for_each(|(line, column, message)| of_file.push(line, Some(column), message));
    problems.merge(of_file);
    plan.errors = problems.into_errors();
    plan.errors.retain(|error| !skipped.contains(&error.line));
    plan
}

impl ImportPlan {
    /// Adds what a row does to a product: `found`, or a new one.
    fn add(&mut self, found: Option<&Existing>, draft: Draft) -> RowState {
        match found {
            None => {
                self.changes.push(Change::Create(draft));
                RowState::New
            }
            Some(product) if product.now == draft => {
                self.unchanged += 1;
                RowState::Unchanged
            }
            Some(product) => {
                self.changes.push(Change::Update { id: product.id, draft });
                RowState::Changed
            }
        }
    }
}

/// The level after a row, and whether it is unknown: what is not counted goes to 0, and is counted again as the row says.
fn level(row: &ListRow, before: &Draft, mode: StockMode) -> (i64, bool) {
    match (before.stock_mode, mode) {
        (StockMode::Counted, StockMode::Counted) => (row.stock.value().unwrap_or(before.stock), false),
        (StockMode::Counted, StockMode::Free) => (0, false),
        (StockMode::Free, StockMode::Free) => (before.stock, false),
        (StockMode::Free, StockMode::Counted) => (row.stock.value().unwrap_or(0), row.stock.value().is_none()),
    }
}

/// The product after `row`; `existing` is the one before it.
fn merged(row: &ListRow, existing: Option<&Draft>, rate: Rate) -> Draft {
    let before = existing.cloned().unwrap_or_default();
    let currency = currency(row, existing);
    let (price_usd, price_lrd) = prices(row, currency, &before, rate);
    let stock_mode = row.stock_mode.value().unwrap_or(before.stock_mode);
    let (stock, needs_count) = level(row, &before, stock_mode);
    let has_floor = row.floor.value().unwrap_or(before.stock_mode == StockMode::Free || before.floor);
    Draft {
        name: row.name.clone(),
        brand: row.brand.clone().applied_to(before.brand),
        // Two spellings of one barcode change nothing.
        barcode: match (row.barcode.clone().value(), before.barcode) {
            (Some(new), Some(now)) if is_same_barcode(&new, &now) => Some(now),
            (new, now) => new.or(now),
        },
        category: row.category.applied_to(Some(before.category)).unwrap_or(Category::Uncategorized),
        section: row.section.clone().applied_to(before.section),
        currency,
        price_usd,
        price_lrd,
        stock,
        description: row.description.clone().applied_to(before.description),
        is_available: row.is_available.applied_to(Some(before.is_available)).unwrap_or(true),
        tax_class: row.tax_class.clone().applied_to(before.tax_class),
        stock_mode,
        floor: stock_mode == StockMode::Counted && has_floor,
        needs_count,
        details: before.details,
    }
}

/// Whether the barcode of a row is the one of its product: the same code of goods, the same digits with zeros in front or in groups, or
/// without the apostrophe that a spreadsheet takes for its own.
fn is_same_barcode(one: &str, other: &str) -> bool {
    let digits = |barcode: &'_ str| barcode.bytes().all(|byte| byte.is_ascii_digit());
    let without_zeros = || one.trim_start_matches('0') == other.trim_start_matches('0');
    let grouped = || ungrouped(other).as_deref() == Some(one);
    barcode_key(one) == barcode_key(other)
        || grouped()
        || other.strip_prefix('\'') == Some(one)
        || (digits(one) && digits(other) && without_zeros())
}

/// Step 1: the currency after `row`. A new product with a price in Liberian dollars alone is priced in them.
fn currency(row: &ListRow, existing: Option<&Draft>) -> CurrencyCode {
    let only_lrd = row.price_lrd.value().is_some() && row.price_usd.value().is_none() && row.price.value().is_none();
    match (row.currency, existing) {
        (Cell::Keep | Cell::Empty, None) if only_lrd => CurrencyCode::Lrd,
        (currency, _) => currency.applied_to(existing.map(|draft| draft.currency)).unwrap_or_default(),
    }
}

/// Steps 2 to 5 of the module's documentation.
fn prices(row: &ListRow, currency: CurrencyCode, before: &Draft, rate: Rate) -> (Option<Usd>, Option<Lrd>) {
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
fn ignored_price(row: &ListRow, currency: CurrencyCode) -> Option<IgnoredPrice> {
    let price = row.price.value().filter(|_| !row.unclear)?;
    let used = match currency {
        CurrencyCode::Usd => row.price_usd.value()?.as_minor(),
        CurrencyCode::Lrd => row.price_lrd.value()?.as_minor(),
    };
    (used != price).then(|| IgnoredPrice { line: row.line, name: row.name.clone(), currency, price, used })
}

#[cfg(test)]
mod matching_tests;
#[cfg(test)]
mod tests;
