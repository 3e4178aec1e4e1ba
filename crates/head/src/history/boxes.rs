//! What is known of a bar's boxes.

use std::collections::HashSet;

use super::HistoryError;
use super::line::{get, moment, signed};
use crate::accounts::{Event, record_as};
use crate::database::Transaction;
use crate::error::HeadError;
use backup::parcels::Hello;
use base::Timestamp;

/// Who is on record for a box that took over.
const BOX_NAME: &str = "The box";

/// The boxes of a bar, as a decision needs them.
#[derive(Debug, Default)]
pub(super) struct Boxes {
    /// Those that were revoked.
    pub revoked: HashSet<String>,
    /// The id of the line that the calling box writes, by its last hello.
    pub registered: Option<i64>,
    /// Whether the calling box is a second one that was not promoted.
    pub is_second: bool,
}

/// The boxes of a bar.
pub(super) async fn load_boxes(transaction: &Transaction, bar: &str, calling: &str) -> Result<Boxes, HistoryError> {
    let sql = "SELECT box, line_id, revoked_at IS NOT NULL AS revoked, asked_by IS NOT NULL AND promoted_at IS NULL AS second FROM boxes WHERE bar = $1";
    let mut boxes = Boxes::default();
    for row in &transaction.query(sql, &[&bar]).await? {
        let name: String = get(row, "box")?;
        if name == calling {
            boxes.registered = get(row, "line_id")?;
            boxes.is_second = get(row, "second")?;
        }
        if get(row, "revoked")? {
            boxes.revoked.insert(name);
        }
    }
    Ok(boxes)
}

/// Makes other transactions that change which line of the bar is current wait for this one.
pub(super) async fn lock_bar(transaction: &Transaction, bar: &str) -> Result<(), HistoryError> {
    let row = transaction.query_opt("SELECT bar FROM bars WHERE bar = $1 FOR UPDATE", &[&bar]).await?;
    row.map(drop).ok_or(HistoryError::UnknownBar)
}

/// Keeps what a box said of itself.
pub(super) async fn said_hello(
    transaction: &Transaction,
    box_name: &str,
    hello: &Hello,
    line_id: Option<i64>,
    now: Timestamp,
) -> Result<(), HistoryError> {
    let kinds = serde_json::Value::from(hello.kinds.clone());
    let sql = "UPDATE boxes SET last_seen_at = $2, version = $3, line_id = COALESCE($4, line_id), journal = $5, box_now = $6, kinds = $7 \
               WHERE box = $1";
    let journal = signed(hello.journal);
    let (seen, box_now) = (moment(now), moment(hello.clock.now));
    transaction.execute(sql, &[&box_name, &seen, &hello.version, &line_id, &journal, &box_now, &kinds]).await?;
    Ok(())
}

/// Keeps that a parcel of a box arrived. Its clock is taken to have gone on since the last hello.
pub(super) async fn sent_parcel(
    transaction: &Transaction,
    box_name: &str,
    line_id: Option<i64>,
    last: u64,
    now: Timestamp,
) -> Result<(), HistoryError> {
    let sql = "UPDATE boxes SET last_seen_at = $2::TIMESTAMPTZ, line_id = COALESCE($3, line_id), \
               journal = GREATEST(COALESCE(journal, 0), $4), box_now = box_now + ($2::TIMESTAMPTZ - last_seen_at), damaged = NULL \
               WHERE box = $1";
    transaction.execute(sql, &[&box_name, &moment(now), &line_id, &signed(last)]).await?;
    Ok(())
}

/// Keeps that a second box was promoted: from now on it hangs on no other.
pub(super) async fn was_promoted(transaction: &Transaction, bar: &str, box_name: &str, now: Timestamp) -> Result<(), HistoryError> {
    transaction.execute("UPDATE boxes SET promoted_at = $2 WHERE box = $1", &[&box_name, &moment(now)]).await?;
    let event = Event::new("box.promoted", format!("The second box {box_name} took over")).of_bar(bar);
    match record_as(transaction, now, None, BOX_NAME, event).await {
        Err(HeadError::Sql(error)) => Err(HistoryError::Database((*error).into())),
        Err(error) => Err(HistoryError::Stored(error.to_string())),
        Ok(()) => Ok(()),
    }
}

/// Keeps why the last parcel of a box was refused.
pub(super) async fn sent_damage(transaction: &Transaction, box_name: &str, what: &str) -> Result<(), HistoryError> {
    transaction.execute("UPDATE boxes SET damaged = $2 WHERE box = $1", &[&box_name, &what]).await?;
    Ok(())
}
