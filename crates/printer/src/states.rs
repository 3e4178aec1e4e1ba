//! Last known state of each printer, in memory. After a start every printer is `Unknown` until it is tried.

use std::collections::BTreeMap;
use std::sync::Mutex;

use strum::IntoStaticStr;
use tokio::sync::watch;
use utoipa::ToSchema;

use base::Timestamp;

/// Status of a printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ToSchema)]
#[schema(rename_all = "snake_case")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum PrinterStatus {
    /// It accepted the last job.
    Ready,
    /// It does not answer.
    Offline,
    /// It is out of paper.
    PaperOut,
    /// Its cover is open.
    CoverOpen,
    /// Paused with its own button.
    Paused,
    /// Not tried since the start.
    #[default]
    Unknown,
}

impl PrinterStatus {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// A printer's condition, and when it last answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrinterState {
    /// Its condition.
    pub condition: PrinterStatus,
    /// The error as a sentence for people.
    pub error: Option<String>,
    /// When it last answered.
    pub last_seen_at: Option<Timestamp>,
}

/// States of all printers, by printer id.
#[derive(Debug, Default)]
pub struct PrinterStates {
    states: Mutex<BTreeMap<u64, PrinterState>>,
    change_count: watch::Sender<u64>,
}

impl PrinterStates {
    /// Records a printer's condition and error, and `now` as its last answer unless it is offline. Returns whether
    /// condition or error changed.
    pub fn record(&self, printer_id: u64, condition: PrinterStatus, error: Option<String>, now: Timestamp) -> bool {
        let Ok(mut states) = self.states.lock() else { return false };
        let entry = states.entry(printer_id).or_default();
        let changed = entry.condition != condition || entry.error != error;
        (entry.condition, entry.error) = (condition, error);
        if condition != PrinterStatus::Offline {
            entry.last_seen_at = Some(now);
        }
        if changed {
            self.change_count.send_modify(|count| *count += 1);
        }
        changed
    }

    /// Number of changes since the start.
    pub fn change_count(&self) -> u64 {
        *self.change_count.borrow()
    }

    /// Waits until there are more changes than `known`.
    pub async fn changed_since(&self, known: u64) {
        let _ = self.change_count.subscribe().wait_for(|count| *count > known).await;
    }

    /// The states of all printers.
    pub fn snapshot(&self) -> BTreeMap<u64, PrinterState> {
        self.states.lock().map(|states| states.clone()).unwrap_or_default()
    }
}
