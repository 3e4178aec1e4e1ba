//! Tables of print jobs, with an index of the open ones.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{JobKind, JobMoved, JobQueued, JobStatus, PrintJob, ReceiptCopy};
use base::Envelope;
use store::{Counter, Key, Stored, Table, Tables, View};

const JOBS: Table<u64, PrintJob> = Table::new("print_jobs");
/// Open jobs (waiting or being sent) by printer, rank and job. Drawer jobs sort first, because a person waits for the drawer.
const OPEN: Table<(u64, u8, u64), ()> = Table::new("print_jobs_open");
/// Ticket jobs by order and job.
const TICKETS: Table<(u64, u64), ()> = Table::new("order_tickets");
const PRINTS: Table<String, u32> = Table::new("receipt_prints");
/// Receipt number → its further prints, oldest first.
const COPIES: Table<String, Vec<ReceiptCopy>> = Table::new("receipt_copies");
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

/// The open jobs of a printer, drawer jobs first, then oldest first.
pub fn open_jobs(view: &dyn View, printer_id: u64) -> Stored<Vec<PrintJob>> {
    let mut found = Vec::new();
    for ((_, _, job_id), ()) in OPEN.with_prefix(view, &printer_id)? {
        found.extend(job(view, job_id)?);
    }
    Ok(found)
}

/// The open jobs of all printers.
pub fn all_open_jobs(view: &dyn View) -> Stored<Vec<PrintJob>> {
    let mut found = Vec::new();
    for ((_, _, job_id), ()) in OPEN.all(view)? {
        found.extend(job(view, job_id)?);
    }
    Ok(found)
}

/// Number of jobs by status, including statuses without jobs. Reads every job.
pub fn jobs_by_status(view: &dyn View) -> Stored<BTreeMap<JobStatus, u64>> {
    let mut counted: BTreeMap<JobStatus, u64> = JobStatus::ALL.into_iter().map(|status| (status, 0)).collect();
    JOBS.visit(view, &[], &u64::MAX.to_bytes(), false, |_, job| {
        *counted.entry(job.status).or_default() += 1;
        ControlFlow::Continue(())
    })?;
    Ok(counted)
}

/// Number of open jobs of all printers, from the index that the print workers use.
pub fn all_open_job_count(view: &dyn View) -> Stored<usize> {
    Ok(OPEN.all(view)?.len())
}

/// Id of the newest job; 0 if there is none.
pub fn last_job(view: &dyn View) -> Stored<u64> {
    Ok(next_job_id(view)? - 1)
}

/// The printer's next job: a drawer job, otherwise the oldest one that waits for no person.
pub fn next_job(view: &dyn View, printer_id: u64) -> Stored<Option<PrintJob>> {
    let mut next = Ok(None);
    OPEN.visit(view, &printer_id.to_bytes(), &(printer_id + 1).to_bytes(), false, |(_, _, job_id), ()| {
        next = job(view, job_id).map(|job| job.filter(|job| !job.awaits_answer()));
        if matches!(next, Ok(None)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    next
}

/// Number of times that a receipt was queued.
pub fn prints(view: &dyn View, receipt_number: &str) -> Stored<u32> {
    Ok(PRINTS.get(view, &receipt_number.to_owned())?.unwrap_or(0))
}

/// The copies of a receipt that were queued, oldest first.
pub fn copies(view: &dyn View, receipt_number: &str) -> Stored<Vec<ReceiptCopy>> {
    Ok(COPIES.get(view, &receipt_number.to_owned())?.unwrap_or_default())
}

/// The ticket jobs of an order.
pub fn tickets_of(view: &dyn View, order_id: u64) -> Stored<Vec<PrintJob>> {
    let mut found = Vec::new();
    for ((_, job_id), ()) in TICKETS.with_prefix(view, &order_id)? {
        found.extend(job(view, job_id)?);
    }
    Ok(found)
}

/// The id that the next job gets.
pub fn next_job_id(view: &dyn View) -> Stored<u64> {
    JOB_IDS.next(view)
}

/// Applies [`JobQueued`]: adds the job to the queue.
pub fn apply_queued(tables: &mut dyn Tables, envelope: &Envelope, event: &JobQueued) -> Stored<()> {
    JOB_IDS.mark_used(tables, event.job_id)?;
    match &event.kind {
        JobKind::Receipt { number, copy } => count_receipt(tables, envelope, number, *copy, event.job_id)?,
        JobKind::Ticket(ticket) => TICKETS.put(tables, &(ticket.order_id, event.job_id), &())?,
        _ => {}
    }
    let job = PrintJob {
        id: event.job_id,
        kind: event.kind.clone(),
        printer_id: event.printer_id,
        status: JobStatus::Queued,
        attempts: 0,
        error: None,
        created_at: envelope.at,
        requested_at: envelope.at,
        requested_running: envelope.running,
        approval: event.approval.clone().map(Box::new),
        copy: 0,
    };
    OPEN.put(tables, &queue_key(&job), &())?;
    JOBS.put(tables, &job.id, &job)
}

/// Counts a print of a receipt; a copy of it is listed.
fn count_receipt(tables: &mut dyn Tables, envelope: &Envelope, number: &String, copy: u32, job_id: u64) -> Stored<()> {
    let prints = prints(tables.view(), number)? + 1;
    PRINTS.put(tables, number, &prints)?;
    if copy == 0 {
        return Ok(());
    }
    let user_name = envelope.actor.name.clone();
    COPIES.change(tables, number, |all| all.push(ReceiptCopy { n: copy, at: envelope.at, user_name, job_id }))
}

fn queue_key(job: &PrintJob) -> (u64, u8, u64) {
    (job.printer_id, u8::from(!job.kind.is_drawer()), job.id)
}

/// Applies [`JobMoved`]: changes the job's status and printer.
pub fn apply_moved(tables: &mut dyn Tables, envelope: &Envelope, event: &JobMoved) -> Stored<()> {
    let Some(mut job) = job(tables.view(), event.job_id)? else { return Ok(()) };
    OPEN.remove(tables, &queue_key(&job))?;
    job.printer_id = event.printer_id.unwrap_or(job.printer_id);
    job.status = event.status;
    job.error.clone_from(&event.error);
    if event.status == JobStatus::Sending {
        job.attempts += 1;
    }
    if event.requested {
        (job.requested_at, job.requested_running) = (envelope.at, envelope.running);
    }
    if let Some(copy) = event.copy {
        job.copy = copy;
    }
    if event.status.is_pending() || event.status == JobStatus::Sending {
        OPEN.put(tables, &queue_key(&job), &())?;
    }
    JOBS.put(tables, &job.id, &job)
}
