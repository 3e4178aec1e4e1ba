//! `POST /api/head/files`: parcels that a person carried from a box without internet.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header;
use tokio::sync::Semaphore;

use super::bar_name_within;
use crate::accounts::{Event, Owner, record};
use crate::box_port::read_body;
use crate::error::{HeadCode, HeadError};
use crate::history::{FILE_BYTES_MAX, FileAnswer, receive_file};
use crate::web::HeadState;

/// The type of the body.
const FILE_TYPE: &str = "application/octet-stream";
/// One file at a time: each may have 64 MB. The others wait.
static FILES: Semaphore = Semaphore::const_new(1);

/// Keeps the parcels of a file that a box without internet made.
#[utoipa::path(post, path = "/api/head/files", tag = "books", security(("session" = ["owner"])),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "At most 64 MB."),
    responses((status = 200, body = FileAnswer), (status = 409), (status = 422)))]
pub(super) async fn load(State(state): State<HeadState>, Owner(owner): Owner, request: Request) -> Result<Json<FileAnswer>, HeadError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind != Some(FILE_TYPE) {
        return Err(HeadError::new(HeadCode::UnsupportedMediaType, format!("Send the file: Content-Type: {FILE_TYPE}")));
    }
    let _turn = FILES.acquire().await.map_err(HeadError::internal)?;
    let bytes = read_body(request, FILE_BYTES_MAX).await?;
    let (now, by) = (state.now(), &owner);
    let answer = receive_file(&state.database, bytes, now).await?;
    let said = &answer;
    let noted = state.database.transaction(move |transaction| async move {
        let event = Event::new("file.loaded", loaded(&bar_name_within(&transaction, &said.bar).await?, said)).of_bar(&said.bar);
        record(&transaction, now, by, event).await
    });
    noted.await?;
    Ok(Json(answer))
}

/// What became of a file, as a sentence about the bar `name`.
pub fn loaded(name: &str, answer: &FileAnswer) -> String {
    let FileAnswer { parcels, stored, known, waiting, .. } = answer;
    let parts = if *parcels == 1 { "part" } else { "parts" };
    format!("Loaded a file of {name}: {parcels} {parts}, {stored} new, {known} known, {waiting} waiting for earlier ones")
}
