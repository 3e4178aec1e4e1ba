//! Print queue: what is to be printed, on which printer, and the status of each job. Jobs are rows, so a power cut loses none.
//!
//! `queued → sending → sent | confirmed`; `queued → blocked → queued` while the printer is not available; `sending → unknown` if
//! the job fails after the first byte. An unknown job is never repeated automatically, except tickets, which are printed again
//! with a mark (`sending → queued`). Jobs that wait for the printer or for a person can become `cancelled`; jobs that are too old
//! for their kind become `expired`.

mod decide;
mod policy;
mod promotion;
mod query;
mod tables;
mod ticket;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use decide::*;
pub use policy::{PrintTrigger, jobs_for, sent_items};
pub use promotion::after_promotion;
pub use query::items_sent;
pub use tables::*;
pub use ticket::{Ticket, TicketHead, TicketItem};

use crate::base::{Approved, BusinessDay, SecureAddress, Timestamp};
use crate::reasons::ListedReason;

/// An older ticket is not printed automatically: hours later its items are no longer wanted.
pub const TICKET_MAX_AGE: Duration = Duration::from_secs(30 * 60);
/// A drawer that did not open within this time stays shut: the person may have left it.
pub const DRAWER_MAX_AGE: Duration = Duration::from_secs(10);
/// A ticket that failed this often waits for a person: a printer that fails on each attempt must not use up the whole roll.
pub const TICKET_ATTEMPTS_MAX: u32 = 5;

/// Content of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    /// A receipt; `copy` counts the reprints, 0 is the first print.
    Receipt {
        /// Its number.
        number: String,
        /// 0 for the first print.
        copy: u32,
    },
    /// A test page with ruler, code page and QR codes.
    TestPage,
    /// Items that the bar or the kitchen is to make.
    Ticket(Box<Ticket>),
    /// Items that it is to stop making.
    Cancellation(Box<Ticket>),
    /// Opens the cash drawer and prints nothing.
    Drawer {
        /// Username of the person who took the cash or opened the drawer.
        by: String,
        /// Why it was opened without a sale, if that was said.
        #[serde(default)]
        reason: Option<String>,
        /// The reason of the list that was chosen.
        #[serde(default)]
        listed_reason: Option<ListedReason>,
    },
    /// The sales report of a range of business days.
    Report {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
    },
    /// The working hours of a range of business days.
    Hours {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// The exceptions of people on a range of business days.
    Exceptions {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
        /// The manager who printed it, and who sees bartenders and themself; `None` for an admin, who sees everybody.
        manager_id: Option<u64>,
    },
    /// The tips of a range of business days.
    Tips {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// The X of a shift, as it stands when it is printed.
    ShiftX {
        /// The shift.
        shift_id: u64,
    },
    /// A Z.
    Z {
        /// The Z.
        number: u64,
        /// Number of earlier prints.
        copy: u32,
    },
    /// The cash of a range of business days.
    Cash {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// A slip about money that was put into a safe, for two signatures.
    DropSlip {
        /// The movement.
        movement_id: u64,
    },
    /// A slip about money that was paid out of a till.
    PayOutSlip {
        /// The movement.
        movement_id: u64,
    },
    /// A slip about the last count of a shift.
    CountSlip {
        /// The shift.
        shift_id: u64,
    },
    /// The box's address for staff phones, as of the request for the slip.
    Slip {
        /// The URL that they open.
        url: String,
        /// The URL with the box's mDNS name, for phones that resolve such names.
        #[serde(default)]
        name_url: Option<String>,
        /// The HTTPS URL and the certificate's fingerprint, if the box serves HTTPS.
        #[serde(default)]
        secure: Option<SecureAddress>,
    },
    /// The truth sheet of a business day.
    Sheet {
        /// The night.
        day: BusinessDay,
        /// The issued sheet; `None` for the night as it stands when it is printed.
        version: Option<u64>,
    },
}

/// The kind of a job without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PrintJobKind)]
pub enum JobType {
    /// A receipt.
    Receipt,
    /// A test page.
    Test,
    /// Items that the bar or the kitchen is to make.
    Ticket,
    /// Items that it is to stop making.
    Cancellation,
    /// Opening the cash drawer.
    Drawer,
    /// A report: sales, working hours, exceptions, tips, or a truth sheet.
    Report,
    /// The box's address for staff phones.
    Slip,
    /// The X of a shift.
    X,
    /// A Z.
    Z,
    /// Money that was put into a safe.
    #[serde(rename = "drop_slip")]
    DropSlip,
    /// Money that was paid out.
    #[serde(rename = "pay_out_slip")]
    PayOutSlip,
    /// A count.
    #[serde(rename = "count_slip")]
    CountSlip,
    /// The cash report.
    #[serde(rename = "cash_report")]
    CashReport,
}

impl JobType {
    /// The word used in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            JobType::Receipt => "receipt",
            JobType::Test => "test",
            JobType::Ticket => "ticket",
            JobType::Cancellation => "cancellation",
            JobType::Drawer => "drawer",
            JobType::Report => "report",
            JobType::Slip => "slip",
            JobType::X => "x",
            JobType::Z => "z",
            JobType::DropSlip => "drop_slip",
            JobType::PayOutSlip => "pay_out_slip",
            JobType::CountSlip => "count_slip",
            JobType::CashReport => "cash_report",
        }
    }
}

