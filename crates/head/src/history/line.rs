//! Lines of a bar's history: their ids and rows.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use strum::{EnumString, IntoStaticStr, VariantArray};
use tokio_postgres::Row;
use utoipa::ToSchema;

use super::HistoryError;
use crate::database::{DatabaseError, Transaction};
use backup::parcels::{EntryMark, LineName, Mark, Position};
use base::Timestamp;

/// Whether a line's figures stand in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum LineState {
    /// They do. A bar has one such line.
    Current,
    /// It was current until another line began or was chosen.
    Ended,
    /// A box goes on with it beside the current line.
    Beside,
}

base::words!(LineState);

/// A row of `lines`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineRow {
    pub id: i64,
    pub name: LineName,
    /// Id of the line that it left; `None` if it began with entry 1.
    pub parent: Option<i64>,
    /// The entry before its first one, which its parent has too.
    pub from: EntryMark,
    /// Its newest entry here; as `from` while there is none.
    pub newest: EntryMark,
    pub state: LineState,
    pub state_since: Timestamp,
    /// The box that writes it, 16 hexadecimal digits.
    pub box_name: String,
    /// When its first entry arrived, or its box first said that it writes it.
    pub began: Timestamp,
    pub last_seen_at: Timestamp,
    /// When its newest entry was made, by the box's clock.
    pub newest_at: Option<Timestamp>,
    /// Everything that entries up to here changed was sent; 0 for nothing.
    pub figures_upto: u64,
    /// Whether all figures were sent once.
    pub figures_whole: bool,
    /// When the figures were complete the last time.
    pub figures_at: Option<Timestamp>,
}

impl LineRow {
    /// Whether it has no own entry yet: its box said hello, and what it writes has not arrived.
    pub fn is_empty(&self) -> bool {
        self.newest.seq == self.from.seq
    }

    /// Its newest own entry.
    pub fn position(&self) -> Option<Position> {
        let hash = self.newest.hash.filter(|_| !self.is_empty())?;
        Some(Position { line: self.name, seq: self.newest.seq, hash })
    }

    fn read(row: &Row) -> Result<Self, HistoryError> {
        let damaged = |what: &str| HistoryError::Stored(what.to_owned());
        let name: String = get(row, "line")?;
        let state: String = get(row, "state")?;
        Ok(LineRow {
            id: get(row, "line_id")?,
            name: name.parse().map_err(|_| damaged("a line's name"))?,
            parent: get(row, "parent")?,
            from: entry_mark(get(row, "from_seq")?, get(row, "from_hash")?)?,
            newest: entry_mark(get(row, "seq")?, get(row, "hash")?)?,
            state: LineState::parse(&state).ok_or_else(|| damaged("a line's state"))?,
            state_since: timestamp(get(row, "state_since")?),
            box_name: get(row, "box")?,
            began: timestamp(get(row, "began")?),
            last_seen_at: timestamp(get(row, "last_seen_at")?),
            newest_at: get::<Option<jiff::Timestamp>>(row, "newest_at")?.map(timestamp),
            figures_upto: unsigned(get(row, "figures_upto")?),
            figures_whole: get(row, "figures_whole")?,
            figures_at: get::<Option<jiff::Timestamp>>(row, "figures_at")?.map(timestamp),
        })
    }
}

/// The id of a line: 63 bits of the SHA-256 of bar and line.
pub fn line_id(bar: &str, line: LineName) -> i64 {
    let digest: [u8; 32] = Sha256::new().chain_update(bar).chain_update(line.0).finalize().into();
    let bits = digest.iter().take(8).fold(0_u64, |bits, byte| bits << 8 | u64::from(*byte));
    i64::try_from(bits >> 1).unwrap_or(i64::MAX)
}

/// All lines of a bar, in the order of their ids.
pub async fn load_lines(transaction: &Transaction, bar: &str) -> Result<Vec<LineRow>, HistoryError> {
    let rows = transaction
        .query(
            "SELECT line_id, line, parent, from_seq, from_hash, seq, hash, state, state_since, box, began, last_seen_at, newest_at, \
             figures_upto, figures_whole, figures_at FROM lines WHERE bar = $1 ORDER BY line_id",
            &[&bar],
        )
        .await?;
    rows.iter().map(LineRow::read).collect()
}

/// A column of a row.
pub(super) fn get<'r, T: tokio_postgres::types::FromSql<'r>>(row: &'r Row, column: &str) -> Result<T, HistoryError> {
    row.try_get(column).map_err(|error| HistoryError::Database(DatabaseError::from(error)))
}

/// A mark from its column.
pub(super) fn mark(bytes: &[u8]) -> Result<Mark, HistoryError> {
    bytes.try_into().map(Mark).map_err(|_| HistoryError::Stored("a mark".to_owned()))
}

fn entry_mark(seq: i64, hash: Option<Vec<u8>>) -> Result<EntryMark, HistoryError> {
    Ok(EntryMark { seq: unsigned(seq), hash: hash.map(|hash| mark(&hash)).transpose()? })
}

/// A sequence number as a column holds it.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A sequence number from its column.
pub(super) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// A moment as a column holds it.
pub(super) fn moment(at: Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_millisecond(at.as_millis()).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
}

/// A moment from its column.
pub(super) fn timestamp(at: jiff::Timestamp) -> Timestamp {
    Timestamp::from_millis(at.as_millisecond())
}

/// A mark as a column holds it.
pub(super) fn hash_column(entry: &EntryMark) -> Option<&[u8]> {
    entry.hash.as_ref().map(|hash| hash.0.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_lines_are_positive_and_differ_by_bar_and_line() {
        let line = |text: &str| Mark::of(text.as_bytes()).line();
        let (first, second) = (line_id("a", line("1")), line_id("a", line("2")));
        assert!(first > 0 && second > 0);
        assert_ne!(first, second);
        assert_ne!(first, line_id("b", line("1")));
        assert_eq!(first, line_id("a", line("1")));
    }
}
