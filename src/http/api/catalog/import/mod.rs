//! Import and export of products as lists.

mod answer;
mod asked;
mod number_format;
mod workbook;

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::catalog::csv::{self, Encoding, LineError, Opened, Said, Sheet, Unread};
use crate::catalog::import::Choices;
use crate::catalog::{self, ImportProducts};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read_limiter::run_blocking;
use crate::http::contract::session::Manager;
use crate::http::contract::write::{Import, json};
use crate::tax::TaxMode;
use crate::{rates, settings, stock};

use answer::{ImportFormat, Imported, described_refusal, imported, planned, with_answer};
pub use asked::ImportBody;
use asked::{Asked, Content};
use workbook::WorkbookError;

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
    let (format, read) = run_blocking(|| read(&asked.content, (asked.sheet.as_deref(), asked.encoding), &said))?;
    let sheet = match read {
        Ok(sheet) => sheet,
        Err(unread) => {
            let refusal = catalog::bad_rows(&unread.errors);
            // Also without rows: another sheet may be the list.
            let shape = unread.shape.unwrap_or_default();
            return Err(if asked.details { described_refusal(refusal, format, &shape) } else { refusal }.into());
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

type ReadFile = (ImportFormat, Result<Sheet, Unread>);

fn read(content: &Content<'_>, (sheet, encoding): (Option<&str>, Option<Encoding>), said: &Said) -> Result<ReadFile, ApiError> {
    let mut file = match content {
        Content::Text(text) => Opened::of_text(text),
        Content::File(bytes) => workbook::open(bytes, sheet, encoding).map_err(|error| match error {
            WorkbookError::TooLarge(_) => ApiError::too_large(error.to_string()),
            WorkbookError::Unreadable(message) => catalog::bad_rows(&[LineError { line: 1, column: None, message }]).into(),
        })?,
    };
    let read = csv::read(&mut file, said);
    let shape = read.as_ref().map_or_else(|unread| unread.shape.as_ref(), |sheet| Some(&sheet.shape));
    let format = ImportFormat::of(file, shape);
    Ok((format, read))
}

/// `format` is that of the file if the answer describes it.
fn preview(app: &AppState, sheet: &Sheet, choices: &Choices, format: Option<ImportFormat>) -> Result<Response, ApiError> {
    let context = app.store.read(|view| {
        let settings = settings::settings(view)?;
        catalog::load_import(view, rates::rate(view)?, (&settings.tax, settings.tax_days(app.stamp())), |id| stock::facts(view, id))
    })?;
    let plan = context.plan(sheet, choices);
    let details = format.is_some();
    let imported = planned(&plan, sheet, &context, format);
    if plan.errors.is_empty() {
        return Ok(axum::Json(imported).into_response());
    }
    let refusal = catalog::bad_rows(&plan.errors);
    Err(if details { with_answer(refusal, &imported) } else { refusal }.into())
}
