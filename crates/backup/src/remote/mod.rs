//! S3-compatible storage for off-site backups: upload, list, download, delete.
//!
//! The `object_store` crate implements the protocol. The HTTP client beneath it is our own (`http_client`), because the box contains `hyper`
//! and TLS already.

mod http_client;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::buffered::BufWriter;
use object_store::{ObjectStore, ObjectStoreExt, RetryConfig};
use tokio::fs::{File, OpenOptions};
use tokio::io::AsyncWriteExt;

use self::http_client::StorageHttpClient;
use base::bucket_url::BucketUrl;

/// Mode of a downloaded file: only its owner may read it, because backups contain password hashes.
const FILE_MODE: u32 = 0o600;
/// Size of an upload part, in bytes, so that a backup never has to fit into memory.
const PART_BYTES: usize = 8 * 1024 * 1024;
/// Parts that are uploaded at the same time.
const PARTS_AT_ONCE: usize = 1;
/// Retries within `object_store`, and their time limit. They are few and short, because callers retry later anyway.
const RETRIES_MAX: usize = 2;
const RETRY_TIME_MAX: Duration = Duration::from_secs(60);
/// Longest error message, in characters.
const ERROR_CHARS_MAX: usize = 300;

/// Access key of the bucket.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    /// Id of the access key.
    pub id: String,
    /// Secret of the access key.
    pub secret: String,
}

/// Hides the keys in logs.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(keys)")
    }
}

/// A folder in a bucket.
#[derive(Debug, Clone)]
pub struct Bucket {
    store: Arc<AmazonS3>,
    url: BucketUrl,
    keys: Keys,
}

impl Bucket {
    /// Creates the client. Sends no request.
    pub fn open(url: &BucketUrl, keys: &Keys) -> Result<Self, String> {
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&url.bucket)
            .with_region(&url.region)
            .with_access_key_id(&keys.id)
            .with_secret_access_key(&keys.secret)
            .with_retry(RetryConfig { max_retries: RETRIES_MAX, retry_timeout: RETRY_TIME_MAX, ..RetryConfig::default() })
            .with_http_connector(StorageHttpClient::new()?);
        if let Some(endpoint) = &url.endpoint {
            builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http://"));
        }
        let store = builder.build().map_err(|error| error_text(&error, keys))?;
        Ok(Bucket { store: Arc::new(store), url: url.clone(), keys: keys.clone() })
    }

    /// URL of the folder.
    pub fn url(&self) -> &BucketUrl {
        &self.url
    }

    /// Names and sizes (bytes) of the files in the folder, without those in subfolders.
    pub async fn files(&self) -> Result<Vec<(String, u64)>, String> {
        let folder = object_store::path::Path::from(self.url.path.as_str());
        let found: Vec<_> = self.store.list(Some(&folder)).try_collect().await.map_err(|error| error_text(&error, &self.keys))?;
        let own = |location: &object_store::path::Path| {
            let mut parts = location.prefix_match(&folder)?;
            let name = parts.next()?.as_ref().to_owned();
            parts.next().is_none().then_some(name)
        };
        Ok(found.into_iter().filter_map(|file| Some((own(&file.location)?, file.size))).collect())
    }

    /// Uploads a file. It appears under its name only when it is complete.
    pub async fn put(&self, name: &str, file: &Path) -> Result<(), String> {
        let mut from = File::open(file).await.map_err(|error| format!("{}: {error}", file.display()))?;
        let mut to = BufWriter::with_capacity(self.store.clone(), self.object_path(name), PART_BYTES).with_max_concurrency(PARTS_AT_ONCE);
        let sent = async {
            tokio::io::copy(&mut from, &mut to).await?;
            to.shutdown().await
        };
        match sent.await {
            Ok(()) => Ok(()),
            Err(error) => {
                // Parts that were uploaded already would stay there, invisible and billed.
                let _ = to.abort().await;
                Err(error_text(&error, &self.keys))
            }
        }
    }

    /// Downloads a file to `to`, which must not exist yet and which only its owner can read.
    pub async fn get(&self, name: &str, to: &Path) -> Result<(), String> {
        let to_text = |error: &dyn std::error::Error| error_text(error, &self.keys);
        let mut chunks = self.store.get(&self.object_path(name)).await.map_err(|error| to_text(&error))?.into_stream();
        let mut new = OpenOptions::new();
        let mut file =
            new.write(true).create_new(true).mode(FILE_MODE).open(to).await.map_err(|error| format!("{}: {error}", to.display()))?;
        while let Some(chunk) = chunks.try_next().await.map_err(|error| to_text(&error))? {
            file.write_all(&chunk).await.map_err(|error| format!("{}: {error}", to.display()))?;
        }
        file.sync_all().await.map_err(|error| format!("{}: {error}", to.display()))
    }

    /// Deletes a file.
    pub async fn remove(&self, name: &str) -> Result<(), String> {
        self.store.delete(&self.object_path(name)).await.map_err(|error| error_text(&error, &self.keys))
    }

    fn object_path(&self, name: &str) -> object_store::path::Path {
        object_store::path::Path::from(format!("{}/{name}", self.url.path))
    }
}

/// An error with its causes, without the keys, at most [`ERROR_CHARS_MAX`] characters.
fn error_text(error: &dyn std::error::Error, keys: &Keys) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    for secret in [&keys.secret, &keys.id].into_iter().filter(|secret| !secret.is_empty()) {
        text = text.replace(secret.as_str(), "…");
    }
    let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(ERROR_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_messages_are_short_and_contain_no_key() {
        let keys = Keys { id: "AKIA123".to_owned(), secret: "s3cr3t".to_owned() };
        let text = error_text(&std::io::Error::other(format!("AKIA123 with s3cr3t is wrong\n {}", "x".repeat(1_000))), &keys);
        assert!(text.starts_with("… with … is wrong x") && text.chars().count() == ERROR_CHARS_MAX + 1, "{text}");
        assert!(!format!("{keys:?}").contains("s3cr3t"));
    }
}
