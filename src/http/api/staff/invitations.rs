//! Invitations: a code with which a new person, or one who forgot the password, chooses one and begins.

use std::net::IpAddr;

use axum::body::to_bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::new_password::{hash, new_password};
use super::password_check::recognising;
use super::pins;
use super::session_view::{SignedInView, no_store, signed_in};
use crate::devices::{EnrolmentCode, WRONG_CODE};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::devices::codes::{CodeState, MadeCode, Purpose, new_code};
use crate::http::api::devices::enrol::page_with_code;
use crate::http::contract::enrolment::{Enrolled, enrolled_for_write};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::{Caller, Manager};
use crate::http::contract::write::{EmptyBody, OptionalBody, PublicWrite, Unkept};
use crate::staff::pins::{PinCommand, Proof, check_pin_for};
use crate::staff::{self, StaffCommand, User};
use base::{Actor, Refusal, Timestamp};
use web::form::{Form, RawField};
use web::password;
use web::server::connections::{Connection, network};
use web::server::serve::{IsHttps, Peer};

/// How long a code works, in milliseconds of running time: 15 minutes.
const INVITATION_MILLIS: u64 = 15 * 60 * 1000;
/// Largest answer to a new account, in bytes.
const ANSWER_MAX: usize = 64 * 1024;

/// The account of the person whom a code invites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invited(pub u64);

/// A new code for a person replaces the one before.
impl Purpose for Invited {
    fn replaces(&self, other: &Self) -> bool {
        self == other
    }
}

/// A code with which a person chooses a password.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    #[schema(example = "7KQ2-M9XP")]
    code: String,
    /// The page on which the person joins, with the code.
    #[schema(example = "http://192.168.1.10:8080/join#7KQ2M9XP")]
    url: String,
    /// The same address as a picture: a `data:` URL of an SVG.
    qr: String,
    expires_at: String,
}

/// What became of a person's last invitation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationStatus {
    state: InvitationState,
}

/// Whether an invitation can be used, or was.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum InvitationState {
    /// Its code works.
    Open,
    /// The person has joined with it.
    Used,
    /// There is none, or it has expired.
    Gone,
}

/// What a person chooses who joins.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct JoinBody {
    #[schema(value_type = String, example = "7KQ2-M9XP")]
    code: RawField,
    #[schema(value_type = String)]
    new_password: RawField,
    /// On an enrolled device alone.
    #[schema(value_type = Option<String>)]
    new_pin: RawField,
}

/// Makes a code with which a person chooses a password, for 15 minutes; an earlier one ends. Managers make them for bartenders.
#[utoipa::path(post, path = "/api/users/{id}/invitation", tag = "staff", params(("id" = u64, Path)), responses(
    (status = 201, body = Invitation), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn make(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    secure: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    _: Unkept<OptionalBody<EmptyBody>>,
) -> Result<Response, ApiError> {
    let invitation = invite(&app, &caller, parse_id(&id, "user")?, &headers, secure.is_some()).await?;
    Ok((StatusCode::CREATED, no_store(), Json(invitation)).into_response())
}

/// Says whether a person has joined with the last code that was made for them.
#[utoipa::path(get, path = "/api/users/{id}/invitation", tag = "staff", params(("id" = u64, Path)), responses(
    (status = 200, body = InvitationStatus), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn status(State(app): State<AppState>, _: Manager, Path(id): Path<String>) -> Result<Response, ApiError> {
    let id = parse_id(&id, "user")?;
    app.store.read(|view| staff::user(view, id))?.ok_or_else(|| Refusal::not_found("user"))?;
    let state = match app.invitations.state_of(&Invited(id), app.engine.running()) {
        CodeState::Open => InvitationState::Open,
        CodeState::Used => InvitationState::Used,
        CodeState::Gone => InvitationState::Gone,
    };
    Ok((no_store(), Json(InvitationStatus { state })).into_response())
}

/// Makes the code of a person.
///
/// # Errors
/// 403 for a manager and an account that is no bartender's; 404 for an unknown account; 409 for one that is switched off.
async fn invite(app: &AppState, caller: &Caller, user_id: u64, headers: &HeaderMap, is_https: bool) -> Result<Invitation, ApiError> {
    let code = new_code()?;
    let (url, qr) = page_with_code("join", &code, headers, is_https)?;
    app.engine.run(Command::Staff(StaffCommand::NoteInvitation { user_id }), caller.actor()).await?;
    app.invitations.put(code.clone(), Invited(user_id), caller.actor(), (app.engine.running(), INVITATION_MILLIS));
    let expires_at = Timestamp::from_millis(app.stamp().as_millis().saturating_add_unsigned(INVITATION_MILLIS)).to_string();
    Ok(Invitation { code: code.to_string(), url, qr, expires_at })
}

