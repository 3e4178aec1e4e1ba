//! Rules of the print queue: which jobs may be queued, retried, moved or cancelled.

use super::waiting::answer;
use super::{BillList, CopyCount, JobKind, JobMoved, JobQueued, JobStatus, Keep, PrintContext, PrintEvent, PrintJob};
use crate::payments::TillRequest;
use crate::reasons::{ReasonChoice, ReasonKind};
use crate::settings::PrinterSetting;
use base::{BusinessDay, Code, Decided, Envelope, Refusal, Role, SecureAddress};

/// A command to the print queue.
#[derive(Debug, Clone)]
pub enum PrintCommand {
    /// Prints a receipt again.
    Reprint {
        /// Number of the receipt.
        number: String,
    },
    /// Prints a test page.
    Test {
        /// The printer.
        printer_id: u64,
    },
    /// Prints the box's address for staff phones.
    Slip {
        /// The printer.
        printer_id: u64,
        /// The URL; `None` if the box is on no network.
        url: Option<String>,
        /// The URL with the box's mDNS name, for phones that resolve such names.
        name_url: Option<String>,
        /// The HTTPS URL and the certificate's fingerprint, if the box serves HTTPS.
        secure: Option<SecureAddress>,
    },
    /// Puts a stopped job back into the queue at a person's request.
    Retry {
        /// The job.
        job_id: u64,
    },
    /// Says what becomes of all papers that wait.
    Answer {
        /// Which of them are printed.
        keep: Keep,
        /// The printer that they wait for; `None` for all printers.
        printer_id: Option<u64>,
    },
    /// Cancels a job.
    Cancel {
        /// The job.
        job_id: u64,
    },
    /// Sends a job to another printer.
    Move {
        /// The job.
        job_id: u64,
        /// The new printer.
        printer_id: u64,
    },
    /// Opens the cash drawer.
    OpenDrawer {
        /// Printer of the drawer in a bar without tills; `None` for the drawer that opens when cash is taken.
        printer_id: Option<u64>,
        /// Why.
        reason: ReasonChoice,
        /// The till whose drawer it is, in a bar with tills.
        till: TillRequest,
    },
    /// Prints the sales report of a range of business days.
    SalesReport {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the working hours of a range of business days.
    HoursReport {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the exceptions of people on a range of business days.
    ExceptionsReport {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the tips of people on a range of business days.
    TipsReport {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the X of a shift.
    ShiftX {
        /// The shift.
        shift_id: u64,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the slip about the last count of a shift.
    CountSlip {
        /// The shift.
        shift_id: u64,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints a slip about a payment.
    PaymentSlip {
        /// The payment.
        payment_id: u64,
    },
    /// Prints a Z again.
    Z {
        /// The Z.
        number: u64,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the cash report of a range of business days.
    CashReport {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints the tax of a range of business days.
    TaxReport {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints a list of bills.
    Bills {
        /// Which ones.
        list: BillList,
        /// First business day.
        first: Option<BusinessDay>,
        /// Last business day.
        last: Option<BusinessDay>,
        /// What was searched for.
        text: Option<String>,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// Prints a truth sheet.
    Sheet {
        /// The night.
        day: BusinessDay,
        /// The issued sheet; `None` for the night as it stands.
        version: Option<u64>,
        /// The printer; `None` for the receipt printer.
        printer_id: Option<u64>,
    },
    /// The print worker reports the progress of a job.
    Report {
        /// The job.
        job_id: u64,
        /// The worker's printer. A job that was moved in the meantime belongs to another worker.
        printer_id: u64,
        /// Its new status.
        status: JobStatus,
        /// The error as a sentence for people.
        error: Option<String>,
    },
}

const PRINTING: &str = "This job is being printed";
const PRINTED: &str = "This job is printed";
const CANCELLED: &str = "This job is cancelled";
const NO_DRAWER: &str = "No printer opens a drawer";
const DRAWER_ONCE: &str = "A drawer never opens late: open it again";

/// Decides a command to the print queue.
pub fn decide(command: &PrintCommand, context: &PrintContext, envelope: &Envelope) -> Decided<Vec<PrintEvent>> {
    match command {
        PrintCommand::Reprint { number } => {
            if !context.receipt_exists {
                return Err(Refusal::not_found("receipt"));
            }
            if context.receipt_waits {
                return Err(Refusal::conflict("This receipt is printed when the fiscal device has signed it"));
            }
            context.queued(JobKind::Receipt { number: number.clone(), copy: context.prints }, context.printer(None)?)
        }
        PrintCommand::Test { printer_id } => context.queued(JobKind::TestPage, context.printer(Some(*printer_id))?),
        PrintCommand::SalesReport { first, last, printer_id } => {
            context.queued(JobKind::Report { first: *first, last: *last }, context.printer(*printer_id)?)
        }
        PrintCommand::HoursReport { first, last, printer_id } => {
            context.queued(JobKind::Hours { first: *first, last: *last }, context.printer(*printer_id)?)
        }
        PrintCommand::ShiftX { shift_id, printer_id } => {
            context.queued(JobKind::ShiftX { shift_id: *shift_id }, context.printer(*printer_id)?)
        }
        PrintCommand::CountSlip { shift_id, printer_id } => {
            context.queued(JobKind::CountSlip { shift_id: *shift_id }, context.printer(*printer_id)?)
        }
        PrintCommand::PaymentSlip { .. } => {
            let slip = context.slip.clone().ok_or_else(|| Refusal::not_found("payment"))?;
            context.queued(slip, context.printer(None)?)
        }
        PrintCommand::Z { number, printer_id } => {
            context.queued(JobKind::Z { number: *number, copy: context.prints }, context.printer(*printer_id)?)
        }
        PrintCommand::CashReport { first, last, printer_id } => {
            context.queued(JobKind::Cash { first: *first, last: *last }, context.printer(*printer_id)?)
        }
        PrintCommand::TipsReport { first, last, printer_id } => {
            context.queued(JobKind::Tips { first: *first, last: *last }, context.printer(*printer_id)?)
        }
        PrintCommand::TaxReport { first, last, printer_id } => {
            context.queued(JobKind::Tax { first: *first, last: *last }, context.printer(*printer_id)?)
        }
        PrintCommand::ExceptionsReport { first, last, printer_id } => {
            let manager_id = (envelope.actor.role < Role::Admin).then_some(envelope.actor.id);
            context.queued(JobKind::Exceptions { first: *first, last: *last, manager_id }, context.printer(*printer_id)?)
        }
        PrintCommand::Bills { list, first, last, text, printer_id } => {
            let kind = JobKind::Bills { list: *list, first: *first, last: *last, text: text.clone() };
            context.queued(kind, context.printer(*printer_id)?)
        }
        PrintCommand::Sheet { day, version, printer_id } => {
            if version.is_some() && !context.sheet_exists {
                return Err(Refusal::not_found("sheet"));
            }
            context.queued(JobKind::Sheet { day: *day, version: *version }, context.printer(*printer_id)?)
        }
        PrintCommand::OpenDrawer { printer_id, reason, .. } => {
            let reason = context.reasons.resolve(reason, ReasonKind::NoSale)?;
            // In a bar with tills, no other drawer than that of the till.
            let printer_id = match context.till.clone()? {
                Some(till) => till.printer_id,
                None => *printer_id,
            };
            let printer = match printer_id {
                Some(_) => context.printer(printer_id)?,
                None => context.settings.drawer_printer().ok_or_else(|| Refusal::conflict(NO_DRAWER))?,
            };
            if !printer.opens_drawer || !printer.enabled {
                return Err(Refusal::conflict(NO_DRAWER));
            }
            let by = envelope.actor.name.clone();
            context.queued(JobKind::Drawer { by, reason: reason.text, listed_reason: reason.listed }, printer)
        }
        PrintCommand::Slip { printer_id, url, name_url, secure } => {
            let printer = context.printer(Some(*printer_id))?;
            let url = url.clone().ok_or_else(|| Refusal::conflict("The box is on no network"))?;
            context.queued(JobKind::Slip { url, name_url: name_url.clone(), secure: secure.clone() }, printer)
        }
        PrintCommand::Retry { .. } => retry(context.job()?, context),
        PrintCommand::Answer { keep, .. } => answer(*keep, context),
        PrintCommand::Cancel { .. } => cancel(context.job()?),
        PrintCommand::Move { printer_id, .. } => move_to(context.job()?, context.printer(Some(*printer_id))?, context),
        PrintCommand::Report { printer_id, status, error, .. } => report(context.job()?, *printer_id, *status, error.clone()),
    }
}

impl PrintContext {
    fn job(&self) -> Decided<&PrintJob> {
        self.job.as_ref().ok_or_else(|| Refusal::not_found("print job"))
    }

    fn queued(&self, kind: JobKind, printer: &PrinterSetting) -> Decided<Vec<PrintEvent>> {
        let (job_id, printer_id) = (self.next_job_id, printer.id);
        Ok(vec![PrintEvent::Queued(JobQueued { job_id, kind, printer_id, by_policy: false, day: Some(self.today), approval: None })])
    }

    /// The printer with this id, or the receipt printer.
    fn printer(&self, id: Option<u64>) -> Decided<&PrinterSetting> {
        match id {
            Some(id) => self.settings.printer(id).ok_or_else(|| Refusal::not_found("printer")),
            None => self.settings.receipt_printer().ok_or_else(|| Refusal::conflict("No printer is set up")),
        }
    }
}

/// A job that a person requests again: what has printed prints as a copy. A receipt's job keeps its
/// number and says that it may be a duplicate: only another job is another copy.
fn again(job: &PrintJob, context: &PrintContext) -> JobMoved {
    let number = match job.kind.copy_count() {
        CopyCount::Receipt { .. } => None,
        CopyCount::Z { .. } => Some(context.prints.max(1)),
        CopyCount::Job => Some(job.copy + 1),
    };
    JobMoved { copy: number.filter(|_| job.has_printed()), ..JobMoved::requested(job.id, context.today) }
}

fn retry(job: &PrintJob, context: &PrintContext) -> Decided<Vec<PrintEvent>> {
    if job.kind.is_drawer() {
        return Err(Refusal::conflict(DRAWER_ONCE));
    }
    match job.status {
        JobStatus::Queued => Ok(Vec::new()),
        JobStatus::Sending => Err(Refusal::conflict(PRINTING)),
        JobStatus::Blocked
        | JobStatus::Sent
        | JobStatus::Confirmed
        | JobStatus::Unknown
        | JobStatus::Failed
        | JobStatus::Cancelled
        | JobStatus::Expired => Ok(vec![PrintEvent::Moved(again(job, context))]),
    }
}

/// A job that waits for the printer or for a person can be cancelled.
fn cancel(job: &PrintJob) -> Decided<Vec<PrintEvent>> {
    match job.status {
        JobStatus::Sending => Err(Refusal::conflict(PRINTING)),
        JobStatus::Sent | JobStatus::Confirmed => Err(Refusal::conflict(PRINTED)),
        JobStatus::Cancelled => Err(Refusal::conflict(CANCELLED)),
        JobStatus::Queued | JobStatus::Blocked | JobStatus::Unknown | JobStatus::Failed | JobStatus::Expired => {
            Ok(vec![PrintEvent::Moved(JobMoved::new(job.id, JobStatus::Cancelled, None))])
        }
    }
}

/// A job that moves to another printer counts as requested again.
fn move_to(job: &PrintJob, printer: &PrinterSetting, context: &PrintContext) -> Decided<Vec<PrintEvent>> {
    if job.kind.is_drawer() {
        return Err(Refusal::conflict(DRAWER_ONCE));
    }
    match job.status {
        JobStatus::Sending => Err(Refusal::conflict(PRINTING)),
        JobStatus::Sent | JobStatus::Confirmed => Err(Refusal::conflict(PRINTED)),
        JobStatus::Cancelled => Err(Refusal::conflict(CANCELLED)),
        JobStatus::Queued | JobStatus::Blocked | JobStatus::Unknown | JobStatus::Failed | JobStatus::Expired => {
            if job.status.is_pending() && job.printer_id == printer.id {
                return Ok(Vec::new());
            }
            Ok(vec![PrintEvent::Moved(JobMoved { printer_id: Some(printer.id), ..again(job, context) })])
        }
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
