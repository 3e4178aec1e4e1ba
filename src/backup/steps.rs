//! The journal in steps that end where a commit ends, each with the answers that phones were given for it. So a copy
//! that is cut off between two steps never holds a sale without its answer, or an answer without its sale.

use crate::engine;
use crate::store::{self, DatedAnswer, RawEntry, Stored, View};

/// Entries of one step, about.
const STEP: usize = 1_000;

/// A part of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Step {
    /// At least one, without a gap.
    pub entries: Vec<RawEntry>,
    /// What phones heard. The last ones of the step before may come again.
    pub answers: Vec<DatedAnswer>,
}

/// How far a copy is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Its last entry.
    pub seq: u64,
    /// The box's running time at that entry: answers up to then are in it.
    pub running: u64,
}

impl Step {
    /// The step after `place`, and where it leads; `None` when there is nothing behind it. Short enough for one look.
    pub fn after(view: &dyn View, place: Place) -> Stored<Option<(Step, Place)>> {
        let mut wanted = STEP;
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
        Ok(Some((Step { entries, answers }, Place { seq, running })))
    }
}
