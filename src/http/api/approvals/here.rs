//! Granting an approval on the phone of the person who asked, by the PIN or the password of a manager or an admin.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::approvals::{self, ApprovalCommand, ApprovalView, GrantDevice, GrantProof, Granter, Reader, must_be_own, pending};
use crate::devices::Device;
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::password_check::check;
use crate::http::api::staff::pin_check::{PinProof, check_pin};
use crate::http::api::staff::session_view::no_store;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::{Caller, Staff};
use crate::http::contract::write::PasswordWrite;
use crate::staff::pins::device_required;
use crate::staff::{self, User};
use base::{Actor, Code, Refusal, Role};
use web::form::{Form, RawField};
use web::server::serve::Peer;
use web::throttle::Attempt;

/// Who grants it here: a person and the PIN, on an enrolled device, or a username and the password.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct GrantHereBody {
    #[schema(value_type = Option<u64>, example = 2)]
    user_id: RawField,
    #[schema(value_type = Option<String>, example = "407182")]
    pin: RawField,
    #[schema(value_type = Option<String>, example = "sarah")]
    username: RawField,
    #[schema(value_type = Option<String>)]
    password: RawField,
}

/// What was given.
enum Given {
    Pin { user_id: u64, pin: String },
    Password { username: String, password: String },
}

impl GrantHereBody {
    fn read(&self) -> Result<Given, ApiError> {
        let mut form = Form::default();
        if self.user_id.value().is_some() || self.pin.value().is_some() {
            let user_id = form.required_id("userId", &self.user_id, "Please choose a person").unwrap_or_default();
            let pin = form.required_line("pin", &self.pin, "PIN is required").unwrap_or_default();
            form.finish()?;
            return Ok(Given::Pin { user_id, pin });
        }
        let username = form.required_line("username", &self.username, "Username is required").unwrap_or_default();
        let password = form.password("password", &self.password);
        if password.is_none() {
            form.reject("password", "Password is required");
        }
        form.finish()?;
        Ok(Given::Password { username, password: password.unwrap_or_default() })
    }
}

/// Grants an approval on the phone of the person who asked, by a manager's or an admin's PIN or password.
#[utoipa::path(post, path = "/api/approvals/{id}/grant-here", tag = "approvals", request_body = GrantHereBody, params(("id" = u64, Path)), responses(
    (status = 200, body = ApprovalView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415), (status = 429)))]
pub async fn grant_here(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    Extension(Peer(peer)): Extension<Peer>,
    headers: HeaderMap,
    write: PasswordWrite<GrantHereBody>,
) -> Result<Response, ApiError> {
    let given = write.body.read()?;
    let approval_id = parse_id(&id, "approval")?;
    let approval = app.store.read(|view| approvals::approval(view, approval_id))?.ok_or_else(|| ApiError::not_found("approval"))?;
    must_be_own(&approval, caller.user.id, caller.user.role)?;
    pending(&approval, app.engine.running())?;
    // The passage of a PIN keeps the device's gate closed until the grant is stored.
    let (user, proof, _passage) = match given {
        Given::Pin { user_id, pin } => {
            let (proof, device) = by_pin(&app, &caller, user_id, &pin).await?;
            let user = proof.user.clone();
            (user, GrantProof::Pin { mark: proof.mark.clone(), device }, Some(proof))
        }
        Given::Password { username, password } => {
            let user = app.store.read(|view| staff::user_named(view, &username))?;
            let known = user.as_ref().and_then(|user| app.known_devices.device(&headers, user.id, app.engine.running()));
            let user = check(&app, user, password, &Attempt::new(&username, peer.ip(), known)).await?;
            let (compared_hash, device) = (user.password_hash.clone(), caller.device.as_ref().map(|present| facts(&present.device)));
            (user, GrantProof::Password { compared_hash, device }, None)
        }
    };
    may_grant(&user)?;
    let by = Granter::Here { asked_by: caller.user.id, proof };
    let actor = Actor { id: user.id, name: user.username, role: user.role };
    app.engine.run(Command::Approval(ApprovalCommand::Grant { approval_id, note: None, by }), actor).await?;
    let approval = app.store.read(|view| approvals::approval(view, approval_id))?.ok_or_else(ApiError::internal)?;
    Ok((StatusCode::OK, no_store(), Json(ApprovalView::new(&approval, app.engine.running(), Reader::Asker))).into_response())
}

async fn by_pin(app: &AppState, caller: &Caller, user_id: u64, pin: &str) -> Result<(PinProof, GrantDevice), ApiError> {
    let device = caller.device.as_ref().map(|present| &present.device).ok_or_else(device_required)?;
    let proof = check_pin(app, device, user_id, pin).await?;
    Ok((proof, facts(device)))
}

fn facts(device: &Device) -> GrantDevice {
    GrantDevice { device_id: device.id, device_name: device.name.clone() }
}

/// Refuses accounts that may not sign in, or not do anything before a new password, and bartenders.
fn may_grant(user: &User) -> Result<(), Refusal> {
    if !user.is_active {
        return Err(staff::inactive());
    }
    if user.must_change_password {
        return Err(Refusal::new(Code::PasswordChangeRequired, "Please change your password first"));
    }
    if user.role < Role::Manager { Err(Refusal::forbidden()) } else { Ok(()) }
}
