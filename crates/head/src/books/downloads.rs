//! Files to download: a line as JSON lines, a copy of the current line, and the file for a box without internet.

use std::fmt::Display;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::try_unfold;
use serde_json::{Value, json};

use super::{Copy, bar_name, bar_name_within, box_file, parse_line};
use crate::accounts::{Event, Owner, SignedIn, record};
use crate::error::HeadError;
use crate::history::{copy_end, line_entries};
use crate::web::{HeadPath, HeadState};
use bar::engine::journal_line;
use store::RawEntry;

/// Digits of the bar's number in the name of a file.
const BAR_DIGITS: usize = 8;

/// Downloads a line: an entry per line of text, as `barback export` writes them.
#[utoipa::path(get, path = "/api/head/bars/{bar}/lines/{line}/file", tag = "books", security(("session" = ["owner"])),
    params(("bar" = String, Path), ("line" = String, Path)), responses((status = 200, body = String, content_type = "application/jsonl")))]
pub(super) async fn entries(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath((bar, line)): HeadPath<(String, String)>,
) -> Result<Response, HeadError> {
    owner.may_see(&bar)?;
    bar_name(&state.database, &bar).await?;
    let line = parse_line(&line)?;
    let end = copy_end(&state.database, &bar, Some(line), u64::MAX).await?;
    let name = format!("barback-{}-{line}-{}.jsonl", short(&bar), end.seq);
    note(&state, &owner, &bar, "entries.downloaded", &format!("the entries of a line up to {}", end.seq)).await?;
    let lines = try_unfold(0, move |after| {
        let (database, bar) = (state.database.clone(), bar.clone());
        async move {
            let Some(found) = line_entries(&database, &bar, line, after, end.seq).await? else { return Ok::<_, HeadError>(None) };
            let last = found.step.entries.last().map_or(end.seq, |entry| entry.seq);
            let text: String = found.step.entries.iter().map(|raw| format!("{}\n", json_line(raw))).collect();
            Ok(Some((Bytes::from(text), last)))
        }
    });
    Ok(file(Body::from_stream(lines), "application/jsonl", &name))
}

/// An entry without secrets. Of one that a newer box wrote only its number: where its secrets are is not known.
fn json_line(raw: &RawEntry) -> Value {
    journal_line(raw).unwrap_or_else(|_| json!({ "seq": raw.seq, "unreadable": true }))
}

/// Downloads a copy of the current line, for `barback restore`.
#[utoipa::path(get, path = "/api/head/bars/{bar}/books", tag = "books", security(("session" = ["owner"])),
    params(("bar" = String, Path)), responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream")))]
pub(super) async fn books(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(bar): HeadPath<String>,
) -> Result<Response, HeadError> {
    owner.may_see(&bar)?;
    bar_name(&state.database, &bar).await?;
    let mut copy = Copy::begin(&state.database, &bar, None, u64::MAX).await?;
    let seq = copy.end().seq;
    // What cannot be read is refused before the answer begins.
    let first = copy.next().await?;
    note(&state, &owner, &bar, "books.downloaded", &format!("the books up to entry {seq}")).await?;
    let blocks = try_unfold((first, copy), |(first, mut copy)| async move {
        let bytes = match first {
            Some(bytes) => Some(bytes),
            None => copy.next().await?,
        };
        Ok::<_, HeadError>(bytes.map(|bytes| (Bytes::from(bytes), (None, copy))))
    });
    Ok(file(Body::from_stream(blocks), "application/octet-stream", &format!("barback-{}-{seq}.barback", short(&bar))))
}

/// Downloads what head office has and wants, for 'Load a file' at the box.
#[utoipa::path(get, path = "/api/head/bars/{bar}/file", tag = "books", security(("session" = ["owner"])), params(("bar" = String, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/octet-stream"), (status = 413)))]
pub(super) async fn file_for_the_box(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath(bar): HeadPath<String>,
) -> Result<Response, HeadError> {
    owner.may_see(&bar)?;
    let bytes = box_file(&state, &bar).await?;
    note(&state, &owner, &bar, "box_file.downloaded", "the file for the box").await?;
    Ok(file(bytes.into(), "application/octet-stream", &format!("barback-{}.head", short(&bar))))
}

/// The beginning of the bar's number.
fn short(bar: &str) -> &str {
    bar.get(..BAR_DIGITS).unwrap_or(bar)
}

/// Puts a download on record: copies of a bar leave head office with it.
async fn note(state: &HeadState, by: &SignedIn, bar: &str, kind: &'static str, what: &str) -> Result<(), HeadError> {
    let now = state.now();
    let noted = state.database.transaction(move |transaction| async move {
        let name = bar_name_within(&transaction, bar).await?;
        record(&transaction, now, by, Event::new(kind, format!("Downloaded {what} of {name}")).of_bar(bar)).await
    });
    noted.await
}

fn file(body: Body, kind: &'static str, name: &impl Display) -> Response {
    let named = format!("attachment; filename=\"{name}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, named)];
    (headers, [(header::CACHE_CONTROL, "no-store")], body).into_response()
}
