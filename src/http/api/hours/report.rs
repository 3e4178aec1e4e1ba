//! The report on working hours: as JSON, as CSV, on paper.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::BusinessDay;
use crate::engine::{Command, Topic};
use crate::hours::{self, Figures, HoursRow};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::reports::files::{self, Format, csv::Sheet};
use crate::http::api::reports::{days_or_default, today};
use crate::http::contract::form::{Form, RawField};
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Manager, ReportReader};
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use crate::reports::Days;
use crate::reports::parts::{Cell, Part};

/// Most business days of a list or report of hours: a year and a day.
const DAYS_MAX: i32 = 366;

/// Working hours from `from` to `to`.
#[derive(Serialize, ToSchema)]
pub struct HoursReport {
    /// One for each person with a period, by username.
    rows: Vec<HoursRowView>,
    totals: HoursTotals,
}

/// The working hours of one person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HoursRow)]
pub struct HoursRowView {
    user_id: u64,
    user_name: String,
    #[serde(flatten)]
    totals: HoursTotals,
}

/// Sums of whole minutes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoursTotals {
    minutes: i64,
    break_minutes: i64,
    paid_minutes: i64,
    /// Periods in which nobody clocked out; they count nothing until they are corrected.
    not_stamped: i64,
}

impl HoursTotals {
    fn new(figures: Figures, not_stamped: i64) -> Self {
        let Figures { minutes, break_minutes, paid_minutes, .. } = figures;
        HoursTotals { minutes, break_minutes, paid_minutes, not_stamped }
    }
}

impl HoursReport {
    fn new(rows: Vec<HoursRow>) -> Self {
        let (figures, not_stamped) = hours::sums(&rows);
        let row = |row: HoursRow| HoursRowView {
            user_id: row.user_id,
            totals: HoursTotals::new(row.figures, row.not_stamped),
            user_name: row.user_name,
        };
        HoursReport { totals: HoursTotals::new(figures, not_stamped), rows: rows.into_iter().map(row).collect() }
    }
}

/// `?from=&to=`; the last 30 days by default, a year at most.
pub(in crate::http::api) fn days(request: &ReadRequest, today: BusinessDay) -> Result<Days, ApiError> {
    let (first, last) = request.days("from", "to")?;
    let days = days_or_default(first, last, today);
    if days.last.number() - days.first.number() >= DAYS_MAX {
        return Err(ApiError::invalid(format!("Choose at most {DAYS_MAX} days")));
    }
    Ok(days)
}

/// Working hours of each person, from `from` to `to`; as a file with `format=csv`. With `startDate`, `endDate` or `format=xlsx` it is
/// the part `hours` of the sales report: revenue by hour of the day.
#[utoipa::path(get, path = "/api/reports/hours", tag = "people",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("startDate" = Option<String>, Query),
        ("endDate" = Option<String>, Query), ("format" = inline(Option<Format>), Query)),
    responses((status = 200, content((HoursReport = "application/json"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 400), (status = 401), (status = 403)))]
pub async fn report(State(app): State<AppState>, Manager(caller): Manager, request: ReadRequest) -> Result<Response, ApiError> {
    let format = request.param("format").map(str::to_owned);
    let of_sales = request.param("startDate").is_some() || request.param("endDate").is_some() || format.as_deref() == Some("xlsx");
    if of_sales {
        let reader = ReportReader::of(caller, &app)?;
        return files::file(State(app), reader, Path(Part::Hours.as_str().to_owned()), request).await;
    }
    let today = today(&app)?;
    let days = days(&request, today)?;
    match format.as_deref() {
        None => {
            request
                .answer(&app, &[Topic::Clock], &today.to_string(), |view| Ok(HoursReport::new(hours::hours(view, days.first, days.last)?)))
                .await
        }
        Some("csv") => csv(&app, days),
        Some(_) => Err(ApiError::invalid("format must be csv")),
    }
}

const COLUMNS: [&str; 6] = ["userId", "userName", "minutes", "breakMinutes", "paidMinutes", "notStamped"];

fn csv(app: &AppState, days: Days) -> Result<Response, ApiError> {
    let rows = app.store.read(|view| hours::hours(view, days.first, days.last))?;
    let mut sheet = Sheet::new(&COLUMNS);
    for HoursRow { user_id, user_name, figures, not_stamped } in rows {
        let figures = [figures.minutes, figures.break_minutes, figures.paid_minutes, not_stamped];
        let ids = [Cell::Number(i64::try_from(user_id).unwrap_or(i64::MAX)), Cell::Text(user_name)];
        sheet.row(&ids.into_iter().chain(figures.map(Cell::Number)).collect::<Vec<_>>());
    }
    csv_file(sheet, "working-hours", days)
}

/// The answer with a CSV file about these days. `name` is the beginning of its name.
pub(in crate::http::api) fn csv_file(sheet: Sheet, name: &str, days: Days) -> Result<Response, ApiError> {
    let bytes = sheet.finish().map_err(|error| {
        tracing::error!("A report cannot be written: {error}");
        ApiError::internal()
    })?;
    let name = format!("attachment; filename=\"{name}-{}-to-{}.csv\"", days.first, days.last);
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(name).map_err(|_| ApiError::internal())?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, bytes).into_response())
}

/// Dates and printer of the report. Default: the last 30 days, on the receipt printer.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintHoursBody {
    #[schema(value_type = Option<String>, example = "2026-11-01")]
    from: RawField,
    #[schema(value_type = Option<String>, example = "2026-11-21")]
    to: RawField,
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

/// Prints the working hours.
#[utoipa::path(post, path = "/api/reports/hours/print", tag = "people", request_body = Option<PrintHoursBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    Manager(caller): Manager,
    write: OptionalBody<PrintHoursBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let day =
        |form: &mut Form, name: &str, field: &RawField| form.word(name, field, BusinessDay::parse, "Must be a date such as 2026-11-21");
    let (first, last) = (day(&mut form, "from", &write.body.from), day(&mut form, "to", &write.body.to));
    let printer_id = form.id("printerId", &write.body.printer_id);
    let days = days_or_default(first, last, today(&app)?);
    if days.first > days.last {
        form.reject("from", "from must not be after to");
    } else if days.last.number() - days.first.number() >= DAYS_MAX {
        form.reject("from", format!("Choose at most {DAYS_MAX} days"));
    }
    form.finish()?;
    let command = PrintCommand::HoursReport { first: days.first, last: days.last, printer_id };
    write.submit(&app, &caller, Command::Print(command), |_, view| queued(view)).await
}
