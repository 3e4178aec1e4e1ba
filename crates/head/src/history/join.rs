//! Joins small stored steps into blocks.

use super::HistoryError;
use super::line::{get, mark, signed, timestamp, unsigned};
use super::steps::{NewStep, packed, save, step_with};
use crate::database::{Database, Transaction};
use backup::Segment;
use backup::parcels::{ENTRIES_MAX, PARCEL_BYTES_MAX};
use base::Timestamp;

/// How old a step is when it is joined, in seconds.
const AGE_SECONDS: i64 = 24 * 60 * 60;
/// Most steps of a line that one run looks at.
const LOOKED_AT_MAX: i64 = 2_000;

/// A row of `parcels`.
#[derive(Debug, Clone, Copy)]
struct StepRow {
    first_seq: u64,
    last_seq: u64,
    bytes: u64,
}

/// Joins the steps of all lines that are older than a day into blocks of at most [`ENTRIES_MAX`] entries, which end where a step ended.
/// Returns how many steps are gone. May run at several heads at once, and be stopped at any moment.
pub async fn join_steps(database: &Database, now: Timestamp) -> Result<u64, HistoryError> {
    let before = Timestamp::from_millis(now.as_millis() - AGE_SECONDS * 1_000);
    let sql = "SELECT line_id FROM lines ORDER BY line_id";
    let rows = database.snapshot(move |transaction| async move { transaction.query(sql, &[]).await }).await?;
    let mut gone = 0;
    for row in &rows {
        let line_id: i64 = get(row, "line_id")?;
        loop {
            let run = join_line(database, line_id, before).await?;
            gone += run.gone;
            if !run.has_more {
                break;
            }
        }
    }
    Ok(gone)
}

/// What became of some steps of a line.
struct Run {
    gone: u64,
    /// Whether there are steps that were not looked at.
    has_more: bool,
}

async fn join_line(database: &Database, line_id: i64, before: Timestamp) -> Result<Run, HistoryError> {
    let steps = database
        .snapshot(move |transaction| async move {
            let cursor = cursor(&transaction, line_id).await?;
            list(&transaction, line_id, cursor, before).await
        })
        .await?;
    let groups = groups(&steps);
    let mut gone = 0;
    for group in groups.iter().filter(|group| group.len() > 1) {
        gone += database.transaction(move |transaction| async move { join_group(&transaction, line_id, group).await }).await?;
    }
    // The last group may grow with the steps of tomorrow, so the next run looks at it again.
    let full = groups.split_last().and_then(|(_, full)| full.last()).and_then(|group| group.last());
    if let Some(done) = full.map(|step| step.last_seq) {
        database.transaction(move |transaction| async move { set_cursor(&transaction, line_id, done).await }).await?;
    }
    Ok(Run { gone, has_more: full.is_some() && steps.len() as u64 == unsigned(LOOKED_AT_MAX) })
}

/// Neighbours that make a block together.
fn groups(steps: &[StepRow]) -> Vec<Vec<StepRow>> {
    let mut groups: Vec<Vec<StepRow>> = Vec::new();
    let (mut entries, mut bytes) = (0, 0);
    for step in steps {
        let more = (step.last_seq + 1 - step.first_seq, step.bytes);
        let fits = entries + more.0 <= ENTRIES_MAX as u64 && bytes + more.1 <= PARCEL_BYTES_MAX as u64;
        match groups.last_mut().filter(|_| fits) {
            Some(group) => group.push(*step),
            None => {
                groups.push(vec![*step]);
                (entries, bytes) = (0, 0);
            }
        }
        entries += more.0;
        bytes += more.1;
    }
    groups
}

