//! S3-compatible storage for off-site backups: upload, list, download, delete.
//!
//! The protocol is the `object_store` crate's; the way there is our own (`wire`), because the box has an HTTP client and TLS
//! already.

mod wire;

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

use self::wire::Wire;
use crate::base::bucket::BucketUrl;

/// Mode of a file that was fetched: hashes of passwords are in a copy.
const FILE_MODE: u32 = 0o600;
/// Bytes that are sent at a time: a copy never has to fit in the box's memory.
const PART_BYTES: usize = 8 * 1024 * 1024;
/// Parts that are on their way at a time.
const PARTS_AT_ONCE: usize = 1;
/// How often the crate itself tries again, and for how long: whoever calls has a longer breath.
const TRIES: usize = 2;
const TRIES_FOR: Duration = Duration::from_secs(60);
/// Longest words of an error that are shown.
const WORDS_MAX: usize = 300;

/// Access key of the bucket.
#[derive(Clone, PartialEq, Eq)]
pub struct Keys {
    /// The access key's name.
    pub id: String,
    /// Its secret.
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
            .with_retry(RetryConfig { max_retries: TRIES, retry_timeout: TRIES_FOR, ..RetryConfig::default() })
            .with_http_connector(Wire::new()?);
        if let Some(endpoint) = &url.endpoint {
            builder = builder.with_endpoint(endpoint).with_allow_http(endpoint.starts_with("http://"));
        }
        let store = builder.build().map_err(|error| told(&error, keys))?;
        Ok(Bucket { store: Arc::new(store), url: url.clone(), keys: keys.clone() })
    }

    /// Where it is, for people.
    pub fn url(&self) -> &BucketUrl {
        &self.url
    }

    /// The names and sizes of the files in the folder itself.
    pub async fn files(&self) -> Result<Vec<(String, u64)>, String> {
        let folder = object_store::path::Path::from(self.url.path.as_str());
        let found: Vec<_> = self.store.list(Some(&folder)).try_collect().await.map_err(|error| told(&error, &self.keys))?;
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
        let mut to = BufWriter::with_capacity(self.store.clone(), self.place(name), PART_BYTES).with_max_concurrency(PARTS_AT_ONCE);
        let sent = async {
            tokio::io::copy(&mut from, &mut to).await?;
            to.shutdown().await
        };
        match sent.await {
            Ok(()) => Ok(()),
            Err(error) => {
                // What arrived of it would lie there, unseen and paid for.
                let _ = to.abort().await;
                Err(told(&error, &self.keys))
            }
        }
    }

    /// Fetches a file to `to`, which is not there yet and which only its owner reads.
    pub async fn get(&self, name: &str, to: &Path) -> Result<(), String> {
        let wrong = |error: &dyn std::error::Error| told(error, &self.keys);
        let mut chunks = self.store.get(&self.place(name)).await.map_err(|error| wrong(&error))?.into_stream();
        let mut new = OpenOptions::new();
        let mut file =
            new.write(true).create_new(true).mode(FILE_MODE).open(to).await.map_err(|error| format!("{}: {error}", to.display()))?;
        while let Some(chunk) = chunks.try_next().await.map_err(|error| wrong(&error))? {
            file.write_all(&chunk).await.map_err(|error| format!("{}: {error}", to.display()))?;
        }
        file.sync_all().await.map_err(|error| format!("{}: {error}", to.display()))
    }

    /// Deletes a file.
    pub async fn remove(&self, name: &str) -> Result<(), String> {
        self.store.delete(&self.place(name)).await.map_err(|error| told(&error, &self.keys))
    }

    fn place(&self, name: &str) -> object_store::path::Path {
        object_store::path::Path::from(format!("{}/{name}", self.url.path))
    }
}

/// An error with its causes, without the keys, and not longer than a screen takes.
fn told(error: &dyn std::error::Error, keys: &Keys) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = error.source();
    }
    for secret in [&keys.secret, &keys.id].into_iter().filter(|secret| !secret.is_empty()) {
        words = words.replace(secret.as_str(), "…");
    }
    let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(WORDS_MAX) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_error_tells_a_key_or_fills_the_screen() {
        let keys = Keys { id: "AKIA123".to_owned(), secret: "s3cr3t".to_owned() };
        let words = told(&std::io::Error::other(format!("AKIA123 with s3cr3t is wrong\n {}", "x".repeat(1_000))), &keys);
        assert!(words.starts_with("… with … is wrong x") && words.chars().count() == WORDS_MAX + 1, "{words}");
        assert!(!format!("{keys:?}").contains("s3cr3t"));
    }
}
