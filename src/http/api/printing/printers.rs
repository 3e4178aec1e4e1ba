//! Printers and print jobs.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::papers::may_have;
use crate::catalog::Category;
use crate::engine::{Answer, Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::reasons::choice;
use crate::http::api::views::ApprovalFields;
use crate::http::contract::list_args::Paged;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::schemas::PrinterProfile;
use crate::http::contract::session::{Admin, DrawerOpener, Staff};
use crate::http::contract::write::{Approvable, EmptyBody, OptionalBody, Write, json, missing};
use crate::payments::TillRequest;
use crate::printer::{PrinterState, PrinterStatus};
use crate::printing::{self, JobKind, JobStatus, JobType, Keep, PrintCommand, PrintJob};
use crate::settings::{self, PrinterSetting, Settings};
use store::{Stored, View};
use web::form::{Form, RawField};

/// A print job.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PrintJob)]
pub struct JobView {
    id: u64,
    kind: JobType,
    receipt_number: Option<String>,
    /// The order, for a ticket.
    order_id: Option<u64>,
    printer_id: u64,
    /// Null if the printer was removed.
    printer_name: Option<String>,
    status: JobStatus,
    attempts: u32,
    error: Option<String>,
    created_at: String,
    /// The approval of a drawer that was opened by hand, the username of the person who granted it, and of the one who asked.
    /// Absent for every other job, and without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, required = false)]
    approval_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    approved_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    requested_by: Option<String>,
}

impl JobView {
    /// The job with the name of its printer.
    pub fn new(job: &PrintJob, settings: &Settings) -> Self {
        let receipt_number = match &job.kind {
            JobKind::Receipt { number, .. } => Some(number.clone()),
            _ => None,
        };
        let approval = ApprovalFields::new(job.approval.as_deref());
        JobView {
            id: job.id,
            kind: job.kind.name(),
            receipt_number,
            order_id: job.kind.order_id(),
            printer_id: job.printer_id,
            printer_name: settings.printer(job.printer_id).map(|printer| printer.name.clone()),
            status: job.status,
            attempts: job.attempts,
            error: job.error.clone(),
            created_at: job.created_at.to_string(),
            approval_id: approval.id,
            approved_by: approval.approved_by,
            requested_by: approval.requested_by,
        }
    }
}

/// Answers with the print job that was just queued: the newest one.
pub fn queued(view: &dyn View) -> Stored<Answer> {
    let job = printing::jobs(view, u64::MAX, 1)?.pop().ok_or_else(|| missing("print jobs"))?;
    json(StatusCode::ACCEPTED, &JobView::new(&job, &*settings::settings(view)?))
}

fn moved(view: &dyn View, job_id: u64) -> Stored<Answer> {
    let job = printing::job(view, job_id)?.ok_or_else(|| missing("print jobs"))?;
    json(StatusCode::OK, &JobView::new(&job, &*settings::settings(view)?))
}

/// A printer and its condition.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Printer)]
pub struct PrinterView {
    id: u64,
    name: String,
    url: String,
    #[schema(value_type = PrinterStatus)]
    status: &'static str,
    /// The problem, as a sentence.
    #[schema(example = "No paper")]
    error: Option<String>,
    queued: usize,
    /// Papers that have waited so long that a person is asked about them; they are among `queued`. Absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    waiting: Option<usize>,
    last_seen_at: Option<String>,
    enabled: bool,
    columns: u8,
    #[schema(value_type = PrinterProfile)]
    profile: String,
    opens_drawer: bool,
    #[schema(value_type = Vec<Category>)]
    categories: Vec<String>,
}

impl PrinterView {
    fn new(printer: PrinterSetting, state: Option<&PrinterState>, open: &[PrintJob]) -> Self {
        let condition = state.map(|state| state.condition).unwrap_or_default();
        PrinterView {
            id: printer.id,
            name: printer.name,
            url: printer.url,
            status: if printer.enabled { condition.as_str() } else { PrinterStatus::Paused.as_str() },
            error: state.and_then(|state| state.error.clone()).filter(|_| printer.enabled),
            queued: open.len(),
            waiting: Some(open.iter().filter(|job| job.awaits_answer()).count()).filter(|count| *count > 0),
            last_seen_at: state.and_then(|state| state.last_seen_at).map(|at| at.to_string()),
            enabled: printer.enabled,
            columns: printer.columns,
            profile: printer.profile,
            opens_drawer: printer.opens_drawer,
            categories: printer.categories,
        }
    }
}

/// Lists the printers and their condition.
#[utoipa::path(get, path = "/api/printers", tag = "printing", responses((status = 200, body = [PrinterView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let states = app.printers.snapshot();
    let variant = format!("{states:?}");
    request
        .answer(&app, &[Topic::Printers], &variant, |view| {
            let mut rows = Vec::new();
            for printer in settings::settings(view)?.printers.iter().cloned() {
                let open = printing::open_jobs(view, printer.id)?;
                let state = states.get(&printer.id);
                rows.push(PrinterView::new(printer, state, &open));
            }
            Ok(rows)
        })
        .await
}

/// Prints a test page.
#[utoipa::path(post, path = "/api/printers/{id}/test", tag = "printing", params(("id" = u64, Path)), responses(
    (status = 202, body = JobView), (status = 401), (status = 403), (status = 404)))]
pub async fn test(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let printer_id = parse_id(&id, "printer")?;
    let command = Command::Print(PrintCommand::Test { printer_id });
    write.submit(&app, &caller, command, |_, view| queued(view)).await
}

