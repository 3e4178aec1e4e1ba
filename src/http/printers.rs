//! Printers and their jobs.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::path::Path;
use super::read::{Look, Part};
use super::session::{Admin, Staff};
use super::write::{Bare, json, missing};
use super::{ApiError, App};
use crate::engine::{Command, Topic};
use crate::printing::{self, JobKind, JobStatus, PrintCommand, PrintJob};
use crate::settings;

/// A print job.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PrintJob)]
pub struct JobView {
    id: u64,
    #[schema(example = "receipt")]
    kind: String,
    receipt_number: Option<String>,
    printer_id: u64,
    #[schema(value_type = String, example = "queued")]
    status: JobStatus,
    attempts: u32,
    error: Option<String>,
    created_at: String,
}

impl JobView {
    /// The job as people see it.
    pub fn new(job: &PrintJob) -> Self {
        let receipt_number = match &job.kind {
            JobKind::Receipt { number, .. } => Some(number.clone()),
            JobKind::TestPage | JobKind::Slip { .. } => None,
        };
        JobView {
            id: job.id,
            kind: job.kind.as_str().to_owned(),
            receipt_number,
            printer_id: job.printer_id,
            status: job.status,
            attempts: job.attempts,
            error: job.error.clone(),
            created_at: job.created_at.to_string(),
        }
    }
}

/// A printer and how it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Printer)]
pub struct PrinterView {
    id: u64,
    name: String,
    url: String,
    /// ready, offline, paper_out, cover_open, paused or unknown.
    #[schema(example = "ready")]
    status: &'static str,
    queued: usize,
    last_seen_at: Option<String>,
}

/// The printers.
#[utoipa::path(get, path = "/api/printers", tag = "printing", responses((status = 200, body = [PrinterView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    let states = app.printers.snapshot();
    let mark = format!("{states:?}");
    look.answer(&app, &[Topic::Printers], &mark, |view| {
        let mut rows = Vec::new();
        for printer in settings::settings(view)?.printers {
            let queued = printing::open_jobs(view, printer.id)?.len();
            let seen = states.get(&printer.id).copied().unwrap_or_default();
            let status = if printer.enabled { seen.condition.as_str() } else { "paused" };
            let last_seen_at = seen.last_seen_at.map(|at| at.to_string());
            rows.push(PrinterView { id: printer.id, name: printer.name, url: printer.url, status, queued, last_seen_at });
        }
        Ok(rows)
    })
}

/// Prints a test page.
#[utoipa::path(post, path = "/api/printers/{id}/test", tag = "printing", params(("id" = u64, Path)), responses(
    (status = 202, body = JobView), (status = 401), (status = 403), (status = 404)))]
pub async fn test(
    State(app): State<App>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    bare: Bare<super::Nothing>,
) -> Result<Response, ApiError> {
    let printer_id = super::id(&id, "printer")?;
    let command = Command::Print(PrintCommand::Test { printer_id });
    bare.submit(&app, &caller, command, |_, view| {
        let job = printing::jobs(view, u64::MAX, 1)?.pop().ok_or_else(|| missing("print jobs"))?;
        json(StatusCode::ACCEPTED, &JobView::new(&job))
    })
    .await
}

/// Print jobs, newest first.
#[utoipa::path(get, path = "/api/print-jobs", tag = "printing", responses((status = 200, body = [JobView]), (status = 400), (status = 401), (status = 403)))]
pub async fn jobs(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    let page = look.page()?;
    look.answer_page(&app, &[Topic::Printers], |view| {
        let part = Part::cut(printing::jobs(view, page.before, page.limit + 1)?, page, |job| job.id);
        Ok(Part { rows: part.rows.iter().map(JobView::new).collect(), next: part.next })
    })
}

/// Puts a stopped job back into the queue.
#[utoipa::path(post, path = "/api/print-jobs/{id}/retry", tag = "printing", params(("id" = u64, Path)), responses(
    (status = 200, body = JobView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn retry(
    State(app): State<App>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    bare: Bare<super::Nothing>,
) -> Result<Response, ApiError> {
    let job_id = super::id(&id, "print job")?;
    let command = Command::Print(PrintCommand::Retry { job_id });
    bare.submit(&app, &caller, command, move |_, view| {
        let job = printing::job(view, job_id)?.ok_or_else(|| missing("print jobs"))?;
        json(StatusCode::OK, &JobView::new(&job))
    })
    .await
}
