//! Which way a job may go.

use super::{JobKind, JobMoved, JobQueued, JobStatus, PrintJob};
use crate::base::{BusinessDay, Code, Decided, Envelope, Refusal, Secure};
use crate::settings::{PrinterSetting, Settings};

/// A command to the spool.
#[derive(Debug, Clone)]
pub enum PrintCommand {
    /// Prints a receipt again.
    Reprint {
        /// Which.
        number: String,
    },
    /// Prints a test page.
    Test {
        /// Where.
        printer_id: u64,
    },
    /// Prints how staff phones find the box.
    Slip {
        /// Where.
        printer_id: u64,
        /// The address; none: the box is on no network.
        url: Option<String>,
        /// The same by name, for phones that know such names.
        name_url: Option<String>,
        /// The same by HTTPS, where the box serves that.
        secure: Option<Secure>,
    },
    /// Puts a stopped job back into the queue, by hand.
    Retry {
        /// Which.
        job_id: u64,
    },
    /// Takes a job back.
    Cancel {
        /// Which.
        job_id: u64,
    },
    /// Sends a job to another printer.
    Move {
        /// Which.
        job_id: u64,
        /// Where to.
        printer_id: u64,
    },
    /// Opens the cash drawer.
    OpenDrawer {
        /// At which printer; none: the one that opens when cash is taken.
        printer_id: Option<u64>,
    },
    /// Prints what a stretch of business days brought.
    SalesReport {
        /// The first of them.
        first: BusinessDay,
        /// The last of them.
        last: BusinessDay,
        /// Where; none: where receipts go.
        printer_id: Option<u64>,
    },
    /// The worker reports how far a job got.
    Report {
        /// Which.
        job_id: u64,
        /// The worker's printer: a job that was moved in the meantime is another worker's.
        printer_id: u64,
        /// Where it is now.
        status: JobStatus,
        /// Why, in words.
        error: Option<String>,
    },
}

/// What a decision about the spool looks at.
#[derive(Debug)]
pub struct PrintContext {
    /// The job that is named.
    pub job: Option<PrintJob>,
    /// Whether the receipt that is named exists.
    pub receipt_exists: bool,
    /// How many prints of it there have been or will be.
    pub prints: u32,
    /// The printers.
    pub settings: Settings,
    /// The id that the next job gets.
    pub next_job_id: u64,
}

/// What a decision about the spool leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrintEvent {
    /// A new job.
    Queued(JobQueued),
    /// An old one moved.
    Moved(JobMoved),
}

const PRINTING: &str = "This job is being printed";
const PRINTED: &str = "This job is printed";
const CANCELLED: &str = "This job is cancelled";
const NO_DRAWER: &str = "No printer opens a drawer";
const DRAWER_ONCE: &str = "A drawer never opens late: open it anew";

/// The rules.
pub fn decide(command: &PrintCommand, context: &PrintContext, envelope: &Envelope) -> Decided<Vec<PrintEvent>> {
    match command {
        PrintCommand::Reprint { number } => {
            if !context.receipt_exists {
                return Err(Refusal::not_found("receipt"));
            }
            context.queued(JobKind::Receipt { number: number.clone(), copy: context.prints }, context.printer(None)?)
        }
        PrintCommand::Test { printer_id } => context.queued(JobKind::TestPage, context.printer(Some(*printer_id))?),
        PrintCommand::SalesReport { first, last, printer_id } => {
            context.queued(JobKind::Report { first: *first, last: *last }, context.printer(*printer_id)?)
        }
        PrintCommand::OpenDrawer { printer_id } => {
            let printer = match printer_id {
                Some(_) => context.printer(*printer_id)?,
                None => context.settings.drawer_printer().ok_or_else(|| Refusal::conflict(NO_DRAWER))?,
            };
            if !printer.opens_drawer || !printer.enabled {
                return Err(Refusal::conflict(NO_DRAWER));
            }
            context.queued(JobKind::Drawer { by: envelope.actor.name.clone() }, printer)
        }
        PrintCommand::Slip { printer_id, url, name_url, secure } => {
            let printer = context.printer(Some(*printer_id))?;
            let url = url.clone().ok_or_else(|| Refusal::conflict("The box is on no network"))?;
            context.queued(JobKind::Slip { url, name_url: name_url.clone(), secure: secure.clone() }, printer)
        }
        PrintCommand::Retry { .. } => retry(context.job()?),
        PrintCommand::Cancel { .. } => cancel(context.job()?),
        PrintCommand::Move { printer_id, .. } => move_to(context.job()?, context.printer(Some(*printer_id))?),
        PrintCommand::Report { printer_id, status, error, .. } => report(context.job()?, *printer_id, *status, error.clone()),
    }
}

