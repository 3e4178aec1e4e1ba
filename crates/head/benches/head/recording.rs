//! Nights of one bar, recorded with the box's own code, for all boxes of the load test.

use backup::parcels::{EntryMark, FigureRows, LineName, Mark, Set};
use backup::{Position, Segment};
use bar::engine::{Clock, Entry, SystemClock};
use barback::head_link::figures::{Cursor, figures_part};
use base::Timestamp;
use store::{DatedAnswer, Folder, IdempotencyHash, KeptAnswer, Store, StoreError, Stored};

use crate::Outcome;
use crate::stocked_bar::{open_the_bar, record_activity};

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1000;
/// Between two receipts, so that 1,500 of them take seven hours.
const RECEIPT_MILLIS: u64 = 17_000;
/// Cells of a day, see [`Set::Day`].
const RECEIPTS_CELL: usize = 1;
const WORTH_CELL: usize = 3;
/// Receipts that share a commit of the recording's own store.
const BATCH: u64 = 500;

/// What each box sends.
pub struct Recording {
    pub line: LineName,
    pub newest: EntryMark,
    pub steps: Vec<Step>,
    pub figures: Vec<FigureRows>,
    pub entries: u64,
    /// What all its days have together: receipts, and their worth in US cents.
    pub receipts: u64,
    pub cents: u64,
    /// Rows of figures.
    pub rows: usize,
    pub bytes_per_entry: f64,
}

/// Entries of a parcel.
pub struct Step {
    /// The entry before the first one.
    pub from: EntryMark,
    pub to: EntryMark,
    pub segment: Segment,
}

/// The present moment.
pub fn now() -> Timestamp {
    SystemClock::start().now()
}

impl Recording {
    /// Sells in a folder of its own.
    pub fn make(nights: u64, receipts: u64) -> Outcome<Self> {
        let folder = tempfile::tempdir()?;
        let store = Store::open(Folder::lock(folder.path())?)?;
        store.claim(false)?;
        bar::engine::upgrade_tables(&store)?;
        let start = u64::try_from(now().as_millis())? - nights * DAY_MILLIS;
        let at = |millis: u64| Timestamp::from_millis(i64::try_from(start + millis).unwrap_or(i64::MAX));
        store.write(|tables| {
            open_the_bar(tables, at(0));
            Ok(())
        })?;
        for number in (0..nights * receipts).step_by(usize::try_from(BATCH)?) {
            store.write(|tables| {
                for number in number..(number + BATCH).min(nights * receipts) {
                    let millis = number / receipts * DAY_MILLIS + (1 + number % receipts) * RECEIPT_MILLIS;
                    record_activity(tables, at(millis.min(nights * DAY_MILLIS)), number);
                }
                Ok(())
            })?;
        }
        Ok(Recording::read(&store)?)
    }

    fn read(store: &Store) -> Stored<Self> {
        let (mut steps, mut position, mut from) = (Vec::new(), Position::default(), EntryMark::START);
        let (mut entries, mut bytes) = (0, 0);
        while let Some((mut segment, next)) = store.read(|view| Segment::after(view, position))? {
            segment.answers = answers(&segment)?;
            let Some(last) = segment.entries.last() else { break };
            let to = EntryMark { seq: last.seq, hash: Some(Mark::of(&last.bytes)) };
            entries = last.seq;
            bytes += segment.entries.iter().map(|entry| entry.bytes.len()).sum::<usize>();
            steps.push(Step { from, to, segment });
            (position, from) = (next, to);
        }
        let first = steps.first().and_then(|step| step.segment.entries.first());
        let line = first.map(|entry| Mark::of(&entry.bytes).line()).ok_or(StoreError::Damaged { table: "journal" })?;
        let (mut figures, mut cursor) = (Vec::new(), Cursor::default());
        while let Some((rows, next)) = store.read(|view| figures_part(view, 0, &cursor, &[]))? {
            figures.push(rows);
            if next.is_complete() {
                break;
            }
            cursor = next;
        }
        let rows = figures.iter().flat_map(|part| part.sets.values()).map(Vec::len).sum();
        let bytes_per_entry = bytes as f64 / entries as f64;
        let (receipts, cents) = (sum(&figures, RECEIPTS_CELL), sum(&figures, WORTH_CELL));
        Ok(Recording { line, newest: from, steps, figures, entries, receipts, cents, rows, bytes_per_entry })
    }
}

/// The sum of a cell of all days.
fn sum(figures: &[FigureRows], cell: usize) -> u64 {
    let days = figures.iter().filter_map(|part| part.sets.get(Set::Day.as_str())).flatten();
    days.filter_map(|day| day.get(cell)?.as_u64()).sum()
}

/// An answer for each commit, as a phone got it: here its last entry, which is about as long.
fn answers(segment: &Segment) -> Stored<Vec<DatedAnswer>> {
    let running = segment.entries.iter().map(|entry| Ok(Entry::parse(entry)?.envelope.running)).collect::<Stored<Vec<u64>>>()?;
    let ends = (0..running.len()).filter(|place| running.get(place + 1) != Some(&running[*place]));
    let answer = |place: usize| {
        let body = segment.entries[place].bytes.clone();
        let answer = KeptAnswer { body_hash: Mark::of(&body).0, status: 201, body };
        DatedAnswer { running: running[place], key: IdempotencyHash(Mark::of(&segment.entries[place].bytes).0), answer }
    };
    Ok(ends.map(answer).collect())
}
