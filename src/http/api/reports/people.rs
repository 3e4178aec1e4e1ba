//! What the reports on people share: the days, the CSV file, the request to print.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::queued;
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::{last_days, today};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Caller;
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use crate::reports::Days;
use base::BusinessDay;
use web::form::{Form, RawField};

/// Most business days of a list or report about people: a year and a day.
const DAYS_MAX: i32 = 366;

/// `?from=&to=`; the last `default` business days without them.
///
/// # Errors
/// 400 for a range that ends before it begins, and for more than [`DAYS_MAX`] days.
pub fn days(request: &ReadRequest, today: BusinessDay, default: i32) -> Result<Days, ApiError> {
    let (first, last) = request.days("from", "to")?;
    let days = last_days(first, last, today, default);
    if is_too_long(days) { Err(ApiError::invalid(too_long())) } else { Ok(days) }
}

fn is_too_long(days: Days) -> bool {
    days.last.number() - days.first.number() >= DAYS_MAX
}

fn too_long() -> String {
    format!("Choose at most {DAYS_MAX} days")
}

/// Dates and printer of a report on people. Default: the dates of the report without dates, on the receipt printer.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintPeopleBody {
    #[schema(value_type = Option<String>, example = "2026-11-01")]
    from: RawField,
    #[schema(value_type = Option<String>, example = "2026-11-21")]
    to: RawField,
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

impl PrintPeopleBody {
    /// The days and the printer; the last `default` business days without dates.
    ///
    /// # Errors
    /// 400 with the fields that are wrong.
    fn parse(&self, today: BusinessDay, default: i32) -> Result<(Days, Option<u64>), ApiError> {
        let mut form = Form::default();
        let day =
            |form: &mut Form, name: &str, field: &RawField| form.word(name, field, BusinessDay::parse, "Must be a date such as 2026-11-21");
        let (first, last) = (day(&mut form, "from", &self.from), day(&mut form, "to", &self.to));
        let printer_id = form.id("printerId", &self.printer_id);
        let days = last_days(first, last, today, default);
        if days.first > days.last {
            form.reject("from", "from must not be after to");
        } else if is_too_long(days) {
            form.reject("from", too_long());
        }
        form.finish()?;
        Ok((days, printer_id))
    }
}

/// Queues a report on people: `command` makes it from the days and the printer of the body.
///
/// # Errors
/// 400 with the fields that are wrong, 404 for an unknown printer, 409 without one.
pub async fn print(
    app: &AppState,
    caller: &Caller,
    write: OptionalBody<PrintPeopleBody>,
    default: i32,
    command: impl FnOnce(Days, Option<u64>) -> PrintCommand,
) -> Result<Response, ApiError> {
    let (days, printer_id) = write.body.parse(today(app)?, default)?;
    write.submit(app, caller, Command::Print(command(days, printer_id)), |_, view| queued(view)).await
}

/// Answers with a sheet as a file called `<name>-<first>-to-<last>.csv`.
pub fn csv_file(sheet: Sheet, name: &str, days: Days) -> Result<Response, ApiError> {
    csv_file_named(sheet, &format!("{name}-{}-to-{}", days.first, days.last))
}

/// Answers with a sheet as a file called `<name>.csv`.
pub fn csv_file_named(sheet: Sheet, name: &str) -> Result<Response, ApiError> {
    let bytes = sheet.finish().map_err(|error| {
        tracing::error!("A report cannot be written: {error}");
        ApiError::internal()
    })?;
    let name = format!("attachment; filename=\"{name}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(|_| ApiError::internal())?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, bytes).into_response())
}
