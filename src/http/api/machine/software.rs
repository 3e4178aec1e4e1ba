//! The machine's software: what runs, what could be installed, and installing it.

use axum::Extension;
use axum::Json;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncWriteExt;
use utoipa::ToSchema;

use super::{machine_with, note, refused, room};
use crate::box_events::MachineChange;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::password_check::{check, known_attempt};
use crate::http::api::staff::session_view::no_store;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{EmptyBody, OptionalBody, PasswordWrite, Unkept};
use crate::machine::notes;
use crate::machine::update_memory::{Attempt, LastResult};
use crate::machine::updates::{Candidate, Source, Updates, VERSION};
use appliance::software::Slot;
use appliance::{Machine, Services};
use base::{Code, Refusal};
use web::form::{Form, RawField};
use web::server::serve::Peer;

/// Largest update file: 600 MB.
const FILE_MAX: u64 = 600_000_000;
/// The data partition must have room for this many times the file.
const ROOM_TIMES: u64 = 2;

/// The machine's software.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoxSoftware)]
pub struct SoftwareView {
    #[schema(example = "0.2.0")]
    version: &'static str,
    /// The root that runs: A or B.
    slot: Option<String>,
    other: OtherView,
    candidate: Option<CandidateView>,
    installing: Option<InstallingView>,
    planned: Option<PlannedView>,
    last_result: Option<LastResult>,
    /// Whether the memory card reports errors: it should be replaced.
    card_errors: bool,
}

/// The root that does not run.
#[derive(Serialize, ToSchema)]
#[schema(as = OtherRoot)]
pub struct OtherView {
    version: Option<String>,
    state: OtherState,
}

/// Whether the root that does not run could.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OtherRootState)]
pub enum OtherState {
    /// It starts with the next restart.
    Next,
    /// It can be started.
    Good,
    /// It did not start.
    Bad,
}

/// An update that was found.
#[derive(Serialize, ToSchema)]
#[schema(as = UpdateCandidate)]
pub struct CandidateView {
    /// Null if the file is refused.
    version: Option<String>,
    /// What is new in it, if the file says so.
    notes: Option<String>,
    from: Source,
    /// In bytes.
    size: u64,
    /// Whether it is older than what runs.
    older: bool,
    /// Why the file is refused; null if it can be installed.
    refused: Option<String>,
}

/// An installation that runs.
#[derive(Serialize, ToSchema)]
#[schema(as = UpdateProgress)]
pub struct InstallingView {
    percent: u8,
}

/// An update that is written and starts when the bar is closed.
#[derive(Serialize, ToSchema)]
#[schema(as = PlannedUpdate)]
pub struct PlannedView {
    version: String,
}

/// A wish to install the update that was found.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct InstallBody {
    /// `now`, or `closed`: the restart waits until nothing is open and nothing was entered for ten minutes.
    #[schema(value_type = String, example = "closed")]
    when: RawField,
    /// Also one that is older than what runs; needs the password.
    #[schema(value_type = Option<bool>)]
    allow_older: RawField,
    #[schema(value_type = Option<String>)]
    password: RawField,
}

fn parts(app: &AppState) -> Result<(&Machine, &Updates), ApiError> {
    let machine = machine_with(app, |services: &Services| services.software, "software")?;
    Ok((machine, app.updates.as_ref().ok_or_else(ApiError::internal)?))
}

async fn view(machine: &Machine, updates: &Updates) -> Result<SoftwareView, ApiError> {
    let slots = machine.slots().await.map_err(refused)?;
    let memory = updates.memory();
    Ok(SoftwareView {
        version: VERSION,
        slot: slots.iter().find(|slot| slot.is_booted).map(|slot| slot.name.clone()),
        other: other(&slots, memory.attempt.as_ref().filter(|attempt| attempt.is_written)),
        candidate: updates.candidate(machine).await.map(CandidateView::from),
        installing: updates.installing().map(|percent| InstallingView { percent }),
        planned: memory.planned().map(|attempt| PlannedView { version: attempt.version.clone() }),
        last_result: memory.last,
        card_errors: !notes::card_errors().is_empty(),
    })
}

