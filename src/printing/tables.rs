//! Jobs as rows, and an index of those that wait.

use std::ops::ControlFlow;

use super::{JobKind, JobMoved, JobQueued, JobStatus, PrintJob};
use crate::base::Envelope;
use crate::sales::SaleRecorded;
use crate::store::{Counter, Key, Stored, Table, Tables, View};

const JOBS: Table<u64, PrintJob> = Table::new("print_jobs");
const OPEN: Table<(u64, u64), ()> = Table::new("print_jobs_open");
const PRINTS: Table<String, u32> = Table::new("receipt_prints");
const JOB_IDS: Counter = Counter("print_jobs");

/// One job.
pub fn job(view: &dyn View, id: u64) -> Stored<Option<PrintJob>> {
    JOBS.get(view, &id)
}

/// At most `limit` jobs with ids below `before`, newest first.
pub fn jobs(view: &dyn View, before: u64, limit: usize) -> Stored<Vec<PrintJob>> {
    let mut found = Vec::new();
    JOBS.visit(view, &[], &before.to_bytes(), true, |_, job| {
        found.push(job);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// The jobs of a printer that wait or are on their way, oldest first.
pub fn open_jobs(view: &dyn View, printer_id: u64) -> Stored<Vec<PrintJob>> {
    let mut found = Vec::new();
    for ((_, job_id), ()) in OPEN.with_prefix(view, &printer_id)? {
        found.extend(job(view, job_id)?);
    }
    Ok(found)
}

/// The printer's next job.
pub fn next_job(view: &dyn View, printer_id: u64) -> Stored<Option<PrintJob>> {
    let mut next = None;
    OPEN.visit(view, &printer_id.to_bytes(), &(printer_id + 1).to_bytes(), false, |(_, job_id), ()| {
        next = Some(job_id);
        ControlFlow::Break(())
    })?;
    match next {
        Some(id) => job(view, id),
        None => Ok(None),
    }
}

/// How often a receipt was queued for printing.
pub fn prints(view: &dyn View, receipt_number: &str) -> Stored<u32> {
    Ok(PRINTS.get(view, &receipt_number.to_owned())?.unwrap_or(0))
}

/// Applies a sale: its receipt prints once, where the bar wants that and has a printer.
pub fn apply_recorded(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRecorded) -> Stored<()> {
    let settings = crate::settings::settings(tables.view())?;
    match settings.receipt_printer() {
        Some(printer) if settings.auto_print => {
            let kind = JobKind::Receipt { number: event.receipt_number.clone(), copy: 0 };
            queue(tables, envelope, &kind, printer.id)
        }
        _ => Ok(()),
    }
}

/// Applies the event.
pub fn apply_queued(tables: &mut dyn Tables, envelope: &Envelope, event: &JobQueued) -> Stored<()> {
    queue(tables, envelope, &event.kind, event.printer_id)
}

fn queue(tables: &mut dyn Tables, envelope: &Envelope, kind: &JobKind, printer_id: u64) -> Stored<()> {
    let id = JOB_IDS.take(tables)?;
    if let JobKind::Receipt { number, .. } = kind {
        let prints = prints(tables.view(), number)? + 1;
        PRINTS.put(tables, number, &prints)?;
    }
    let job = PrintJob { id, kind: kind.clone(), printer_id, status: JobStatus::Queued, attempts: 0, error: None, created_at: envelope.at };
    OPEN.put(tables, &(printer_id, id), &())?;
    JOBS.put(tables, &id, &job)
}

/// Applies the event.
pub fn apply_moved(tables: &mut dyn Tables, event: &JobMoved) -> Stored<()> {
    let Some(mut job) = job(tables.view(), event.job_id)? else { return Ok(()) };
    job.status = event.status;
    job.error.clone_from(&event.error);
    if event.status == JobStatus::Sending {
        job.attempts += 1;
    }
    if event.status.waits() || event.status == JobStatus::Sending {
        OPEN.put(tables, &(job.printer_id, job.id), &())?;
    } else {
        OPEN.remove(tables, &(job.printer_id, job.id))?;
    }
    JOBS.put(tables, &job.id, &job)
}
