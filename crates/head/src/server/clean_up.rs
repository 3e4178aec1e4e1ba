//! Removes rows that count no more: sessions that ended, answers and waiting parcels that were kept long enough. Joins small parcels.

use std::time::Duration;

use crate::accounts::{SESSION_IDLE_MILLIS, SESSION_MILLIS};
use crate::error::HeadError;
use crate::history;
use crate::web::{HeadState, moment};
use base::Timestamp;

/// How often it is done.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// How long an answer is kept, in milliseconds: a day more than clients may count on.
const ANSWERS_MILLIS: i64 = 31 * 24 * 60 * 60 * 1000;

/// Cleans up every hour, without end. A database that is away is asked again an hour later.
pub async fn clean_up(state: HeadState) {
    loop {
        if let Err(error) = once(&state).await {
            tracing::debug!("old rows stay for now: {error}");
        }
        tokio::time::sleep(EVERY).await;
    }
}

async fn once(state: &HeadState) -> Result<(), HeadError> {
    history::delete_old_waiting(&state.database, state.now()).await?;
    history::join_steps(&state.database, state.now()).await?;
    let ago = |millis: i64| moment(Timestamp::from_millis(state.now().as_millis() - millis));
    let (idle, oldest, answers) = (&ago(SESSION_IDLE_MILLIS), &ago(SESSION_MILLIS), &ago(ANSWERS_MILLIS));
    state
        .database
        .transaction(move |transaction| async move {
            transaction.execute("DELETE FROM sessions WHERE used_at < $1 OR began_at < $2", &[idle, oldest]).await?;
            transaction.execute("DELETE FROM kept_answers WHERE at < $1", &[answers]).await?;
            Ok(())
        })
        .await
}
