//! How each printer was when it was last heard of. In memory: after a start nothing is known until it is tried.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tokio::sync::watch;
use utoipa::ToSchema;

use crate::base::Timestamp;

/// How a printer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ToSchema)]
#[schema(as = PrinterStatus, rename_all = "snake_case")]
pub enum Condition {
    /// It took the last job.
    Ready,
    /// It does not answer.
    Offline,
    /// It is out of paper.
    PaperOut,
    /// Its cover is open.
    CoverOpen,
    /// Somebody paused it with its own button.
    Paused,
    /// It was not tried yet.
    #[default]
    Unknown,
}

impl Condition {
    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Condition::Ready => "ready",
            Condition::Offline => "offline",
            Condition::PaperOut => "paper_out",
            Condition::CoverOpen => "cover_open",
            Condition::Paused => "paused",
            Condition::Unknown => "unknown",
        }
    }
}

/// A printer's condition, and when it last answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PrinterState {
    /// How it is.
    pub condition: Condition,
    /// What is wrong with it, in words.
    pub error: Option<String>,
    /// When it last answered.
    pub last_seen_at: Option<Timestamp>,
}

/// All printers' conditions, by printer id.
#[derive(Debug, Default)]
pub struct PrinterStates {
    states: Mutex<BTreeMap<u64, PrinterState>>,
    /// Counts the news.
    version: watch::Sender<u64>,
}

impl PrinterStates {
    /// Notes how a printer is and why; `now` is noted as its last answer unless it gave none. Whether that is news.
    pub fn record(&self, printer_id: u64, condition: Condition, error: Option<String>, now: Timestamp) -> bool {
        let Ok(mut states) = self.states.lock() else { return false };
        let entry = states.entry(printer_id).or_default();
        let changed = entry.condition != condition || entry.error != error;
        (entry.condition, entry.error) = (condition, error);
        if condition != Condition::Offline {
            entry.last_seen_at = Some(now);
        }
        if changed {
            self.version.send_modify(|count| *count += 1);
        }
        changed
    }

    /// How much news there was so far.
    pub fn version(&self) -> u64 {
        *self.version.borrow()
    }

    /// Ends when there is news beyond `known`.
    pub async fn changed_since(&self, known: u64) {
        let _ = self.version.subscribe().wait_for(|count| *count > known).await;
    }

    /// What is known of all printers.
    pub fn snapshot(&self) -> BTreeMap<u64, PrinterState> {
        self.states.lock().map(|states| states.clone()).unwrap_or_default()
    }
}
