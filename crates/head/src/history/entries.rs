//! Reads stored entries along a line, through the lines that it came from.

use super::HistoryError;
use super::decide::Tree;
use super::line::load_lines;
use super::received::EntryGlance;
use super::steps::step_with;
use crate::database::{Database, Transaction};
use backup::Segment;
use backup::parcels::{ENTRIES_MAX, LineName, PARCEL_BYTES_MAX, Position};
use base::Timestamp;

/// Some entries of a line, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntries {
    /// The line that they were stored with: `line`, or one that it came from.
    pub line: LineName,
    /// Entries, and the answers that were given with them.
    pub step: Segment,
}

/// The next entries of a line after entry `after` and up to `upto`, at most one stored step; `None` at the end. The caller goes on after
/// the last one, so that a long line never is in memory.
///
/// # Errors
/// [`HistoryError::NotFound`] for a line that the bar does not have, and those of the database.
pub async fn line_entries(
    database: &Database,
    bar: &str,
    line: LineName,
    after: u64,
    upto: u64,
) -> Result<Option<StoredEntries>, HistoryError> {
    database.snapshot(move |transaction| async move { next(&transaction, bar, line, after, upto).await }).await
}

/// The newest entries of a line before entry `before`, at most one stored step, in their order; `None` at the beginning.
///
/// # Errors
/// [`HistoryError::NotFound`] for a line that the bar does not have, and those of the database.
pub async fn entries_before(database: &Database, bar: &str, line: LineName, before: u64) -> Result<Option<StoredEntries>, HistoryError> {
    database.snapshot(move |transaction| async move { previous(&transaction, bar, line, before).await }).await
}

/// Some of the current line's entries: what a restored box begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BooksPiece {
    /// The newest entry of the current line; the line in it is the one that the entry was stored with.
    pub position: Position,
    /// The current line, which the pieces of one copy have in common.
    pub line: LineName,
    /// Empty at the end.
    pub step: Segment,
    /// When its last entry was made, by the box's clock.
    pub at: Timestamp,
}

/// The entries of the current line after `after` and up to `upto`: stored steps of together [`ENTRIES_MAX`] entries or a little more.
///
/// # Errors
/// [`HistoryError::NotFound`] if nothing of the bar has arrived, and those of the database.
pub async fn books(database: &Database, bar: &str, after: u64, upto: u64) -> Result<BooksPiece, HistoryError> {
    database
        .snapshot(move |transaction| async move {
            let tree = Tree::new(load_lines(&transaction, bar).await?);
            let index = tree.current().ok_or(HistoryError::NotFound)?;
            let position = tree.newest(index).ok_or(HistoryError::NotFound)?;
            let (mut piece, mut last, mut bytes) = (Segment::default(), after, 0);
            while piece.entries.len() < ENTRIES_MAX && bytes < PARCEL_BYTES_MAX {
                let Some(StoredEntries { step, .. }) = next_of(&transaction, &tree, index, last, upto).await? else { break };
                last = step.entries.last().map_or(u64::MAX, |entry| entry.seq);
                bytes += size(&step);
                piece.entries.extend(step.entries);
                piece.answers.extend(step.answers);
            }
            let at = piece.entries.last().map_or(Timestamp::default(), |entry| made_at(&entry.bytes));
            Ok(BooksPiece { position, line: tree.line(index).name, step: piece, at })
        })
        .await
}

/// Bytes of entries and answers.
fn size(step: &Segment) -> usize {
    let entries = step.entries.iter().map(|entry| entry.bytes.len()).sum::<usize>();
    entries + step.answers.iter().map(|answer| answer.answer.body.len()).sum::<usize>()
}

fn made_at(entry: &[u8]) -> Timestamp {
    EntryGlance::of(entry).at.map_or(Timestamp::default(), Timestamp::from_millis)
}

/// The end of a copy of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyEnd {
    /// The line whose history it is.
    pub line: LineName,
    /// Its last entry.
    pub seq: u64,
    /// When that entry was made, by the box's clock.
    pub at: Timestamp,
}

