//! Stores a parcel, again and again while other transactions are first.

use super::HistoryError;
use super::boxes::sent_parcel;
use super::received::Received;
use super::store_parcel::{ParcelJob, StoreOutcome, Taken, store_parcel};
use crate::database::{Database, DatabaseError, Transaction};
use crate::directives::take_states;
use backup::parcels::{LineName, Set};
use base::Timestamp;

/// Most decisions about one parcel. Each but the last met another transaction about the same line.
const DECISIONS_MAX: u32 = 50;

/// Stores a parcel, deciding from the start as long as other transactions are first.
///
/// # Errors
/// As [`super::receive_parcel`].
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
