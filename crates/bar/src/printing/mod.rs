//! Print queue: what is to be printed, on which printer, and the status of each job. Jobs are rows, so a power cut loses none.
//!
//! `queued → sending → sent | confirmed`; `queued → blocked → queued` while the printer is not available; `sending → unknown` if
//! the job fails after the first byte. An unknown job is never repeated automatically, except tickets, which are printed again
//! with a mark (`sending → queued`). Jobs that wait for the printer or for a person can become `cancelled`; jobs that are too old
//! for their kind become `expired`.

mod context;
mod copy_count;
mod decide;
mod job_kind;
mod moved;
mod policy;
mod promotion;
mod query;
mod tables;
mod ticket;
mod waiting;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use context::{PrintContext, TillDrawer};
pub use copy_count::CopyCount;
pub use decide::*;
pub use job_kind::{BillList, JobKind, JobType, SlipOrder};
pub use moved::{MovedSlip, PaperPlace};
pub use policy::{PrintTrigger, jobs_for, sent_items};
pub use promotion::after_promotion;
pub use query::{items_sent, tickets_of_items};
pub use tables::*;
pub use ticket::{Ticket, TicketHead, TicketItem};
pub use waiting::{AWAITS_ANSWER, Keep, to_ask_about};

use base::{Approved, BusinessDay, Timestamp};

/// An older ticket is not printed automatically: hours later its items are no longer wanted.
pub const TICKET_MAX_AGE: Duration = Duration::from_secs(30 * 60);
/// A drawer that did not open within this time stays shut: the person may have left it.
pub const DRAWER_MAX_AGE: Duration = Duration::from_secs(10);
/// A ticket that failed this often waits for a person: a printer that fails on each attempt must not use up the whole roll.
pub const TICKET_ATTEMPTS_MAX: u32 = 5;

/// Status of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PrintJobStatus)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
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

base::words!(JobStatus);

impl JobStatus {
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
    /// Number of the copy that it prints since a person requested it again after it had printed; 0 before.
    pub copy: u32,
}

/// A further print of a receipt, after the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceiptCopy {
    /// From 1.
    pub n: u32,
    /// When it was asked for.
    pub at: Timestamp,
    /// Username of the person who asked for it.
    pub user_name: String,
    pub job_id: u64,
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
    /// Whether a further request prints a second paper. A page about cash has no mark for an attempt that may already be on paper, so one
    /// that failed in the middle counts as printed.
    pub fn has_printed(&self) -> bool {
        let is_printed = matches!(self.status, JobStatus::Sent | JobStatus::Confirmed);
        is_printed || (self.attempts > 0 && self.kind.is_cash_page())
    }

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
    /// Counts from 1.
    pub job_id: u64,
    /// Its content.
    pub kind: JobKind,
    /// The printer that prints it.
    pub printer_id: u64,
    /// Whether it follows from a sale, an order or a payment; otherwise a person requested it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_policy: bool,
    /// The business day on which a person requested it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// The approval of a drawer that was opened by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<BusinessDay>,
    /// Its new printer, if it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printer_id: Option<u64>,
    /// Number of the copy, if it had printed before a person requested it again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy: Option<u32>,
}

impl JobMoved {
    /// A job with a new status on the same printer.
    pub fn new(job_id: u64, status: JobStatus, error: Option<String>) -> Self {
        JobMoved { job_id, status, error, requested: false, day: None, printer_id: None, copy: None }
    }

    /// A job that a person requested again on the business day `today`.
    pub fn requested(job_id: u64, today: BusinessDay) -> Self {
        JobMoved { requested: true, day: Some(today), ..JobMoved::new(job_id, JobStatus::Queued, None) }
    }
}

/// An event of the print queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PrintEvent {
    /// A new job.
    Queued(JobQueued),
    /// An existing job changed its status or printer.
    Moved(JobMoved),
}
