//! CSV import and export of products.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};
use utoipa::ToSchema;

use crate::catalog::csv::{
    self, Column, DecimalSign, Encoding, FileColumn, FileKind, LineError, Opened, Question, Said, Shape, Sheet, Unread, WorkbookError,
};
use crate::catalog::import::{self, Change, Choice, Choices, Plan, PlannedRow, RowState};
use crate::catalog::{self, Draft, ImportContext, ImportProducts};
use crate::engine::{Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read_limiter::run_blocking;
use crate::http::contract::session::Manager;
use crate::http::contract::write::{Import, json};
use crate::tax::TaxMode;
use crate::{rates, settings, stock};
use base::{CurrencyCode, Lrd, Rate, Refusal, Usd};
use web::form::{Form, RawField};

/// A list of products to import: the text of a CSV file, or a file of any kind.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ImportBody {
    #[schema(value_type = Option<String>, example = "name,price\nClub Beer,2.00\n")]
    csv_data: RawField,
    /// Instead of `csvData`: a file in base64, CSV in any of the usual encodings or an Excel workbook (.xlsx).
    #[schema(value_type = Option<String>)]
    file: RawField,
    /// The sheet of a workbook; without it the first.
    #[schema(value_type = Option<String>)]
    sheet: RawField,
    /// What each column of the file becomes; null leaves it out. Without it the headings say so.
    #[schema(value_type = Option<Vec<Option<Column>>>)]
    columns: RawField,
    /// How figures are read that can be read in two ways, such as `1.250`.
    #[schema(value_type = Option<DecimalSign>)]
    figures: RawField,
    /// The currency of prices that name none.
    #[schema(value_type = Option<CurrencyCode>)]
    currency: RawField,
    /// By the line of a row: the id of the product that it is, `new` or `skip`.
    #[schema(value_type = Option<HashMap<String, Value>>)]
    rows: RawField,
    /// Leaves out rows that are wrong, or of which nobody said what they are.
    #[schema(value_type = Option<bool>)]
    skip_wrong: RawField,
    /// Reports what would change, without changing it.
    #[schema(value_type = Option<bool>)]
    dry_run: RawField,
    /// For a dry run: the answer describes the file and each change too, also where it is refused.
    #[schema(value_type = Option<bool>)]
    details: RawField,
}

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
    /// Line of the headings, from 1.
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

/// Exports all products as a CSV file.
#[utoipa::path(get, path = "/api/products/export", tag = "catalog", responses((status = 200, content_type = "text/csv", body = String), (status = 401), (status = 403)))]
pub async fn export(State(app): State<AppState>, _: Manager) -> Result<Response, ApiError> {
    let write = || {
        let (drafts, rate, day, has_tax) = app.store.read(|view| {
            let mut drafts = Vec::new();
            let settings = settings::settings(view)?;
            for product in catalog::products_on(view, settings.price_day(app.stamp()))? {
                drafts.push(product.draft(stock::level(view, product.id)?));
            }
            let day = settings.bar_time().business_day(app.now());
            Ok((drafts, rates::rate(view)?, day, settings.tax.mode_on(day) != TaxMode::Off))
        })?;
        let list = csv::write(&drafts, rate, has_tax).map_err(|error| {
            tracing::error!("{error}");
            ApiError::internal()
        })?;
        Ok((list, day))
    };
    let (list, day) = app.read_limiter.run(write).await?;
    let name = HeaderValue::try_from(format!("attachment; filename=\"inventory-{day}.csv\"")).map_err(|_| ApiError::internal())?;
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    let headers =
        [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((headers, list).into_response())
}

/// Imports products from a list: all rows or none, but for those that are left out.
#[utoipa::path(post, path = "/api/products/import", tag = "catalog", request_body = ImportBody, responses(
    (status = 200, body = Imported), (status = 400), (status = 401), (status = 403), (status = 413), (status = 415)))]
