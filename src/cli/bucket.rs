//! Backups in S3-compatible storage, for commands: upload and download.

use std::path::{Path, PathBuf};

use super::Failed;
use crate::backup::{BackupDirectory, Uploader};
use crate::base::bucket::{BucketUrl, SCHEME};
use crate::config::Config;
use crate::engine::{Clock, SystemClock};
use crate::remote::Bucket;
use crate::store::TemporaryFolder;

/// File ending of a backup.
const ENDING: &str = ".barback";

/// A local file of a backup; a downloaded one is deleted when this is dropped.
pub struct Fetched {
    /// The file.
    pub file: PathBuf,
    _room: Option<TemporaryFolder>,
}

/// A local path stays as it is; a backup in a bucket is downloaded to a temporary folder. A folder in a bucket means its newest backup.
pub fn fetched(config: &Config, path: &Path) -> Result<Fetched, Failed> {
    let Some(text) = path.to_str().filter(|text| text.starts_with(SCHEME)) else {
        return Ok(Fetched { file: path.to_owned(), _room: None });
    };
    let mut url: BucketUrl = text.parse()?;
    // The endpoint is known if it is the bucket of --backup-s3.
    if let Some(known) = config.backup_s3.as_ref().filter(|known| known.bucket == url.bucket && url.endpoint.is_none()) {
        (url.endpoint, url.region) = (known.endpoint.clone(), known.region.clone());
    }
    let named = match url.path.rsplit_once('/') {
        Some((folder, name)) if name.ends_with(ENDING) => Some((folder.to_owned(), name.to_owned())),
        None if url.path.ends_with(ENDING) => Some((String::new(), url.path.clone())),
        _ => None,
    };
    if let Some((folder, _)) = &named {
        url.path.clone_from(folder);
    }
    let bucket = Bucket::open(&url, &config.bucket_keys()?)?;
    let name = named.map(|(_, name)| name);
    // A backup contains password hashes, and the system's temporary folder is readable by everyone.
    let room = TemporaryFolder::create().map_err(|error| format!("{}: {error}", std::env::temp_dir().display()))?;
    let mut fetched = Fetched { file: room.path().to_owned(), _room: Some(room) };
    block_on(async {
        let name = match name {
            Some(name) => name,
            None => {
                let files = bucket.files().await.map_err(|error| format!("{url}: {error}"))?;
                let newest =
                    crate::backup::newest_of(files, SystemClock::start().now()).ok_or_else(|| format!("There is no backup in {url}."))?;
                println!("The newest backup in {url} is {newest}.");
                newest
            }
        };
        fetched.file.push(&name);
        bucket.get(&name, &fetched.file).await.map_err(|error| format!("{url}: {error}"))
    })?;
    Ok(fetched)
}

/// Puts what lies on the directory into the bucket, where the box was told of one.
pub fn bring(config: &Config) -> Result<(), Failed> {
    let Some(url) = &config.backup_s3 else { return Ok(()) };
    let bucket = Bucket::open(url, &config.bucket_keys()?)?;
    let uploader =
        Uploader::new(bucket, BackupDirectory::of(config.backup_dir.as_deref(), &config.data), Box::new(|| SystemClock::start().now()));
    block_on(async { uploader.sync().await.map_err(|error| format!("{url}: {error}")) })?;
    println!("The backups are in {url} too.");
    Ok(())
}

fn block_on<T>(work: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(work)
}