impl JobKind {
    /// A drawer that opens because cash was taken.
    pub fn drawer_for_cash(by: &str) -> Self {
        JobKind::Drawer { by: by.to_owned(), reason: None, listed_reason: None }
    }

    /// The kind without its content.
    pub fn name(&self) -> JobType {
        match self {
            JobKind::Receipt { .. } => JobType::Receipt,
            JobKind::TestPage => JobType::Test,
            JobKind::Ticket(_) => JobType::Ticket,
            JobKind::Cancellation(_) => JobType::Cancellation,
            JobKind::Drawer { .. } => JobType::Drawer,
            JobKind::Report { .. } | JobKind::Hours { .. } | JobKind::Exceptions { .. } | JobKind::Tips { .. } | JobKind::Sheet { .. } => {
                JobType::Report
            }
            JobKind::Slip { .. } => JobType::Slip,
            JobKind::ShiftX { .. } => JobType::X,
            JobKind::Z { .. } => JobType::Z,
            JobKind::Cash { .. } => JobType::CashReport,
            JobKind::DropSlip { .. } => JobType::DropSlip,
            JobKind::PayOutSlip { .. } => JobType::PayOutSlip,
            JobKind::CountSlip { .. } => JobType::CountSlip,
        }
    }

    /// The word used in the API.
    pub fn as_str(&self) -> &'static str {
        self.name().as_str()
    }

    /// The order of a ticket or cancellation.
    pub fn order_id(&self) -> Option<u64> {
        match self {
            JobKind::Ticket(ticket) | JobKind::Cancellation(ticket) => Some(ticket.order_id),
            _ => None,
        }
    }

    /// Whether it is printed again automatically, with a mark, after it failed in the middle. A dish that is never cooked is worse
    /// than a duplicate ticket.
    pub fn is_resent_after_failure(&self) -> bool {
        matches!(self, JobKind::Ticket(_) | JobKind::Cancellation(_))
    }

    /// How long it may wait; `None` without a limit.
    pub fn max_age(&self) -> Option<Duration> {
        match self {
            JobKind::Ticket(_) | JobKind::Cancellation(_) => Some(TICKET_MAX_AGE),
            JobKind::Drawer { .. } => Some(DRAWER_MAX_AGE),
            _ => None,
        }
    }

    /// Whether it is a further print of a receipt.
    pub fn is_reprint(&self) -> bool {
        matches!(self, JobKind::Receipt { copy, .. } if *copy > 0)
    }

    /// Why the drawer opens, as a reason of the list and in words; `None` for another job.
    pub fn drawer_reason(&self) -> Option<(Option<ListedReason>, Option<String>)> {
        match self {
            JobKind::Drawer { reason, listed_reason, .. } => Some((listed_reason.clone(), reason.clone())),
            _ => None,
        }
    }

    /// Whether it opens the drawer.
    pub fn is_drawer(&self) -> bool {
        matches!(self, JobKind::Drawer { .. })
    }
}

/// Status of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PrintJobStatus)]
pub enum JobStatus {
    /// Waiting to be sent.
    Queued,
    /// The printer is not available, open or out of paper; retried automatically.
    Blocked,
    /// The first byte may have been sent.
    Sending,
    /// Everything was written.
    Sent,
    /// Everything was written, and the printer confirmed it.
    Confirmed,
    /// It failed after the first byte; a person decides.
    Unknown,
    /// It can never be printed.
    Failed,
    /// Cancelled by a person.
    Cancelled,
    /// Too old to be printed automatically.
    Expired,
}