pub async fn import(State(app): State<AppState>, Manager(caller): Manager, write: Import<ImportBody>) -> Result<Response, ApiError> {
    let asked = Asked::parse(&write.body)?;
    let remembered = app.store.read(catalog::import_mappings)?;
    let said = Said { columns: asked.columns, figures: asked.figures, currency: asked.currency, remembered };
    // Reading 8 MB takes longer than other requests on this worker should wait.
    let (format, read) = run_blocking(|| read(&asked.content, asked.sheet.as_deref(), &said))?;
    let sheet = match read {
        Ok(sheet) => sheet,
        Err(unread) => {
            let refusal = catalog::bad_rows(&unread.errors);
            return Err(if asked.details
                && let Some(shape) = &unread.shape
            {
                described_refusal(refusal, format, shape)
            } else {
                refusal
            }
            .into());
        }
    };
    if asked.dry_run {
        return app.read_limiter.run(|| preview(&app, &sheet, &asked.choices, asked.details.then_some(format))).await;
    }
    let ignored = sheet.ignored_columns.clone();
    let mut seed = [0u8; 4];
    getrandom::fill(&mut seed).map_err(|_| ApiError::internal())?;
    let command = ImportProducts { sheet: Arc::new(sheet), choices: asked.choices, seed: u32::from_le_bytes(seed) };
    write.submit(&app, &caller, Command::Import(command), move |entries, _| json(StatusCode::OK, &imported(entries, ignored.clone()))).await
}

/// What a request asks for.
struct Asked<'a> {
    content: Content<'a>,
    sheet: Option<String>,
    columns: Option<Vec<Option<Column>>>,
    figures: Option<DecimalSign>,
    currency: Option<CurrencyCode>,
    choices: Choices,
    dry_run: bool,
    details: bool,
}

enum Content<'a> {
    Text(&'a str),
    File(Vec<u8>),
}

impl<'a> Asked<'a> {
    fn parse(body: &'a ImportBody) -> Result<Self, ApiError> {
        let mut form = Form::default();
        let content = match (body.file.value(), body.csv_data.text()) {
            (Some(file), _) => {
                let bytes = file.as_str().and_then(|text| STANDARD.decode(text.trim()).ok());
                if bytes.is_none() {
                    form.reject("file", "Must be a file in base64");
                }
                Content::File(bytes.unwrap_or_default())
            }
            (None, Some(text)) => Content::Text(text),
            (None, None) => {
                form.reject("csvData", "The list is required");
                Content::Text("")
            }
        };
        let asked = Asked {
            content,
            sheet: form.line("sheet", &body.sheet),
            columns: columns(&mut form, &body.columns),
            figures: form.word("figures", &body.figures, DecimalSign::parse, "Must be point or comma"),
            currency: form.currency("currency", &body.currency),
            choices: Choices {
                rows: choices(&mut form, &body.rows),
                skip_wrong: form.flag("skipWrong", &body.skip_wrong).unwrap_or(false),
            },
            dry_run: form.flag("dryRun", &body.dry_run).unwrap_or(false),
            details: form.flag("details", &body.details).unwrap_or(false),
        };
        form.finish()?;
        Ok(asked)
    }
}

/// What a person chose for the columns.
fn columns(form: &mut Form, field: &RawField) -> Option<Vec<Option<Column>>> {
    let parse = |value: &Value| match value {
        Value::Null => Some(None),
        value => value.as_str().and_then(Column::parse).map(Some),
    };
    let value = field.value()?;
    let columns: Option<Vec<_>> = value.as_array().and_then(|list| list.iter().map(parse).collect());
    if columns.is_none() {
        form.reject("columns", "Must be a list with a field or null for each column");
    }
    columns
}

/// What a person said of rows, by line.
fn choices(form: &mut Form, field: &RawField) -> BTreeMap<usize, Choice> {
    let Some(value) = field.value() else { return BTreeMap::new() };
    let parse = |(line, choice): (&String, &Value)| {
        let choice = match (choice.as_str(), choice.as_u64()) {
            (Some("new"), _) => Choice::New,
            (Some("skip"), _) => Choice::Skip,
            (None, Some(id)) => Choice::Product(id),
            _ => return None,
        };
        Some((line.parse().ok()?, choice))
    };
    let rows: Option<BTreeMap<usize, Choice>> = value.as_object().and_then(|rows| rows.iter().map(parse).collect());
    if rows.is_none() {
        form.reject("rows", "Must name a product, new or skip for each line");
    }
    rows.unwrap_or_default()
}

type ReadFile = (ImportFormat, Result<Sheet, Unread>);

