//! CSV import and export of products.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::csv::{self, LineError, Sheet};
use crate::catalog::import::{self, Change, Plan};
use crate::catalog::{self, Draft, ImportContext, ImportProducts};
use crate::engine::{Command, Entry, Event};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read_limiter::run_blocking;
use crate::http::contract::session::Manager;
use crate::http::contract::write::{Import, json};
use crate::tax::TaxMode;
use crate::{rates, settings, stock};
use base::{CurrencyCode, Lrd, Usd, text};
use web::form::{Form, RawField};

/// A CSV file to import.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ImportBody {
    #[schema(value_type = String, example = "name,price\nClub Beer,2.00\n")]
    csv_data: RawField,
    /// Reports what would change, without changing it.
    #[schema(value_type = Option<bool>)]
    dry_run: RawField,
    /// For a dry run: the answer describes each change too.
    #[schema(value_type = Option<bool>)]
    details: RawField,
}

/// Result of an import, or of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    created: u64,
    updated: u64,
    unchanged: u64,
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
}

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

/// Imports products from a CSV file: all rows or none.
#[utoipa::path(post, path = "/api/products/import", tag = "catalog", request_body = ImportBody, responses(
    (status = 200, body = Imported), (status = 400), (status = 401), (status = 403), (status = 413), (status = 415)))]
pub async fn import(State(app): State<AppState>, Manager(caller): Manager, write: Import<ImportBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let data = write.body.csv_data.text();
    if data.is_none() {
        form.reject("csvData", "The list is required");
    }
    let dry_run = form.flag("dryRun", &write.body.dry_run).unwrap_or(false);
    let details = form.flag("details", &write.body.details).unwrap_or(false);
    form.finish()?;
    // Parsing 8 MB takes longer than other requests on this worker should wait.
    let sheet = run_blocking(|| csv::read(&text::visible(data.unwrap_or_default()))).map_err(|errors| catalog::bad_rows(&errors))?;
    if dry_run {
        return app.read_limiter.run(|| preview(&app, &sheet, details)).await;
    }
    let ignored = sheet.ignored_columns.clone();
    let mut seed = [0u8; 4];
    getrandom::fill(&mut seed).map_err(|_| ApiError::internal())?;
    let command = ImportProducts { sheet: Arc::new(sheet), seed: u32::from_le_bytes(seed) };
    write.submit(&app, &caller, Command::Import(command), move |entries, _| json(StatusCode::OK, &imported(entries, ignored.clone()))).await
}

fn preview(app: &AppState, sheet: &Sheet, details: bool) -> Result<Response, ApiError> {
    let context = app.store.read(|view| {
        let settings = settings::settings(view)?;
        catalog::load_import(view, rates::rate(view)?, (&settings.tax, settings.tax_days(app.stamp())), |id| stock::level(view, id))
    })?;
    let plan = context.plan(sheet).map_err(|errors| catalog::bad_rows(&errors))?;
    let imported = Imported {
        created: plan.created() as u64,
        updated: plan.updated() as u64,
        unchanged: plan.unchanged as u64,
        errors: [],
        ignored_columns: sheet.ignored_columns.clone(),
        changes: details.then(|| changes(&plan, &context)),
        ignored_prices: details.then(|| plan.ignored_prices.iter().map(ignored_price).collect()),
    };
    Ok(axum::Json(imported).into_response())
}

fn changes(plan: &Plan, context: &ImportContext) -> Vec<ImportChange> {
    let existing: HashMap<u64, &Draft> = context.existing.iter().map(|product| (product.id, &product.now)).collect();
    let described = plan.changes.iter().take(CHANGES_MAX).map(|change| {
        let (id, draft) = match change {
            Change::Create(draft) => (None, draft),
            Change::Update { id, draft } => (Some(*id), draft),
        };
        let before = id.and_then(|id| existing.get(&id).copied());
        ImportChange { product_id: id, name: draft.name.clone(), fields: import::differences(before, draft, context.rate) }
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
    let counts = entries.iter().find_map(|entry| match &entry.event {
        Event::ProductsImported(event) => Some((event.created, event.updated, event.unchanged)),
        _ => None,
    });
    let (created, updated, unchanged) = counts.unwrap_or_default();
    Imported { created, updated, unchanged, errors: [], ignored_columns, changes: None, ignored_prices: None }
}