/// Adds an invitation to the answer with a new account. It is made anew for a request that is sent again: no answer with a code is stored.
pub async fn with_invitation(
    answer: Response,
    app: &AppState,
    caller: &Caller,
    headers: &HeaderMap,
    is_https: bool,
) -> Result<Response, ApiError> {
    let body = to_bytes(answer.into_body(), ANSWER_MAX).await.map_err(|_| ApiError::outcome_unknown())?;
    let mut account: Value = serde_json::from_slice(&body).map_err(|_| ApiError::outcome_unknown())?;
    let user_id = account["id"].as_u64().ok_or_else(ApiError::outcome_unknown)?;
    let invitation = invite(app, caller, user_id, headers, is_https).await?;
    account["invitation"] = serde_json::to_value(invitation).map_err(|_| ApiError::outcome_unknown())?;
    Ok((StatusCode::CREATED, no_store(), Json(account)).into_response())
}

/// Chooses a password, and on an enrolled device a PIN, with a code from a manager, and signs in. All earlier sessions of the person end.
#[utoipa::path(post, path = "/api/auth/join", tag = "access", request_body = JoinBody, responses(
    (status = 200, body = SignedInView), (status = 400), (status = 403), (status = 409), (status = 415), (status = 429)))]
pub async fn join(
    State(app): State<AppState>,
    Extension(Peer(peer)): Extension<Peer>,
    secure: Option<Extension<IsHttps>>,
    connection: Option<Extension<Connection>>,
    headers: HeaderMap,
    write: PublicWrite<JoinBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let typed = form.required_line("code", &write.body.code, "Code is required").unwrap_or_default();
    let new = new_password(&mut form, "newPassword", &write.body.new_password, "New password must be at least 6 characters");
    let pin = form.line("newPin", &write.body.new_pin);
    let present = enrolled_for_write(&app, &headers, secure.is_some())?.filter(|present| present.device.is_till());
    if pin.is_some() && present.is_none() {
        form.reject("newPin", "A PIN is for enrolled devices");
    }
    form.finish()?;
    let joining = Joining { new: new.unwrap_or_default(), pin, present, is_https: secure.is_some() };
    let made = take(&app, &typed, peer.ip())?;
    let user = app.store.read(|view| staff::user(view, made.purpose.0))?.filter(|user| user.is_active);
    let user = user.ok_or_else(|| Refusal::field("code", WRONG_CODE))?;
    let chosen = match joining.choose(&app, &user, &made).await {
        Ok(chosen) => chosen,
        Err(error) => {
            app.invitations.give_back(made);
            return Err(error);
        }
    };
    // The password is chosen: an error from here on must not say that nothing was saved.
    let answer = joining.begin(&app, &user, chosen, connection).await;
    recognising(answer, &app, &headers, user.id, secure.is_some()).map_err(|_| ApiError::outcome_unknown())
}

/// Takes the code that was typed.
///
/// # Errors
/// 400 for a wrong one; 429 after too many of them.
fn take(app: &AppState, typed: &str, address: IpAddr) -> Result<MadeCode<Invited>, ApiError> {
    let code = EnrolmentCode::parse(typed);
    let made = app.invitations.take(code.as_ref(), network(address), app.engine.running())?;
    made.ok_or_else(|| Refusal::field("code", WRONG_CODE).into())
}

/// What a person chose, and where.
struct Joining {
    new: String,
    pin: Option<String>,
    /// The enrolled device on which people sign in.
    present: Option<Enrolled>,
    is_https: bool,
}

/// The stored hash of the password that was chosen, and the session that began with it.
struct Chosen {
    password_hash: String,
    session_id: String,
}

impl Joining {
    /// Stores the password, which ends all sessions of the person and begins one.
    async fn choose(&self, app: &AppState, user: &User, made: &MadeCode<Invited>) -> Result<Chosen, ApiError> {
        if let Some(Err(why)) = self.pin.as_ref().map(|pin| check_pin_for(pin, user.role, user.phone.as_deref())) {
            return Err(Refusal::field("newPin", why).into());
        }
        let password_hash = hash(app, self.new.clone()).await?;
        let session_id = password::session_id().map_err(|_| ApiError::internal())?;
        let command = StaffCommand::ChangePassword {
            password_hash: password_hash.clone(),
            compared_hash: user.password_hash.clone(),
            old_session_id: String::new(),
            session_id: session_id.clone(),
        };
        app.invitations.note_used(made);
        app.engine.run(Command::Staff(command), actor(user)).await?;
        Ok(Chosen { password_hash, session_id })
    }

    /// Answers with a session: on an enrolled device one that is bound to it, after the PIN was stored.
    async fn begin(
        &self,
        app: &AppState,
        user: &User,
        chosen: Chosen,
        connection: Option<Extension<Connection>>,
    ) -> Result<Response, ApiError> {
        let Some(present) = &self.present else {
            return signed_in(app, user.id, &chosen.session_id, None, self.is_https);
        };
        if let Some(pin) = &self.pin {
            let mark = app.pin_checks.keep(user.id, pin).await?;
            let command = PinCommand::Set { mark, digits: pins::digits(pin), compared_hash: chosen.password_hash.clone() };
            app.engine.run(Command::Pins(command), actor(user)).await?;
        }
        app.engine.run(Command::Staff(StaffCommand::SignOut { session_id: chosen.session_id }), actor(user)).await?;
        let proof = Proof::Password { compared_hash: chosen.password_hash };
        pins::begin(app, present, user, proof, self.is_https, connection).await
    }
}

fn actor(user: &User) -> Actor {
    Actor { id: user.id, name: user.username.clone(), role: user.role }
}
