//! PINs: setting, removing and resetting one, and signing in with it on an enrolled device.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::devices::EnrolmentCode;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::devices::codes::new_code;
use crate::http::api::staff::password_check::{check, known_attempt};
use crate::http::api::staff::pin_check::{check_pin, check_reset_code};
use crate::http::api::staff::reset_codes::RESET_MILLIS;
use crate::http::api::staff::session_view::{no_store, signed_in};
use crate::http::api::staff::user_view::UserView;
use crate::http::contract::enrolment::{Enrolled, TillDevice};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::{Manager, Staff};
use crate::http::contract::write::{EmptyBody, OptionalBody, PasswordWrite, PublicWrite, Unkept, no_content};
use crate::staff::pins::{self, PinCommand, PinStatus, Proof};
use crate::staff::{self, User};
use base::{Actor, Refusal, Role, Timestamp};
use web::form::{Form, RawField};
use web::password;
use web::server::connections::Connection;
use web::server::serve::{IsHttps, Peer};

/// A new PIN of the caller.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SetPinBody {
    /// 4 to 6 digits; 6 for managers and admins.
    #[schema(value_type = String, example = "4071")]
    new_pin: RawField,
    #[schema(value_type = String)]
    current_password: RawField,
    /// Needed on an enrolled device, if there is a PIN.
    #[schema(value_type = Option<String>)]
    current_pin: RawField,
}

/// A person and their PIN.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PinSignInBody {
    #[schema(value_type = u64, example = 3)]
    user_id: RawField,
    #[schema(value_type = String, example = "4071")]
    pin: RawField,
}

/// A person, a code from a manager, and the new PIN.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ResetPinBody {
    #[schema(value_type = u64, example = 3)]
    user_id: RawField,
    #[schema(value_type = String, example = "7KQ2-M9XP")]
    code: RawField,
    #[schema(value_type = String, example = "4071")]
    new_pin: RawField,
}

/// A code with which a person chooses a new PIN on an enrolled device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PinResetCode {
    #[schema(example = "7KQ2-M9XP")]
    code: String,
    expires_at: String,
}

const PERSON_REQUIRED: &str = "Please choose a person";

/// Sets the caller's PIN.
#[utoipa::path(post, path = "/api/pin", tag = "access", request_body = SetPinBody, responses(
    (status = 200, body = UserView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415), (status = 429)))]
pub async fn set(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Extension(Peer(peer)): Extension<Peer>,
    headers: axum::http::HeaderMap,
    write: PasswordWrite<SetPinBody>,
) -> Result<Response, ApiError> {
    let user = &caller.user;
    let status = app.store.read(|view| pins::pin_status(view, user.id))?;
    // Where the person has a PIN that works here, the password alone does not replace it.
    let pin_device = caller
        .device
        .as_ref()
        .map(|present| &present.device)
        .filter(|device| status == PinStatus::Set && device.user_ids.as_ref().is_none_or(|ids| ids.contains(&user.id)));
    let mut form = Form::default();
    let new_pin = form.line("newPin", &write.body.new_pin).unwrap_or_default();
    if let Err(why) = pins::check_pin_for(&new_pin, user.role, user.phone.as_deref()) {
        form.reject("newPin", why);
    }
    let password = form.password("currentPassword", &write.body.current_password);
    if password.is_none() {
        form.reject("currentPassword", "Current password is required");
    }
    let current_pin = form.line("currentPin", &write.body.current_pin);
    if pin_device.is_some() && current_pin.is_none() {
        form.reject("currentPin", "Current PIN is required");
    }
    form.finish()?;
    let attempt = known_attempt(&app, &caller, &headers, peer.ip());
    let user = match check(&app, Some(user.clone()), password.unwrap_or_default(), &attempt).await {
        Err(error) if error.has_status(StatusCode::UNAUTHORIZED) => {
            return Err(Refusal::field("currentPassword", "Current password is incorrect").into());
        }
        checked => checked?,
    };
    // The proof keeps the device's gate closed until the new PIN is stored.
    let _proof = match (pin_device, current_pin) {
        (Some(device), Some(pin)) => match check_pin(&app, device, user.id, &pin).await {
            Err(error) if error.is_wrong_pin() => return Err(Refusal::field("currentPin", "Wrong PIN").into()),
            checked => Some(checked?),
        },
        _ => None,
    };
    let (mark, digits) = (app.pin_checks.keep(user.id, &new_pin).await?, digits(&new_pin));
    let command = PinCommand::Set { mark, digits, compared_hash: user.password_hash.clone() };
    app.engine.run(Command::Pins(command), caller.actor()).await?;
    let user = app.store.read(|view| staff::user(view, user.id)?.map(|user| UserView::load(view, &user)).transpose())?;
    Ok((no_store(), Json(user.ok_or_else(ApiError::unauthenticated)?)).into_response())
}

/// Removes a PIN: the caller's own, or for admins that of any account.
#[utoipa::path(delete, path = "/api/users/{id}/pin", tag = "staff", params(("id" = u64, Path)), responses(
    (status = 204), (status = 401), (status = 403), (status = 404)))]
