//! The parts of the sales report as files: CSV and XLSX.

pub mod csv;
mod xlsx;
mod zip;

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reports::{report_days, today};
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::readers::ReportReader;
use crate::reports::parts::{Cell, Part, SALES_MAX, visit_rows};
use crate::reports::{self, Days};
use base::Code;
use store::{Stored, View};

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Csv,
    Xlsx,
}

impl Format {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "csv" => Some(Format::Csv),
            "xlsx" => Some(Format::Xlsx),
            _ => None,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Xlsx => "xlsx",
        }
    }

    fn content_type(self) -> &'static str {
        match self {
            Format::Csv => "text/csv; charset=utf-8",
            Format::Xlsx => xlsx::CONTENT_TYPE,
        }
    }
}

/// A part of the sales report as a file, from `startDate` to `endDate`: `csv` (default) or `xlsx`. 400 when `sales` or
/// `customers` would hold more than 20,000 sales.
#[utoipa::path(get, path = "/api/reports/{part}", tag = "reports",
    params(("part" = inline(Part), Path), ("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query),
        ("format" = inline(Option<Format>), Query)),
    responses((status = 200, content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn file(
    State(app): State<AppState>,
    _: ReportReader,
    Path(part): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let part = Part::parse(&part).ok_or_else(|| ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, "There is no such report"))?;
    let format = request.param("format").unwrap_or("csv");
    let format = Format::parse(format).ok_or_else(|| ApiError::invalid("format must be csv or xlsx"))?;
    let days = report_days(&request, today(&app)?)?;
    let write = || {
        let mut outcome = Err(ApiError::internal());
        app.store.read(|view| {
            outcome = match too_many(view, part, days)? {
                Some(refusal) => Err(refusal),
                None => bytes(view, part, days, format)?.map_err(|error| {
                    tracing::error!("A report cannot be written: {error}");
                    ApiError::internal()
                }),
            };
            Ok(())
        })?;
        outcome
    };
    let bytes = app.read_limiter.run(write).await?;
    let name = format!("attachment; filename=\"{}.{}\"", file_name(part, days), format.extension());
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(format.content_type())),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(|_| ApiError::internal())?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, bytes).into_response())
}

/// `sales-2026-11-20`, or with two dates if they differ.
fn file_name(part: Part, days: Days) -> String {
    let name = format!("{}-{}", part.as_str(), days.first);
    if days.first == days.last { name } else { format!("{name}-to-{}", days.last) }
}

fn too_many(view: &dyn View, part: Part, days: Days) -> Stored<Option<ApiError>> {
    if !part.lists_sales() || reports::totals(view, Some(days))?.receipts <= SALES_MAX {
        return Ok(None);
    }
    Ok(Some(ApiError::invalid("These dates hold more than 20,000 sales. Choose fewer days.")))
}

fn bytes(view: &dyn View, part: Part, days: Days, format: Format) -> Stored<std::io::Result<Vec<u8>>> {
    match format {
        Format::Csv => {
            let mut sheet = csv::Sheet::new(part.columns());
            visit_rows(view, part, days, |row: Vec<Cell>| sheet.row(&row))?;
            Ok(sheet.finish())
        }
        Format::Xlsx => {
            let mut sheet = xlsx::Sheet::new(part.as_str(), part.columns());
            visit_rows(view, part, days, |row: Vec<Cell>| sheet.row(&row))?;
            Ok(sheet.finish())
        }
    }
}
