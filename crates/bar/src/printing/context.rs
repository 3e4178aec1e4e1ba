//! What the decision of a print command needs.

use super::{JobKind, PrintJob};
use crate::reasons::ReasonContext;
use crate::settings::Settings;
use base::{BusinessDay, Decided};

/// Data that a decision about the print queue depends on.
#[derive(Debug)]
pub struct PrintContext {
    /// The job that the command names, if it exists.
    pub job: Option<PrintJob>,
    /// The open jobs that an answer about waiting papers is about.
    pub waiting: Vec<PrintJob>,
    /// Whether the receipt that the command names exists.
    pub receipt_exists: bool,
    /// Whether its paper waits for a fiscal signature.
    pub receipt_waits: bool,
    /// Whether the issued sheet that the command names exists.
    pub sheet_exists: bool,
    /// The slip about the payment that the command names, if it exists.
    pub slip: Option<JobKind>,
    /// Number of prints that were queued so far of the receipt, Z or X that the command names, itself or by its job.
    pub prints: u32,
    /// The settings with the printers.
    pub settings: Settings,
    /// The id that the next job gets.
    pub next_job_id: u64,
    /// The reason that the command names.
    pub reasons: ReasonContext,
    /// The till whose drawer the command opens, in a bar with tills; or why there is none.
    pub till: Decided<Option<TillDrawer>>,
    /// The present business day.
    pub today: BusinessDay,
}

/// The drawer of a till.
#[derive(Debug, Clone, Copy)]
pub struct TillDrawer {
    /// The printer that opens it; `None` for the one that opens when cash is taken.
    pub printer_id: Option<u64>,
}
