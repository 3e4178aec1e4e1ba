//! Truth sheets: the list, a night as it stands or as it was issued, issuing, checking a message, printing.

mod csv;
mod figure_views;
mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::view::{CheckView, SheetRowView, SheetView};
use crate::engine::{self, Answer, Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::reports::people::days;
use crate::http::api::reports::{DAYS_DEFAULT, today};
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::readers::SheetReader;
use crate::http::contract::schemas::CsvFormat;
use crate::http::contract::write::{OptionalBody, Write, json, missing};
use crate::printing::PrintCommand;
use crate::settings;
use crate::sheets::{self, CheckKey, SentText, SheetCommand, SheetNumber, SheetRow};
use base::BusinessDay;
use store::{Stored, View};
use web::form::{Form, RawField};

/// Most characters of a message that is checked; more of it is not read, and makes it another message.
const SENT_CHARS_MAX: usize = 8_000;

/// What a path names: a night as it stands, or an issued sheet.
enum SheetKey {
    Night(BusinessDay),
    Issued(SheetNumber),
}

impl SheetKey {
    fn parse(text: &str) -> Result<Self, ApiError> {
        let night = BusinessDay::parse(text).map(SheetKey::Night);
        night.or_else(|| SheetNumber::parse(text).map(SheetKey::Issued)).ok_or_else(|| ApiError::not_found("sheet"))
    }
}

/// Issued sheets from `from` to `to`, newest first; the last 30 days by default, a year at most. As a file with `format=csv`.
#[utoipa::path(get, path = "/api/sheets", tag = "people",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("format" = inline(Option<CsvFormat>), Query)),
    responses((status = 200, content((Vec<SheetRowView> = "application/json"), (String = "text/csv"))),
        (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: SheetReader, request: ReadRequest) -> Result<Response, ApiError> {
    let as_csv = wants_csv(&request)?;
    let today = today(&app)?;
    let days = days(&request, today, DAYS_DEFAULT)?;
    if as_csv {
        let rows = app.store.read(|view| sheets::sheets(view, days))?;
        return csv::list(&rows, days);
    }
    let rows = |view: &dyn View| Ok(sheets::sheets(view, days)?.iter().map(SheetRowView::from).collect::<Vec<_>>());
    request.answer(&app, &[Topic::Sheets], &today.to_string(), rows).await
}

fn wants_csv(request: &ReadRequest) -> Result<bool, ApiError> {
    match request.param("format") {
        None => Ok(false),
        Some("csv") => Ok(true),
        Some(_) => Err(ApiError::invalid("format must be csv")),
    }
}

/// The sheet of a night as it stands (`2026-11-20`), or as it was issued (`T-20261120-1`). As a file with `format=csv`.
#[utoipa::path(get, path = "/api/sheets/{key}", tag = "people",
    params(("key" = String, Path), ("format" = inline(Option<CsvFormat>), Query)),
    responses((status = 200, content((SheetView = "application/json"), (String = "text/csv"))),
        (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn one(State(app): State<AppState>, _: SheetReader, Path(key): Path<String>, request: ReadRequest) -> Result<Response, ApiError> {
    let as_csv = wants_csv(&request)?;
    let key = SheetKey::parse(&key)?;
    let read = || app.store.read(|view| sheet(view, &key)).map_err(ApiError::from);
    let sheet = app.read_limiter.run(read).await?.ok_or_else(|| ApiError::not_found("sheet"))?;
    if as_csv { csv::sheet(&sheet) } else { request.answer_fresh(&sheet) }
}

fn sheet(view: &dyn View, key: &SheetKey) -> Stored<Option<SheetView>> {
    let settings = settings::settings(view)?;
    Ok(match key {
        SheetKey::Night(day) => Some(SheetView::provisional(sheets::live(view, &settings, *day)?)),
        SheetKey::Issued(number) => sheets::of_number(view, *number)?.map(|row| SheetView::issued(row, &settings)),
    })
}

/// The night to issue.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct IssueSheetBody {
    /// A business day that has begun.
    #[schema(value_type = String, example = "2026-11-20")]
    day: RawField,
}

/// Issues the next sheet of a night. Its figures are those of this moment, for ever.
#[utoipa::path(post, path = "/api/sheets", tag = "people", request_body = IssueSheetBody, responses(
    (status = 201, body = SheetView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn issue(
    State(app): State<AppState>,
    SheetReader(caller): SheetReader,
    write: Write<IssueSheetBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let day = form.word("day", &write.body.day, BusinessDay::parse, "Must be a date such as 2026-11-21");
    if day.is_none() && !write.body.day.is_present() {
        form.reject("day", "Day is required");
    }
    form.finish()?;
    let day = day.ok_or_else(|| ApiError::invalid("Day is required"))?;
    write.submit(&app, &caller, Command::Sheet(SheetCommand::Issue { day }), issued).await
}

fn issued(entries: &[Entry], view: &dyn View) -> Stored<Answer> {
    let number = entries.iter().find_map(|entry| if let Event::SheetIssued(sheet) = &entry.event { Some(sheet.number()) } else { None });
    let row = number.map_or(Ok(None), |number| sheets::of_number(view, number))?.ok_or_else(|| missing("sheets"))?;
    json(StatusCode::CREATED, &SheetView::issued(row, &*settings::settings(view)?))
}

/// A message to check.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct CheckSheetBody {
    /// As it was sent; what a chat added does not matter.
    #[schema(value_type = Option<String>)]
    text: RawField,
}

/// Checks whether a message is one that this box wrote, and says what was changed in it.
#[utoipa::path(post, path = "/api/sheets/verify", tag = "people", request_body = CheckSheetBody, responses(
    (status = 200, body = CheckView), (status = 400), (status = 401), (status = 403), (status = 415)))]
