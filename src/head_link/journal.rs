//! What head office gets of the journal: marks of entries, and steps that end where a commit ends, each within one line.

use crate::backup::{self, Segment};
use crate::engine::Entry;
use crate::head_office;
use crate::parcels::{EntryMark, LineName, Mark, Position};
use store::{StoreError, Stored, View};

/// Entries of one line that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalStep {
    pub line: LineName,
    /// The entry before the first one.
    pub from: EntryMark,
    /// The last one.
    pub to: EntryMark,
    /// The entries and the answers that phones got.
    pub segment: Segment,
}

/// The mark of entry `seq`; `None` if there is no such entry.
pub fn mark_of(view: &dyn View, seq: u64) -> Stored<Option<Mark>> {
    let Some(before) = seq.checked_sub(1) else { return Ok(None) };
    let entry = store::entries_after(view, before, 1)?;
    Ok(entry.first().filter(|entry| entry.seq == seq).map(|entry| Mark::of(&entry.bytes)))
}

/// The name of the line that entry `seq` belongs to, from 1. Every bar has entries before it has a head office.
///
/// # Errors
/// [`StoreError::Damaged`] if the first entry of the line is missing.
pub fn line_of(view: &dyn View, seq: u64) -> Stored<LineName> {
    let first = mark_of(view, head_office::line_start(view, seq)?)?;
    first.map(|mark| mark.line()).ok_or(StoreError::Damaged { table: "journal" })
}

/// The name of the line that the box writes.
pub fn newest_line(view: &dyn View) -> Stored<LineName> {
    line_of(view, store::head(view)?)
}

/// Whether the journal has this entry: an older state of the bar, or another bar, has not.
pub fn has(view: &dyn View, position: &Position) -> Stored<bool> {
    Ok(mark_of(view, position.seq)? == Some(position.hash))
}

/// Marks of the newest entry and of those 1, 2, 4, 8 … before it.
pub fn newest_marks(view: &dyn View) -> Stored<Vec<EntryMark>> {
    let newest = store::head(view)?;
    let distances = std::iter::once(0).chain((0..u64::BITS).map(|power| 1 << power));
    marks_of(view, distances.map_while(|distance| newest.checked_sub(distance)))
}

/// Marks of these entries. Those that the journal does not have are left out.
pub fn marks_of(view: &dyn View, seqs: impl IntoIterator<Item = u64>) -> Stored<Vec<EntryMark>> {
    let mut marks = Vec::new();
    for seq in seqs {
        marks.extend(mark_of(view, seq)?.map(|hash| EntryMark { seq, hash: Some(hash) }));
    }
    Ok(marks)
}

/// The step after the entry `from.seq`: some thousand entries at most, unless one commit has more. `None` if there are no such
/// entries.
pub fn step_after(view: &dyn View, from: u64) -> Stored<Option<JournalStep>> {
    let position = backup::Position { seq: from, running: running_at(view, from)? };
    let Some((mut segment, _)) = Segment::after(view, position)? else { return Ok(None) };
    let next_line = head_office::next_line_start(view, from + 1)?.unwrap_or(u64::MAX);
    segment.entries.retain(|entry| entry.seq < next_line);
    step_of(view, from, segment)
}

/// The first half of a step, so that a parcel becomes smaller; `None` for a single commit, which goes whole.
pub fn first_half(view: &dyn View, step: &JournalStep) -> Stored<Option<JournalStep>> {
    let entries = &step.segment.entries;
    let mut kept = entries.len() / 2;
    let running = entries.iter().map(|entry| Ok(Entry::parse(entry)?.envelope.running)).collect::<Stored<Vec<u64>>>()?;
    // The commit in the middle goes to the second half, or whole to the first one if it is the first commit.
    while kept > 0 && running[kept - 1] == running[kept] {
        kept -= 1;
    }
    if kept == 0 {
        kept = running.iter().take_while(|one| Some(*one) == running.first()).count();
    }
    if kept == entries.len() {
        return Ok(None);
    }
    let segment = Segment { entries: entries[..kept].to_vec(), answers: step.segment.answers.clone() };
    step_of(view, step.from.seq, segment)
}

