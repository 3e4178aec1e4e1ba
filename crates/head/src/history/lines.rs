//! The lines of a bar, as its owner sees and chooses them.

use super::HistoryError;
use super::boxes::lock_bar;
use super::decide::Tree;
use super::here_only::{HereOnly, count};
use super::line::{LineRow, LineState, load_lines, moment};
use super::new_line::end_current;
use crate::database::{Database, Transaction};
use backup::parcels::{LineName, Position};
use base::Timestamp;

/// A line of a bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineInfo {
    pub row: LineRow,
    /// The line that it left.
    pub parent: Option<LineName>,
    /// What the current line does not have of it.
    pub known_here_only: HereOnly,
}

/// All lines of a bar that have entries or are current, the newest first.
pub async fn lines(database: &Database, bar: &str) -> Result<Vec<LineInfo>, HistoryError> {
    database.snapshot(move |transaction| async move { lines_within(&transaction, bar).await }).await
}

/// As [`lines`], within a transaction.
pub async fn lines_within(transaction: &Transaction, bar: &str) -> Result<Vec<LineInfo>, HistoryError> {
    let tree = Tree::new(load_lines(transaction, bar).await?);
    let mut lines = Vec::new();
    for (index, row) in tree.lines().iter().enumerate() {
        if row.is_empty() && row.state != LineState::Current {
            continue;
        }
        let known_here_only = count(transaction, &tree, index).await?;
        let parent = row.parent.and_then(|id| tree.with_id(id)).map(|parent| tree.line(parent).name);
        lines.push(LineInfo { row: row.clone(), parent, known_here_only });
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.row.began));
    Ok(lines)
}

/// Makes a line the current one, as its owner chose.
///
/// # Errors
/// [`HistoryError::NotFound`], and [`HistoryError::Conflict`] while not all of its figures have arrived.
pub async fn use_line(database: &Database, bar: &str, line: LineName, now: Timestamp) -> Result<(), HistoryError> {
    database.transaction(move |transaction| async move { use_line_within(&transaction, bar, line, now).await.map(drop) }).await
}

/// As [`use_line`], within a transaction. `false` if the line was the current one before.
///
/// # Errors
/// As [`use_line`].
pub async fn use_line_within(transaction: &Transaction, bar: &str, line: LineName, now: Timestamp) -> Result<bool, HistoryError> {
    lock_bar(transaction, bar).await.map_err(|error| match error {
        HistoryError::UnknownBar => HistoryError::NotFound,
        error => error,
    })?;
    let tree = Tree::new(load_lines(transaction, bar).await?);
    let row = tree.named(line).map(|index| tree.line(index)).ok_or(HistoryError::NotFound)?;
    if row.state == LineState::Current {
        return Ok(false);
    }
    if !row.figures_whole {
        return Err(HistoryError::Conflict("Not all figures of these books have arrived"));
    }
    end_current(transaction, bar, row.id, now).await?;
    let sql = "UPDATE lines SET state = 'current', state_since = $2 WHERE line_id = $1";
    transaction.execute(sql, &[&row.id, &moment(now)]).await?;
    Ok(true)
}

/// The newest entry of the bar's current line; `None` if nothing of it has arrived.
pub async fn position(database: &Database, bar: &str) -> Result<Option<Position>, HistoryError> {
    database.snapshot(move |transaction| async move { position_within(&transaction, bar).await }).await
}

/// As [`position`], within a transaction.
pub async fn position_within(transaction: &Transaction, bar: &str) -> Result<Option<Position>, HistoryError> {
    let tree = Tree::new(load_lines(transaction, bar).await?);
    Ok(tree.current().and_then(|line| tree.newest(line)))
}

/// The line whose figures stand in reports: the current one, or until its figures are whole the nearest that it came from whose figures
/// are. `None` if nothing of the bar has arrived.
pub fn reported_line(tree: &Tree) -> Option<&LineRow> {
    let current = tree.current()?;
    let whole = tree.chain(current).into_iter().map(|(line, _)| tree.line(line)).find(|line| line.figures_whole);
    Some(whole.unwrap_or_else(|| tree.line(current)))
}
