//! Replication loop: fetches journal segments from the first box and applies them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinSet;

use super::certificate::keep_certified;
use super::first_box_client::{FetchError, FetchedStep, FirstBoxClient};
use crate::backup::{self, BackupError, FollowedBox, ReplicaPosition};
use crate::http::WAIT_MAX;
use crate::http::api::standby::standby_router::StandbyStatus;
use store::Store;

/// Long-poll time: how long the first box waits for new entries before it answers.
const WAIT: Duration = Duration::from_secs(WAIT_MAX.as_secs() / 2);
/// First pause after a failed try. Each further pause is twice as long.
const RETRY_FIRST: Duration = Duration::from_millis(100);
/// Longest pause, so that a first box that comes back is followed within a second.
const RETRY_MAX: Duration = Duration::from_secs(1);
/// Lag above which the status is `behind`, in seconds.
const BEHIND_SECONDS: u64 = 2;

/// Why nothing was replicated.
#[derive(Debug, thiserror::Error)]
pub enum ReplicationError {
    /// Nothing could be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// What was fetched cannot be applied.
    #[error(transparent)]
    Apply(#[from] BackupError),
}

impl From<store::StoreError> for ReplicationError {
    fn from(error: store::StoreError) -> Self {
        ReplicationError::Apply(error.into())
    }
}

#[derive(Debug, Default)]
struct Progress {
    /// Number of this box's last entry.
    last_entry: u64,
    /// Number of the first box's last entry, as far as known.
    first_head: u64,
    /// When this box last had all entries.
    caught_up_at: Option<Instant>,
    /// State and message while replication fails.
    failure: Option<(&'static str, String)>,
}

/// Replication status, shared with the status page.
#[derive(Debug, Default)]
pub struct SharedStatus {
    first_address: String,
    progress: Mutex<Progress>,
}

impl SharedStatus {
    /// Status before the first contact.
    pub fn new(first_address: String, last_entry: u64) -> Arc<Self> {
        Arc::new(SharedStatus { first_address, progress: Mutex::new(Progress { last_entry, ..Progress::default() }) })
    }

    /// The current status.
    pub fn status(&self) -> StandbyStatus {
        let progress = self.lock();
        let behind_seconds = match &progress.failure {
            None if progress.first_head <= progress.last_entry => progress.caught_up_at.map(|_| 0),
            _ => progress.caught_up_at.map(|at| at.elapsed().as_secs()),
        };
        let (first, last_entry) = (&self.first_address, progress.last_entry);
        let (state, words) = match (&progress.failure, behind_seconds) {
            (Some((state, words)), behind) => {
                let since = behind.map_or("It has not had everything since it started".to_owned(), |behind| {
                    format!("It had everything {behind} seconds ago")
                });
                (*state, format!("This box stands by for {first}, but does not keep up: {words} {since}, up to entry {last_entry}."))
            }
            (None, None) => ("joining", format!("This box stands by for {first} and is fetching everything; it is at entry {last_entry}.")),
            (None, Some(behind)) if behind > BEHIND_SECONDS => {
                ("behind", format!("This box stands by for {first} and is {behind} seconds behind, at entry {last_entry}."))
            }
            (None, Some(_)) => ("ok", format!("This box stands by for {first} and has everything, up to entry {last_entry}.")),
        };
        StandbyStatus { first: first.clone(), journal: last_entry, state, behind_seconds, words }
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replicates the journal of the first box.
pub struct Replicator {
    client: FirstBoxClient,
    store: Arc<Store>,
    following: FollowedBox,
    status: Arc<SharedStatus>,
    /// When the last segment was applied.
    changed: Instant,
}

impl Replicator {
    pub fn new(client: FirstBoxClient, store: Arc<Store>, following: FollowedBox, status: Arc<SharedStatus>) -> Self {
        Replicator { client, store, following, status, changed: Instant::now() }
    }

    /// Runs until `stopping`. A segment that is being applied is finished.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut retry = RETRY_FIRST;
        // Beside the loop, because head office may be slow; ends with it.
        let mut beside = JoinSet::new();
        match FirstBoxClient::for_box(&self.following) {
            Ok(client) => drop(beside.spawn(keep_certified(client, self.store.clone()))),
            Err(error) => tracing::warn!("{error}"),
        }
        loop {
            let position = self.position().await;
            let fetch = async {
                let position = position?;
                let fetched = self.client.after(&position, WAIT).await?;
                Ok::<_, ReplicationError>((position, fetched))
            };
            let fetched = tokio::select! {
                fetched = fetch => fetched,
                _ = stopping.wait_for(|stopping| *stopping) => return,
            };
            let applied = match fetched {
                Ok((position, fetched)) => self.apply(&position, fetched).await,
                Err(error) => Err(error),
            };
            match applied {
                Ok(_) => retry = RETRY_FIRST,
                Err(error) => {
                    self.record_failure(&error);
                    tokio::select! {
                        () = tokio::time::sleep(retry) => {}
                        _ = stopping.wait_for(|stopping| *stopping) => return,
                    }
                    retry = (retry * 2).min(RETRY_MAX);
                }
            }
        }
    }

    /// Fetches and applies everything that the first box has now.
    pub async fn catch_up(&mut self) -> Result<(), ReplicationError> {
        loop {
            let position = self.position().await?;
            let fetched = self.client.after(&position, Duration::ZERO).await?;
            if !self.apply(&position, fetched).await? {
                return Ok(());
            }
        }
    }

    async fn position(&self) -> Result<ReplicaPosition, ReplicationError> {
        let store = self.store.clone();
        on_blocking_thread(move || Ok(store.read(|view| backup::replica_position(view, None))?)).await
    }

    /// Applies an answer. Returns whether it had new entries.
    async fn apply(&mut self, position: &ReplicaPosition, fetched: FetchedStep) -> Result<bool, ReplicationError> {
        let head = fetched.head;
        let has_entries = fetched.segment.is_some();
        let mut last_entry = position.after;
        if has_entries {
            self.changed = Instant::now();
        }
        if let Some((header, segment)) = fetched.segment {
            let (store, mut following) = (self.store.clone(), self.following.clone());
            following.first_box_head = head;
            last_entry = on_blocking_thread(move || {
                backup::apply_segment(&store, &header, &segment, |tables| backup::set_followed_box(tables, &following))?;
                Ok(segment.entries.last().map_or(0, |entry| entry.seq))
            })
            .await?;
        }
        let (store, idle) = (self.store.clone(), self.changed.elapsed());
        on_blocking_thread(move || Ok(store.maintain(idle).map(|_| ())?)).await?;
        let mut progress = self.status.lock();
        (progress.last_entry, progress.first_head) = (last_entry, head);
        if last_entry >= head {
            progress.caught_up_at = Some(Instant::now());
        }
        if progress.failure.take().is_some() {
            tracing::info!("the first box is followed again");
        }
        Ok(has_entries)
    }

    fn record_failure(&self, error: &ReplicationError) {
        let state = match error {
            ReplicationError::Fetch(error) if error.is_temporary() => "away",
            _ => "refused",
        };
        let words = error.to_string();
        let mut progress = self.status.lock();
        if progress.failure.as_ref().is_none_or(|(_, logged)| *logged != words) {
            tracing::warn!("{words}");
        }
        progress.failure = Some((state, words));
    }
}

/// Runs disk work on a blocking thread.
async fn on_blocking_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ReplicationError> + Send + 'static,
) -> Result<T, ReplicationError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(ReplicationError::Apply(BackupError::Stopping)),
    }
}
