//! Lines that begin: as announced by a hello, and with their first entries.

use super::HistoryError;
use super::line::{LineRow, LineState, hash_column, line_id, moment, signed};
use crate::database::Transaction;
use backup::parcels::{EntryMark, LineName};
use base::Timestamp;

/// Most lines of a bar.
pub(super) const LINES_MAX: usize = 1_000;

/// A line that begins.
pub(super) struct NewLine<'a> {
    pub bar: &'a str,
    pub name: LineName,
    pub parent: Option<i64>,
    pub from: EntryMark,
    /// As `from` while nothing of it has arrived.
    pub newest: EntryMark,
    pub state: LineState,
    pub box_name: &'a str,
    pub newest_at: Option<Timestamp>,
    pub now: Timestamp,
}

impl NewLine<'_> {
    /// Inserts it, and ends the current line if it is current itself. `false` if it is there.
    pub async fn insert(&self, transaction: &Transaction) -> Result<bool, HistoryError> {
        let sql = "INSERT INTO lines (line_id, bar, line, parent, from_seq, from_hash, seq, hash, state, state_since, box, began, \
                   last_seen_at, newest_at, figures_upto, figures_whole) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10, $10, $12, 0, FALSE) ON CONFLICT (line_id) DO NOTHING";
        let inserted = transaction
            .execute(
                sql,
                &[
                    &line_id(self.bar, self.name),
                    &self.bar,
                    &self.name.to_string(),
                    &self.parent,
                    &signed(self.from.seq),
                    &hash_column(&self.from),
                    &signed(self.newest.seq),
                    &hash_column(&self.newest),
                    &self.state.as_str(),
                    &moment(self.now),
                    &self.box_name,
                    &self.newest_at.map(moment),
                ],
            )
            .await?;
        self.end_others(transaction, inserted).await
    }

    /// Gives a line of which nothing had arrived its first entries, or another start. `false` if its row has changed since it was read.
    pub async fn fill(&self, transaction: &Transaction, row: &LineRow) -> Result<bool, HistoryError> {
        let sql = "UPDATE lines SET parent = $3, from_seq = $4, from_hash = $5, seq = $6, hash = $7, \
                   state_since = CASE WHEN state = $8 THEN state_since ELSE $9 END, state = $8, box = $10, last_seen_at = $9, \
                   newest_at = COALESCE($11, newest_at) WHERE line_id = $1 AND seq = $2 AND from_seq = $2";
        let filled = transaction
            .execute(
                sql,
                &[
                    &row.id,
                    &signed(row.newest.seq),
                    &self.parent,
                    &signed(self.from.seq),
                    &hash_column(&self.from),
                    &signed(self.newest.seq),
                    &hash_column(&self.newest),
                    &self.state.as_str(),
                    &moment(self.now),
                    &self.box_name,
                    &self.newest_at.map(moment),
                ],
            )
            .await?;
        self.end_others(transaction, filled).await
    }

    async fn end_others(&self, transaction: &Transaction, changed: u64) -> Result<bool, HistoryError> {
        if changed == 1 && self.state == LineState::Current {
            end_current(transaction, self.bar, line_id(self.bar, self.name), self.now).await?;
        }
        Ok(changed == 1)
    }
}

/// Ends the line that was current before `line_id`. The bar's row is locked.
pub(super) async fn end_current(transaction: &Transaction, bar: &str, line_id: i64, now: Timestamp) -> Result<(), HistoryError> {
    let sql = "UPDATE lines SET state = 'ended', state_since = $3 WHERE bar = $1 AND state = 'current' AND line_id <> $2";
    transaction.execute(sql, &[&bar, &line_id, &moment(now)]).await?;
    Ok(())
}