impl JobStatus {
    /// All statuses.
    pub const ALL: [JobStatus; 9] = [
        JobStatus::Queued,
        JobStatus::Blocked,
        JobStatus::Sending,
        JobStatus::Sent,
        JobStatus::Confirmed,
        JobStatus::Unknown,
        JobStatus::Failed,
        JobStatus::Cancelled,
        JobStatus::Expired,
    ];

    /// The word used in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            JobStatus::Queued => "queued",
            JobStatus::Blocked => "blocked",
            JobStatus::Sending => "sending",
            JobStatus::Sent => "sent",
            JobStatus::Confirmed => "confirmed",
            JobStatus::Unknown => "unknown",
            JobStatus::Failed => "failed",
            JobStatus::Cancelled => "cancelled",
            JobStatus::Expired => "expired",
        }
    }

    /// Whether the print worker still has to send it.
    pub fn is_pending(self) -> bool {
        matches!(self, JobStatus::Queued | JobStatus::Blocked)
    }
}

/// One job as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintJob {
    /// Counts from 1.
    pub id: u64,
    /// Its content.
    pub kind: JobKind,
    /// The printer that prints it.
    pub printer_id: u64,
    /// Its status.
    pub status: JobStatus,
    /// Number of attempts that were about to send the first byte.
    pub attempts: u32,
    /// Why it waits or stopped, as a sentence for people.
    pub error: Option<String>,
    /// When it was queued.
    pub created_at: Timestamp,
    /// When a person last requested it; initially when it was queued.
    pub requested_at: Timestamp,
    /// The same moment in the box's running time, in milliseconds, which does not depend on the wall clock.
    pub requested_running: u64,
    /// The approval of a drawer that was opened by hand.
    pub approval: Option<Box<Approved>>,
}

/// The current time by both clocks, for the age of a job.
#[derive(Debug, Clone, Copy)]
pub struct AgeReference {
    /// Wall-clock time.
    pub at: Timestamp,
    /// The box's running time, in milliseconds.
    pub running: u64,
    /// The newest job from before this start. How long ago that was is not known for certain.
    pub last_job_before_start: u64,
}

impl PrintJob {
    /// Whether it waited too long to be printed automatically. A drawer expires by either clock and never waits across a restart. A
    /// ticket of this run expires by the running time only, so that a corrected wall clock does not keep a dish from the kitchen.
    pub fn is_stale(&self, now: AgeReference) -> bool {
        let Some(fresh) = self.kind.max_age().filter(|_| self.status.is_pending()) else { return false };
        let is_older = self.id <= now.last_job_before_start;
        let by_wall = u128::try_from(now.at.since(self.requested_at)).unwrap_or(0);
        let by_wall = if is_older || self.kind.is_drawer() { by_wall } else { 0 };
        let by_running = u128::from(now.running.saturating_sub(self.requested_running));
        by_wall.max(by_running) > fresh.as_millis() || (self.kind.is_drawer() && is_older)
    }
}

/// A job is queued. Its id, content and printer are decided with the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobQueued {
    /// Counts from 1. 0 in old journals that do not contain it: their jobs are finished and get no row.
    #[serde(default)]
    pub job_id: u64,
    /// Its content.
    pub kind: JobKind,
    /// The printer that prints it.
    pub printer_id: u64,
    /// Whether it follows from a sale, an order or a payment; otherwise a person requested it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_policy: bool,
    /// The business day on which a person requested it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// The approval of a drawer that was opened by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// A job changed its status or printer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobMoved {
    /// The job.
    pub job_id: u64,
    /// Its new status.
    pub status: JobStatus,
    /// The error as a sentence for people.
    pub error: Option<String>,
    /// Whether a person requested it again: its age counts from now.
    #[serde(rename = "asked", default, skip_serializing_if = "std::ops::Not::not")]
    pub requested: bool,
    /// The business day on which a person requested it again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// Its new printer, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printer_id: Option<u64>,
}

impl JobMoved {
    /// A job with a new status on the same printer.
    pub fn new(job_id: u64, status: JobStatus, error: Option<String>) -> Self {
        JobMoved { job_id, status, error, requested: false, day: None, printer_id: None }
    }

    /// A job that a person requested again.
    pub fn requested(job_id: u64) -> Self {
        JobMoved { requested: true, ..JobMoved::new(job_id, JobStatus::Queued, None) }
    }
}
