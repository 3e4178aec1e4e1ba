//! Promotion: checks that the first box is gone, promotes the store, and reports what to do next.

use std::sync::Arc;
use std::time::Duration;

use hyper::StatusCode;

use super::first_box_client::{FetchError, FirstBoxClient};
use super::replicator::{Replicator, SharedStatus};
use crate::backup::{self, FollowedBox, Promoted, ReplicaPosition};
use crate::base::Timestamp;
use crate::store::Store;

/// Makes the box of `store` the first. What was done in words, or why not. `anyway`: although the first box still answers;
/// then everything that it has is fetched before.
pub async fn promote(store: &Arc<Store>, anyway: bool, now: Timestamp) -> Result<Vec<String>, String> {
    let following = backup::followed_box(store).map_err(|error| error.to_string())?;
    let following = following.ok_or("This box stands by for no other: it is the first already.")?;
    let first = following.first.clone();
    if let Some(how) = signs_of_life(&following).await? {
        if !anyway {
            return Err(format!(
                "The first box at {first} still answers ({how}). Stop it first, and this one takes over with everything that it had. To \
                 take over while it runs, add --anyway, and stop it at once: two boxes that sell are two bars."
            ));
        }
        let shown = SharedStatus::new(first.clone(), 0);
        let client = FirstBoxClient::new(first.parse()?, following.code.clone())?;
        let mut last = Replicator::new(client, store.clone(), following, shown);
        if let Err(stuck) = last.catch_up().await {
            tracing::warn!("not everything could be fetched: {stuck}");
        }
    }
    let promoting = store.clone();
    let promoted = tokio::task::spawn_blocking(move || backup::promote(&promoting, now)).await.map_err(|error| error.to_string())?;
    match promoted.map_err(|error| error.to_string())? {
        Some(promoted) => Ok(told(&promoted)),
        None => Err(format!("Nothing ever came from the first box at {first}: there is no bar here to go on with.")),
    }
}

/// What is still at the first box's address, in words; `None` only where no connection comes about. Everything else may be the first
/// box: one whose disk is busy answers 503, one that hangs takes the connection and says nothing, and both sell on in a moment.
async fn signs_of_life(following: &FollowedBox) -> Result<Option<String>, String> {
    let mut client = FirstBoxClient::new(following.first.parse()?, following.code.clone())?;
    let heard = match client.after(&ReplicaPosition::default(), Duration::ZERO).await {
        Ok(_) => return Ok(Some("it sells".to_owned())),
        Err(heard) => heard,
    };
    Ok(match heard {
        FetchError::Unreachable(_) => None,
        FetchError::NoAnswer(why) => Some(format!("it takes the connection, so something holds its port, but no answer comes: {why}")),
        FetchError::Unavailable { status, words } => Some(format!("with {status}: {words}")),
        FetchError::WrongCode => Some(format!("with {}: it does not take this box's code", StatusCode::UNAUTHORIZED)),
        FetchError::Diverged { words, .. } => Some(format!("with {}: {words}", StatusCode::CONFLICT)),
        FetchError::Unexpected(words) => Some(format!("with {words}")),
    })
}

fn told(promoted: &Promoted) -> Vec<String> {
    let Promoted { following, journal, last_at, next_receipt } = promoted;
    let mut lines = vec![format!("This box is the first one now. It has everything up to entry {journal}, of {last_at}.")];
    if following.heard > *journal {
        let missing = following.heard - journal;
        lines.push(format!("{missing} more entries of {} are known to be missing: it was still fetching them.", following.first));
    }
    lines.push(format!("What {} did in its last moment may be missing: compare the last receipts with paper.", following.first));
    lines.push(format!("Everyone signs in again. Receipt numbers continue at {next_receipt}."));
    lines.push("Print jobs that may be on paper already wait for a person; tickets for bar and kitchen come again, marked.".to_owned());
    lines.push(
        "Do not start the old box as it was: let it follow this one (barback follow, with a code of this box), which tells what it alone has."
            .to_owned(),
    );
    lines
}
