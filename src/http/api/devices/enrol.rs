//! Enrolling a device: a manager makes a code, and the device gives it back.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::codes::{CODE_MILLIS, Purpose, new_code};
use super::form::DeviceBody;
use super::view::DeviceView;
use crate::devices::{self, DeviceCommand, Draft, Enrol, EnrolmentCode};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::menu::qr::qr_error;
use crate::http::api::staff::session_view::{no_store, session_cookie};
use crate::http::contract::enrolment::{DeviceSecret, enrolled_for_write};
use crate::http::contract::session::{COOKIE, Manager};
use crate::http::contract::write::{PasswordWrite, PublicWrite};
use crate::menu::qr::QrPicture;
use base::{Refusal, Timestamp};
use web::form::{Form, RawField};
use web::headers::cookies;
use web::server::connections::network;
use web::server::serve::{IsHttps, Peer};

/// A code with which one device enrols.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeviceCode {
    #[schema(example = "7KQ2-M9XP")]
    code: String,
    /// The page on which the device enrols, with the code.
    #[schema(example = "http://192.168.1.10:8080/enrol#7KQ2M9XP")]
    url: String,
    /// The same address as a picture: a `data:` URL of an SVG.
    qr: String,
    expires_at: String,
}

/// A code that a manager gave.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct EnrolBody {
    #[schema(value_type = String, example = "7KQ2-M9XP")]
    code: RawField,
}

/// The device that was enrolled.
#[derive(Serialize, ToSchema)]
pub struct EnrolledView {
    device: DeviceView,
}

/// A new code for a device replaces any other.
impl Purpose for Draft {
    fn replaces(&self, _other: &Self) -> bool {
        true
    }
}

/// The address of a page of the box with a code in its fragment, under the name of the request, and a picture of it.
///
/// # Errors
/// 400 without a `Host`.
pub fn page_with_code(page: &str, code: &EnrolmentCode, headers: &HeaderMap, is_https: bool) -> Result<(String, String), ApiError> {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).ok_or_else(|| ApiError::invalid("The request has no Host"))?;
    let scheme = if is_https { "https" } else { "http" };
    let url = format!("{scheme}://{host}/{page}#{}", code.plain());
    let picture = QrPicture::new(&url).map_err(qr_error)?.svg();
    Ok((url, format!("data:image/svg+xml;base64,{}", STANDARD.encode(picture))))
}

/// Makes a code with which a device enrols, for ten minutes; an earlier code ends.
#[utoipa::path(post, path = "/api/devices/codes", tag = "devices", request_body = DeviceBody, responses(
    (status = 201, body = DeviceCode), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn make_code(
    State(app): State<AppState>,
    Manager(caller): Manager,
    secure: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    write: PasswordWrite<DeviceBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let draft = write.body.draft(&mut form);
    form.finish()?;
    devices::check_draft(&draft, &app.store.read(devices::load_for_draft)?)?;
    let code = new_code()?;
    let (url, qr) = page_with_code("enrol", &code, &headers, secure.is_some())?;
    app.enrolment_codes.put(code.clone(), draft, caller.actor(), (app.engine.running(), CODE_MILLIS));
    let expires_at = Timestamp::from_millis(app.stamp().as_millis().saturating_add_unsigned(CODE_MILLIS)).to_string();
    Ok((StatusCode::CREATED, no_store(), Json(DeviceCode { code: code.to_string(), url, qr, expires_at })).into_response())
}

/// Enrols the calling phone with a code from a manager.
#[utoipa::path(post, path = "/api/devices/enrol", tag = "devices", request_body = EnrolBody, responses(
    (status = 201, body = EnrolledView), (status = 400), (status = 403), (status = 409), (status = 415), (status = 429)))]
pub async fn enrol(
    State(app): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    secure: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    write: PublicWrite<EnrolBody>,
) -> Result<Response, ApiError> {
    let is_https = secure.is_some();
    let mut form = Form::default();
    let typed = form.required_line("code", &write.body.code, "Code is required").unwrap_or_default();
    form.finish()?;
    let old = enrolled_for_write(&app, &headers, is_https)?;
    let code = EnrolmentCode::parse(&typed);
    let made = app.enrolment_codes.take(code.as_ref(), network(peer.ip()), app.engine.running())?;
    let made = made.ok_or_else(|| Refusal::field("code", devices::WRONG_CODE))?;
    let secret = DeviceSecret::new()?;
    let session = cookies(&headers).find(|(name, _)| *name == COOKIE).and_then(|(_, token)| app.signer.session(token));
    let command = DeviceCommand::Enrol(Enrol {
        draft: made.purpose.clone(),
        secret_hash: secret.hash(),
        secure: is_https,
        replaces: old.map(|old| old.device.id),
        ended_session: session.clone(),
    });
    if let Err(error) = app.engine.run(Command::Devices(command), made.by.clone()).await {
        app.enrolment_codes.give_back(made);
        return Err(error.into());
    }
    let device = app.store.read(|view| {
        let device = devices::device_with_secret(view, &secret.hash())?;
        device.map(|device| DeviceView::load(view, &app.device_uses, &device)).transpose()
    })?;
    let mut headers = no_store();
    headers.append(header::SET_COOKIE, secret.cookie(is_https)?);
    if session.is_some() {
        headers.append(header::SET_COOKIE, session_cookie("", 0, is_https)?);
    }
    let device = device.ok_or_else(ApiError::outcome_unknown)?;
    Ok((StatusCode::CREATED, headers, Json(EnrolledView { device })).into_response())
}
