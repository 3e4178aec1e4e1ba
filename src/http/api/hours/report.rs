//! The report on working hours: as JSON, as CSV, on paper.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::hours::{self, HoursFigures, HoursRow};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::JobView;
use crate::http::api::reports::files::{self, Format, csv::Sheet};
use crate::http::api::reports::people::{self, PrintPeopleBody};
use crate::http::api::reports::{DAYS_DEFAULT, today};
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::readers::ReportReader;
use crate::http::contract::session::Manager;
use crate::http::contract::write::OptionalBody;
use crate::printing::PrintCommand;
use crate::reports::Days;
use crate::reports::parts::{Cell, Part};

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
    /// Periods without a clock-out; they count nothing until they are corrected.
    not_stamped: i64,
}

impl HoursTotals {
    fn new(figures: HoursFigures, not_stamped: i64) -> Self {
        let HoursFigures { minutes, break_minutes, paid_minutes, .. } = figures;
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
    let days = people::days(&request, today, DAYS_DEFAULT)?;
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
    people::csv_file(sheet, "working-hours", days)
}

/// Prints the working hours.
#[utoipa::path(post, path = "/api/reports/hours/print", tag = "people", request_body = Option<PrintPeopleBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    Manager(caller): Manager,
    write: OptionalBody<PrintPeopleBody>,
) -> Result<Response, ApiError> {
    let command = |Days { first, last }, printer_id| PrintCommand::HoursReport { first, last, printer_id };
    people::print(&app, &caller, write, DAYS_DEFAULT, command).await
}
