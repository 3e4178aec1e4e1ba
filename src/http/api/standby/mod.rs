//! Second box, for admins: status, pairing code, unpairing.

pub mod head_certificate;
pub mod journal;
pub mod second_box_status;
pub mod standby_router;

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::standby::journal::WAIT_MAX;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{EmptyBody, OptionalBody, Unkept, json, no_content};
use crate::standby::{self, Code, StandbyCommand};
use base::Refusal;

/// Bytes of the secret in a pairing code.
const SECRET_BYTES: usize = 16;
/// A second box without a request for this long is away: it polls at least every [`WAIT_MAX`].
const AWAY_AFTER: Duration = Duration::from_secs(WAIT_MAX.as_secs() + 10);
/// Most entries that a second box may lack without being behind.
const BEHIND_MAX: u64 = 50;

/// State of the second box.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StandbyState {
    /// Not paired.
    None,
    /// Paired, but the second box has not connected yet.
    Waiting,
    /// It is up to date.
    Ok,
    /// It lacks entries.
    Behind,
    /// It has not connected for a while.
    Away,
}

/// The second box.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Standby)]
pub struct StandbyView {
    state: StandbyState,
    /// When the pairing code was created.
    paired_at: Option<String>,
    /// Who created the pairing code.
    paired_by: Option<String>,
    /// Address from which it last connected.
    #[schema(example = "192.168.8.12")]
    address: Option<String>,
    last_seen_at: Option<String>,
    /// Journal entries that it lacked then.
    entries_behind: Option<u64>,
}

/// Pairing code, and the command that starts the second box with it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StandbyCode)]
pub struct CodeView {
    /// Shown only once.
    code: String,
    /// URL of this box.
    #[schema(example = "http://192.168.8.1:8080")]
    url: String,
    /// Command to run on the second box.
    #[schema(example = "barback follow http://192.168.8.1:8080 --code …")]
    command: String,
}

/// Returns the status of the second box.
#[utoipa::path(get, path = "/api/standby", tag = "box", responses((status = 200, body = StandbyView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer_fresh(&view(&app)?)
}

fn view(app: &AppState) -> Result<StandbyView, ApiError> {
    let pairing = app.store.read(standby::pairing)?;
    let last_contact = app.second_box.last_contact().filter(|_| pairing.is_some());
    let behind = last_contact.map(|last_contact| app.engine.feed().head().saturating_sub(last_contact.journal));
    let state = match (&pairing, last_contact) {
        (None, _) => StandbyState::None,
        // The second box may have been promoted while this one was off: then this one must not continue.
        (Some(_), None) if app.second_box.missed_for().is_some_and(|missed| missed > AWAY_AFTER) => StandbyState::Away,
        (Some(_), None) => StandbyState::Waiting,
        (_, Some(last_contact)) if last_contact.at.elapsed() > AWAY_AFTER => StandbyState::Away,
        _ if behind.is_some_and(|behind| behind > BEHIND_MAX) => StandbyState::Behind,
        _ => StandbyState::Ok,
    };
    Ok(StandbyView {
        state,
        paired_at: pairing.as_ref().map(|pairing| pairing.at.to_string()),
        paired_by: pairing.map(|pairing| pairing.by),
        address: last_contact.and_then(|last_contact| last_contact.address).map(|address| address.to_canonical().to_string()),
        last_seen_at: last_contact.map(|last_contact| last_contact.wall_time.to_string()),
        entries_behind: behind,
    })
}

/// Creates a pairing code for a second box. It replaces an earlier code, and is shown only once.
#[utoipa::path(post, path = "/api/standby", tag = "box", responses(
    (status = 201, body = CodeView), (status = 401), (status = 403), (status = 409)))]
pub async fn pair(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Unkept(write): Unkept<OptionalBody<EmptyBody>>,
) -> Result<Response, ApiError> {
    if app.demo {
        return Err(Refusal::conflict("A demo bar has no second box").into());
    }
    let mut secret = [0; SECRET_BYTES];
    getrandom::fill(&mut secret).map_err(|_| ApiError::internal())?;
    let endpoint = app.https.get();
    let code = Code::new(secret, endpoint.map(|endpoint| endpoint.authority.digest()));
    let url = endpoint.map_or_else(|| (app.guest_address)(), |endpoint| endpoint.url());
    let view = CodeView { code: code.to_string(), command: format!("barback follow {url} --code {code}"), url };
    let command = Command::Standby(StandbyCommand::Pair { code_hash: code.hash() });
    let made = write.submit(&app, &caller, command, move |_, _| json(StatusCode::CREATED, &view)).await?;
    app.second_box.expect();
    Ok(made)
}

/// Unpairs the second box.
#[utoipa::path(delete, path = "/api/standby", tag = "box", responses((status = 204), (status = 401), (status = 403)))]
pub async fn part(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Unkept(write): Unkept<OptionalBody<EmptyBody>>,
) -> Result<Response, ApiError> {
    write.submit(&app, &caller, Command::Standby(StandbyCommand::Part), |_, _| Ok(no_content())).await
}