fn other(slots: &[Slot], attempt: Option<&Attempt>) -> OtherView {
    let other = slots.iter().find(|slot| !slot.is_booted);
    let state = match (attempt, other) {
        (Some(_), _) => OtherState::Next,
        (None, Some(slot)) if slot.is_good => OtherState::Good,
        (None, Some(_) | None) => OtherState::Bad,
    };
    let version = attempt.map(|attempt| attempt.version.clone()).or_else(|| other.and_then(|slot| slot.version.clone()));
    OtherView { version, state }
}

impl From<Candidate> for CandidateView {
    fn from(candidate: Candidate) -> Self {
        let older = candidate.is_older();
        let Candidate { found, update } = candidate;
        let (version, notes, refused) = match update {
            Ok(offer) => (Some(offer.version), offer.notes, None),
            Err(reason) => (None, None, Some(reason)),
        };
        CandidateView { version, notes, from: found.source, size: found.size, older, refused }
    }
}

/// Returns what runs, what could be installed, and how the last update ended.
#[utoipa::path(get, path = "/api/box/software", tag = "machine", responses(
    (status = 200, body = SoftwareView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let (machine, updates) = parts(&app)?;
    request.answer_fresh(&view(machine, updates).await?)
}

/// Takes an update file, at most 600 MB, and checks it. What is no update for this box is refused and deleted.
#[utoipa::path(post, path = "/api/box/software/file", tag = "machine",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), responses(
    (status = 201, body = SoftwareView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 413)))]
pub async fn send(State(app): State<AppState>, _: Admin, headers: HeaderMap, request: Request) -> Result<Response, ApiError> {
    let (machine, updates) = parts(&app)?;
    if let Err(refusal) = takes_file(updates, &headers).await {
        discard(request.into_body()).await;
        return Err(refusal);
    }
    let new = updates.folder().join("sent.new");
    let received = receive(request.into_body(), &new).await;
    if let Err(error) = received {
        let _ = tokio::fs::remove_file(&new).await;
        return Err(error);
    }
    tokio::fs::rename(&new, updates.sent_file()).await.map_err(|error| disk(&error))?;
    if let Some(Candidate { update: Err(reason), .. }) = updates.candidate(machine).await {
        let _ = tokio::fs::remove_file(updates.sent_file()).await;
        return Err(Refusal::new(Code::Invalid, format!("{reason}. Nothing was changed.")).into());
    }
    Ok((StatusCode::CREATED, no_store(), Json(view(machine, updates).await?)).into_response())
}

/// Refuses a file of this length before it is received: while another is installed, if it is too large, or if the card has too little room.
async fn takes_file(updates: &Updates, headers: &HeaderMap) -> Result<(), ApiError> {
    if updates.installing().is_some() {
        return Err(Refusal::conflict("An update is being written. Wait until it is done.").into());
    }
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let folder = updates.folder().to_owned();
    tokio::fs::create_dir_all(&folder).await.map_err(|error| disk(&error))?;
    let room = room(&folder).map_err(|error| disk(&error))?.free;
    if length.is_some_and(|length| length > FILE_MAX) {
        return Err(too_large());
    }
    if length.unwrap_or(FILE_MAX).saturating_mul(ROOM_TIMES) > room {
        return Err(Refusal::conflict("The memory card has too little room for this update. Nothing was changed.").into());
    }
    Ok(())
}

/// Reads a file that is refused, up to the size of an update: a browser that is cut off while it sends never reads why.
async fn discard(body: Body) {
    let (mut chunks, mut bytes) = (body.into_data_stream(), 0u64);
    while let Some(Ok(chunk)) = chunks.next().await
        && bytes <= FILE_MAX
    {
        bytes += chunk.len() as u64;
    }
}

