//! Open print jobs when a second box takes over. The first box may have printed them in its last second.

use super::{JobMoved, JobStatus, PrintJob};

/// Error of an open receipt or report.
const CHECK_PAPER: &str = "The box that was to print this is gone. Look at the paper before printing it again.";
/// Error of an open order ticket.
const PRINTS_AGAIN: &str = "The box that was to print this is gone. It comes again, marked POSSIBLE DUPLICATE.";
/// Error of an open drawer job.
const DRAWER_LOST: &str = "The box that was to open the drawer is gone";

/// The status changes of the `open` jobs. Nothing is printed twice automatically except tickets for bar and kitchen, which carry
/// the mark of a possible duplicate.
pub fn after_promotion(open: &[PrintJob]) -> Vec<JobMoved> {
    let mut moved = Vec::new();
    for job in open {
        if job.kind.is_drawer() {
            moved.push(JobMoved::new(job.id, JobStatus::Expired, Some(DRAWER_LOST.to_owned())));
        } else if job.kind.is_resent_after_failure() {
            // As if its first byte had been sent: this marks the next attempt as a possible duplicate.
            if job.status != JobStatus::Sending {
                moved.push(JobMoved::new(job.id, JobStatus::Sending, None));
            }
            moved.push(JobMoved::new(job.id, JobStatus::Queued, Some(PRINTS_AGAIN.to_owned())));
        } else {
            moved.push(JobMoved::new(job.id, JobStatus::Unknown, Some(CHECK_PAPER.to_owned())));
        }
    }
    moved
}