pub async fn remove(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let user_id = parse_id(&id, "user");
    if user_id.as_ref().ok() != Some(&caller.user.id) {
        if caller.user.role < Role::Admin {
            return Err(Refusal::forbidden().into());
        }
        caller.has_password()?;
    }
    let command = PinCommand::Remove { user_id: user_id? };
    write.submit(&app, &caller, Command::Pins(command), |_, _| Ok(no_content())).await
}

/// Makes a code with which a person who forgot the PIN chooses a new one. Managers make them for bartenders.
#[utoipa::path(post, path = "/api/users/{id}/pin-reset", tag = "staff", params(("id" = u64, Path)), responses(
    (status = 201, body = PinResetCode), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn make_reset_code(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    _: Unkept<OptionalBody<EmptyBody>>,
) -> Result<Response, ApiError> {
    let user_id = parse_id(&id, "user")?;
    let code = new_code()?;
    app.engine.run(Command::Pins(PinCommand::NoteReset { user_id }), caller.actor()).await?;
    app.pin_checks.reset_codes.put(user_id, code.clone(), app.engine.running());
    let expires_at = Timestamp::from_millis(app.stamp().as_millis().saturating_add_unsigned(RESET_MILLIS)).to_string();
    Ok((StatusCode::CREATED, no_store(), Json(PinResetCode { code: code.to_string(), expires_at })).into_response())
}

/// Chooses a new PIN with a code from a manager, on an enrolled device, and signs in.
#[utoipa::path(post, path = "/api/pin/reset", tag = "access", request_body = ResetPinBody, responses(
    (status = 200, body = crate::http::api::staff::session_view::SignedInView), (status = 400), (status = 403), (status = 409), (status = 415), (status = 429)))]
pub async fn reset(
    State(app): State<AppState>,
    TillDevice(present): TillDevice,
    secure: Option<Extension<IsHttps>>,
    connection: Option<Extension<Connection>>,
    write: PublicWrite<ResetPinBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let user_id = form.required_id("userId", &write.body.user_id, PERSON_REQUIRED).unwrap_or_default();
    let code = form.required_line("code", &write.body.code, "Code is required").unwrap_or_default();
    let new_pin = form.line("newPin", &write.body.new_pin).unwrap_or_default();
    // The full rule depends on the person, and follows once the code is right.
    if let Err(why) = pins::check_pin_for(&new_pin, Role::Bartender, None) {
        form.reject("newPin", why);
    }
    form.finish()?;
    let code = EnrolmentCode::parse(&code);
    let (user, _passage) = check_reset_code(&app, &present.device, user_id, code.as_ref()).await?;
    if let Err(why) = pins::check_pin_for(&new_pin, user.role, user.phone.as_deref()) {
        return Err(Refusal::field("newPin", why).into());
    }
    let proof = Proof::Code { mark: app.pin_checks.keep(user.id, &new_pin).await?, digits: digits(&new_pin) };
    let answer = begin(&app, &present, &user, proof, secure.is_some(), connection).await?;
    app.pin_checks.reset_codes.remove(user.id);
    Ok(answer)
}

/// Signs in with a PIN, on an enrolled device.
#[utoipa::path(post, path = "/api/pin/sign-in", tag = "access", request_body = PinSignInBody, responses(
    (status = 200, body = crate::http::api::staff::session_view::SignedInView), (status = 400), (status = 403), (status = 415), (status = 429)))]
pub async fn sign_in(
    State(app): State<AppState>,
    TillDevice(present): TillDevice,
    secure: Option<Extension<IsHttps>>,
    connection: Option<Extension<Connection>>,
    write: PublicWrite<PinSignInBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let user_id = form.required_id("userId", &write.body.user_id, PERSON_REQUIRED).unwrap_or_default();
    let pin = form.required_line("pin", &write.body.pin, "PIN is required").unwrap_or_default();
    form.finish()?;
    let proof = check_pin(&app, &present.device, user_id, &pin).await?;
    let mark = proof.mark.clone();
    begin(&app, &present, &proof.user, Proof::Pin { mark }, secure.is_some(), connection).await
}

/// Starts a session on a device, and answers with it.
pub async fn begin(
    app: &AppState,
    present: &Enrolled,
    user: &User,
    proof: Proof,
    secure: bool,
    connection: Option<Extension<Connection>>,
) -> Result<Response, ApiError> {
    let session_id = password::session_id().map_err(|_| ApiError::internal())?;
    let actor = Actor { id: user.id, name: user.username.clone(), role: user.role };
    let command = PinCommand::SignIn { user_id: user.id, device_id: present.device.id, proof, session_id: session_id.clone() };
    app.engine.run(Command::Pins(command), actor).await?;
    if let Some(Extension(connection)) = connection {
        connection.mark_signed_in();
    }
    signed_in(app, user.id, &session_id, Some(present), secure)
}

/// How many digits a PIN has.
pub fn digits(pin: &str) -> u8 {
    u8::try_from(pin.len()).unwrap_or(u8::MAX)
}
