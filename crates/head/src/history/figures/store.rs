//! Keeps the figures of a parcel.

use tokio_postgres::types::ToSql;

use super::super::HistoryError;
use super::super::line::{moment, signed};
use super::cells::Column;
use super::layout::Kind;
use super::read::{BadRow, ReadFigures, SetRows};
use super::sets;
use crate::database::{ROWS_MAX, Transaction};
use base::Timestamp;

/// The line that figures belong to.
#[derive(Debug, Clone, Copy)]
pub struct FigureTarget {
    pub line_id: i64,
    pub figures_upto: u64,
    /// Whether the box knew `figures_upto` when it sent. Otherwise its sending is no complete one for this line.
    pub announced: bool,
}

/// What became of figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptFigures {
    /// Everything up to this entry was sent.
    pub upto: u64,
    /// Whether anything changed.
    pub is_new: bool,
}

/// Keeps figures. `at` is when they held.
pub async fn keep_figures(
    transaction: &Transaction,
    target: &FigureTarget,
    figures: &ReadFigures,
    at: Timestamp,
    now: Timestamp,
) -> Result<KeptFigures, HistoryError> {
    let line_id = target.line_id;
    let is_last = figures.last && target.announced;
    // First, because two transactions of one line then wait for each other here.
    let sql = "UPDATE lines SET last_seen_at = $2, \
               figures_at = CASE WHEN $3 AND $4 >= figures_upto THEN $5 ELSE figures_at END, \
               figures_upto = CASE WHEN $3 THEN GREATEST(figures_upto, $4) ELSE figures_upto END, \
               figures_whole = figures_whole OR $3 WHERE line_id = $1";
    transaction.execute(sql, &[&line_id, &moment(now), &is_last, &signed(figures.first), &moment(at)]).await?;
    let before = sets::load(transaction, line_id).await?;
    let mut after = before.clone();
    let gone = after.add(figures, is_last, target.figures_upto == 0);
    let mut changed = 0;
    for set in &figures.sets.known {
        // A late parcel must not bring back what is gone.
        if !before.is_gone(set.layout.set.as_str(), figures.upto) {
            changed += upsert(transaction, line_id, figures.upto, set).await?;
        }
    }
    for layout in gone {
        let sql = format!("DELETE FROM {} WHERE line_id = $1 AND upto < $2", layout.table);
        changed += transaction.execute(&sql, &[&line_id, &signed(figures.first)]).await?;
    }
    clear_bad(transaction, line_id, figures).await?;
    changed += put_aside(transaction, line_id, figures.upto, &figures.sets.bad, now).await?;
    if after != before {
        sets::save(transaction, line_id, &after).await?;
    }
    let upto = if is_last { target.figures_upto.max(figures.first) } else { target.figures_upto };
    Ok(KeptFigures { upto, is_new: changed > 0 || upto > target.figures_upto })
}

/// Keeps the rows that are newer than those in the table; returns how many.
async fn upsert(transaction: &Transaction, line_id: i64, upto: u64, set: &SetRows) -> Result<u64, HistoryError> {
    let (sql, upto) = (set.layout.upsert(), signed(upto));
    let mut changed = 0;
    for cells in set.chunks(ROWS_MAX) {
        let columns = set.layout.columns;
        let column = |(place, (_, kind)): (usize, &(_, Kind))| Column::new(*kind, cells.iter().skip(place).step_by(columns.len()));
        let columns: Vec<Column> = columns.iter().enumerate().map(column).collect();
        let mut params: Vec<&(dyn ToSql + Sync)> = vec![&line_id, &upto];
        params.extend(columns.iter().map(Column::as_param));
        changed += transaction.execute(&sql, &params).await?;
    }
    Ok(changed)
}

/// Forgets rows that were put aside and have arrived well.
async fn clear_bad(transaction: &Transaction, line_id: i64, figures: &ReadFigures) -> Result<(), HistoryError> {
    let any = transaction.query_opt("SELECT line_id FROM bad_figures WHERE line_id = $1 LIMIT 1", &[&line_id]).await?;
    if any.is_none() {
        return Ok(());
    }
    let sql = "DELETE FROM bad_figures WHERE line_id = $1 AND set_name = $2 AND row_hash = ANY($3) AND upto <= $4";
    for set in &figures.sets.known {
        let hashes: Vec<&[u8]> = set.keys().map(<[u8; 32]>::as_slice).collect();
        for hashes in hashes.chunks(ROWS_MAX) {
            transaction.execute(sql, &[&line_id, &set.layout.set.as_str(), &hashes, &signed(figures.upto)]).await?;
        }
    }
    Ok(())
}

/// Keeps rows that cannot be read, for the report about them; returns how many are new.
async fn put_aside(transaction: &Transaction, line_id: i64, upto: u64, bad: &[BadRow], now: Timestamp) -> Result<u64, HistoryError> {
    let sql = "INSERT INTO bad_figures (line_id, set_name, row_hash, upto, why, row_text, at) VALUES ($1, $2, $3, $4, $5, $6, $7) \
               ON CONFLICT (line_id, set_name, row_hash) DO UPDATE SET upto = excluded.upto, why = excluded.why, \
               row_text = excluded.row_text, at = excluded.at WHERE bad_figures.upto < excluded.upto";
    let mut changed = 0;
    for row in bad {
        let hash = row.hash.as_slice();
        changed += transaction.execute(sql, &[&line_id, &row.set, &hash, &signed(upto), &row.why, &row.text, &moment(now)]).await?;
    }
    Ok(changed)
}
