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

use crate::approvals;
use crate::engine::{Feed, Topic, changed_after};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::{Staff, session_user};
use crate::staff::User;
use base::Role;
use store::Stored;

/// Interval of keep-alive comments while nothing changes.
const COMMENT_INTERVAL: Duration = Duration::from_secs(15);
/// Shortest time between two change events of a stream: each makes a phone fetch what it shows, and a busy box has a thousand
/// changes per second.
const CHANGE_INTERVAL_MIN: Duration = Duration::from_millis(100);
/// How often a stream checks that its session is still valid.
const SESSION_CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// Most streams of one user: phones, and forgotten browser tabs.
const STREAMS_PER_USER: usize = 16;
/// Most streams in total.
const STREAMS_MAX: usize = 1_024;

/// Open streams, counted by user.
pub struct Streams {
    open: Arc<Mutex<HashMap<u64, usize>>>,
    ended: watch::Sender<bool>,
}

impl Default for Streams {
    fn default() -> Self {
        Streams { open: Arc::default(), ended: watch::Sender::new(false) }
    }
}

/// Permit of an open stream, released on drop.
struct StreamPermit {
    user_id: u64,
    open: Arc<Mutex<HashMap<u64, usize>>>,
}

impl Streams {
    /// Ends all streams. Called at shutdown, which open streams would delay.
    pub fn end(&self) {
        self.ended.send_replace(true);
    }

    /// Completes when all streams must end.
    pub async fn ended(&self) {
        let _ = self.ended.subscribe().wait_for(|ended| *ended).await;
    }

    fn acquire(&self, user_id: u64) -> Option<StreamPermit> {
        let mut open = self.open.lock().ok()?;
        let total: usize = open.values().sum();
        let own = open.entry(user_id).or_default();
        if total >= STREAMS_MAX || *own >= STREAMS_PER_USER {
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

/// Data of a `change` event: the topics that a client should fetch again.
#[derive(Serialize, ToSchema)]
pub struct LiveChange {
    topics: Vec<Topic>,
}

/// Streams which topics change (Server-Sent Events).
#[utoipa::path(get, path = "/api/live", tag = "box", params(("Last-Event-ID" = Option<u64>, Header)), responses(
    (status = 200, content_type = "text/event-stream", body = LiveChange), (status = 401), (status = 403), (status = 429)))]
pub async fn live(State(app): State<AppState>, Staff(caller): Staff, headers: HeaderMap) -> Result<Response, ApiError> {
    let _permit = app.streams.acquire(caller.user.id).ok_or_else(|| ApiError::too_many(COMMENT_INTERVAL.as_secs()))?;
    let feed = app.engine.feed();
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok()?.trim().parse::<u64>().ok());
    let seq = last.unwrap_or_else(|| feed.head());
    let session_id = caller.session_id;
    let printers = app.printers.change_count();
    let now = Instant::now();
    let live_stream = LiveStream { app, feed, session_id, seq, printers, opened: false, sent_at: now, next_change_at: now, _permit };
    let body = Body::from_stream(stream::unfold(live_stream, LiveStream::next));
    let mut response = (StatusCode::OK, body).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// State of one stream. No messages are queued: a slow reader gets the changes of the meantime in one event.
struct LiveStream {
    app: AppState,
    feed: Feed,
    session_id: String,
    /// Number of the newest journal entry that was reported.
    seq: u64,
    /// Version of the printer states that was reported: they are not in the journal.
    printers: u64,
    opened: bool,
    /// When something was last sent.
    sent_at: Instant,
    /// Earliest time of the next change event.
    next_change_at: Instant,
    _permit: StreamPermit,
}

impl LiveStream {
    async fn next(mut self) -> Option<(Result<Bytes, Infallible>, Self)> {
        if !self.opened {
            self.opened = true;
            return self.send(Bytes::from_static(b": ok\n\n"));
        }
        loop {
            let user = session_user(&self.app, &self.session_id)?;
            let printers = self.app.printers.change_count();
            let has_changed = self.feed.head() != self.seq || printers != self.printers;
            if has_changed && Instant::now() < self.next_change_at {
                tokio::select! {
                    _ = self.app.streams.ended() => return None,
                    () = tokio::time::sleep_until(self.next_change_at) => continue,
                }
            }
            if has_changed {
                // The id of the event is that of the snapshot: the journal may be ahead of the feed.
                let (head, mut topics) = self.app.store.read(|view| changed_after(view, self.seq)).ok()?;
                if printers != self.printers && !topics.contains(&Topic::Printers) {
                    topics.push(Topic::Printers);
                }
                self.printers = printers;
                let mut visible: Vec<Topic> = topics.into_iter().filter(|topic| may_see(user.role, *topic)).collect();
                // A phone that knows another journal fetches everything.
                let is_known = self.seq <= head;
                if is_known && visible.contains(&Topic::Approvals) && !self.may_see_approvals(&user).ok()? {
                    visible.retain(|topic| *topic != Topic::Approvals);
                }
                self.seq = head;
                if !visible.is_empty() {
                    self.next_change_at = Instant::now() + CHANGE_INTERVAL_MIN;
                    let data = serde_json::to_string(&LiveChange { topics: visible }).ok()?;
                    return self.send(format!("id: {head}\nevent: change\ndata: {data}\n\n").into());
                }
            }
            let until_comment = COMMENT_INTERVAL.saturating_sub(self.sent_at.elapsed());
            if until_comment.is_zero() {
                return self.send(Bytes::from_static(b": still here\n\n"));
            }
            tokio::select! {
                _ = self.app.streams.ended() => return None,
                head = self.feed.after(self.seq) => { head?; }
                () = self.app.printers.changed_since(self.printers) => {}
                () = tokio::time::sleep(until_comment.min(SESSION_CHECK_INTERVAL)) => {}
            }
        }
    }

    /// Managers and admins see all approvals, others their own.
    fn may_see_approvals(&self, user: &User) -> Stored<bool> {
        let running = self.app.engine.running();
        Ok(user.role >= Role::Manager || self.app.store.read(|view| approvals::changed_for(view, user.id, self.seq, running))?)
    }

    fn send(mut self, text: Bytes) -> Option<(Result<Bytes, Infallible>, Self)> {
        self.sent_at = Instant::now();
        Some((Ok(text), self))
    }
}

/// Whether `role` may make the calls of `topic`.
fn may_see(role: Role, topic: Topic) -> bool {
    match topic {
        Topic::Users | Topic::Settings | Topic::Head => role == Role::Admin,
        Topic::Devices | Topic::Sheets | Topic::Fiscal => role >= Role::Manager,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_limited_per_user_and_in_total() {
        let streams = Streams::default();
        let users = u64::try_from(STREAMS_MAX / STREAMS_PER_USER).expect("few");
        let everyone = (1..=users).flat_map(|user| [user; STREAMS_PER_USER]);
        let mut permits: Vec<StreamPermit> = everyone.map_while(|user| streams.acquire(user)).collect();
        assert_eq!(permits.len(), STREAMS_MAX);
        assert!(streams.acquire(users + 1).is_none(), "the total limit holds for a new user too");
        permits.pop();
        assert!(streams.acquire(1).is_none(), "this user is at the limit");
        let last = streams.acquire(users + 1).expect("the permit that was released");
        assert!(streams.acquire(users).is_none());
        drop((permits, last));
        assert!(streams.open.lock().expect("whole").values().all(|open| *open == 0));
    }
}