/// The step with these entries, and with those of the answers that belong to them.
fn step_of(view: &dyn View, from: u64, mut segment: Segment) -> Stored<Option<JournalStep>> {
    let Some(last) = segment.entries.last() else { return Ok(None) };
    let to = EntryMark { seq: last.seq, hash: Some(Mark::of(&last.bytes)) };
    let running = Entry::parse(last)?.envelope.running;
    segment.answers.retain(|answer| answer.running <= running);
    Ok(Some(JournalStep { line: line_of(view, to.seq)?, from: EntryMark { seq: from, hash: mark_of(view, from)? }, to, segment }))
}

/// The box's running time at an entry, in milliseconds; 0 before the first one.
fn running_at(view: &dyn View, seq: u64) -> Stored<u64> {
    let Some(before) = seq.checked_sub(1) else { return Ok(0) };
    let entry = store::entries_after(view, before, 1)?;
    Ok(entry.first().map(Entry::parse).transpose()?.map_or(0, |entry| entry.envelope.running))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Command, StepOutcome, step};
    use crate::rates::SetRate;
    use base::{Actor, Envelope, Rate, Timestamp};
    use store::{MemoryTables, RawEntry};

    /// A journal in which each commit has one entry and its own running time.
    fn journal(entries: u64) -> MemoryTables {
        let mut tables = MemoryTables::new();
        for seq in 1..=entries {
            rate(&mut tables, seq, seq * 10);
        }
        tables
    }

    fn rate(tables: &mut MemoryTables, value: u64, running: u64) {
        let envelope = Envelope { at: Timestamp::from_millis(1), running, actor: Actor::the_box() };
        let rate = Rate::parse(&(100 + value).to_string()).expect("a rate");
        let done = step(tables, &envelope, &Command::Rate(SetRate { rate })).expect("memory");
        assert!(matches!(done, StepOutcome::Done(entries) if entries.len() == 1));
    }

    fn numbers(entries: &[RawEntry]) -> Vec<u64> {
        entries.iter().map(|entry| entry.seq).collect()
    }

    #[test]
    fn marks_are_of_the_newest_entry_and_of_ever_older_ones() {
        let tables = journal(20);
        let marks = newest_marks(&tables).expect("memory");
        assert_eq!(marks.iter().map(|mark| mark.seq).collect::<Vec<_>>(), [20, 19, 18, 16, 12, 4]);
        assert!(marks.iter().all(|mark| mark.hash == mark_of(&tables, mark.seq).expect("memory")));
        assert_eq!(newest_marks(&journal(0)).expect("memory"), Vec::new());
        assert_eq!(marks_of(&tables, [0, 7, 21]).expect("memory").len(), 1);
    }

    #[test]
    fn a_step_ends_before_the_next_line() {
        let mut tables = journal(12);
        head_office::apply_line_began(&mut tables, 9).expect("memory");
        let step = step_after(&tables, 2).expect("memory").expect("entries");
        assert_eq!(numbers(&step.segment.entries), (3..=8).collect::<Vec<_>>());
        assert_eq!((step.from.seq, step.from.hash), (2, mark_of(&tables, 2).expect("memory")));
        assert_eq!(Some(step.line), mark_of(&tables, 1).expect("memory").map(|mark| mark.line()));
        let next = step_after(&tables, 8).expect("memory").expect("entries");
        assert_eq!(numbers(&next.segment.entries), (9..=12).collect::<Vec<_>>());
        assert_eq!(Some(next.line), mark_of(&tables, 9).expect("memory").map(|mark| mark.line()));
        assert_eq!(step_after(&tables, 12).expect("memory"), None);
        let whole = step_after(&tables, 0).expect("memory").expect("entries");
        assert_eq!(whole.from, EntryMark::START);
    }

    #[test]
    fn a_step_is_halved_where_a_commit_ends() {
        let mut tables = MemoryTables::new();
        for (value, running) in [(1, 10), (2, 20), (3, 20), (4, 20), (5, 30)] {
            rate(&mut tables, value, running);
        }
        let step = step_after(&tables, 0).expect("memory").expect("entries");
        let first = first_half(&tables, &step).expect("memory").expect("several commits");
        assert_eq!(numbers(&first.segment.entries), [1]);
        let rest = step_after(&tables, 1).expect("memory").expect("entries");
        let first = first_half(&tables, &rest).expect("memory").expect("several commits");
        assert_eq!(numbers(&first.segment.entries), [2, 3, 4], "the first commit goes whole");
        assert_eq!(first_half(&tables, &first).expect("memory"), None);
    }
}
