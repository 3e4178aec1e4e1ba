//! Brings copies out of the house: whatever lies on the directory and not in the bucket is put there, newest first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::Notify;
use utoipa::ToSchema;

use super::archive::BackupKind;
use super::backup_directory::{BackupDirectory, BackupFile, kept_of, newest_first};
use crate::base::Timestamp;
use crate::remote::Bucket;

/// First wait after a try that failed; it doubles.
const RETRY_FIRST: Duration = Duration::from_secs(30);
/// Longest wait before the next try: a line that comes back at night is found.
const RETRY_MAX: Duration = Duration::from_secs(30 * 60);
/// How often it looks although nothing new was made.
const LOOK: Duration = Duration::from_secs(6 * 60 * 60);

/// Whether copies leave the house.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RemoteState)]
pub enum RemoteState {
    /// No remote storage is set up.
    #[default]
    Off,
    /// All copies are there.
    Ok,
    /// A copy is on its way.
    Sending,
    /// The last try failed.
    Failed,
}

/// How the copies out of the house are, for people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RemoteStatus {
    /// Where they go; none where no remote storage is set up.
    pub target: Option<String>,
    /// Whether they get there.
    pub state: RemoteState,
    /// Copies on the directory that are not there yet.
    pub waiting: u64,
    /// The newest copy that is there.
    pub newest: Option<String>,
    /// What is wrong.
    pub error: Option<String>,
}

#[derive(Debug, Default)]
struct Progress {
    sending: bool,
    waiting: u64,
    newest: Option<String>,
    error: Option<String>,
}

/// Tells what moment it is, as the box reckons.
pub type AskNow = Box<dyn Fn() -> Timestamp + Send + Sync>;

/// Whoever brings them.
pub struct Uploader {
    bucket: Bucket,
    directory: BackupDirectory,
    now: AskNow,
    ring: Notify,
    progress: Mutex<Progress>,
}

impl Uploader {
    /// From `directory` to `bucket`, at moments that `now` tells; nothing is sent before [`Uploader::run`].
    pub fn new(bucket: Bucket, directory: BackupDirectory, now: AskNow) -> Arc<Self> {
        Arc::new(Uploader { bucket, directory, now, ring: Notify::new(), progress: Mutex::default() })
    }

    /// Tells that a copy was made.
    pub fn ring(&self) {
        self.ring.notify_one();
    }

    /// How it is now.
    pub fn status(&self) -> RemoteStatus {
        let progress = self.progress();
        let state = match (&progress.error, progress.sending || progress.waiting > 0) {
            (Some(_), _) => RemoteState::Failed,
            (None, true) => RemoteState::Sending,
            (None, false) => RemoteState::Ok,
        };
        RemoteStatus {
            target: Some(self.bucket.url().to_string()),
            state,
            waiting: progress.waiting,
            newest: progress.newest.clone(),
            error: progress.error.clone(),
        }
    }

    /// Sends for as long as the box runs.
    pub async fn run(self: Arc<Self>) {
        let mut retry = RETRY_FIRST;
        loop {
            let wait = match self.bring().await {
                Ok(()) => {
                    retry = RETRY_FIRST;
                    LOOK
                }
                Err(error) => {
                    let mut progress = self.progress();
                    if progress.error.as_ref() != Some(&error) {
                        tracing::warn!("backups do not get to {}: {error}", self.bucket.url());
                    }
                    (progress.sending, progress.error) = (false, Some(error));
                    let wait = retry;
                    retry = (retry * 2).min(RETRY_MAX);
                    wait
                }
            };
            tokio::select! {
                () = self.ring.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Makes the bucket hold what it should: what is missing there of the directory, less what is older than is kept.
    pub async fn bring(&self) -> Result<(), String> {
        self.progress().sending = true;
        let there: Vec<BackupFile> =
            self.bucket.files().await?.into_iter().filter_map(|(name, size)| BackupFile::parse(&name, size)).collect();
        let now = (self.now)();
        let here = self.directory.copies(now);
        // One of another size has not arrived as it is here: it is sent again.
        let missing: Vec<&BackupFile> = here.iter().filter(|copy| !there.contains(copy)).collect();
        let again = |copy: &&BackupFile| missing.iter().all(|missing| missing.name != copy.name);
        let all = there.iter().filter(again).chain(missing.iter().copied()).cloned().collect();
        let (kept, old) = kept(all, now);
        let missing: Vec<&BackupFile> = missing.into_iter().filter(|copy| kept.contains(copy)).collect();
        self.progress().waiting = missing.len() as u64;
        for copy in missing {
            self.bucket.put(&copy.name, &self.directory.folder().join(&copy.name)).await?;
            self.progress().waiting -= 1;
        }
        for copy in old.iter().filter(|copy| there.iter().any(|there| there.name == copy.name)) {
            self.bucket.remove(&copy.name).await?;
        }
        let newest = kept.first().map(|copy| copy.name.clone());
        *self.progress() = Progress { newest, ..Progress::default() };
        Ok(())
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As many of each kind as lie on a directory, newest first, and the others.
fn kept(mut all: Vec<BackupFile>, now: Timestamp) -> (Vec<BackupFile>, Vec<BackupFile>) {
    newest_first(&mut all, now);
    let (mut nightly, mut manual) = (0, 0);
    all.into_iter().partition(|copy| {
        let count = if copy.kind == BackupKind::Nightly { &mut nightly } else { &mut manual };
        *count += 1;
        *count <= kept_of(copy.kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::NIGHTLY_KEPT;

    #[test]
    fn as_many_are_kept_out_of_the_house_as_in_it() {
        let copy = |day: i64, kind| BackupFile::new(Timestamp::from_millis(day * 86_400_000), kind, 100 + day.unsigned_abs(), 9);
        let all: Vec<BackupFile> =
            (0..40).map(|day| copy(day, if day % 4 == 0 { BackupKind::Manual } else { BackupKind::Nightly })).collect();
        let (keep, old) = kept(all.clone(), Timestamp::from_millis(40 * 86_400_000));
        let of = |kind| keep.iter().filter(|copy| copy.kind == kind).count();
        assert_eq!((of(BackupKind::Nightly), of(BackupKind::Manual), old.len()), (NIGHTLY_KEPT, 10, 40 - NIGHTLY_KEPT - 10));
        let oldest = keep.iter().filter(|copy| copy.kind == BackupKind::Nightly).map(|copy| copy.at).min();
        assert!(old.iter().all(|copy| Some(copy.at) < oldest), "a newer one goes before an older one");
    }
}
