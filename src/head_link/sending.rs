//! The figures on their way to head office: which part comes next, and what head office has when a sending ends.

use std::time::Duration;

use tokio::time::Instant;

use super::figures::{Cursor, figures_part, figures_sent};
use super::{Parts, note};
use crate::parcels::FigureRows;
use store::{Stored, View};

/// From one removal of notes that are not needed any more to the next. Each syncs the disk.
const FORGET_EVERY: Duration = Duration::from_secs(600);

/// What is sent of the figures.
#[derive(Debug, Clone, Default)]
pub struct FigureSending {
    /// Entry up to which head office has all figures.
    pub upto: u64,
    /// Sets of which head office wants all rows.
    pub wants: Vec<String>,
    cursor: Cursor,
    forgotten: Option<Instant>,
}

/// A part of the figures, and where the sending goes on after it.
#[derive(Debug, Clone)]
pub struct FigurePart {
    pub rows: FigureRows,
    after: Cursor,
}

impl FigureSending {
    /// Whether there is more to send than what an entry changed since the last part.
    pub fn has_more(&self) -> bool {
        self.cursor.first().is_some() || !self.wants.is_empty()
    }

    /// Head office says up to which entry it has all figures, and which sets it wants. A sending that began from another entry ends: head
    /// office was restored.
    pub fn adopt_answer(&mut self, upto: u64, wants: Vec<String>) {
        if upto != self.upto {
            self.cursor = Cursor::default();
        }
        (self.upto, self.wants) = (upto, wants);
    }

    /// The next part; `None` if nothing changed.
    pub fn next(&self, view: &dyn View) -> Stored<Option<FigurePart>> {
        let part = figures_part(view, self.upto, &self.cursor, &self.wants)?;
        Ok(part.map(|(rows, after)| FigurePart { rows, after }))
    }

    /// This part is in a file. Head office does not answer.
    pub fn written(&mut self, part: FigurePart) {
        self.cursor = part.after;
    }

    /// Head office took this part, and says up to which entry it has all figures. Returns whether that is as much as it was sent.
    pub async fn sent(&mut self, parts: &Parts, part: FigurePart, upto: u64) -> bool {
        if !part.rows.last {
            self.cursor = if upto == self.upto { part.after } else { Cursor::default() };
            self.upto = upto;
            return true;
        }
        self.upto = upto;
        (self.cursor, self.wants) = (Cursor::default(), Vec::new());
        let is_due = self.forgotten.is_none_or(|at| at.elapsed() >= FORGET_EVERY);
        if is_due || !part.rows.whole.is_empty() {
            self.forgotten = Some(Instant::now());
            let cursor = std::sync::Arc::new(part.after);
            let mut has_more = true;
            while has_more {
                let cursor = cursor.clone();
                has_more = note(parts, move |tables| figures_sent(tables, &cursor)).await.unwrap_or(false);
            }
        }
        upto >= part.rows.first
    }
}