/// Lists print jobs, newest first.
#[utoipa::path(get, path = "/api/print-jobs", tag = "printing",
    responses((status = 200, body = [JobView]), (status = 400), (status = 401), (status = 403)))]
pub async fn jobs(State(app): State<AppState>, _: Staff, Paged(page): Paged, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer_page(&app, &[Topic::Printers], "", |view| {
            let page = Page::cut(printing::jobs(view, page.before, page.limit + 1)?, page, |job| job.id);
            let settings = settings::settings(view)?;
            Ok(Page { rows: page.rows.iter().map(|job| JobView::new(job, &settings)).collect(), next: page.next })
        })
        .await
}

/// Prints a job again that stopped or has printed, which makes it a copy. It needs the right that prints such a paper.
#[utoipa::path(post, path = "/api/print-jobs/{id}/retry", tag = "printing", params(("id" = u64, Path)), responses(
    (status = 200, body = JobView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn retry(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let job_id = parse_id(&id, "print job")?;
    may_have(&app, &caller, job_id)?;
    let command = Command::Print(PrintCommand::Retry { job_id });
    write.submit(&app, &caller, command, move |_, view| moved(view, job_id)).await
}

/// Cancels a print job that is queued or stopped. It needs the right that prints such a paper.
#[utoipa::path(post, path = "/api/print-jobs/{id}/cancel", tag = "printing", params(("id" = u64, Path)), responses(
    (status = 200, body = JobView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn cancel(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let job_id = parse_id(&id, "print job")?;
    may_have(&app, &caller, job_id)?;
    let command = Command::Print(PrintCommand::Cancel { job_id });
    write.submit(&app, &caller, command, move |_, view| moved(view, job_id)).await
}

/// Which papers are printed, and at which printer they wait.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct WaitingBody {
    /// All, those of the present business day, or none.
    #[schema(value_type = Keep)]
    keep: RawField,
    /// Default: all printers.
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
}

/// What became of the papers that waited.
#[derive(Serialize, ToSchema)]
pub struct WaitingAnswer {
    /// How many print now, or when their printer is back.
    printing: usize,
    cancelled: usize,
}

/// Says what becomes of all receipts, bills and slips that wait for a printer.
#[utoipa::path(post, path = "/api/print-jobs/waiting", tag = "printing", request_body = WaitingBody, responses(
    (status = 200, body = WaitingAnswer), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn waiting(State(app): State<AppState>, Staff(caller): Staff, write: Write<WaitingBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let keep = form.word("keep", &write.body.keep, Keep::parse, KEEP_WORDS);
    if keep.is_none() {
        form.reject("keep", KEEP_WORDS);
    }
    let printer_id = form.id("printerId", &write.body.printer_id);
    form.finish()?;
    let command = Command::Print(PrintCommand::Answer { keep: keep.unwrap_or(Keep::All), printer_id });
    write
        .submit(&app, &caller, command, |entries: &[Entry], _| {
            let became = |status: JobStatus| {
                let moved = |entry: &&Entry| matches!(&entry.event, Event::PrintMoved(moved) if moved.status == status);
                entries.iter().filter(moved).count()
            };
            json(StatusCode::OK, &WaitingAnswer { printing: became(JobStatus::Queued), cancelled: became(JobStatus::Cancelled) })
        })
        .await
}

const KEEP_WORDS: &str = "keep is all, tonight or none";

/// The printer that a job moves to.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct MoveBody {
    #[schema(value_type = u64, example = 1)]
    printer_id: RawField,
}

/// Moves a print job that is not printed yet to another printer. It needs the right that prints such a paper.
#[utoipa::path(post, path = "/api/print-jobs/{id}/move", tag = "printing", params(("id" = u64, Path)), request_body = MoveBody, responses(
    (status = 200, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn move_to(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: Write<MoveBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let printer_id = form.required_id("printerId", &write.body.printer_id, "Printer is required").unwrap_or_default();
    form.finish()?;
    let job_id = parse_id(&id, "print job")?;
    may_have(&app, &caller, job_id)?;
    let command = Command::Print(PrintCommand::Move { job_id, printer_id });
    write.submit(&app, &caller, command, move |_, view| moved(view, job_id)).await
}

/// The printer of the drawer, and why it is opened.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct DrawerBody {
    /// In a bar without tills: the printer of the drawer. In a bar with tills it is the one of the till.
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
    /// The reason of the list, of kind `no_sale`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    #[schema(value_type = Option<String>)]
    reason: RawField,
    /// The till whose drawer it is.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
}

/// Opens the cash drawer within ten seconds, or not at all.
#[utoipa::path(post, path = "/api/drawer", tag = "printing", request_body = Option<DrawerBody>, responses(
    (status = 202, body = JobView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn open_drawer(
    State(app): State<AppState>,
    DrawerOpener(caller): DrawerOpener,
    Approvable(write): Approvable<OptionalBody<DrawerBody>>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let printer_id = form.id("printerId", &write.body.printer_id);
    let reason = choice(&mut form, &write.body.reason_id, &write.body.reason);
    let till = caller.at_till(TillRequest { till_id: form.id("tillId", &write.body.till_id), device_till_id: None });
    form.finish()?;
    write.submit(&app, &caller, Command::Print(PrintCommand::OpenDrawer { printer_id, reason, till }), |_, view| queued(view)).await
}
