//! Second box, for admins: status, pairing code, unpairing.

pub mod journal;
pub mod standby_router;

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::base::Refusal;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::EmptyBody;
use crate::http::api::standby::journal::WAIT_MAX;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{OptionalBody, json, no_content};
use crate::standby::{self, Code, StandbyCommand};

/// Bytes of a code's secret.
const SECRET_BYTES: usize = 16;
/// A second box that was not heard for so long is away: it asks again at least every [`WAIT_MAX`].
const AWAY_AFTER: Duration = Duration::from_secs(WAIT_MAX.as_secs() + 10);
/// A second box that lacks no more entries than this keeps up.
const BEHIND_MAX: u64 = 50;

/// How the second box is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StandbyState {
    /// No code was made.
    None,
    /// A code was made, and no second box has used it yet.
    Waiting,
    /// It keeps up.
    Ok,
    /// It lacks entries.
    Behind,
    /// It has not asked for a while.
    Away,
}

/// The second box.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Standby)]
pub struct StandbyView {
    state: StandbyState,
    /// When the code was made.
    paired_at: Option<String>,
    /// Who made it.
    paired_by: Option<String>,
    /// Where the second box was last heard.
    #[schema(example = "192.168.8.12")]
    address: Option<String>,
    last_seen_at: Option<String>,
    /// How many entries it lacked then.
    entries_behind: Option<u64>,
}

/// What a second box is started with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StandbyCode)]
pub struct CodeView {
    /// Shown this once.
    code: String,
    /// This box.
    #[schema(example = "http://192.168.8.1:8080")]
    url: String,
    /// What to type at the second box.
    #[schema(example = "barback follow http://192.168.8.1:8080 --code …")]
    command: String,
}

/// Whether there is a second box, and how it is.
#[utoipa::path(get, path = "/api/standby", tag = "box", responses((status = 200, body = StandbyView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer_fresh(&view(&app)?)
}

fn view(app: &AppState) -> Result<StandbyView, ApiError> {
    let pairing = app.store.read(standby::pairing)?;
    let last_contact = app.second_boxes.last_contact().filter(|_| pairing.is_some());
    let behind = last_contact.map(|last_contact| app.engine.feed().head().saturating_sub(last_contact.journal));
    let state = match (&pairing, last_contact) {
        (None, _) => StandbyState::None,
        // It may have been promoted while this box was off: then this one must not go on.
        (Some(_), None) if app.second_boxes.missed_for().is_some_and(|missed| missed > AWAY_AFTER) => StandbyState::Away,
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
        last_seen_at: last_contact.map(|last_contact| last_contact.told_at.to_string()),
        entries_behind: behind,
    })
}

/// Makes a code for a second box. One that was made before counts no longer, and the code is never shown again.
#[utoipa::path(post, path = "/api/standby", tag = "box", responses(
    (status = 201, body = CodeView), (status = 401), (status = 403), (status = 409)))]
pub async fn pair(State(app): State<AppState>, Admin(caller): Admin, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
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
    app.second_boxes.expect();
    Ok(made)
}

/// Lets no second box in any longer.
#[utoipa::path(delete, path = "/api/standby", tag = "box", responses((status = 204), (status = 401), (status = 403)))]
pub async fn part(State(app): State<AppState>, Admin(caller): Admin, write: OptionalBody<EmptyBody>) -> Result<Response, ApiError> {
    write.submit(&app, &caller, Command::Standby(StandbyCommand::Part), |_, _| Ok(no_content())).await
}
