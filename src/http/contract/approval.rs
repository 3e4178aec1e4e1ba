//! Approvals of write requests: the request that shows one, and the request that serves to ask for one.

use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use serde_json::Value;

use super::answer::{json, missing};
use super::body::hash::hex_hash;
use crate::approvals::{self, ApprovalView, NOT_NEEDED, Reader, Request, Shown};
use crate::engine::{Answer, Entry, Event, IdempotencyKey, Purpose};
use crate::http::ApiError;
use base::Refusal;
use store::{Stored, View};

/// The header with which a request shows the approval that it has.
pub const APPROVAL: &str = "approval";

/// In the extensions of a request that is not to be executed but asked for: its handler parses it as always, and what it submits is
/// decided and recorded as a question.
#[derive(Debug, Clone)]
pub struct Asking {
    /// The key of the request that asks.
    pub key: Option<IdempotencyKey>,
    /// The enrolled device of the person who asks.
    pub device_name: Option<String>,
}

/// Middleware of a call that no approval is about: answers unless the request only asks for it.
pub async fn unless_asking(request: axum::extract::Request, next: Next) -> Result<Response, ApiError> {
    if request.extensions().get::<Asking>().is_some() { Err(Refusal::conflict(NOT_NEEDED).into()) } else { Ok(next.run(request).await) }
}

/// What a write request is for. `bytes` is the length of its body as sent.
pub fn purpose(parts: &Parts, body: &Value, bytes: usize) -> Result<Purpose, ApiError> {
    let request = || -> Result<Request, ApiError> {
        let path = parts.uri.path_and_query().map_or(parts.uri.path(), |path| path.as_str());
        Ok(Request { method: parts.method.to_string(), path: path.to_owned(), body_hash: hex_hash(body, bytes)? })
    };
    if let Some(asking) = parts.extensions.get::<Asking>() {
        return Ok(Purpose::Ask { request: request()?, device_name: asking.device_name.clone() });
    }
    let Some(shown) = parts.headers.get(APPROVAL) else { return Ok(Purpose::default()) };
    // Anything but a number names no approval, as an unknown number does.
    let approval_id = shown.to_str().ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    Ok(Purpose::Execute(Some(Shown { approval_id, request: request()? })))
}

/// The answer to a request that asked for an approval.
pub fn asked(entries: &[Entry], view: &dyn View) -> Stored<Answer> {
    let asked = entries.iter().find_map(|entry| {
        if let Event::ApprovalAsked(event) = &entry.event { Some((event.approval_id, entry.envelope.running)) } else { None }
    });
    let (id, running) = asked.ok_or_else(|| missing("approvals"))?;
    let approval = approvals::approval(view, id)?.ok_or_else(|| missing("approvals"))?;
    json(StatusCode::CREATED, &ApprovalView::new(&approval, running, Reader::Asker))
}
