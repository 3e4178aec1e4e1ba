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
pub struct Seen {
    /// How it is.
    pub condition: Condition,
    /// What is wrong with it, in words.
    pub error: Option<String>,
    /// When it last answered.
    pub last_seen_at: Option<Timestamp>,
}

/// All printers' conditions, by printer id.
#[derive(Debug, Default)]
pub struct Board {
    seen: Mutex<BTreeMap<u64, Seen>>,
    /// Counts the news.
    news: watch::Sender<u64>,
}

impl Board {
    /// Notes how a printer is and why; `now` is noted as its last answer unless it gave none. Whether that is news.
    pub fn note(&self, printer_id: u64, condition: Condition, error: Option<String>, now: Timestamp) -> bool {
        let Ok(mut seen) = self.seen.lock() else { return false };
        let entry = seen.entry(printer_id).or_default();
        let news = entry.condition != condition || entry.error != error;
        (entry.condition, entry.error) = (condition, error);
        if condition != Condition::Offline {
            entry.last_seen_at = Some(now);
        }
        if news {
            self.news.send_modify(|count| *count += 1);
        }
        news
    }

    /// How much news there was so far.
    pub fn news(&self) -> u64 {
        *self.news.borrow()
    }

    /// Ends when there is news beyond `known`.
    pub async fn news_after(&self, known: u64) {
        let _ = self.news.subscribe().wait_for(|count| *count > known).await;
    }

    /// What is known of all printers.
    pub fn snapshot(&self) -> BTreeMap<u64, Seen> {
        self.seen.lock().map(|seen| seen.clone()).unwrap_or_default()
    }
}
