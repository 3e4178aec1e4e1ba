//! Restart and power.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{machine_with, note, refused};
use crate::machine::open_work;
use crate::box_events::MachineChange;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{OptionalBody, Unkept};
use appliance::{Machine, Services};
use base::Refusal;
use web::form::{Form, RawField};

/// A wish to restart the box or to switch it off.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct PowerBody {
    /// Also while a shift or an order is open.
    #[schema(value_type = Option<bool>)]
    anyway: RawField,
}

/// Restarts the box. 409 while a shift or an order is open, unless `anyway` is set.
#[utoipa::path(post, path = "/api/box/restart", tag = "machine", request_body = Option<PowerBody>, responses(
    (status = 204), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn restart(State(app): State<AppState>, Admin(caller): Admin, write: Unkept<OptionalBody<PowerBody>>) -> Result<Response, ApiError> {
    let machine = ready(&app, &write.0.body)?;
    note(&app, &caller, MachineChange::Restarted).await?;
    machine.restart().await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Switches the box off. 409 while a shift or an order is open, unless `anyway` is set.
#[utoipa::path(post, path = "/api/box/off", tag = "machine", request_body = Option<PowerBody>, responses(
    (status = 204), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn off(State(app): State<AppState>, Admin(caller): Admin, write: Unkept<OptionalBody<PowerBody>>) -> Result<Response, ApiError> {
    let machine = ready(&app, &write.0.body)?;
    note(&app, &caller, MachineChange::SwitchedOff).await?;
    machine.power_off().await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The machine, if nothing is open or that does not matter.
fn ready<'a>(app: &'a AppState, body: &PowerBody) -> Result<&'a Machine, ApiError> {
    let machine = machine_with(app, |services: &Services| services.power, "machine")?;
    let mut form = Form::default();
    let anyway = form.flag("anyway", &body.anyway).unwrap_or(false);
    form.finish()?;
    match app.store.read(open_work)?.words() {
        Some(open) if !anyway => Err(Refusal::conflict(format!("{open}. Close what is open first, or do it anyway.")).into()),
        Some(_) | None => Ok(machine),
    }
}