fn read(content: &Content<'_>, sheet: Option<&str>, said: &Said) -> Result<ReadFile, ApiError> {
    let mut file = match content {
        Content::Text(text) => Opened::of_text(text),
        Content::File(bytes) => csv::open(bytes, sheet).map_err(|error| match error {
            WorkbookError::TooLarge(_) => ApiError::too_large(error.to_string()),
            WorkbookError::Unreadable(message) => catalog::bad_rows(&[LineError { line: 1, column: None, message }]).into(),
        })?,
    };
    let read = csv::read(&mut file, said);
    let shape = read.as_ref().map_or_else(|unread| unread.shape.as_ref(), |sheet| Some(&sheet.shape));
    let format = ImportFormat {
        kind: file.kind,
        encoding: file.encoding,
        separator: shape.and_then(|shape| shape.separator).map(String::from),
        sheet: file.sheet,
        sheets: file.sheets,
        headings: shape.map_or(1, |shape| shape.headings) as u64,
    };
    Ok((format, read))
}

/// The refusal of a list whose headings are not enough, with what is known of its columns.
fn described_refusal(refusal: Refusal, format: ImportFormat, shape: &Shape) -> Refusal {
    let described =
        Described { format: Some(format), columns: Some(shape.columns.clone()), questions: Some(Vec::new()), rows: Some(Vec::new()) };
    with_answer(refusal, &Imported { skipped: Some(0), described, ..Imported::default() })
}

/// The refusal with all that the answer says: without its errors, which are in the refusal.
fn with_answer(refusal: Refusal, answer: &Imported) -> Refusal {
    let Value::Object(members) = value!(answer) else { return refusal };
    members.into_iter().filter(|(name, _)| name != "errors").fold(refusal, |refusal, (name, value)| refusal.with(&name, value))
}

/// `format` is that of the file if the answer describes it.
fn preview(app: &AppState, sheet: &Sheet, choices: &Choices, format: Option<ImportFormat>) -> Result<Response, ApiError> {
    let context = app.store.read(|view| {
        let settings = settings::settings(view)?;
        catalog::load_import(view, rates::rate(view)?, (&settings.tax, settings.tax_days(app.stamp())), |id| stock::level(view, id))
    })?;
    let plan = context.plan(sheet, choices);
    let details = format.is_some();
    let described = format.map(|format| Described {
        format: Some(format),
        columns: Some(sheet.shape.columns.clone()),
        questions: Some(plan.questions.clone()),
        rows: Some(rows(&plan, &context)),
    });
    let imported = Imported {
        created: plan.created() as u64,
        updated: plan.updated() as u64,
        unchanged: plan.unchanged as u64,
        skipped: (details || plan.skipped > 0).then_some(plan.skipped as u64),
        errors: [],
        ignored_columns: sheet.ignored_columns.clone(),
        changes: details.then(|| changes(&plan, &context)),
        ignored_prices: details.then(|| plan.ignored_prices.iter().map(ignored_price).collect()),
        described: described.unwrap_or_default(),
    };
    if plan.errors.is_empty() {
        return Ok(axum::Json(imported).into_response());
    }
    let refusal = catalog::bad_rows(&plan.errors);
    Err(if details { with_answer(refusal, &imported) } else { refusal }.into())
}

/// The rows that are described: where there are too many, first those that a person must look at, then those that change something.
fn rows(plan: &Plan, context: &ImportContext) -> Vec<ImportRow> {
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
    });
    described.collect()
}

fn differences(change: &Change, existing: &HashMap<u64, &Draft>, rate: Rate) -> Vec<import::Difference> {
    match change {
        Change::Create(draft) => import::differences(None, draft, rate),
        Change::Update { id, draft } => import::differences(existing.get(id).copied(), draft, rate),
    }
}

fn changes(plan: &Plan, context: &ImportContext) -> Vec<ImportChange> {
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

fn imported(entries: &[Entry], ignored_columns: Vec<String>) -> Imported {
    let event = entries.iter().find_map(|entry| match &entry.event {
        Event::ProductsImported(event) => Some(event),
        _ => None,
    });
    let (created, updated, unchanged) = event.map(|event| (event.created, event.updated, event.unchanged)).unwrap_or_default();
    let skipped = event.map(|event| event.skipped).filter(|skipped| *skipped > 0);
    Imported { created, updated, unchanged, skipped, ignored_columns, ..Imported::default() }
}
