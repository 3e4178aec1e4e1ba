//! `POST /box/v1/parcels`: a parcel from a box that calls.

use bytes::Bytes;

use super::boxes::{sent_damage, sent_parcel};
use super::received::{Received, read_one};
use super::store_parcel::{ParcelJob, StoreOutcome, Taken, store_parcel};
use super::waiting::join_waiting;
use super::{CallingBox, HistoryError};
use crate::database::{Database, DatabaseError, Transaction};
use crate::directives::take_states;
use backup::parcels::{LineName, PACKED_MAX, ParcelAnswer, Set};
use base::Timestamp;

/// Most decisions about one parcel. Each but the last met another transaction about the same line.
const DECISIONS_MAX: u32 = 50;
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
/// database. Nothing was stored then, except that after [`DatabaseError::OutcomeUnknown`] it may have been: the same parcel again tells.
pub async fn take_parcel(database: &Database, caller: &CallingBox, bytes: Bytes, now: Timestamp) -> Result<TakenParcel, HistoryError> {
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

/// Runs what computes for long beside the tasks that answer.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HistoryError> + Send + 'static,
) -> Result<T, HistoryError> {
    let stopped = |_| HistoryError::Stored("the work was stopped".to_owned());
    tokio::task::spawn_blocking(work).await.map_err(stopped)?
}

/// Stores a parcel, deciding from the start as long as other transactions are first.
///
/// # Errors
/// As [`take_parcel`].
pub(super) async fn store_with_retries(
    database: &Database,
    bar: &str,
    received: &Received,
    by_file: Option<LineName>,
    now: Timestamp,
) -> Result<Taken, HistoryError> {
    let mut locked = false;
    for _ in 0..DECISIONS_MAX {
        let job = &ParcelJob { bar, received, by_file, now, locked };
        let outcome = database.transaction(move |transaction| async move { store_once(&transaction, job).await }).await;
        match outcome {
            Ok(StoreOutcome::Done(taken)) => return Ok(taken),
            Ok(StoreOutcome::Gap(position)) => return Err(HistoryError::Gap { position }),
            Ok(StoreOutcome::Again { lock }) => locked = lock,
            // It is there or not, and the next decision sees which.
            Err(HistoryError::Database(DatabaseError::OutcomeUnknown(_))) => {}
            Err(error) => return Err(error),
        }
    }
    Err(HistoryError::Database(DatabaseError::Busy("other transactions were always first".to_owned())))
}

async fn store_once(transaction: &Transaction, job: &ParcelJob<'_>) -> Result<StoreOutcome, HistoryError> {
    let outcome = store_parcel(transaction, job).await?;
    if matches!(outcome, StoreOutcome::Done(_)) && job.received.has_figures_of(Set::Directive) {
        take_states(transaction, job.bar).await?;
    }
    if let StoreOutcome::Done(taken) = &outcome
        && job.by_file.is_none()
    {
        let header = &job.received.header;
        sent_parcel(transaction, &header.box_name, taken.home, header.to.seq, job.now).await?;
    }
    Ok(outcome)
}
