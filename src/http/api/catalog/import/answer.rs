//! What an import answers.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::catalog::csv::{Encoding, FileColumn, FileKind, LineError, Opened, Question, Shape, Sheet};
use crate::catalog::import::{self, Change, ImportPlan, PlannedRow, RowState};
use crate::catalog::{Draft, ImportContext};
use crate::engine::{Entry, Event};
use base::{CurrencyCode, Lrd, Rate, Refusal, Usd};

/// Result of an import, or of a dry run.
#[derive(Serialize, ToSchema, Default)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    created: u64,
    updated: u64,
    unchanged: u64,
    /// Rows that are left out; absent if there are none and nothing is described.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    skipped: Option<u64>,
    /// Always empty: a file with errors is refused as a whole.
    #[schema(value_type = Vec<LineError>)]
    errors: [(); 0],
    /// Unknown columns of the file.
    ignored_columns: Vec<String>,
    /// Only for a dry run with `details`: what would be added and changed, in the order of the file; at most 2,000 products.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<ImportChange>, required = false)]
    changes: Option<Vec<ImportChange>>,
    /// Only for a dry run with `details`: the first 100 cells of `price` that do not count, because the column of that price says something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<IgnoredPrice>, required = false)]
    ignored_prices: Option<Vec<IgnoredPrice>>,
    #[serde(flatten)]
    described: Described,
}

/// Only for a dry run with `details`: what the file looks like, and what becomes of each row. A refusal has it too.
#[derive(Serialize, ToSchema, Default)]
#[schema(as = ImportDescribed)]
pub struct Described {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = ImportFormat, required = false)]
    format: Option<ImportFormat>,
    /// The columns of the file, in its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<FileColumn>, required = false)]
    columns: Option<Vec<FileColumn>>,
    /// What a person must say of the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<Question>, required = false)]
    questions: Option<Vec<Question>>,
    /// In the order of the file, at most 2,000: those that are wrong or asked for first, then those that change something.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<ImportRow>, required = false)]
    rows: Option<Vec<ImportRow>>,
}

/// What a file looks like.
#[derive(Serialize, ToSchema)]
pub struct ImportFormat {
    kind: FileKind,
    /// Null for a workbook.
    encoding: Option<Encoding>,
    /// What is between two cells; null for a workbook.
    separator: Option<String>,
    /// The sheet that was read; null for a text.
    sheet: Option<String>,
    /// The names of all sheets.
    sheets: Vec<String>,
    /// Line of the headings, from 1; 0 where the list has none: its columns are named by their numbers.
    headings: u64,
}

/// A row of the file.
#[derive(Serialize, ToSchema)]
pub struct ImportRow {
    /// The physical line on which it starts.
    line: u64,
    state: RowState,
    name: String,
    /// The product that it changes; null for a new one, and where that is not known.
    #[serde(rename = "productId")]
    product_id: Option<u64>,
    /// What it changes.
    fields: Vec<import::Difference>,
    /// What is wrong with it, or what a person must say.
    message: Option<String>,
    /// Products that it can be.
    candidates: Vec<ImportCandidate>,
    /// Whether a price is all that it lacks, which `prices` can give; absent where it has one.
    #[serde(rename = "needsPrice", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    needs_price: Option<bool>,
}

/// A product that a row can be.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportCandidate {
    product_id: u64,
    name: String,
    brand: Option<String>,
    barcode: String,
    #[serde(rename = "priceUSD")]
    price_usd: Option<String>,
    #[serde(rename = "priceLRD")]
    price_lrd: Option<String>,
}

/// Most rows that a dry run describes.
const ROWS_DESCRIBED: usize = 2_000;
/// Most products that a dry run describes.
const CHANGES_MAX: usize = 2_000;

/// What an import does to a product.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportChange {
    /// `None` for a new product.
    product_id: Option<u64>,
    /// The name after the import.
    name: String,
    fields: Vec<import::Difference>,
}

/// A cell of `price` that does not count.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IgnoredPrice {
    /// The physical line on which the row starts; the header is on line 1.
    line: u64,
    name: String,
    currency: CurrencyCode,
    /// What the cell says, an amount in `currency`.
    price: String,
    /// What the product costs afterwards, an amount in `currency`.
    used: String,
}

/// The refusal of a list whose headings are not enough, with what is known of its columns.
pub(super) fn described_refusal(refusal: Refusal, format: ImportFormat, shape: &Shape) -> Refusal {
    let described =
        Described { format: Some(format), columns: Some(shape.columns.clone()), questions: Some(Vec::new()), rows: Some(Vec::new()) };
    with_answer(refusal, &Imported { skipped: Some(0), described, ..Imported::default() })
}

/// The refusal with all that the answer says: without its errors, which are in the refusal.
pub(super) fn with_answer(refusal: Refusal, answer: &Imported) -> Refusal {
    let Value::Object(members) = json!(answer) else { return refusal };
    members.into_iter().filter(|(name, _)| name != "errors").fold(refusal, |refusal, (name, value)| refusal.with(&name, value))
}

