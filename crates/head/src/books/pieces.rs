//! `GET /box/v1/books`: the current line of the calling box's bar, piece by piece.

use axum::extract::{Query, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::box_port::BoxCaller;
use crate::error::{HeadCode, HeadError};
use crate::history::{HistoryError, books};
use crate::web::HeadState;
use backup::pack_transfer;
use backup::parcels::{BOOKS_HEADER, BooksPosition};

/// Which entries are asked for.
#[derive(Deserialize)]
pub(super) struct Asked {
    /// The last entry that the box has; 0 for none.
    #[serde(default)]
    after: u64,
    /// Up to the newest one without it.
    upto: Option<u64>,
}

/// Entries and kept answers as a file of a continuous backup, some thousand entries at most; 204 if there are no more. A header says which
/// line it is and where it ends.
pub(super) async fn get(State(state): State<HeadState>, caller: BoxCaller, asked: Query<Asked>) -> Result<Response, HeadError> {
    // A second box has the books of the box that it follows.
    if caller.is_second {
        return Err(HeadError::forbidden());
    }
    let Query(Asked { after, upto }) = asked;
    let piece = books(&state.database, &caller.bar, after, upto.unwrap_or(u64::MAX)).await.map_err(|error| match error {
        HistoryError::NotFound => HeadError::new(HeadCode::NotFound, "Head office has no entries of this bar"),
        error => error.into(),
    })?;
    let position = BooksPosition { line: piece.line, seq: piece.position.seq, hash: piece.position.hash };
    let text = serde_json::to_string(&position).map_err(HeadError::internal)?;
    let position = (HeaderName::from_static(BOOKS_HEADER), HeaderValue::try_from(text).map_err(HeadError::internal)?);
    let headers = [position, (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    if piece.step.entries.is_empty() {
        return Ok((StatusCode::NO_CONTENT, headers).into_response());
    }
    let packed = tokio::task::spawn_blocking(move || pack_transfer(&piece.step, after, false, piece.at));
    let bytes = packed.await.map_err(HeadError::internal)?.map_err(HeadError::internal)?;
    Ok((headers, [(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response())
}
