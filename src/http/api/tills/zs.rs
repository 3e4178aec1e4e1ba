//! X and Z: as JSON, as a file, on paper; remarks about a Z.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::may_read;
use super::body::{CountBody, count};
use super::report_view::{DayRow, ReportView};
use super::shifts::{is_between, may_see};
use super::view::{Sight, texts};
use crate::engine::{Command, shift_x};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::api::reports::people::csv_file_named;
use crate::http::contract::list_args::{LIMIT_MAX, Paged};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::{Caller, ShiftManager, Staff};
use crate::http::contract::write::{OptionalBody, Write, json, missing};
use crate::printing::PrintCommand;
use crate::settings::{Settings, settings};
use crate::tills::{self, NoteZ, ShiftReport, ShiftZ, TillsCommand, parse_z_name, z_name};
use base::Refusal;
use store::{Verdict, View};
use web::form::{Form, RawField};

fn x_for(app: &AppState, caller: &Caller, id: &str) -> Result<(ShiftReport, std::sync::Arc<Settings>), ApiError> {
    let blind = app.store.read(settings)?;
    if Sight::of(caller, &blind).is_blind() {
        return Err(Refusal::forbidden().into());
    }
    let id = parse_id(id, "shift")?;
    let found = app.store.read(|view| Ok((shift_x(view, id)?, settings(view)?)))?;
    let (Some(report), settings) = found else { return Err(ApiError::not_found("shift")) };
    if may_read(caller, &settings, report.responsible_id) { Ok((report, settings)) } else { Err(Refusal::forbidden().into()) }
}

fn z_for(app: &AppState, caller: &Caller, number: &str) -> Result<(ShiftZ, std::sync::Arc<Settings>), ApiError> {
    let blind = app.store.read(settings)?;
    if Sight::of(caller, &blind).is_blind() {
        return Err(Refusal::forbidden().into());
    }
    let number = parse_z_name(number).ok_or_else(|| ApiError::not_found("Z"))?;
    let found = app.store.read(|view| Ok((tills::z(view, number)?, settings(view)?)))?;
    let (Some(z), settings) = found else { return Err(ApiError::not_found("Z")) };
    if may_read(caller, &settings, z.report.responsible_id) { Ok((z, settings)) } else { Err(Refusal::forbidden().into()) }
}

fn answer(request: &ReadRequest, view: &ReportView, name: &str) -> Result<Response, ApiError> {
    match request.param("format") {
        None => request.answer_fresh(view),
        Some("csv") => csv_file_named(view.csv(), name),
        Some(_) => Err(ApiError::invalid("format must be csv")),
    }
}

/// The X of a shift: its figures as they stand. Of a closed shift: as they stood at the close.
#[utoipa::path(get, path = "/api/shifts/{id}/x", tag = "cash", params(("id" = u64, Path), ("format" = Option<String>, Query)), responses(
    (status = 200, content((ReportView = "application/json"), (String = "text/csv"))), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn x(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let (report, settings) = x_for(&app, &caller, &id)?;
    let prints = app.store.read(|view| tills::x_prints(view, report.shift_id))?;
    answer(&request, &ReportView::x(&report, prints, &settings), &format!("x-shift-{}", report.shift_id))
}

/// The printer of a report.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrintShiftReportBody {
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

impl PrintShiftReportBody {
    fn read(&self) -> Result<Option<u64>, ApiError> {
        let mut form = Form::default();
        let printer_id = form.id("printerId", &self.printer_id);
        form.finish()?;
        Ok(printer_id)
    }
}

/// The printer that was chosen, else that of the till.
fn printer_of(app: &AppState, till_id: u64, chosen: Option<u64>) -> Result<Option<u64>, ApiError> {
    let of_till = app.store.read(|view| tills::till(view, till_id))?.and_then(|state| state.till.printer_id);
    Ok(chosen.or(of_till))
}

/// Prints the X of a shift.
#[utoipa::path(post, path = "/api/shifts/{id}/x/print", tag = "cash", request_body = Option<PrintShiftReportBody>, params(("id" = u64, Path)), responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print_x(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<PrintShiftReportBody>,
) -> Result<Response, ApiError> {
    let printer_id = write.body.read()?;
    let (report, _) = x_for(&app, &caller, &id)?;
    let command =
        Command::Print(PrintCommand::ShiftX { shift_id: report.shift_id, printer_id: printer_of(&app, report.till_id, printer_id)? });
    write.submit(&app, &caller, command, |_, view| queued(view)).await
}

/// Prints the slip about the last count of a shift.
#[utoipa::path(post, path = "/api/shifts/{id}/count/print", tag = "cash", request_body = Option<PrintShiftReportBody>, params(("id" = u64, Path)), responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print_count(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<PrintShiftReportBody>,
) -> Result<Response, ApiError> {
    let printer_id = write.body.read()?;
    let shift_id = parse_id(&id, "shift")?;
    let till_id = app.store.read(|view| {
        let sight = Sight::of(&caller, &*settings(view)?);
        let counted = tills::shift(view, shift_id)?.filter(|shift| may_see(shift, sight, &caller) && !shift.counts.is_empty());
        Ok(counted.map(|shift| shift.till_id))
    })?;
    let till_id = till_id.ok_or_else(|| ApiError::not_found("count"))?;
    let command = Command::Print(PrintCommand::CountSlip { shift_id, printer_id: printer_of(&app, till_id, printer_id)? });
    write.submit(&app, &caller, command, |_, view| queued(view)).await
}

