//! The spool: what is to be printed, where, and how far it got. Jobs are rows, so a power cut loses none.
//!
//! `queued → sending → sent | confirmed`; `queued → blocked → queued` while the printer is away; `sending → unknown`
//! after the first byte, never repeated by itself, but for tickets, which come again marked (`sending → queued`);
//! what waits, for its turn or for a person → `cancelled`; what is too old for its kind → `expired`.

mod decide;
mod policy;
mod promotion;
mod tables;
mod ticket;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use decide::*;
pub use policy::{PrintTrigger, jobs_for};
pub use promotion::after_promotion;
pub use tables::*;
pub use ticket::{Ticket, TicketHead, TicketItem};

use crate::base::{BusinessDay, Secure, Timestamp};

/// A ticket that is older is not printed unasked: hours later nobody wants what it orders.
pub const TICKET_MAX_AGE: Duration = Duration::from_secs(30 * 60);
/// A drawer that did not open by then stays shut: nobody may stand before it any more.
pub const DRAWER_MAX_AGE: Duration = Duration::from_secs(10);
/// A ticket that broke off so often waits for a person: a printer that dies on each must not eat the whole roll.
pub const TICKET_ATTEMPTS_MAX: u32 = 5;

/// What a job prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    /// A receipt; `copy` counts the reprints, 0 is the first print.
    Receipt {
        /// Which.
        number: String,
        /// 0 for the first print.
        copy: u32,
    },
    /// The ruler, the code page, the codes.
    TestPage,
    /// What the bar or the kitchen is to make.
    Ticket(Box<Ticket>),
    /// What it is to stop making.
    Cancellation(Box<Ticket>),
    /// Opens the cash drawer and prints nothing.
    Drawer {
        /// Username of who took the cash, or asked for it.
        by: String,
    },
    /// What a stretch of business days brought.
    Report {
        /// The first of them.
        first: BusinessDay,
        /// The last of them.
        last: BusinessDay,
    },
    /// How staff phones find the box, as it was when the slip was asked for.
    Slip {
        /// The address that they open.
        url: String,
        /// The same by name, for phones that know such names.
        #[serde(default)]
        name_url: Option<String>,
        /// The same by HTTPS, where the box serves that.
        #[serde(default)]
        secure: Option<Secure>,
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
    /// What the bar or the kitchen is to make.
    Ticket,
    /// What it is to stop making.
    Cancellation,
    /// The cash drawer is opened.
    Drawer,
    /// The sales report.
    Report,
    /// How staff phones find the box.
    Slip,
}

impl JobType {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            JobType::Receipt => "receipt",
            JobType::Test => "test",
            JobType::Ticket => "ticket",
            JobType::Cancellation => "cancellation",
            JobType::Drawer => "drawer",
            JobType::Report => "report",
            JobType::Slip => "slip",
        }
    }
}

impl JobKind {
    /// The kind without its content.
    pub fn name(&self) -> JobType {
        match self {
            JobKind::Receipt { .. } => JobType::Receipt,
            JobKind::TestPage => JobType::Test,
            JobKind::Ticket(_) => JobType::Ticket,
            JobKind::Cancellation(_) => JobType::Cancellation,
            JobKind::Drawer { .. } => JobType::Drawer,
            JobKind::Report { .. } => JobType::Report,
            JobKind::Slip { .. } => JobType::Slip,
        }
    }

    /// The word as it travels.
    pub fn as_str(&self) -> &'static str {
        self.name().as_str()
    }

    /// The order that it is about.
    pub fn order_id(&self) -> Option<u64> {
        match self {
            JobKind::Ticket(ticket) | JobKind::Cancellation(ticket) => Some(ticket.order_id),
            _ => None,
        }
    }

    /// Whether it comes again by itself when it broke off, marked: a dish that nobody cooks is worse than one ticket too many.
    pub fn is_resent_after_failure(&self) -> bool {
        matches!(self, JobKind::Ticket(_) | JobKind::Cancellation(_))
    }

    /// For how long it may wait; `None` for ever.
    pub fn max_age(&self) -> Option<Duration> {
        match self {
            JobKind::Ticket(_) | JobKind::Cancellation(_) => Some(TICKET_MAX_AGE),
            JobKind::Drawer { .. } => Some(DRAWER_MAX_AGE),
            _ => None,
        }
    }

    /// Whether it opens the drawer.
    pub fn is_drawer(&self) -> bool {
        matches!(self, JobKind::Drawer { .. })
    }
}

