//! Settings of the network: read, tried for three minutes, kept.

mod form;

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use self::form::NetworkBody;
use super::{machine_with, note, refused};
use crate::box_events::MachineChange;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::menu::qr::picture;
use crate::http::api::staff::session_view::no_store;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::PictureFormat;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{EmptyBody, OptionalBody, Unkept, Write};
use crate::machine::notes;
use crate::menu::join_code;
use appliance::network::{
    ANSWER_FIRST, Abilities, FixedAddress, GuestNetwork, Interface, JoinedWifi, Mode, Network, OwnWifi, SeenWifi, TRIAL,
};
use appliance::{Machine, Services};
use base::{Refusal, Timestamp};
use web::form::Form;

/// The network of the box.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoxNetwork)]
pub struct NetworkView {
    mode: Mode,
    interfaces: Vec<Interface>,
    wifi: OwnWifi,
    join: JoinedWifi,
    guests: GuestNetwork,
    /// The address on the cable; null: the router gives one.
    fixed: Option<FixedAddress>,
    /// When the settings of before come back, unless these are kept; null if nothing is being tried.
    pending_until: Option<String>,
    can: Abilities,
}

impl NetworkView {
    fn new(network: Network, now: Timestamp) -> Self {
        let Network { settings, interfaces, abilities, trial } = network;
        let until = trial.map(|left| {
            let left = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
            Timestamp::from_millis(now.as_millis().saturating_add_unsigned(left)).to_string()
        });
        NetworkView {
            mode: settings.mode,
            interfaces,
            wifi: settings.wifi,
            join: settings.join,
            guests: settings.guests,
            fixed: settings.fixed,
            pending_until: until,
            can: abilities,
        }
    }
}

fn machine(app: &AppState) -> Result<&Arc<Machine>, ApiError> {
    machine_with(app, |services: &Services| services.network, "network")
}

/// Returns the network of the box: settings with their passwords, interfaces, and whether a change is being tried.
#[utoipa::path(get, path = "/api/box/network", tag = "machine", responses(
    (status = 200, body = NetworkView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let network = machine(&app)?.network().await.map_err(refused)?;
    request.answer_fresh(&NetworkView::new(network, app.now()))
}

/// Lists the Wi-Fis in reach, strongest first.
#[utoipa::path(get, path = "/api/box/network/wifis", tag = "machine", responses(
    (status = 200, body = Vec<SeenWifi>), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn wifis(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let wifis = machine(&app)?.wifis().await.map_err(refused)?;
    request.answer_fresh(&wifis)
}

/// Returns the QR code with which a phone joins the box's own Wi-Fi, as an image of 800 × 800 pixels. 409 without such a Wi-Fi.
#[utoipa::path(get, path = "/api/box/network/qr", tag = "machine", params(("format" = inline(Option<PictureFormat>), Query)), responses(
    (status = 200, content((String = "image/svg+xml"), (String = "image/png"))), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn code(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let wifi = machine(&app)?.network().await.map_err(refused)?.settings.wifi;
    if wifi.ssid.is_empty() {
        return Err(Refusal::conflict("The box has no Wi-Fi of its own").into());
    }
    picture(&request, &join_code(&wifi.ssid, Some(&wifi.password)))
}

/// Tries other settings of the network for three minutes. Unless they are kept in that time, those of before come back.
#[utoipa::path(put, path = "/api/box/network", tag = "machine", request_body = NetworkBody, responses(
    (status = 202, body = NetworkView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn change(State(app): State<AppState>, Admin(caller): Admin, write: Unkept<Write<NetworkBody>>) -> Result<Response, ApiError> {
    let machine = machine(&app)?;
    let now = machine.network().await.map_err(refused)?;
    let mut form = Form::default();
    let wanted = form::settings(&mut form, &write.0.body, &now);
    form.finish()?;
    if now.trial.is_some() {
        // The first answer was lost, as it may be when the network changes.
        if machine.is_trying(&wanted) {
            return Ok(accepted(&app, now));
        }
        return Err(Refusal::conflict("A change of the network is being tried. Keep it, or go back to the old settings first.").into());
    }
    let country = wanted.wifi.country.clone();
    let trial = machine.begin_trial(wanted).await.map_err(refused)?;
    note(&app, &caller, MachineChange::NetworkTried).await?;
    notes::write("wifi-country", &country);
    let machine = machine.clone();
    after_the_answer(async move {
        if let Err(error) = machine.apply_trial(trial).await {
            tracing::warn!("the network of before is back: {error}");
        }
        // The country is no setting of NetworkManager, which takes back the others.
        tokio::time::sleep(TRIAL).await;
        if let Ok(network) = machine.network().await {
            notes::write("wifi-country", &network.settings.wifi.country);
        }
    });
    Ok(accepted(&app, Network { trial: Some(TRIAL), ..now }))
}

fn accepted(app: &AppState, network: Network) -> Response {
    (StatusCode::ACCEPTED, no_store(), Json(NetworkView::new(network, app.now()))).into_response()
}

/// Changes the network a moment later: the change may end the connection on which it was asked for, so the answer goes first.
fn after_the_answer(change: impl Future<Output = ()> + Send + 'static) {
    tokio::spawn(async move {
        tokio::time::sleep(ANSWER_FIRST).await;
        change.await;
    });
}

/// Keeps the settings that are being tried.
#[utoipa::path(post, path = "/api/box/network/keep", tag = "machine", responses(
    (status = 200, body = NetworkView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn keep(State(app): State<AppState>, Admin(caller): Admin, _: Unkept<OptionalBody<EmptyBody>>) -> Result<Response, ApiError> {
    let machine = machine(&app)?;
    if !machine.keep_network().await.map_err(refused)? {
        return Err(nothing_tried());
    }
    note(&app, &caller, MachineChange::NetworkKept).await?;
    let network = machine.network().await.map_err(refused)?;
    Ok((no_store(), Json(NetworkView::new(network, app.now()))).into_response())
}

/// Takes the settings of before back, a second after the answer. Without this call they come back when the time is over.
#[utoipa::path(post, path = "/api/box/network/undo", tag = "machine", responses(
    (status = 202, body = NetworkView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn undo(State(app): State<AppState>, Admin(caller): Admin, _: Unkept<OptionalBody<EmptyBody>>) -> Result<Response, ApiError> {
    let machine = machine(&app)?;
    let network = machine.network().await.map_err(refused)?;
    if network.trial.is_none() {
        return Err(nothing_tried());
    }
    if machine.waits_to_apply() {
        return Err(Refusal::conflict("The new settings are not in use yet. Try again in a moment.").into());
    }
    note(&app, &caller, MachineChange::NetworkUndone).await?;
    let machine = machine.clone();
    after_the_answer(async move {
        if let Err(error) = machine.undo_trial().await {
            tracing::warn!("the network of before was not taken back: {error}");
        }
    });
    Ok(accepted(&app, network))
}

fn nothing_tried() -> ApiError {
    Refusal::conflict("No change of the network is being tried. The settings of before are in use.").into()
}
