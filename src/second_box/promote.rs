//! Promotion: checks that the first box is gone, promotes the store, and reports what to do next.

use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;

use super::first_box_client::{FetchError, FirstBoxClient};
use super::replicator::{Replicator, SharedStatus};
use crate::backup::{self, FollowedBox, Promoted, ReplicaPosition};
use crate::head_link::kept_second;
use base::Timestamp;
use store::Store;

/// Makes the box of `store` the first one, and returns a report for the operator. `anyway`: even if the first box still answers; then all its
/// entries are fetched first.
///
/// # Errors
/// A sentence for the operator: the first box still answers, nothing was ever fetched from it, or the store failed.
pub async fn promote(store: &Arc<Store>, anyway: bool, now: Timestamp) -> Result<Vec<String>, String> {
    let following = backup::followed_box(store).map_err(|error| error.to_string())?;
    let following = following.ok_or("This box does not stand by for another: it is already the first.")?;
    let first_address = following.first_address.clone();
    if let Some(answer) = probe_first_box(&following).await? {
        if !anyway {
            return Err(format!(
                "The first box at {first_address} still answers ({answer}). Stop it first; then this box takes over with everything that it had. To \
                 take over while it runs, add --anyway, and stop it at once: two boxes that sell are two bars."
            ));
        }
        let status = SharedStatus::new(first_address.clone(), 0);
        let client = FirstBoxClient::for_box(&following)?;
        let mut replicator = Replicator::new(client, store.clone(), following, status);
        if let Err(error) = replicator.catch_up().await {
            tracing::warn!("not everything could be fetched: {error}");
        }
    }
    let promoting = store.clone();
    let promoted = tokio::task::spawn_blocking(move || {
        let certificate = promoting.folder().and_then(|folder| kept_second(folder.path()));
        backup::promote(&promoting, now, certificate.map(|kept| (kept.office, kept.event)))
    });
    let promoted = promoted.await.map_err(|error| error.to_string())?;
    match promoted.map_err(|error| error.to_string())? {
        Some(promoted) => Ok(report(&promoted)),
        None => Err(format!("Nothing was ever fetched from the first box at {first_address}: there is no bar here to continue with.")),
    }
}

/// What still answers at the first box's address, in words; `None` only if no connection is possible. Everything else may be the first
/// box: one whose disk is busy answers 503, one that hangs accepts the connection and sends nothing, and both may sell again in a moment.
async fn probe_first_box(following: &FollowedBox) -> Result<Option<String>, String> {
    let mut client = FirstBoxClient::for_box(following)?;
    let error = match client.after(&ReplicaPosition::default(), Duration::ZERO).await {
        Ok(_) => return Ok(Some("it sells".to_owned())),
        Err(error) => error,
    };
    Ok(match error {
        FetchError::Unreachable(_) => None,
        FetchError::NoAnswer(why) => Some(format!("it accepts the connection, so something holds its port, but no answer comes: {why}")),
        FetchError::Unavailable { status, words } => Some(format!("with {status}: {words}")),
        FetchError::WrongCode => Some(format!("with {}: it does not accept this box's code", StatusCode::UNAUTHORIZED)),
        FetchError::Diverged { words, .. } => Some(format!("with {}: {words}", StatusCode::CONFLICT)),
        FetchError::Unexpected(words) => Some(format!("with {words}")),
    })
}

fn report(promoted: &Promoted) -> Vec<String> {
    let Promoted { following, last_entry, last_at, next_receipt } = promoted;
    let mut lines = vec![format!("This box is the first one now. It has everything up to entry {last_entry}, of {last_at}.")];
    if following.first_box_head > *last_entry {
        let missing = following.first_box_head - last_entry;
        lines.push(format!(
            "{missing} more entries of {} are known to be missing: this box had not fetched them yet.",
            following.first_address
        ));
    }
    lines.push(format!("What {} sold in its last moment may be missing: compare the last receipts on paper.", following.first_address));
    lines.push(format!("Everyone signs in again. Receipt numbers continue at {next_receipt}."));
    lines.push(
        "Print jobs that may already be on paper wait for someone to check; tickets for bar and kitchen are printed again, with a mark."
            .to_owned(),
    );
    lines.push(
        "Do not start the old box as it was. Let it follow this one (barback follow, with a code of this box), which lists what only the old box has."
            .to_owned(),
    );
    lines
}