async fn receive(body: Body, path: &std::path::Path) -> Result<(), ApiError> {
    let mut file = tokio::fs::File::create(path).await.map_err(|error| disk(&error))?;
    let (mut chunks, mut bytes) = (body.into_data_stream(), 0u64);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Refusal::new(Code::Invalid, "The file did not arrive whole. Send it again."))?;
        bytes += chunk.len() as u64;
        if bytes > FILE_MAX {
            return Err(too_large());
        }
        file.write_all(&chunk).await.map_err(|error| disk(&error))?;
    }
    file.sync_all().await.map_err(|error| disk(&error))
}

fn too_large() -> ApiError {
    ApiError::too_large(format!("An update has at most {} MB", FILE_MAX / 1_000_000))
}

fn disk(error: &std::io::Error) -> ApiError {
    tracing::error!("the update file: {error}");
    Refusal::conflict("The memory card did not take the file. Nothing was changed.").into()
}

/// Installs the update that was found: a backup, then the other root is written while the bar sells, then the box restarts.
#[utoipa::path(post, path = "/api/box/software/install", tag = "machine", request_body = InstallBody, responses(
    (status = 202, body = SoftwareView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415), (status = 429)))]
pub async fn install(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    write: PasswordWrite<InstallBody>,
) -> Result<Response, ApiError> {
    let (machine, updates) = parts(&app)?;
    let mut form = Form::default();
    let waits = form.word("when", &write.body.when, when, "Must be now or closed");
    if waits.is_none() {
        form.reject("when", "Must be now or closed");
    }
    let allow_older = form.flag("allowOlder", &write.body.allow_older).unwrap_or(false);
    let password = form.password("password", &write.body.password);
    form.finish()?;
    let waits = waits.unwrap_or(true);
    if updates.installing().is_some() {
        return Err(Refusal::conflict("An update is being written. Wait until it is done.").into());
    }
    let candidate = updates.candidate(machine).await.ok_or_else(|| Refusal::conflict("No update was found"))?;
    let older = candidate.is_older();
    let version = candidate.update.map_err(Refusal::conflict)?.version;
    if older && !allow_older {
        return Err(
            Refusal::conflict(format!("Version {version} is older than version {VERSION}, which runs. Nothing was changed.")).into()
        );
    }
    if older {
        let attempt = known_attempt(&app, &caller, &headers, peer.ip());
        match check(&app, Some(caller.user.clone()), password.unwrap_or_default(), &attempt).await {
            Err(error) if error.has_status(StatusCode::UNAUTHORIZED) => return Err(Refusal::field("password", "Wrong password").into()),
            checked => checked?,
        };
    }
    let made = app.backups.make().await?;
    app.engine.run(made.note(), caller.actor()).await?;
    note(&app, &caller, MachineChange::UpdateStarted { version: version.clone() }).await?;
    let state = app.clone();
    tokio::spawn(async move {
        let Ok((machine, updates)) = parts(&state) else { return };
        let written = updates.install(machine, version, &candidate.found.path, waits, state.stamp()).await;
        if let Err(reason) = written {
            tracing::error!("the update could not be written: {reason}");
        } else if !waits && let Err(error) = machine.restart().await {
            tracing::error!("the box could not restart: {error}");
        }
    });
    let mut view = view(machine, updates).await?;
    view.installing.get_or_insert(InstallingView { percent: 0 });
    Ok((StatusCode::ACCEPTED, no_store(), Json(view)).into_response())
}

/// Cancels an update that was to start after closing. What runs goes on, and the update can be installed again.
#[utoipa::path(post, path = "/api/box/software/cancel", tag = "machine", responses(
    (status = 200, body = SoftwareView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn cancel(State(app): State<AppState>, Admin(caller): Admin, _: Unkept<OptionalBody<EmptyBody>>) -> Result<Response, ApiError> {
    let (machine, updates) = parts(&app)?;
    let version = updates.cancel(machine).await.map_err(refused)?.ok_or_else(|| Refusal::conflict("No update is planned"))?;
    note(&app, &caller, MachineChange::UpdateCancelled { version }).await?;
    Ok((no_store(), Json(view(machine, updates).await?)).into_response())
}

/// Whether the restart waits.
fn when(word: &str) -> Option<bool> {
    [("now", false), ("closed", true)].into_iter().find(|(known, _)| *known == word).map(|(_, waits)| waits)
}
