//! Starts the backup jobs of a running box: daily, on request, continuous, and the upload to S3-compatible storage.

use std::sync::Arc;

use tokio::sync::watch;

use crate::backup::{BackupDirectory, Backups, ContinuousBackup, Keyring, Uploader};
use crate::config::{Config, Secret};
use crate::engine::Engine;
use crate::remote::Bucket;
use store::Store;

/// Starts one backup per business day, backups on request, the continuous backup if `--copy-to` names a folder, and the upload if
/// `--backup-s3` names a bucket.
///
/// # Errors
/// A sentence for the operator, if the passphrase cannot be read, the bar's file cannot be written, or no thread can be started.
pub(super) fn start(
    config: &Config,
    store: &Arc<Store>,
    engine: &Engine,
    demo: bool,
    stop: &watch::Sender<bool>,
) -> Result<Arc<Backups>, String> {
    let to_text = |error: std::io::Error| error.to_string();
    let keys = Keyring::for_backups(config.passphrase.read()?.as_ref().map(Secret::reveal))?;
    keys.note_whether_encrypted(store).map_err(|error| error.to_string())?;
    let follow = |target| ContinuousBackup::start(target, &keys, store.clone(), engine.feed(), stop.subscribe());
    let continuous = config.copy_to.as_deref().map(follow).transpose().map_err(to_text)?;
    let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
    let uploader = match &config.backup_s3 {
        None => None,
        Some(url) => {
            let uploader = Uploader::new(Bucket::open(url, &config.bucket_keys()?)?, directory.clone(), engine.estimated_now_fn());
            tokio::spawn(uploader.clone().run());
            Some(uploader)
        }
    };
    Backups::start(store.clone(), engine.clone(), directory, !demo, continuous, uploader).map_err(to_text)
}
