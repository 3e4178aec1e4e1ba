//! Backups in S3-compatible storage, for commands: upload and download.

use std::path::{Path, PathBuf};

use super::ErrorText;
use crate::backup::{BackupDirectory, Uploader, newest_of};
use crate::config::Config;
use crate::engine::{Clock, SystemClock};
use crate::remote::Bucket;
use base::bucket_url::{BucketUrl, SCHEME};
use store::TemporaryFolder;

/// File name extension of a backup.
const EXTENSION: &str = ".barback";

/// A backup as a local file. A downloaded one is deleted when this is dropped.
pub struct LocalBackup {
    pub file: PathBuf,
    _folder: Option<TemporaryFolder>,
}

/// Downloads a backup from a bucket to a temporary folder; a folder in a bucket stands for its newest backup. A local path is used as it is.
pub fn fetch(config: &Config, path: &Path) -> Result<LocalBackup, ErrorText> {
    let Some(text) = path.to_str().filter(|text| text.starts_with(SCHEME)) else {
        return Ok(LocalBackup { file: path.to_owned(), _folder: None });
    };
    let mut url: BucketUrl = text.parse()?;
    // For the bucket of --backup-s3, endpoint and region are configured.
    if let Some(known) = config.backup_s3.as_ref().filter(|known| known.bucket == url.bucket && url.endpoint.is_none()) {
        (url.endpoint, url.region) = (known.endpoint.clone(), known.region.clone());
    }
    let named = match url.path.rsplit_once('/') {
        Some((folder, name)) if name.ends_with(EXTENSION) => Some((folder.to_owned(), name.to_owned())),
        None if url.path.ends_with(EXTENSION) => Some((String::new(), url.path.clone())),
        _ => None,
    };
    if let Some((folder, _)) = &named {
        url.path.clone_from(folder);
    }
    let bucket = Bucket::open(&url, &config.bucket_keys()?)?;
    let name = named.map(|(_, name)| name);
    // A backup contains password hashes, and every user can read the system's temporary folder.
    let folder = TemporaryFolder::create().map_err(|error| format!("{}: {error}", std::env::temp_dir().display()))?;
    let mut local = LocalBackup { file: folder.path().to_owned(), _folder: Some(folder) };
    block_on(async {
        let name = match name {
            Some(name) => name,
            None => {
                let files = bucket.files().await.map_err(|error| format!("{url}: {error}"))?;
                let newest = newest_of(files, SystemClock::start().now()).ok_or_else(|| format!("There is no backup in {url}."))?;
                println!("The newest backup in {url} is {newest}.");
                newest
            }
        };
        local.file.push(&name);
        bucket.get(&name, &local.file).await.map_err(|error| format!("{url}: {error}"))
    })?;
    Ok(local)
}

/// Uploads the backups in the backup folder, if `--backup-s3` names a bucket.
pub fn upload(config: &Config) -> Result<(), ErrorText> {
    let Some(url) = &config.backup_s3 else { return Ok(()) };
    let bucket = Bucket::open(url, &config.bucket_keys()?)?;
    let uploader =
        Uploader::new(bucket, BackupDirectory::of(config.backup_dir.as_deref(), &config.data), Box::new(|| SystemClock::start().now()));
    block_on(async { uploader.sync().await.map_err(|error| format!("{url}: {error}")) })?;
    println!("The backups were also sent to {url}.");
    Ok(())
}

fn block_on<T>(work: impl Future<Output = Result<T, ErrorText>>) -> Result<T, ErrorText> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(work)
}
