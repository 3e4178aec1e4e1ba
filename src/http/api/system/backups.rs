//! Backups: overview, creation, download.

use std::io::ErrorKind;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::io::AsyncReadExt;
use utoipa::ToSchema;

use crate::backup::{BackupError, BackupFile, ContinuousState, ContinuousStatus, Overview, RemoteState, RemoteStatus};
use crate::box_events::BackupMade;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::contract::path::Path;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::BackupKind;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{EmptyBody, OptionalBody, json};
use base::Code;

/// Bytes of a backup that are read at a time.
const CHUNK: usize = 64 * 1024;

/// A backup.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Backup)]
pub struct BackupView {
    #[schema(example = "bar-20261121T050000000Z-nightly-4711.barback")]
    name: String,
    at: String,
    size_bytes: u64,
    #[schema(value_type = BackupKind)]
    kind: &'static str,
    /// Number of its newest journal entry.
    journal: u64,
    /// Always true: a backup that cannot be restored is not kept.
    verified: bool,
    /// Whether a passphrase is needed to restore it.
    encrypted: bool,
}

/// The continuous backup, which follows the journal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContinuousCopy)]
pub struct ContinuousView {
    target: Option<String>,
    #[schema(value_type = ContinuousState)]
    state: &'static str,
    lag_seconds: Option<u64>,
    error: Option<String>,
}

/// Backups in S3-compatible storage.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RemoteCopies)]
pub struct RemoteView {
    #[schema(example = "s3://my-bar/backups")]
    target: Option<String>,
    state: RemoteState,
    /// Backups that are not uploaded yet.
    waiting: u64,
    /// Name of the newest uploaded backup.
    newest: Option<String>,
    error: Option<String>,
}

/// All backups and their state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Backups)]
pub struct BackupsView {
    folder: String,
    last_verified_at: Option<String>,
    age_seconds: Option<u64>,
    /// Whether the newest backup is older than a day. Never in a demo bar, which makes no nightly backups.
    overdue: bool,
    /// Whether a backup is running.
    running: bool,
    /// Why the last backup failed, if it did.
    last_error: Option<String>,
    /// Whether new backups are encrypted.
    encrypted: bool,
    /// Newest first.
    copies: Vec<BackupView>,
    continuous: ContinuousView,
    remote: RemoteView,
}

impl BackupView {
    fn of(backup: &BackupFile, encrypted: bool) -> Self {
        BackupView {
            name: backup.name.clone(),
            at: backup.at.to_string(),
            size_bytes: backup.size_bytes,
            kind: backup.kind.as_str(),
            journal: backup.last_entry,
            verified: true,
            encrypted,
        }
    }
}

impl From<ContinuousStatus> for ContinuousView {
    fn from(continuous: ContinuousStatus) -> Self {
        ContinuousView {
            target: continuous.target.map(|target| target.display().to_string()),
            state: continuous.state.as_str(),
            lag_seconds: continuous.lag_seconds,
            error: continuous.error,
        }
    }
}

impl From<RemoteStatus> for RemoteView {
    fn from(remote: RemoteStatus) -> Self {
        let RemoteStatus { target, state, waiting, newest, error } = remote;
        RemoteView { target, state, waiting, newest, error }
    }
}

impl From<Overview> for BackupsView {
    fn from(overview: Overview) -> Self {
        BackupsView {
            folder: overview.folder.display().to_string(),
            last_verified_at: overview.newest_at.map(|at| at.to_string()),
            age_seconds: overview.age_seconds,
            overdue: overview.overdue,
            running: overview.running,
            last_error: overview.last_error,
            encrypted: overview.encrypted,
            copies: overview.backups.iter().map(|(backup, encrypted)| BackupView::of(backup, *encrypted)).collect(),
            continuous: overview.continuous.into(),
            remote: overview.remote.into(),
        }
    }
}

/// Returns all backups, and whether a recent one is missing.
#[utoipa::path(get, path = "/api/backups", tag = "box", responses((status = 200, body = BackupsView), (status = 401), (status = 403)))]
pub async fn overview(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer_fresh(&BackupsView::from(app.backups.overview(app.engine.estimated_now())))
}

/// Makes a backup, and verifies it by restoring it.
#[utoipa::path(post, path = "/api/backups", tag = "box", responses(
    (status = 201, body = BackupView), (status = 401), (status = 403), (status = 409)))]
pub async fn make(State(app): State<AppState>, Admin(caller): Admin, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    if write.was_answered(&app, &caller)? {
        // The stored answer is returned; this command is not executed.
        let placeholder = BackupMade { name: String::new(), journal: 0, size_bytes: 0 };
        return write.submit(&app, &caller, Command::NoteBackup(placeholder), |_, _| json(StatusCode::CREATED, &())).await;
    }
    let made = app.backups.make().await?;
    let command = made.note();
    write.submit(&app, &caller, command, move |_, _| json(StatusCode::CREATED, &BackupView::of(&made.file, made.encrypted))).await
}

/// Downloads a backup.
#[utoipa::path(get, path = "/api/backups/{name}", tag = "box", params(("name" = String, Path)), responses(
    (status = 200, content_type = "application/octet-stream", body = Vec<u8>), (status = 401), (status = 403), (status = 404)))]
pub async fn download(State(app): State<AppState>, _: Admin, Path(name): Path<String>) -> Result<Response, ApiError> {
    let path = app.backups.file(&name).ok_or_else(|| ApiError::not_found("backup"))?;
    let file = tokio::fs::File::open(&path).await.map_err(|error| match error.kind() {
        // It was deleted meanwhile, for a newer one.
        ErrorKind::NotFound => ApiError::not_found("backup"),
        _ => BackupError::io(&path)(error).into(),
    })?;
    let length = file.metadata().await.map_err(BackupError::io(&path))?.len();
    let chunks = stream::try_unfold(file, |mut file| async move {
        let mut chunk = vec![0; CHUNK];
        let read = file.read(&mut chunk).await?;
        chunk.truncate(read);
        Ok::<_, std::io::Error>((read > 0).then_some((chunk, file)))
    });
    let name = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")).map_err(|_| ApiError::internal())?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream")),
        (header::CONTENT_LENGTH, HeaderValue::from(length)),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(chunks)).into_response())
}

impl From<BackupError> for ApiError {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Busy => ApiError::new(StatusCode::CONFLICT, Code::Conflict, error.to_string()),
            BackupError::NoRoom { .. } | BackupError::Io { .. } | BackupError::Stopping => {
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, HttpCode::ReadOnly, error.to_string())
            }
            BackupError::Store(error) => error.into(),
            error => {
                tracing::error!("backup: {error}");
                ApiError::internal()
            }
        }
    }
}
