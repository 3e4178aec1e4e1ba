//! Replication loop: fetches journal segments from the first box and applies them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use super::first_box_client::{FetchError, FirstBoxClient};
use crate::backup::{self, BackupError, FollowedBox, ReplicaPosition};
use crate::http::WAIT_MAX;
use crate::http::api::standby::standby_router::StandbyStatus;
use crate::store::{self, Store};

/// Long-poll time: how long the first box waits for new entries before it answers.
const WAIT: Duration = Duration::from_secs(WAIT_MAX.as_secs() / 2);
/// First pause after a failed try; it doubles.
const RETRY_FIRST: Duration = Duration::from_millis(100);
/// Longest pause: a first box that comes back is followed within a second.
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
    journal: u64,
    heard: u64,
    /// When it last had all entries.
    whole_at: Option<Instant>,
    stuck: Option<(&'static str, String)>,
}

/// Replication status, shared with the status page.
#[derive(Debug, Default)]
pub struct SharedStatus {
    first: String,
    progress: Mutex<Progress>,
}

impl SharedStatus {
    /// Status before the first contact.
    pub fn new(first: String, journal: u64) -> Arc<Self> {
        Arc::new(SharedStatus { first, progress: Mutex::new(Progress { journal, ..Progress::default() }) })
    }

    /// The current status.
    pub fn status(&self) -> StandbyStatus {
        let progress = self.lock();
        let behind_seconds = match &progress.stuck {
            None if progress.heard <= progress.journal => progress.whole_at.map(|_| 0),
            _ => progress.whole_at.map(|at| at.elapsed().as_secs()),
        };
        let (first, journal) = (&self.first, progress.journal);
        let (state, words) = match (&progress.stuck, behind_seconds) {
            (Some((state, words)), behind) => {
                let since = behind.map_or("It has not had everything since it was started".to_owned(), |behind| {
                    format!("It had everything {behind} seconds ago")
                });
                (*state, format!("This box stands by for {first}, but does not keep up: {words} {since}, up to entry {journal}."))
            }
            (None, None) => ("joining", format!("This box stands by for {first} and is fetching everything; it is at entry {journal}.")),
            (None, Some(behind)) if behind > BEHIND_SECONDS => {
                ("behind", format!("This box stands by for {first} and is {behind} seconds behind, at entry {journal}."))
            }
            (None, Some(_)) => ("ok", format!("This box stands by for {first} and has everything, up to entry {journal}.")),
        };
        StandbyStatus { first: first.clone(), journal, state, behind_seconds, words }
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
    shown: Arc<SharedStatus>,
    /// When the last segment was applied.
    changed: Instant,
}

impl Replicator {
    /// Replicates from the box behind `client`.
    pub fn new(client: FirstBoxClient, store: Arc<Store>, following: FollowedBox, shown: Arc<SharedStatus>) -> Self {
        Replicator { client, store, following, shown, changed: Instant::now() }
    }

    /// Runs until `stopping`. A segment that is being applied is finished.
    pub async fn run(mut self, mut stopping: watch::Receiver<bool>) {
        let mut retry = RETRY_FIRST;
        loop {
            let there = self.reached().await;
            let segment = async {
                let there = there?;
                let heard = self.client.after(&there, WAIT).await?;
                Ok::<_, ReplicationError>((there, heard))
            };
            let heard = tokio::select! {
                heard = segment => heard,
                _ = stopping.wait_for(|stopping| *stopping) => return,
            };
            let taken = match heard {
                Ok((there, heard)) => self.take(&there, heard).await,
                Err(stuck) => Err(stuck),
            };
            match taken {
                Ok(_) => retry = RETRY_FIRST,
                Err(stuck) => {
                    self.tell(&stuck);
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
            let there = self.reached().await?;
            let heard = self.client.after(&there, Duration::ZERO).await?;
            if !self.take(&there, heard).await? {
                return Ok(());
            }
        }
    }

    async fn reached(&self) -> Result<ReplicaPosition, ReplicationError> {
        let store = self.store.clone();
        beside(move || Ok(store.read(|view| backup::replica_position(view, None))?)).await
    }

    /// Applies an answer. True if it had new entries.
    async fn take(&mut self, there: &ReplicaPosition, heard: super::first_box_client::FetchedStep) -> Result<bool, ReplicationError> {
        let head = heard.head;
        let brought = heard.segment.is_some();
        let mut journal = there.after;
        if brought {
            self.changed = Instant::now();
        }
        if let Some((about, segment)) = heard.segment {
            let (store, mut following) = (self.store.clone(), self.following.clone());
            following.heard = head;
            journal = beside(move || {
                backup::apply_segment(&store, &about, &segment, |tables| backup::set_followed_box(tables, &following))?;
                Ok(segment.entries.last().map_or(0, |entry| entry.seq))
            })
            .await?;
        }
        let (store, quiet) = (self.store.clone(), self.changed.elapsed());
        beside(move || Ok(store.maintain(quiet).map(|_| ())?)).await?;
        let mut progress = self.shown.lock();
        (progress.journal, progress.heard) = (journal, head);
        if journal >= head {
            progress.whole_at = Some(Instant::now());
        }
        if progress.stuck.take().is_some() {
            tracing::info!("the first box is followed again");
        }
        Ok(brought)
    }

    fn tell(&self, stuck: &ReplicationError) {
        let state = match stuck {
            ReplicationError::Fetch(heard) if heard.is_temporary() => "away",
            _ => "refused",
        };
        let words = stuck.to_string();
        let mut progress = self.shown.lock();
        if progress.stuck.as_ref().is_none_or(|(_, told)| *told != words) {
            tracing::warn!("{words}");
        }
        progress.stuck = Some((state, words));
    }
}

/// Runs disk work on a blocking thread.
async fn beside<T: Send + 'static>(work: impl FnOnce() -> Result<T, ReplicationError> + Send + 'static) -> Result<T, ReplicationError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(ReplicationError::Apply(BackupError::Stopping)),
    }
}