impl PrintContext {
    fn job(&self) -> Decided<&PrintJob> {
        self.job.as_ref().ok_or_else(|| Refusal::not_found("print job"))
    }

    fn queued(&self, kind: JobKind, printer: &PrinterSetting) -> Decided<Vec<PrintEvent>> {
        Ok(vec![PrintEvent::Queued(JobQueued { job_id: self.next_job_id, kind, printer_id: printer.id, by_policy: false })])
    }

    /// The printer that is named, or that of the receipts.
    fn printer(&self, id: Option<u64>) -> Decided<&PrinterSetting> {
        match id {
            Some(id) => self.settings.printer(id).ok_or_else(|| Refusal::not_found("printer")),
            None => self.settings.receipt_printer().ok_or_else(|| Refusal::conflict("No printer is set up")),
        }
    }
}

fn retry(job: &PrintJob) -> Decided<Vec<PrintEvent>> {
    match job.status {
        _ if job.kind.is_drawer() => Err(Refusal::conflict(DRAWER_ONCE)),
        JobStatus::Queued => Ok(Vec::new()),
        JobStatus::Sending => Err(Refusal::conflict(PRINTING)),
        _ => Ok(vec![PrintEvent::Moved(JobMoved::asked(job.id))]),
    }
}

/// What waits, for its turn or for a person, can be taken back.
fn cancel(job: &PrintJob) -> Decided<Vec<PrintEvent>> {
    match job.status {
        JobStatus::Sending => Err(Refusal::conflict(PRINTING)),
        JobStatus::Sent | JobStatus::Confirmed => Err(Refusal::conflict(PRINTED)),
        JobStatus::Cancelled => Err(Refusal::conflict(CANCELLED)),
        _ => Ok(vec![PrintEvent::Moved(JobMoved::new(job.id, JobStatus::Cancelled, None))]),
    }
}

/// A job that went to another printer is asked for anew there.
fn move_to(job: &PrintJob, printer: &PrinterSetting) -> Decided<Vec<PrintEvent>> {
    match job.status {
        _ if job.kind.is_drawer() => Err(Refusal::conflict(DRAWER_ONCE)),
        JobStatus::Sending => Err(Refusal::conflict(PRINTING)),
        JobStatus::Sent | JobStatus::Confirmed => Err(Refusal::conflict(PRINTED)),
        JobStatus::Cancelled => Err(Refusal::conflict(CANCELLED)),
        status if status.is_pending() && job.printer_id == printer.id => Ok(Vec::new()),
        _ => Ok(vec![PrintEvent::Moved(JobMoved { printer_id: Some(printer.id), ..JobMoved::asked(job.id) })]),
    }
}

fn report(job: &PrintJob, printer_id: u64, status: JobStatus, error: Option<String>) -> Decided<Vec<PrintEvent>> {
    let wrong = |message: String| Err(Refusal::new(Code::BadTransition, message));
    if job.printer_id != printer_id {
        return wrong("This job was moved to another printer".to_owned());
    }
    if !may_report(job, status) {
        return wrong(format!("A {} job cannot become {}", job.status.as_str(), status.as_str()));
    }
    Ok(vec![PrintEvent::Moved(JobMoved::new(job.id, status, error))])
}

fn may_report(job: &PrintJob, to: JobStatus) -> bool {
    use JobStatus::*;
    let from = job.status;
    match to {
        Sending | Blocked | Failed => from.is_pending(),
        Queued => from == Blocked || (from == Sending && job.kind.is_resent_after_failure()),
        Sent | Confirmed | Unknown => from == Sending,
        Cancelled | Expired => from.is_pending() || from == Unknown,
    }
}
