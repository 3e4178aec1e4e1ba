//! Granting an approval on the phone of the person who asked, by the password of a manager or an admin.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::approvals::{self, ApprovalCommand, ApprovalView, DecidedHow, must_be_own, pending};
use crate::base::{Actor, Code, Refusal, Role};
use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::auth;
use crate::http::api::staff::throttle::Attempt;
use crate::http::contract::form::{Form, RawField};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::PasswordWrite;
use crate::http::server::serve::Peer;
use crate::staff::{self, User};

/// Who grants it here.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct GrantHereBody {
    #[schema(value_type = Option<String>, example = "sarah")]
    username: RawField,
    #[schema(value_type = Option<String>)]
    password: RawField,
}

/// Grants an approval on the phone of the person who asked, by a manager's or an admin's password.
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
    let mut form = Form::default();
    let username = form.required_line("username", &write.body.username, "Username is required");
    let password = form.password("password", &write.body.password);
    if password.is_none() {
        form.reject("password", "Password is required");
    }
    form.finish()?;
    let approval_id = parse_id(&id, "approval")?;
    let approval = app.store.read(|view| approvals::approval(view, approval_id))?.ok_or_else(|| ApiError::not_found("approval"))?;
    must_be_own(&approval, caller.user.id, caller.user.role)?;
    pending(&approval, app.engine.running())?;
    let (username, password) = (username.unwrap_or_default(), password.unwrap_or_default());
    let user = app.store.read(|view| staff::user_named(view, &username))?;
    let device = user.as_ref().and_then(|user| app.devices.device(&headers, user.id, app.engine.running()));
    let user = auth::check(&app, user, password, &Attempt::new(&username, peer.ip(), device)).await?;
    may_grant(&user)?;
    let command = ApprovalCommand::Grant { approval_id, how: DecidedHow::Password, note: None, here_of: Some(caller.user.id) };
    let actor = Actor { id: user.id, name: user.username, role: user.role };
    app.engine.run(Command::Approval(command), actor).await?;
    let approval = app.store.read(|view| approvals::approval(view, approval_id))?.ok_or_else(ApiError::internal)?;
    let no_store = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::OK, no_store, Json(ApprovalView::new(&approval, app.engine.running()))).into_response())
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
