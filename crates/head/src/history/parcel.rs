//! `POST /box/v1/parcels`: a parcel from a box that calls.

use bytes::Bytes;

use super::boxes::sent_damage;
use super::received::{Received, blocking, read_one};
use super::retries::store_with_retries;
use super::waiting::join_waiting;
use super::{CallingBox, HistoryError};
use crate::database::Database;
use backup::parcels::{PACKED_MAX, ParcelAnswer};
use base::Timestamp;

/// Longest words about damage that are kept, in bytes.
const WHAT_BYTES_MAX: usize = 200;

/// A parcel that is in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenParcel {
    pub answer: ParcelAnswer,
    /// How many of its entries were not known before.
    pub entries: u64,
}

/// Keeps a parcel: entries that are not known yet, answers, figures and position, in one transaction. Right with any number of heads that
/// take the same parcel at once.
///
/// # Errors
/// [`HistoryError::Gap`] if entries before it are missing; [`HistoryError::Damaged`] and [`HistoryError::TooLarge`]; and those of the
/// database. Nothing was stored then, except that after [`OutcomeUnknown`](crate::database::DatabaseError::OutcomeUnknown) it may have been: the same parcel again tells.
pub async fn receive_parcel(database: &Database, caller: &CallingBox, bytes: Bytes, now: Timestamp) -> Result<TakenParcel, HistoryError> {
    let received = match read(caller, bytes).await {
        Ok(received) => received,
        Err(HistoryError::Damaged { mut what }) => {
            what = what.replace('\0', " ");
            what.truncate(what.floor_char_boundary(WHAT_BYTES_MAX));
            let (kept, box_name) = (&what, &caller.box_name);
            database.transaction(move |transaction| async move { sent_damage(&transaction, box_name, kept).await }).await?;
            return Err(HistoryError::Damaged { what });
        }
        Err(error) => return Err(error),
    };
    let taken = store_with_retries(database, &caller.bar, &received, None, now).await?;
    if let Some(stored) = taken.stored {
        join_waiting(database, &caller.bar, stored, now).await?;
    }
    let entries = taken.stored.map_or(0, |(first, last)| last - first + 1);
    Ok(TakenParcel { answer: taken.answer, entries })
}

async fn read(caller: &CallingBox, bytes: Bytes) -> Result<Received, HistoryError> {
    if bytes.len() > PACKED_MAX {
        return Err(HistoryError::TooLarge);
    }
    let key = caller.public_key.clone();
    let received = blocking(move || read_one(&bytes, &key)).await?;
    if received.header.bar != caller.bar || received.header.box_name != caller.box_name {
        return Err(HistoryError::Damaged { what: "the parcel is another box's".to_owned() });
    }
    Ok(received)
}
