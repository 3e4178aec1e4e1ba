//! The spool: what is to be printed, where, and how far it got. Jobs are rows, so a power cut loses none.
//!
//! `queued → sending → sent | confirmed`; `queued → blocked → queued` while the printer is away; `sending → unknown`
//! after the first byte, never repeated by itself; `any → cancelled`.

mod board;
mod decide;
mod tables;

use serde::{Deserialize, Serialize};

pub use board::{Board, Condition, Seen};
pub use decide::*;
pub use tables::*;

use crate::base::Timestamp;

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
    /// How staff phones find the box, as it was when the slip was asked for.
    Slip {
        /// The address that they open.
        url: String,
        /// The same by name, for phones that know such names.
        #[serde(default)]
        name_url: Option<String>,
    },
}

impl JobKind {
    /// The word as it travels.
    pub fn as_str(&self) -> &'static str {
        match self {
            JobKind::Receipt { .. } => "receipt",
            JobKind::TestPage => "test",
            JobKind::Slip { .. } => "slip",
        }
    }
}

/// How far a job got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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
    pub fn waits(self) -> bool {
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
}

/// A job is asked for: a reprint, a test page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobQueued {
    /// What it prints.
    pub kind: JobKind,
    /// Where.
    pub printer_id: u64,
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
}
