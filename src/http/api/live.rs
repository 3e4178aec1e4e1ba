//! Live updates: which topics changed, by Server-Sent Events, resumed from the journal.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::base::Role;
use crate::engine::{Feed, Topic, changed_after};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::{Staff, still_signed_in};

/// A comment at least so often tells a phone that the box is there.
const COMMENT_EVERY: Duration = Duration::from_secs(15);
/// Shortest time between two pieces of news on a stream: each makes a phone fetch what it shows, and a busy box changes
/// something a thousand times a second.
const NEWS_EVERY: Duration = Duration::from_millis(100);
/// How often a stream asks whether its session still lasts.
const SESSION_EVERY: Duration = Duration::from_secs(2);
/// Streams of one person: phones, and browser tabs that were forgotten.
const STREAMS_PER_USER: usize = 16;
/// Streams in all.
const STREAMS_MAX: usize = 1_024;

/// Streams that are open, by user.
pub struct Streams {
    open: Arc<Mutex<HashMap<u64, usize>>>,
    ended: watch::Sender<bool>,
}

impl Default for Streams {
    fn default() -> Self {
        Streams { open: Arc::default(), ended: watch::Sender::new(false) }
    }
}

/// A stream's place; given back when the stream ends.
struct StreamPermit {
    user_id: u64,
    open: Arc<Mutex<HashMap<u64, usize>>>,
}

impl Streams {
    /// Ends all streams: the box is shutting down, and a phone that listens must not hold it up.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Completes when all streams are to end.
    pub async fn ended(&self) {
        let _ = self.ended.subscribe().wait_for(|over| *over).await;
    }

    fn acquire(&self, user_id: u64) -> Option<StreamPermit> {
        let mut open = self.open.lock().ok()?;
        let all: usize = open.values().sum();
        let own = open.entry(user_id).or_default();
        if all >= STREAMS_MAX || *own >= STREAMS_PER_USER {
            return None;
        }
        *own += 1;
        Some(StreamPermit { user_id, open: self.open.clone() })
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let Ok(mut open) = self.open.lock() else { return };
        if let Some(own) = open.get_mut(&self.user_id) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.user_id);
            }
        }
    }
}

/// The data of a `change` event of the stream: what to read again.
#[derive(Serialize, ToSchema)]
pub struct LiveChange {
    topics: Vec<Topic>,
}

/// Which topics changed, as they change.
#[utoipa::path(get, path = "/api/live", tag = "box", params(("Last-Event-ID" = Option<u64>, Header)), responses(
    (status = 200, content_type = "text/event-stream", body = LiveChange), (status = 401), (status = 403), (status = 429)))]
pub async fn live(State(app): State<AppState>, Staff(caller): Staff, headers: HeaderMap) -> Result<Response, ApiError> {
    let permit = app.streams.acquire(caller.user.id).ok_or_else(|| ApiError::too_many(COMMENT_EVERY.as_secs()))?;
    let feed = app.engine.feed();
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.trim().parse::<u64>().ok());
    let seq = last.unwrap_or_else(|| feed.head());
    let session_id = caller.session_id;
    let printers = app.printers.version();
    let now = Instant::now();
    let listener = Listener { app, feed, session_id, seq, printers, greeted: false, sent_at: now, news_from: now, _seat: permit };
    let body = Body::from_stream(stream::unfold(listener, Listener::next));
    let mut response = (StatusCode::OK, body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// One phone that listens. It holds no messages: a slow reader finds out when it reads.
struct Listener {
    app: AppState,
    feed: Feed,
    session_id: String,
    /// The entry up to which it knows.
    seq: u64,
    /// The news of printers that it knows: how a printer is stands in no journal.
    printers: u64,
    greeted: bool,
    /// When it last heard anything, and when it may hear news again.
    sent_at: Instant,
    news_from: Instant,
    _seat: StreamPermit,
}

impl Listener {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if !self.greeted {
            self.greeted = true;
            return self.send(Bytes::from_static(b": ok\n\n"));
        }
        loop {
            let role = still_signed_in(&self.app, &self.session_id)?.role;
            let printers = self.app.printers.version();
            let is_news = self.feed.head() != self.seq || printers != self.printers;
            if is_news && Instant::now() < self.news_from {
                tokio::select! {
                    _ = self.app.streams.ended() => return None,
                    () = tokio::time::sleep_until(self.news_from) => continue,
                }
            }
            if is_news {
                // The number belongs to what was looked at: the journal may be further than the feed has told.
                let (head, mut topics) = self.app.store.read(|view| changed_after(view, self.seq)).ok()?;
                if printers != self.printers && !topics.contains(&Topic::Printers) {
                    topics.push(Topic::Printers);
                }
                self.printers = printers;
                let shown: Vec<Topic> = topics.into_iter().filter(|topic| may_see(role, *topic)).collect();
                self.seq = head;
                if !shown.is_empty() {
                    self.news_from = Instant::now() + NEWS_EVERY;
                    let data = serde_json::to_string(&LiveChange { topics: shown }).ok()?;
                    return self.send(format!("id: {head}\nevent: change\ndata: {data}\n\n").into());
                }
            }
            let silence = COMMENT_EVERY.saturating_sub(self.sent_at.elapsed());
            if silence.is_zero() {
                return self.send(Bytes::from_static(b": still here\n\n"));
            }
            tokio::select! {
                _ = self.app.streams.ended() => return None,
                head = self.feed.after(self.seq) => { head?; }
                () = self.app.printers.changed_since(self.printers) => {}
                () = tokio::time::sleep(silence.min(SESSION_EVERY)) => {}
            }
        }
    }

    fn send(mut self, text: Bytes) -> Option<(Result<Bytes, Infallible>, Self)> {
        self.sent_at = Instant::now();
        Some((Ok(text), self))
    }
}

/// Only topics whose calls the caller may make.
fn may_see(role: Role, topic: Topic) -> bool {
    !matches!(topic, Topic::Users | Topic::Settings) || role == Role::Admin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_for_each_and_for_all() {
        let streams = Streams::default();
        let users = u64::try_from(STREAMS_MAX / STREAMS_PER_USER).expect("few");
        let everyone = (1..=users).flat_map(|user| [user; STREAMS_PER_USER]);
        let mut permits: Vec<StreamPermit> = everyone.map_while(|user| streams.acquire(user)).collect();
        assert_eq!(permits.len(), STREAMS_MAX);
        assert!(streams.acquire(users + 1).is_none(), "the house is full, also for somebody new");
        permits.pop();
        assert!(streams.acquire(1).is_none(), "this one has as many as anybody may");
        let last = streams.acquire(users + 1).expect("the place that was given back");
        assert!(streams.acquire(users).is_none());
        drop((permits, last));
        assert!(streams.open.lock().expect("whole").values().all(|open| *open == 0));
    }
}
