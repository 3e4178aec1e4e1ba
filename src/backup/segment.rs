//! The journal in segments that end where a commit ends, each with the answers that phones were given for it. So a copy
//! that is cut off between two segments never holds a sale without its answer, or an answer without its sale.

use crate::engine;
use crate::store::{self, DatedAnswer, RawEntry, Stored, View};

/// Entries of one segment, about.
const SEGMENT: usize = 1_000;

/// A part of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Segment {
    /// At least one, without a gap.
    pub entries: Vec<RawEntry>,
    /// What phones heard. The last ones of the segment before may come again.
    pub answers: Vec<DatedAnswer>,
}

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Its last entry.
    pub seq: u64,
    /// The box's running time at that entry: answers up to then are in it.
    pub running: u64,
}

impl Segment {
    /// The segment after `place`, and where it leads; `None` when there is nothing behind it. Short enough for one look.
    pub fn after(view: &dyn View, place: Position) -> Stored<Option<(Segment, Position)>> {
        let mut wanted = SEGMENT;
        let (entries, running) = loop {
            let mut entries = store::entries_after(view, place.seq, wanted + 1)?;
            let Some(last) = entries.last() else { return Ok(None) };
            let running = engine::read(last)?.envelope.running;
            if entries.len() <= wanted {
                break (entries, running);
            }
            // There is more: cut where the commit before the last one ends. All of one commit share its running time.
            while let Some(last) = entries.last()
                && engine::read(last)?.envelope.running == running
            {
                entries.pop();
            }
            match entries.last() {
                Some(last) => {
                    let running = engine::read(last)?.envelope.running;
                    break (entries, running);
                }
                None => wanted *= 2,
            }
        };
        let seq = entries.last().map_or(place.seq, |entry| entry.seq);
        let answers = store::answers_between(view, place.running, running)?;
        Ok(Some((Segment { entries, answers }, Position { seq, running })))
    }
}
