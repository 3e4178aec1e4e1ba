//! Cache of complete answers, valid until a journal entry changes a topic that they depend on.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::http::HeaderValue;
use bytes::Bytes;

/// Most bytes of cached answers together.
const CACHE_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Most bytes of one cached answer: a single long list must not push out everything that phones share.
const ANSWER_BYTES_MAX: usize = CACHE_BYTES_MAX / 4;

/// A rendered answer with its headers.
#[derive(Clone)]
pub struct CachedAnswer {
    pub content_type: HeaderValue,
    pub etag: HeaderValue,
    pub link: Option<HeaderValue>,
    pub body: Bytes,
}

/// Rendered answers by key, each with the state from which it was built.
#[derive(Default)]
pub struct AnswerCache {
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    by_key: HashMap<String, (Vec<u64>, CachedAnswer)>,
    bytes: usize,
}

impl AnswerCache {
    /// The answer under `key`, if it was built from `state`: the newest entry of each topic that it depends on.
    pub fn get(&self, key: &str, state: &[u64]) -> Option<CachedAnswer> {
        let answers = self.answers.lock().ok()?;
        answers.by_key.get(key).filter(|(built_from, _)| built_from == state).map(|(_, answer)| answer.clone())
    }

    /// Caches an answer that was built from `state`, unless it is too large.
    pub fn put(&self, key: String, state: Vec<u64>, answer: CachedAnswer) {
        let Ok(mut all) = self.answers.lock() else { return };
        let size = answer.body.len() + key.len();
        if size > ANSWER_BYTES_MAX {
            return;
        }
        if all.bytes + size > CACHE_BYTES_MAX {
            // Evicts everything: phones soon request again what they show, and no order of use has to be tracked.
            all.by_key.clear();
            all.bytes = 0;
        }
        all.bytes += size;
        if let Some((_, old)) = all.by_key.insert(key.clone(), (state, answer)) {
            all.bytes = all.bytes.saturating_sub(old.body.len() + key.len());
        }
    }
}
