//! What becomes of jobs when a second box takes over: the first one may have printed them in its last second.

use super::{JobMoved, JobStatus, PrintJob};

/// What a receipt or a report says that was on its way.
const CHECK_PAPER: &str = "The box that was to print this is gone. Look at the paper before printing it again.";
/// What an order's ticket says.
const PRINTS_AGAIN: &str = "The box that was to print this is gone. It comes again, marked POSSIBLE DUPLICATE.";
/// What a drawer says.
const DRAWER_LOST: &str = "The box that was to open the drawer is gone";

/// Where the jobs go that waited or were on their way. Nothing is printed twice unasked but tickets for bar and kitchen,
/// which say that they may be duplicates.
pub fn after_promotion(open: &[PrintJob]) -> Vec<JobMoved> {
    let mut moved = Vec::new();
    for job in open {
        if job.kind.is_drawer() {
            moved.push(JobMoved::new(job.id, JobStatus::Expired, Some(DRAWER_LOST.to_owned())));
        } else if job.kind.is_resent_after_failure() {
            // As if its first byte had gone out: that is what marks the next try.
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