/// Where a copy of a line ends: with the last commit that is complete at entry `upto`. `line`: the current one if there is none.
///
/// # Errors
/// [`HistoryError::NotFound`] for a line that the bar does not have; [`HistoryError::Conflict`] if no commit is complete at this entry; and
/// those of the database.
pub async fn copy_end(database: &Database, bar: &str, line: Option<LineName>, upto: u64) -> Result<CopyEnd, HistoryError> {
    database
        .snapshot(move |transaction| async move {
            let tree = Tree::new(load_lines(&transaction, bar).await?);
            let index = line.map_or_else(|| tree.current(), |line| tree.named(line)).ok_or(HistoryError::NotFound)?;
            let (line, newest) = (tree.line(index).name, tree.line(index).newest.seq);
            let (mut seq, mut next_run) = (upto.min(newest), None);
            if seq < newest {
                let next = next_of(&transaction, &tree, index, seq, seq + 1).await?;
                next_run = next.and_then(|next| EntryGlance::of(&next.step.entries.first()?.bytes).run);
            }
            while let Some(StoredEntries { step, .. }) = previous(&transaction, bar, line, seq + 1).await? {
                // All entries of one commit share its running time.
                let is_cut = |bytes: &[u8]| next_run.is_some() && EntryGlance::of(bytes).run == next_run;
                match step.entries.iter().rev().find(|entry| !is_cut(&entry.bytes)) {
                    Some(last) => return Ok(CopyEnd { line, seq: last.seq, at: made_at(&last.bytes) }),
                    None => seq = step.entries.first().map_or(0, |entry| entry.seq - 1),
                }
            }
            Err(HistoryError::Conflict("Nothing of these books is complete at this entry"))
        })
        .await
}

async fn previous(transaction: &Transaction, bar: &str, line: LineName, before: u64) -> Result<Option<StoredEntries>, HistoryError> {
    let tree = Tree::new(load_lines(transaction, bar).await?);
    let index = tree.named(line).ok_or(HistoryError::NotFound)?;
    let last = before.saturating_sub(1).min(tree.line(index).newest.seq);
    let holds = |(line, upto): &(usize, u64)| tree.line(*line).from.seq < last && last <= *upto;
    let Some((owner, _)) = tree.chain(index).into_iter().find(holds) else { return Ok(None) };
    let owner = tree.line(owner);
    let missing = || HistoryError::Stored(format!("entry {last} of line {} is missing", owner.name));
    let step = step_with(transaction, owner.id, last).await?.ok_or_else(missing)?;
    Ok(Some(StoredEntries { line: owner.name, step: part(step, owner.from.seq, last) }))
}

async fn next(transaction: &Transaction, bar: &str, line: LineName, after: u64, upto: u64) -> Result<Option<StoredEntries>, HistoryError> {
    let tree = Tree::new(load_lines(transaction, bar).await?);
    let index = tree.named(line).ok_or(HistoryError::NotFound)?;
    next_of(transaction, &tree, index, after, upto).await
}

/// The next stored step of the line with this index.
async fn next_of(
    transaction: &Transaction,
    tree: &Tree,
    index: usize,
    after: u64,
    upto: u64,
) -> Result<Option<StoredEntries>, HistoryError> {
    if after >= upto.min(tree.line(index).newest.seq) {
        return Ok(None);
    }
    let holds = |(line, last): &(usize, u64)| tree.line(*line).from.seq <= after && after < *last;
    let Some((owner, last)) = tree.chain(index).into_iter().find(holds) else { return Ok(None) };
    let owner = tree.line(owner);
    let missing = || HistoryError::Stored(format!("entry {} of line {} is missing", after + 1, owner.name));
    let step = step_with(transaction, owner.id, after + 1).await?.ok_or_else(missing)?;
    Ok(Some(StoredEntries { line: owner.name, step: part(step, after, last.min(upto)) }))
}

/// The entries after `after` and up to `upto`, with the answers that were given up to then.
pub(super) fn part(mut step: Segment, after: u64, upto: u64) -> Segment {
    let is_cut = step.entries.last().is_some_and(|last| last.seq > upto);
    step.entries.retain(|entry| after < entry.seq && entry.seq <= upto);
    if is_cut {
        let running = step.entries.last().and_then(|last| EntryGlance::of(&last.bytes).run);
        step.answers.retain(|answer| running.is_some_and(|running| answer.running <= running));
    }
    step
}