/// How far a job got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PrintJobStatus)]
pub enum JobStatus {
    /// Waits for its turn.
    Queued,
    /// The printer is away, open or out of paper; tried again by itself.
    Blocked,
    /// The first byte may be on its way.
    Sending,
    /// Everything was written.
    Sent,
    /// Everything was written, and the printer said so.
    Confirmed,
    /// It broke off after the first byte: a person decides.
    Unknown,
    /// It can never be printed.
    Failed,
    /// Taken back by a person.
    Cancelled,
    /// Too old to be printed unasked.
    Expired,
}

impl JobStatus {
    /// All of them.
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

    /// The word as it travels.
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

    /// Whether the worker still has it before it.
    pub fn is_pending(self) -> bool {
        matches!(self, JobStatus::Queued | JobStatus::Blocked)
    }
}

/// One job as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrintJob {
    /// Counts from 1.
    pub id: u64,
    /// What it prints.
    pub kind: JobKind,
    /// Where.
    pub printer_id: u64,
    /// How far it got.
    pub status: JobStatus,
    /// How often its first byte was about to go out.
    pub attempts: u32,
    /// Why it waits or stopped, in words.
    pub error: Option<String>,
    /// Since when it is in the spool.
    pub created_at: Timestamp,
    /// When a person last asked for it; at first when it was made.
    pub asked_at: Timestamp,
    /// The same as the box's own running time, which no clock can turn back.
    pub asked_running: u64,
}

/// The moment at which a job's age is looked at.
#[derive(Debug, Clone, Copy)]
pub struct AgeReference {
    /// What the wall clock says.
    pub at: Timestamp,
    /// The box's own running time, in milliseconds.
    pub running: u64,
    /// The newest job of the time before this start; how long ago that was no clock can tell for certain.
    pub last_before_start: u64,
}

impl PrintJob {
    /// Whether it waited too long to be printed unasked. For a drawer either clock is enough, and it never waits across a
    /// restart. A ticket of this run goes by the running time alone: a wall clock that is put right must not keep a dish from
    /// the kitchen.
    pub fn is_stale(&self, now: AgeReference) -> bool {
        let Some(fresh) = self.kind.max_age().filter(|_| self.status.is_pending()) else { return false };
        let is_older = self.id <= now.last_before_start;
        let by_wall = u128::try_from(now.at.since(self.asked_at)).unwrap_or(0);
        let by_wall = if is_older || self.kind.is_drawer() { by_wall } else { 0 };
        let by_running = u128::from(now.running.saturating_sub(self.asked_running));
        by_wall.max(by_running) > fresh.as_millis() || (self.kind.is_drawer() && is_older)
    }
}

/// A job joins the queue: its id, what it prints and where are decided with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobQueued {
    /// Counts from 1. 0 in journals that did not name it: their jobs are over, and no row is made of them.
    #[serde(default)]
    pub job_id: u64,
    /// What it prints.
    pub kind: JobKind,
    /// Where.
    pub printer_id: u64,
    /// It follows from a sale, an order or a payment; else a person asked for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_policy: bool,
}

/// A job got somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobMoved {
    /// Which.
    pub job_id: u64,
    /// Where it is now.
    pub status: JobStatus,
    /// Why, in words.
    pub error: Option<String>,
    /// A person asked for it anew: its age counts from now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asked: bool,
    /// The printer that it goes to from now on, where that is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printer_id: Option<u64>,
}

impl JobMoved {
    /// A job that stays where it is and gets somewhere.
    pub fn new(job_id: u64, status: JobStatus, error: Option<String>) -> Self {
        JobMoved { job_id, status, error, asked: false, printer_id: None }
    }

    /// A person sends it off anew.
    pub fn asked(job_id: u64) -> Self {
        JobMoved { asked: true, ..JobMoved::new(job_id, JobStatus::Queued, None) }
    }
}
