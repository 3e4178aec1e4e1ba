//! Cache of whole answers, valid as long as no journal entry has touched what they depend on.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::http::HeaderValue;
use bytes::Bytes;

/// Most bytes of cached answers together.
const CACHE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Most bytes of one cached answer: a single long list must not push out everything that phones share.
const ANSWER_BYTES_MAX: usize = CACHE_BYTES_MAX / 4;

/// An answer as it goes out.
#[derive(Clone)]
pub struct CachedAnswer {
    pub kind: HeaderValue,
    pub etag: HeaderValue,
    pub link: Option<HeaderValue>,
    pub body: Bytes,
}

/// Answers of the present state, by address.
#[derive(Default)]
pub struct AnswerCache {
    kept: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    by_address: HashMap<String, (Vec<u64>, CachedAnswer)>,
    bytes: usize,
}

impl AnswerCache {
    /// The answer under `key`, if it was made from this state: the newest entries of the topics that it depends on.
    pub fn get(&self, key: &str, state: &[u64]) -> Option<CachedAnswer> {
        let kept = self.kept.lock().ok()?;
        kept.by_address.get(key).filter(|(then, _)| then == state).map(|(_, kept)| kept.clone())
    }

    /// Caches an answer that was made from `state`. Does nothing with one that is too large.
    pub fn put(&self, key: String, state: Vec<u64>, kept: CachedAnswer) {
        let Ok(mut all) = self.kept.lock() else { return };
        let size = kept.body.len() + key.len();
        if size > ANSWER_BYTES_MAX {
            return;
        }
        if all.bytes + size > CACHE_BYTES_MAX {
            // Everything at once: what phones look at is back in no time, and there is no order to keep.
            all.by_address.clear();
            all.bytes = 0;
        }
        all.bytes += size;
        if let Some((_, old)) = all.by_address.insert(key.clone(), (state, kept)) {
            all.bytes = all.bytes.saturating_sub(old.body.len() + key.len());
        }
    }
}
