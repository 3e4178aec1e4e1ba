//! Off-site backups: uploads every backup of the directory that is missing in the bucket, newest first.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::Notify;
use utoipa::ToSchema;

use super::archive::BackupKind;
use super::backup_directory::{BackupDirectory, BackupFile, newest_first, retention};
use crate::remote::Bucket;
use base::Timestamp;

/// First wait after a failed attempt; it doubles.
const RETRY_FIRST: Duration = Duration::from_secs(30);
/// Longest wait before the next attempt, short enough to use an internet connection that returns for part of a night.
const RETRY_MAX: Duration = Duration::from_secs(30 * 60);
/// How often it compares directory and bucket without a new backup.
const CHECK_INTERVAL: Duration = Duration::from_secs(6 * 60 * 60);

/// State of off-site backups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RemoteState)]
pub enum RemoteState {
    /// No remote storage is set up.
    #[default]
    Off,
    /// All backups are uploaded.
    Ok,
    /// A backup is being uploaded.
    Sending,
    /// The last attempt failed.
    Failed,
}

/// Status of off-site backups, for people.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RemoteStatus {
    /// URL of the bucket; `None` if no remote storage is set up.
    pub target: Option<String>,
    /// State of the upload.
    pub state: RemoteState,
    /// Number of backups that are not uploaded yet.
    pub waiting: u64,
    /// Name of the newest uploaded backup.
    pub newest: Option<String>,
    /// The last error, as a sentence for people.
    pub error: Option<String>,
}

#[derive(Debug, Default)]
struct Progress {
    sending: bool,
    waiting: u64,
    newest: Option<String>,
    error: Option<String>,
}

/// Returns the box's estimate of the current time.
pub type NowFn = Box<dyn Fn() -> Timestamp + Send + Sync>;

/// Uploads backups in the background.
pub struct Uploader {
    bucket: Bucket,
    directory: BackupDirectory,
    now: NowFn,
    wake: Notify,
    progress: Mutex<Progress>,
}

impl Uploader {
    /// Uploads from `directory` to `bucket`. Nothing is sent before [`Uploader::run`].
    pub fn new(bucket: Bucket, directory: BackupDirectory, now: NowFn) -> Arc<Self> {
        Arc::new(Uploader { bucket, directory, now, wake: Notify::new(), progress: Mutex::default() })
    }

    /// Wakes the uploader after a backup was created.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    /// The current status.
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

    /// Uploads for as long as the box runs.
    pub async fn run(self: Arc<Self>) {
        let mut retry = RETRY_FIRST;
        loop {
            let wait = match self.sync().await {
                Ok(()) => {
                    retry = RETRY_FIRST;
                    CHECK_INTERVAL
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
                () = self.wake.notified() => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Synchronizes the bucket: uploads missing backups of the directory and deletes those beyond the number that is kept.
    ///
    /// # Errors
    /// A sentence for people, if the bucket cannot be listed, written or deleted from.
    pub async fn sync(&self) -> Result<(), String> {
        self.progress().sending = true;
        let there: Vec<BackupFile> =
            self.bucket.files().await?.into_iter().filter_map(|(name, size)| BackupFile::parse(&name, size)).collect();
        let now = (self.now)();
        let here = self.directory.backups(now);
        // A file of another size was uploaded incompletely, so it is uploaded again.
        let missing: Vec<&BackupFile> = here.iter().filter(|backup| !there.contains(backup)).collect();
        let again = |backup: &&BackupFile| missing.iter().all(|missing| missing.name != backup.name);
        let all = there.iter().filter(again).chain(missing.iter().copied()).cloned().collect();
        let (kept, old) = split_by_retention(all, now);
        let missing: Vec<&BackupFile> = missing.into_iter().filter(|backup| kept.contains(backup)).collect();
        self.progress().waiting = missing.len() as u64;
        for backup in missing {
            self.bucket.put(&backup.name, &self.directory.folder().join(&backup.name)).await?;
            self.progress().waiting -= 1;
        }
        for backup in old.iter().filter(|backup| there.iter().any(|there| there.name == backup.name)) {
            self.bucket.remove(&backup.name).await?;
        }
        let newest = kept.first().map(|backup| backup.name.clone());
        *self.progress() = Progress { newest, ..Progress::default() };
        Ok(())
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Splits backups, newest first, into as many of each kind as a directory keeps, and the rest.
fn split_by_retention(mut all: Vec<BackupFile>, now: Timestamp) -> (Vec<BackupFile>, Vec<BackupFile>) {
    newest_first(&mut all, now);
    let (mut nightly, mut manual) = (0, 0);
    all.into_iter().partition(|backup| {
        let count = if backup.kind == BackupKind::Nightly { &mut nightly } else { &mut manual };
        *count += 1;
        *count <= retention(backup.kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NIGHTLY_KEPT;

    #[test]
    fn the_bucket_keeps_as_many_backups_as_the_folder() {
        let backup = |day: i64, kind| BackupFile::new(Timestamp::from_millis(day * 86_400_000), kind, 100 + day.unsigned_abs(), 9);
        let all: Vec<BackupFile> =
            (0..40).map(|day| backup(day, if day % 4 == 0 { BackupKind::Manual } else { BackupKind::Nightly })).collect();
        let (keep, old) = split_by_retention(all.clone(), Timestamp::from_millis(40 * 86_400_000));
        let of = |kind| keep.iter().filter(|backup| backup.kind == kind).count();
        assert_eq!((of(BackupKind::Nightly), of(BackupKind::Manual), old.len()), (NIGHTLY_KEPT, 10, 40 - NIGHTLY_KEPT - 10));
        let oldest = keep.iter().filter(|backup| backup.kind == BackupKind::Nightly).map(|backup| backup.at).min();
        assert!(old.iter().all(|backup| Some(backup.at) < oldest), "a newer one goes before an older one");
    }
}