/// What an import would do. `format` is that of the file if the answer describes it.
pub(super) fn planned(plan: &ImportPlan, sheet: &Sheet, context: &ImportContext, format: Option<ImportFormat>) -> Imported {
    let details = format.is_some();
    let described = format.map(|format| Described {
        format: Some(format),
        columns: Some(sheet.shape.columns.clone()),
        questions: Some(plan.questions.clone()),
        rows: Some(rows(plan, context)),
    });
    Imported {
        created: plan.created() as u64,
        updated: plan.updated() as u64,
        unchanged: plan.unchanged as u64,
        skipped: (details || plan.skipped > 0).then_some(plan.skipped as u64),
        errors: [],
        ignored_columns: sheet.ignored_columns.clone(),
        changes: details.then(|| changes(plan, context)),
        ignored_prices: details.then(|| plan.ignored_prices.iter().map(ignored_price).collect()),
        described: described.unwrap_or_default(),
    }
}

impl ImportFormat {
    /// Of a file whose headings were found, or not.
    pub(super) fn of(file: Opened<'_>, shape: Option<&Shape>) -> Self {
        ImportFormat {
            kind: file.kind,
            encoding: file.encoding,
            separator: shape.and_then(|shape| shape.separator).map(String::from),
            sheet: file.sheet,
            sheets: file.sheets,
            headings: shape.map_or(1, |shape| shape.headings) as u64,
        }
    }
}

/// The rows that are described: where there are too many, first those that a person must look at, then those that change something.
fn rows(plan: &ImportPlan, context: &ImportContext) -> Vec<ImportRow> {
    let rank = |state: RowState| match state {
        RowState::Wrong | RowState::Ask => 0,
        RowState::New | RowState::Changed => 1,
        RowState::Unchanged => 2,
    };
    let mut shown: Vec<&PlannedRow> = plan.rows.iter().collect();
    shown.sort_by_key(|row| rank(row.state));
    shown.truncate(ROWS_DESCRIBED);
    shown.sort_by_key(|row| row.line);
    let existing: HashMap<u64, &Draft> = context.existing.iter().map(|product| (product.id, &product.now)).collect();
    let candidate = |id: &u64| {
        let draft = existing.get(id)?;
        Some(ImportCandidate {
            product_id: *id,
            name: draft.name.clone(),
            brand: draft.brand.clone(),
            barcode: draft.barcode.clone().unwrap_or_default(),
            price_usd: draft.price_usd.map(|price| price.to_string()),
            price_lrd: draft.price_lrd.map(|price| price.to_string()),
        })
    };
    let described = shown.into_iter().map(|row| ImportRow {
        line: row.line as u64,
        state: row.state,
        name: row.name.clone(),
        product_id: row.change.and_then(|place| match &plan.changes[place] {
            Change::Create(_) => None,
            Change::Update { id, .. } => Some(*id),
        }),
        fields: row.change.map(|place| differences(&plan.changes[place], &existing, context.rate)).unwrap_or_default(),
        message: row.message.clone(),
        candidates: row.candidates.iter().filter_map(candidate).collect(),
        needs_price: row.needs_price.then_some(true),
    });
    described.collect()
}

fn differences(change: &Change, existing: &HashMap<u64, &Draft>, rate: Rate) -> Vec<import::Difference> {
    match change {
        Change::Create(draft) => import::differences(None, draft, rate),
        Change::Update { id, draft } => import::differences(existing.get(id).copied(), draft, rate),
    }
}

fn changes(plan: &ImportPlan, context: &ImportContext) -> Vec<ImportChange> {
    let existing: HashMap<u64, &Draft> = context.existing.iter().map(|product| (product.id, &product.now)).collect();
    let described = plan.changes.iter().take(CHANGES_MAX).map(|change| {
        let (id, draft) = match change {
            Change::Create(draft) => (None, draft),
            Change::Update { id, draft } => (Some(*id), draft),
        };
        ImportChange { product_id: id, name: draft.name.clone(), fields: differences(change, &existing, context.rate) }
    });
    described.collect()
}

fn ignored_price(ignored: &import::IgnoredPrice) -> IgnoredPrice {
    let amount = |minor| match ignored.currency {
        CurrencyCode::Usd => Usd::minor(minor).to_string(),
        CurrencyCode::Lrd => Lrd::minor(minor).to_string(),
    };
    let (price, used) = (amount(ignored.price), amount(ignored.used));
    IgnoredPrice { line: ignored.line as u64, name: ignored.name.clone(), currency: ignored.currency, price, used }
}

/// The answer to an import that was made.
pub(super) fn imported(entries: &[Entry], ignored_columns: Vec<String>) -> Imported {
    let event = entries.iter().find_map(|entry| if let Event::ProductsImported(event) = &entry.event { Some(event) } else { None });
    let (created, updated, unchanged) = event.map(|event| (event.created, event.updated, event.unchanged)).unwrap_or_default();
    let skipped = event.map(|event| event.skipped).filter(|skipped| *skipped > 0);
    Imported { created, updated, unchanged, skipped, ignored_columns, ..Imported::default() }
}
