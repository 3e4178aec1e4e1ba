//! Enrolled devices: the list, changes, revocation, and what a device asks about itself.

pub mod codes;
pub mod enrol;
mod form;
mod view;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::devices::{self, DeviceCommand, DeviceStatus};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::enrolment::enrolled;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Manager;
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, json, missing, no_content};
use form::DeviceBody;
pub use view::name_among;
use view::{DeviceView, OwnDevice, people_of};
use web::form::Form;

/// Lists the enrolled devices by name; revoked ones only with `status=revoked`.
#[utoipa::path(get, path = "/api/devices", tag = "devices", params(("status" = inline(Option<DeviceStatus>), Query)), responses(
    (status = 200, body = [DeviceView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Manager, request: ReadRequest) -> Result<Response, ApiError> {
    let wanted = request.word("status", DeviceStatus::parse, "status must be active, locked or revoked")?;
    let listed = app.store.read(|view| {
        let devices = devices::all_devices(view)?;
        let is_wanted = |device: &devices::Device| wanted.map_or(device.is_enrolled(), |status| device.status == status);
        devices
            .iter()
            .filter(|device| is_wanted(device))
            .map(|device| DeviceView::load(view, &app.device_uses, device))
            .collect::<Result<Vec<_>, _>>()
    })?;
    request.answer_fresh(&listed)
}

/// Tells an enrolled device about itself, and who may sign in on it by PIN.
#[utoipa::path(get, path = "/api/devices/me", tag = "devices", responses((status = 200, body = OwnDevice)))]
pub async fn me(State(app): State<AppState>, headers: HeaderMap, request: ReadRequest) -> Result<Response, ApiError> {
    let Some(present) = enrolled(&app, &headers)? else { return request.answer_fresh(&OwnDevice::none()) };
    let running = app.engine.running();
    let own = app.store.read(|view| {
        let device = DeviceView::load(view, &app.device_uses, &present.device)?;
        Ok(OwnDevice::of(device, people_of(view, &present.device, running)?))
    })?;
    request.answer_fresh(&own)
}

/// Changes a device, or unlocks it; absent members stay as they are.
#[utoipa::path(patch, path = "/api/devices/{id}", tag = "devices", request_body = DeviceBody, params(("id" = u64, Path)), responses(
    (status = 200, body = DeviceView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn change(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<DeviceBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let change = write.body.change(&mut form);
    form.finish()?;
    let device_id = parse_id(&id, "device")?;
    let command = Command::Devices(DeviceCommand::Change { device_id, change });
    let uses = app.clone();
    write
        .submit(&app, &caller, command, move |_, view| {
            let device = devices::device(view, device_id)?.ok_or_else(|| missing("devices"))?;
            json(StatusCode::OK, &DeviceView::load(view, &uses.device_uses, &device)?)
        })
        .await
}

/// Revokes a device for ever: its session ends, and its cookie is refused.
#[utoipa::path(delete, path = "/api/devices/{id}", tag = "devices", params(("id" = u64, Path)), responses(
    (status = 204), (status = 401), (status = 403), (status = 404)))]
pub async fn revoke(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = DeviceCommand::Revoke { device_id: parse_id(&id, "device")? };
    write.submit(&app, &caller, Command::Devices(command), |_, _| Ok(no_content())).await
}