/// A Z in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ZSummary {
    #[schema(example = "Z-000012")]
    number: String,
    till_id: u64,
    till_name: String,
    shift_id: u64,
    business_day: String,
    days: Vec<DayRow>,
    opened_at: String,
    opened_by: String,
    closed_at: Option<String>,
    closed_by: Option<String>,
    responsible_name: String,
    confirmed: bool,
    handed_to: Option<String>,
    not_counted: bool,
    #[schema(value_type = f64, example = 190)]
    rate: serde_json::Value,
    receipts: i64,
    first_receipt: Option<String>,
    last_receipt: Option<String>,
    first_entry: u64,
    last_entry: u64,
    clock_jumps: i64,
    copies: u32,
    restored: bool,
    #[serde(rename = "overShortUSD")]
    over_short_usd: Option<String>,
    #[serde(rename = "overShortLRD")]
    over_short_lrd: Option<String>,
}

impl ZSummary {
    fn new(z: &ShiftZ) -> Self {
        let report = &z.report;
        let (sums, counted) = (&report.sums, report.counted.as_ref());
        let (over_short_usd, over_short_lrd) = texts(counted.and_then(|counted| counted.over_short));
        ZSummary {
            number: report.number.map(z_name).unwrap_or_default(),
            till_id: report.till_id,
            till_name: report.till_name.clone(),
            shift_id: report.shift_id,
            business_day: report.business_day.to_string(),
            days: DayRow::of(report),
            opened_at: report.opened_at.to_string(),
            opened_by: report.opened_by.clone(),
            closed_at: counted.map(|counted| counted.at.to_string()),
            closed_by: counted.map(|counted| counted.by.clone()),
            responsible_name: report.responsible_name.clone(),
            confirmed: report.confirmed,
            handed_to: counted.and_then(|counted| counted.handed_to.clone()),
            not_counted: counted.is_some_and(|counted| counted.amount.is_none()),
            rate: report.rate.to_json(),
            receipts: sums.receipts,
            first_receipt: sums.first_receipt.clone(),
            last_receipt: sums.last_receipt.clone(),
            first_entry: report.first_entry,
            last_entry: report.last_entry,
            clock_jumps: sums.clock_jumps,
            copies: z.prints,
            restored: sums.restored,
            over_short_usd,
            over_short_lrd,
        }
    }
}

/// Lists Zs, newest first.
#[utoipa::path(get, path = "/api/z", tag = "cash",
    params(("from" = Option<String>, Query), ("to" = Option<String>, Query), ("tillId" = Option<u64>, Query), ("userId" = Option<u64>, Query)),
    responses((status = 200, body = [ZSummary]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Paged(page): Paged<LIMIT_MAX>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let (from, to) = request.days("from", "to")?;
    let till_id = request.id("tillId", "till")?;
    let user_id = request.id("userId", "user")?;
    let read = |view: &dyn View| {
        let settings = settings(view)?;
        if Sight::of(&caller, &settings).is_blind() {
            return Err(ApiError::from(Refusal::forbidden()));
        }
        let is_listed = |z: &ShiftZ| {
            is_between(z.report.business_day, from, to)
                && till_id.is_none_or(|id| z.report.till_id == id)
                && user_id.is_none_or(|id| z.report.responsible_id == id)
                && may_read(&caller, &settings, z.report.responsible_id)
        };
        let search = page.search().run(|search, before| {
            tills::visit_zs(view, before, |number, z| {
                search.visit_row(number, || if is_listed(&z) { Verdict::Include(ZSummary::new(&z)) } else { Verdict::Skip })
            })
        })?;
        Ok(Page::from(search))
    };
    request.answer_fresh_page(&app, read).await
}

/// Shows a Z.
#[utoipa::path(get, path = "/api/z/{number}", tag = "cash", params(("number" = String, Path), ("format" = Option<String>, Query)), responses(
    (status = 200, content((ReportView = "application/json"), (String = "text/csv"))), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn one(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let (z, settings) = z_for(&app, &caller, &number)?;
    answer(&request, &ReportView::z(&z, &settings), &number.to_lowercase())
}

/// Prints a Z again: the paper says which copy it is.
#[utoipa::path(post, path = "/api/z/{number}/print", tag = "cash", request_body = Option<PrintShiftReportBody>, params(("number" = String, Path)), responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn print(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(number): Path<String>,
    write: OptionalBody<PrintShiftReportBody>,
) -> Result<Response, ApiError> {
    let printer_id = write.body.read()?;
    let (z, _) = z_for(&app, &caller, &number)?;
    let number = z.report.number.unwrap_or_default();
    let command = Command::Print(PrintCommand::Z { number, printer_id: printer_of(&app, z.report.till_id, printer_id)? });
    write.submit(&app, &caller, command, |_, view| queued(view)).await
}

/// A remark about a Z.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct NoteZBody {
    #[schema(value_type = String)]
    text: RawField,
    /// A recount.
    #[schema(value_type = Option<CountBody>)]
    count: RawField,
}

/// Adds a remark to a Z, and a recount; its figures stay.
#[utoipa::path(post, path = "/api/z/{number}/notes", tag = "cash", request_body = NoteZBody, params(("number" = String, Path)), responses(
    (status = 201, body = ReportView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 415)))]
pub async fn note(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(number): Path<String>,
    write: Write<NoteZBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let text = form.required_line("text", &write.body.text, "A note needs a text");
    let count = write.body.count.is_present().then(|| count(&mut form, "count", &write.body.count));
    form.finish()?;
    let number = parse_z_name(&number).ok_or_else(|| ApiError::not_found("Z"))?;
    let command = Command::Tills(TillsCommand::Note(NoteZ { number, text: text.unwrap_or_default(), count }));
    write
        .submit(&app, &caller, command, move |_, view| {
            let z = tills::z(view, number)?.ok_or_else(|| missing("zs"))?;
            json(StatusCode::CREATED, &ReportView::z(&z, &*settings(view)?))
        })
        .await
}
