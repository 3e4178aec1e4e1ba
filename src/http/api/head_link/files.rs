//! Files for a box without internet: parcels for head office, and what head office says to the box.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::io::AsyncReadExt;
use utoipa::ToSchema;

use super::NOT_CONNECTED;
use crate::head_link::{FileSession, HeadFileError, LinkError};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::contract::read::Query;
use crate::http::contract::session::Admin;
use crate::parcels::{HEAD_FILE_MAX, Position};
use base::Refusal;

/// Bytes of a file that are read at a time.
const CHUNK: usize = 64 * 1024;
const NO_KEY: &str = "This box has no key for head office. Connect it with a new code.";
const NOTHING_NEW: &str = "Head office has everything";

/// What was in a file of head office.
#[derive(Serialize, ToSchema)]
#[schema(as = HeadFileAnswer)]
pub struct FileAnswer {
    /// The newest entry that head office had.
    position: Option<Position>,
    /// Changes that were new to this box.
    received: u64,
}

/// Makes a file with the entries that head office does not have, for a person to carry there: signed parcels, 64 MB at most. `after` and
/// `upto` choose other entries.
#[utoipa::path(get, path = "/api/head-link/file", tag = "box", params(("after" = Option<u64>, Query), ("upto" = Option<u64>, Query)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 400), (status = 401), (status = 403),
    (status = 409)))]
pub async fn save(State(app): State<AppState>, _: Admin, query: Query) -> Result<Response, ApiError> {
    let number = |name: &'static str| {
        let number = query.param(name).map(str::parse::<u64>).transpose();
        number.map_err(|_| ApiError::invalid(format!("{name} must be a number")))
    };
    let (after, upto) = (number("after")?, number("upto")?.unwrap_or(u64::MAX));
    let session = session(&app).await?;
    let made = app.head_link.save_file(session, after, upto).await.map_err(unavailable)?;
    let file = made.ok_or_else(|| ApiError::from(Refusal::conflict(NOTHING_NEW)))?;
    let chunks = stream::try_unfold(tokio::fs::File::from_std(file.file), |mut file| async move {
        let mut chunk = vec![0; CHUNK];
        let read = file.read(&mut chunk).await?;
        chunk.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then_some((chunk, file)))
    });
    let name = HeaderValue::try_from(format!("attachment; filename=\"{}\"", file.name)).map_err(|_| ApiError::internal())?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_LENGTH, HeaderValue::from(file.length)),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(chunks)).into_response())
}

/// Reads a file that head office made for this box: the changes that it asks for, and its position, behind which the next file begins.
#[utoipa::path(post, path = "/api/head-link/file", tag = "box",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = FileAnswer), (status = 400), (status = 401), (status = 403), (status = 409), (status = 413),
    (status = 415), (status = 422), (status = 429)))]
pub async fn load(State(app): State<AppState>, _: Admin, request: Request<Body>) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let media_type = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if media_type != Some("application/octet-stream") {
        let words = "Send the file: Content-Type: application/octet-stream";
        return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, HttpCode::UnsupportedMediaType, words));
    }
    let session = session(&app).await?;
    let (bytes, _held) = app.body_budget.read(&parts.headers, body, HEAD_FILE_MAX).await?;
    let (position, received) = app.head_link.load_file(session, bytes).await?;
    Ok((StatusCode::OK, [(header::CACHE_CONTROL, "no-store")], axum::Json(FileAnswer { position, received })).into_response())
}

/// What a file needs.
async fn session(app: &AppState) -> Result<FileSession, ApiError> {
    let is_connected = app.store.read(crate::head_office::head_office)?.is_some();
    let session = app.head_link.file_session().await.map_err(unavailable)?;
    session.ok_or_else(|| Refusal::conflict(if is_connected { NO_KEY } else { NOT_CONNECTED }).into())
}

fn unavailable(error: LinkError) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, HttpCode::ReadOnly, error.words())
}

impl From<HeadFileError> for ApiError {
    fn from(error: HeadFileError) -> Self {
        let words = error.to_string();
        match error {
            HeadFileError::Spoilt(_) | HeadFileError::OtherBar | HeadFileError::OtherHistory => {
                ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, HttpCode::Damaged, words)
            }
            HeadFileError::Disk(error) => unavailable(error),
        }
    }
}
