//! Printing the sales report.

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::reports::days_or_default;
use crate::http::api::reports::today;
use crate::http::contract::readers::ReportReader;
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use base::BusinessDay;
use web::form::{Form, RawField};

/// Dates and printer of the report. Default: the last 30 days, on the receipt printer.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintReportBody {
    #[schema(value_type = Option<String>, example = "2026-11-01")]
    start_date: RawField,
    #[schema(value_type = Option<String>, example = "2026-11-21")]
    end_date: RawField,
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

/// Prints the sales report.
#[utoipa::path(post, path = "/api/reports/print", tag = "reports", request_body = Option<PrintReportBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    ReportReader(caller): ReportReader,
    write: OptionalBody<PrintReportBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let day =
        |form: &mut Form, name: &str, field: &RawField| form.word(name, field, BusinessDay::parse, "Must be a date such as 2026-11-21");
    let first = day(&mut form, "startDate", &write.body.start_date);
    let last = day(&mut form, "endDate", &write.body.end_date);
    if first.zip(last).is_some_and(|(first, last)| first > last) {
        form.reject("startDate", "startDate must not be after endDate");
    }
    let printer_id = form.id("printerId", &write.body.printer_id);
    form.finish()?;
    let days = days_or_default(first, last, today(&app)?);
    let command = PrintCommand::SalesReport { first: days.first, last: days.last, printer_id };
    write.submit(&app, &caller, Command::Print(command), |_, view| queued(view)).await
}