pub async fn verify(State(app): State<AppState>, _: SheetReader, write: Write<CheckSheetBody>) -> Result<Response, ApiError> {
    let text: String = write.body.text.text().unwrap_or_default().chars().take(SENT_CHARS_MAX).collect();
    let sent = SentText::read(&text);
    let checked = app.store.read(|view| check(view, &sent))?;
    Ok(axum::response::IntoResponse::into_response(axum::Json(checked)))
}

fn check(view: &dyn View, sent: &SentText) -> Stored<CheckView> {
    let key = engine::bar_secret(view)?.and_then(|secret| CheckKey::new(secret.as_bytes()));
    let valid = key.is_some_and(|key| sent.is_genuine(&key));
    let by_code = sent.code.as_ref().map_or(Ok(None), |code| sheets::of_code(view, code))?;
    // A genuine message whose code is not here is of a sheet that the box no longer has, even if another one has its number now.
    let row = match by_code {
        None if !valid => {
            sent.lines.iter().find_map(|line| SheetNumber::find(line)).map_or(Ok(None), |number| sheets::of_number(view, number))?
        }
        row => row,
    };
    let latest = match &row {
        Some(row) => sheets::versions(view, row.sheet.day)? == row.sheet.version,
        None => false,
    };
    Ok(CheckView::new(valid, row.as_ref(), latest, sent))
}

/// The printer.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintSheetBody {
    /// Default: the receipt printer.
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

/// Prints the sheet of a night as it stands, or as it was issued.
#[utoipa::path(post, path = "/api/sheets/{key}/print", tag = "people", params(("key" = String, Path)),
    request_body = Option<PrintSheetBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    SheetReader(caller): SheetReader,
    Path(key): Path<String>,
    write: OptionalBody<PrintSheetBody>,
) -> Result<Response, ApiError> {
    let (day, version) = match SheetKey::parse(&key)? {
        SheetKey::Night(day) => (day, None),
        SheetKey::Issued(number) => (number.day, Some(number.version)),
    };
    let mut form = Form::default();
    let printer_id = form.id("printerId", &write.body.printer_id);
    form.finish()?;
    write.submit(&app, &caller, Command::Print(PrintCommand::Sheet { day, version, printer_id }), |_, view| queued(view)).await
}

/// The address with which a person sends a message to the owner by WhatsApp. Opening it is left to that person.
fn share_url(row: &SheetRow, owner_phone: &str) -> String {
    let text: String = url::form_urlencoded::byte_serialize(row.sheet.text.as_bytes()).collect();
    // A blank is `%20` there: a `+` would stay one.
    format!("https://wa.me/{owner_phone}?text={}", text.replace('+', "%20"))
}
