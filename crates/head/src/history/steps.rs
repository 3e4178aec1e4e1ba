//! Stored steps: consecutive entries of a line with their kept answers, packed, in pieces.

use std::collections::BTreeMap;

use super::HistoryError;
use super::decide::{KnownMarks, NeedMarks};
use super::line::{get, mark, moment, signed, unsigned};
use crate::database::{Transaction, pieces};
use backup::parcels::{Mark, UNPACKED_MAX};
use backup::{SEGMENT, Segment, pack, unpack};
use base::Timestamp;

/// A step on its way into the database.
#[derive(Debug)]
pub(super) struct NewStep<'a> {
    pub line_id: i64,
    pub first_seq: u64,
    pub last_seq: u64,
    pub last_hash: Mark,
    pub box_name: &'a str,
    pub made_at: Timestamp,
    pub received_at: Timestamp,
    /// From [`packed`].
    pub bytes: &'a [u8],
}

/// The stored form of a step: one block as in a parcel.
pub(super) fn packed(step: &Segment) -> Result<Vec<u8>, HistoryError> {
    let block = pack(0, SEGMENT, &step.to_bytes());
    block.map(|(bytes, _)| bytes).map_err(|_| HistoryError::TooLarge)
}

fn unpacked(bytes: &[u8]) -> Result<Segment, HistoryError> {
    let block = unpack(0, bytes, UNPACKED_MAX).map_err(HistoryError::Stored)?;
    Segment::from_bytes(&block.bytes).ok_or_else(|| HistoryError::Stored("a step cannot be read".to_owned()))
}

/// Stores a step.
pub(super) async fn save(transaction: &Transaction, step: &NewStep<'_>) -> Result<(), HistoryError> {
    let (line_id, last_seq) = (step.line_id, signed(step.last_seq));
    transaction
        .execute(
            "INSERT INTO parcels (line_id, last_seq, first_seq, box, made_at, received_at, last_hash, bytes) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            &[
                &line_id,
                &last_seq,
                &signed(step.first_seq),
                &step.box_name,
                &moment(step.made_at),
                &moment(step.received_at),
                &step.last_hash.0.as_slice(),
                &signed(step.bytes.len() as u64),
            ],
        )
        .await?;
    for (piece, bytes) in pieces(step.bytes) {
        let sql = "INSERT INTO pieces (line_id, last_seq, piece, bytes) VALUES ($1, $2, $3, $4)";
        transaction.execute(sql, &[&line_id, &last_seq, &piece, &bytes]).await?;
    }
    Ok(())
}

/// The stored step of the line that contains entry `seq`; `None` if there is none.
pub(super) async fn step_with(transaction: &Transaction, line_id: i64, seq: u64) -> Result<Option<Segment>, HistoryError> {
    // In one statement, because steps may be joined at any moment.
    let rows = transaction
        .query(
            "SELECT p.first_seq, c.bytes FROM parcels p JOIN pieces c ON c.line_id = p.line_id AND c.last_seq = p.last_seq \
             WHERE p.line_id = $1 AND p.last_seq = (SELECT min(last_seq) FROM parcels WHERE line_id = $1 AND last_seq >= $2) \
             ORDER BY c.piece",
            &[&line_id, &signed(seq)],
        )
        .await?;
    let Some(row) = rows.first() else { return Ok(None) };
    if unsigned(get(row, "first_seq")?) > seq {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    for row in &rows {
        bytes.extend_from_slice(get(row, "bytes")?);
    }
    unpacked(&bytes).map(Some)
}

/// Adds the marks that a decision needs. Steps that do not end with the entry are unpacked, each once.
pub(super) async fn add_marks(transaction: &Transaction, needed: NeedMarks, known: &mut KnownMarks) -> Result<(), HistoryError> {
    let mut by_line = BTreeMap::<i64, Vec<u64>>::new();
    for (line_id, seq) in needed.0 {
        by_line.entry(line_id).or_default().push(seq);
    }
    for (line_id, mut wanted) in by_line {
        wanted.sort_unstable();
        let mut step = Segment::default();
        for seq in wanted {
            if let Some(mark) = ending_mark(transaction, line_id, seq).await? {
                known.0.insert((line_id, seq), mark);
                continue;
            }
            let holds = |step: &Segment| step.entries.iter().position(|entry| entry.seq == seq);
            if holds(&step).is_none() {
                step = step_with(transaction, line_id, seq).await?.unwrap_or_default();
            }
            let missing = || HistoryError::Stored(format!("entry {seq} of line {line_id} is missing"));
            let place = holds(&step).ok_or_else(missing)?;
            known.0.insert((line_id, seq), Mark::of(&step.entries[place].bytes));
        }
    }
    Ok(())
}

/// The mark of an entry that a stored step ends with.
async fn ending_mark(transaction: &Transaction, line_id: i64, seq: u64) -> Result<Option<Mark>, HistoryError> {
    let sql = "SELECT last_hash FROM parcels WHERE line_id = $1 AND last_seq = $2";
    let row = transaction.query_opt(sql, &[&line_id, &signed(seq)]).await?;
    row.map(|row| mark(get(&row, "last_hash")?)).transpose()
}
