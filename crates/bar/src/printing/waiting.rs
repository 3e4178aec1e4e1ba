//! Papers that have waited long: after a night without a printer, a person says once what becomes of all of them.

use std::time::Duration;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::{AgeReference, JobKind, JobMoved, JobStatus, PrintContext, PrintEvent, PrintJob};
use base::{Decided, Refusal};

/// Papers that have waited for longer are not printed unasked, if they are many.
const LONG: Duration = Duration::from_secs(30 * 60);
/// So many are printed unasked all the same.
const FEW: usize = 3;
/// Why a paper waits although its printer is ready.
pub const AWAITS_ANSWER: &str = "Waiting for an answer";

/// Which of the papers that wait are printed. The others are cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WaitingPapersKept)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Keep {
    /// All of them.
    All,
    /// Those of the present business day.
    Tonight,
    /// None of them.
    None,
}

base::words!(Keep);

impl JobKind {
    /// Whether a person is asked about many of them: receipts, bills and slips about payments. Tickets and drawers expire.
    fn is_asked_about(&self) -> bool {
        match self {
            JobKind::Receipt { .. } | JobKind::Bill { .. } | JobKind::PaymentSlip { .. } => true,
            JobKind::Bills { .. }
            | JobKind::TestPage
            | JobKind::Ticket(_)
            | JobKind::Cancellation(_)
            | JobKind::Moved(_)
            | JobKind::Drawer { .. }
            | JobKind::Report { .. }
            | JobKind::Hours { .. }
            | JobKind::Exceptions { .. }
            | JobKind::Tips { .. }
            | JobKind::Tax { .. }
            | JobKind::ShiftX { .. }
            | JobKind::Z { .. }
            | JobKind::Cash { .. }
            | JobKind::DropSlip { .. }
            | JobKind::PayOutSlip { .. }
            | JobKind::CountSlip { .. }
            | JobKind::Slip { .. }
            | JobKind::Sheet { .. } => false,
        }
    }
}

impl PrintJob {
    /// Whether it waits for a person's answer, and not for its printer.
    pub fn awaits_answer(&self) -> bool {
        self.status == JobStatus::Blocked && self.error.as_deref() == Some(AWAITS_ANSWER)
    }

    /// Whether it is a paper that an answer is about.
    pub fn waits(&self) -> bool {
        self.status.is_pending() && self.kind.is_asked_about()
    }

    fn has_waited_long(&self, now: AgeReference) -> bool {
        let by_wall = if self.id <= now.last_job_before_start { now.at.since(self.requested_at) } else { 0 };
        let by_running = u128::from(now.running.saturating_sub(self.requested_running));
        self.waits() && u128::try_from(by_wall).unwrap_or(0).max(by_running) > LONG.as_millis()
    }
}

/// Of the open jobs of a printer, those that now wait for an answer and did not before.
pub fn to_ask_about(open: &[PrintJob], now: AgeReference) -> Vec<&PrintJob> {
    let long: Vec<&PrintJob> = open.iter().filter(|job| job.has_waited_long(now)).collect();
    let new = if long.len() > FEW { long } else { Vec::new() };
    new.into_iter().filter(|job| !job.awaits_answer()).collect()
}

/// Decides what becomes of the papers that wait.
///
/// # Errors
/// 409 `conflict` if none waits.
pub(super) fn answer(keep: Keep, context: &PrintContext) -> Decided<Vec<PrintEvent>> {
    let waiting: Vec<&PrintJob> = context.waiting.iter().filter(|job| job.waits()).collect();
    if waiting.is_empty() {
        return Err(Refusal::conflict("No paper waits"));
    }
    let bar_time = context.settings.bar_time();
    let is_kept = |job: &PrintJob| match keep {
        Keep::All => true,
        Keep::Tonight => bar_time.business_day(job.created_at) == context.today,
        Keep::None => false,
    };
    let moved = |job: &&PrintJob| match is_kept(job) {
        // Its age counts from now, so that it is not asked about again.
        true => JobMoved { requested: true, ..JobMoved::new(job.id, JobStatus::Queued, None) },
        false => JobMoved::new(job.id, JobStatus::Cancelled, None),
    };
    Ok(waiting.iter().map(moved).map(PrintEvent::Moved).collect())
}
