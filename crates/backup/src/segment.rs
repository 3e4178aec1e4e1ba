//! Journal segments: consecutive entries that end at a commit, with the kept answers of those commits. A backup that ends between
//! two segments never contains a sale without its answer, or an answer without its sale.

use bar::engine;
use store::{DatedAnswer, RawEntry, Stored, View};

/// Approximate number of entries of one segment.
const SEGMENT: usize = 1_000;

/// Consecutive journal entries with their kept answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Segment {
    /// At least one entry, without a gap.
    pub entries: Vec<RawEntry>,
    /// The kept answers. The last ones of the previous segment may be repeated.
    pub answers: Vec<DatedAnswer>,
}

/// Position of a backup in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Number of the last entry.
    pub seq: u64,
    /// The box's running time at that entry, in milliseconds: answers up to then are included.
    pub running: u64,
}

impl Segment {
    /// The segment after `position` and the position after it; `None` if there are no newer entries. Small enough for one read
    /// transaction.
    pub fn after(view: &dyn View, position: Position) -> Stored<Option<(Segment, Position)>> {
        let mut wanted = SEGMENT;
        let (entries, running) = loop {
            let mut entries = store::entries_after(view, position.seq, wanted + 1)?;
            let Some(last) = entries.last() else { return Ok(None) };
            let running = engine::Entry::parse(last)?.envelope.running;
            if entries.len() <= wanted {
                break (entries, running);
            }
            // There are more entries: end after the last complete commit. All entries of one commit share its running time.
            while let Some(last) = entries.last()
                && engine::Entry::parse(last)?.envelope.running == running
            {
                entries.pop();
            }
            match entries.last() {
                Some(last) => {
                    let running = engine::Entry::parse(last)?.envelope.running;
                    break (entries, running);
                }
                None => wanted *= 2,
            }
        };
        let seq = entries.last().map_or(position.seq, |entry| entry.seq);
        let answers = store::answers_between(view, position.running, running)?;
        Ok(Some((Segment { entries, answers }, Position { seq, running })))
    }
}
