//! Gets a certificate for head office through the first box, so that a promoted box sends at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::first_box_client::FirstBoxClient;
use crate::engine::{Clock, SystemClock};
use crate::head_link::{SecondKey, kept_second};
use crate::head_office::head_office;
use base::Timestamp;
use store::Store;

/// Pause between two looks whether the bar has a head office.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Pause after a try that failed.
const RETRY_AFTER: Duration = Duration::from_secs(60);

/// Looks without end for a head office for which this box has no certificate yet.
pub(super) async fn keep_certified(mut client: FirstBoxClient, store: Arc<Store>) {
    let (mut certified, mut failed_at) = (None, None::<Instant>);
    loop {
        if failed_at.is_none_or(|at| at.elapsed() >= RETRY_AFTER) {
            failed_at = None;
            if let Err(error) = certify(&mut client, &store, &mut certified).await {
                tracing::warn!("this box has no certificate for head office yet: {error}");
                failed_at = Some(Instant::now());
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Gets a certificate unless there is one. `certified`: the connection of the first box for which there is one.
async fn certify(client: &mut FirstBoxClient, store: &Arc<Store>, certified: &mut Option<String>) -> Result<(), String> {
    let known = certified.clone();
    let looked = store.clone();
    let missing = tokio::task::spawn_blocking(move || {
        let office = looked.read(head_office)?.map(|office| office.key).filter(|key| Some(key) != known.as_ref());
        let data = looked.folder().map(|folder| folder.path().to_path_buf());
        let is_kept = |key: &String| data.as_deref().and_then(kept_second).is_some_and(|kept| kept.office == *key);
        let is_missing = office.as_ref().is_some_and(|key| !is_kept(key));
        Ok::<_, store::StoreError>((office, data.filter(|_| is_missing)))
    });
    let (office, data) = missing.await.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    if let Some(data) = data {
        let (key, request) = SecondKey::generate().map_err(|error| error.to_string())?;
        let certificate = client.certificate(&request).await.map_err(|error| error.to_string())?;
        let now: Timestamp = SystemClock::start().now();
        let kept = tokio::task::spawn_blocking(move || key.keep(&data, &certificate, now));
        kept.await.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
    }
    if office.is_some() {
        *certified = office;
    }
    Ok(())
}