async fn list(transaction: &Transaction, line_id: i64, cursor: u64, before: Timestamp) -> Result<Vec<StepRow>, HistoryError> {
    let sql = "SELECT first_seq, last_seq, bytes, received_at FROM parcels WHERE line_id = $1 AND last_seq > $2 ORDER BY last_seq LIMIT $3";
    let mut steps = Vec::new();
    for row in &transaction.query(sql, &[&line_id, &signed(cursor), &LOOKED_AT_MAX]).await? {
        if timestamp(get(row, "received_at")?) >= before {
            break;
        }
        steps.push(StepRow {
            first_seq: unsigned(get(row, "first_seq")?),
            last_seq: unsigned(get(row, "last_seq")?),
            bytes: unsigned(get(row, "bytes")?),
        });
    }
    Ok(steps)
}

/// Replaces steps by one; returns how many are gone: none if another head has joined them.
async fn join_group(transaction: &Transaction, line_id: i64, group: &[StepRow]) -> Result<u64, HistoryError> {
    let (Some(first), Some(last)) = (group.first(), group.last()) else { return Ok(0) };
    let ends: Vec<i64> = group.iter().map(|step| signed(step.last_seq)).collect();
    let sql = "SELECT last_seq, first_seq, box, made_at, received_at, last_hash FROM parcels WHERE line_id = $1 AND last_seq = ANY($2) \
               ORDER BY last_seq FOR UPDATE";
    let rows = transaction.query(sql, &[&line_id, &ends]).await?;
    let firsts = rows.iter().map(|row| get(row, "first_seq").map(unsigned)).collect::<Result<Vec<_>, _>>()?;
    let Some(newest) = rows.last() else { return Ok(0) };
    if firsts != group.iter().map(|step| step.first_seq).collect::<Vec<_>>() {
        return Ok(0);
    }
    let mut joined = Segment::default();
    for step in group {
        let missing = || HistoryError::Stored(format!("entry {} of line {line_id} is missing", step.first_seq));
        let stored = step_with(transaction, line_id, step.first_seq).await?.ok_or_else(missing)?;
        joined.entries.extend(stored.entries);
        // The last answers of a step may be repeated in the next one.
        for answer in stored.answers {
            if !joined.answers.iter().rev().any(|known| *known == answer) {
                joined.answers.push(answer);
            }
        }
    }
    transaction.execute("DELETE FROM pieces WHERE line_id = $1 AND last_seq = ANY($2)", &[&line_id, &ends]).await?;
    transaction.execute("DELETE FROM parcels WHERE line_id = $1 AND last_seq = ANY($2)", &[&line_id, &ends]).await?;
    let step = NewStep {
        line_id,
        first_seq: first.first_seq,
        last_seq: last.last_seq,
        last_hash: mark(get(newest, "last_hash")?)?,
        box_name: get(newest, "box")?,
        made_at: timestamp(get(newest, "made_at")?),
        received_at: timestamp(get(newest, "received_at")?),
        bytes: &packed(&joined)?,
    };
    save(transaction, &step).await?;
    Ok(group.len() as u64 - 1)
}

fn cursor_name(line_id: i64) -> String {
    format!("joined:{line_id}")
}

/// The last entry of the last block that is full.
async fn cursor(transaction: &Transaction, line_id: i64) -> Result<u64, HistoryError> {
    let row = transaction.query_opt("SELECT value FROM meta WHERE name = $1", &[&cursor_name(line_id)]).await?;
    let Some(row) = row else { return Ok(0) };
    Ok(get::<&str>(&row, "value")?.parse().unwrap_or(0))
}

async fn set_cursor(transaction: &Transaction, line_id: i64, seq: u64) -> Result<(), HistoryError> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    transaction.execute(sql, &[&cursor_name(line_id), &seq.to_string()]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(first_seq: u64, last_seq: u64, bytes: u64) -> StepRow {
        StepRow { first_seq, last_seq, bytes }
    }

    #[test]
    fn blocks_have_at_most_1_000_entries_and_4_mb() {
        let small = [step(1, 400, 10), step(401, 900, 10), step(901, 1_001, 10), step(1_002, 1_100, 10)];
        assert_eq!(groups(&small).iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        let large = [step(1, 1, 3_000_000), step(2, 2, 3_000_000), step(3, 2_000, 10)];
        assert_eq!(groups(&large).iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1]);
    }
}
