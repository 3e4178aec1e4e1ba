//! Which way a job may go.

use super::{JobKind, JobMoved, JobQueued, JobStatus, PrintJob};
use crate::base::{Code, Decided, Refusal};
use crate::settings::Settings;

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
    },
    /// Puts a stopped job back into the queue, by hand.
    Retry {
        /// Which.
        job_id: u64,
    },
    /// The worker reports how far a job got.
    Report {
        /// Which.
        job_id: u64,
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
}

/// What a decision about the spool leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrintEvent {
    /// A new job.
    Queued(JobQueued),
    /// An old one moved.
    Moved(JobMoved),
}

/// The rules.
pub fn decide(command: &PrintCommand, context: &PrintContext) -> Decided<Vec<PrintEvent>> {
    match command {
        PrintCommand::Reprint { number } => {
            if !context.receipt_exists {
                return Err(Refusal::not_found("receipt"));
            }
            let printer = context.settings.receipt_printer().ok_or_else(|| Refusal::conflict("No printer is set up"))?;
            let kind = JobKind::Receipt { number: number.clone(), copy: context.prints };
            Ok(vec![PrintEvent::Queued(JobQueued { kind, printer_id: printer.id })])
        }
        PrintCommand::Test { printer_id } => {
            if !context.settings.printers.iter().any(|printer| printer.id == *printer_id) {
                return Err(Refusal::not_found("printer"));
            }
            Ok(vec![PrintEvent::Queued(JobQueued { kind: JobKind::TestPage, printer_id: *printer_id })])
        }
        PrintCommand::Slip { printer_id, url, name_url } => {
            if !context.settings.printers.iter().any(|printer| printer.id == *printer_id) {
                return Err(Refusal::not_found("printer"));
            }
            let url = url.clone().ok_or_else(|| Refusal::conflict("The box is on no network"))?;
            let kind = JobKind::Slip { url, name_url: name_url.clone() };
            Ok(vec![PrintEvent::Queued(JobQueued { kind, printer_id: *printer_id })])
        }
        PrintCommand::Retry { job_id } => {
            let job = context.job.as_ref().ok_or_else(|| Refusal::not_found("print job"))?;
            match job.status {
                JobStatus::Queued => Ok(Vec::new()),
                JobStatus::Sending => Err(Refusal::conflict("This job is being printed")),
                _ => Ok(vec![PrintEvent::Moved(JobMoved { job_id: *job_id, status: JobStatus::Queued, error: None })]),
            }
        }
        PrintCommand::Report { job_id, status, error } => {
            let job = context.job.as_ref().ok_or_else(|| Refusal::not_found("print job"))?;
            if !may_report(job.status, *status) {
                return Err(Refusal::new(Code::BadTransition, format!("A {} job cannot become {}", job.status.as_str(), status.as_str())));
            }
            Ok(vec![PrintEvent::Moved(JobMoved { job_id: *job_id, status: *status, error: error.clone() })])
        }
    }
}

fn may_report(from: JobStatus, to: JobStatus) -> bool {
    use JobStatus::*;
    match to {
        Sending | Failed => from.waits(),
        Blocked => from.waits(),
        Queued => from == Blocked,
        Sent | Confirmed | Unknown => from == Sending,
        Cancelled | Expired => from.waits() || from == Unknown,
    }
}
