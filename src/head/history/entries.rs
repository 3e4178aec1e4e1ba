//! Reads stored entries along a line, through the lines that it came from.

use super::HistoryError;
use super::decide::Tree;
use super::line::load_lines;
use super::received::EntryGlance;
use super::steps::step_with;
use crate::backup::Segment;
use crate::head::database::{Database, Transaction};
use crate::parcels::LineName;

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
    database.snapshot(move |transaction| async move { next(&transaction, bar, Some(line), after, upto).await }).await
}

/// As [`line_entries`], of the current line: what a restored box begins with.
///
/// # Errors
/// [`HistoryError::NotFound`] if nothing of the bar has arrived, and those of the database.
pub async fn books(database: &Database, bar: &str, after: u64, upto: u64) -> Result<Option<StoredEntries>, HistoryError> {
    database.snapshot(move |transaction| async move { next(&transaction, bar, None, after, upto).await }).await
}

async fn next(
    transaction: &Transaction,
    bar: &str,
    line: Option<LineName>,
    after: u64,
    upto: u64,
) -> Result<Option<StoredEntries>, HistoryError> {
    let tree = Tree::new(load_lines(transaction, bar).await?);
    let index = line.map_or_else(|| tree.current(), |line| tree.named(line)).ok_or(HistoryError::NotFound)?;
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
