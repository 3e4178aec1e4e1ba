//! Calls of owners about boxes: a code that connects one, and revoking one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{self, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::callers::revoke;
use super::codes::{CodeFor, make_code};
use crate::accounts::{Event, Owner, no_store, record};
use crate::error::HeadError;
use crate::web::{HeadJson, HeadPath, HeadState};
use bar::menu::qr::QrPicture;
use web::form::{Form, RawField};

/// The name of a new bar, or a bar that is known.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(super) struct CodeBody {
    #[schema(value_type = Option<String>)]
    name: RawField,
    #[schema(value_type = Option<String>)]
    bar: RawField,
}

/// A code that connects a box once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PairingCode {
    code: String,
    /// What is typed as 'Address' at the box.
    url: String,
    /// Restores a lost bar on a new device.
    command: String,
    expires_at: String,
    /// A picture of address and code: SVG.
    qr: String,
}

/// Makes a code that connects a box. No `Idempotency-Key` keeps the answer, because the code is a secret.
#[utoipa::path(post, path = "/api/head/codes", tag = "boxes", security(("session" = ["owner"])), request_body = CodeBody,
    responses((status = 201, body = PairingCode), (status = 404), (status = 409), (status = 429)))]
pub(super) async fn make(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadJson(body): HeadJson<CodeBody>,
) -> Result<(StatusCode, [(HeaderName, HeaderValue); 1], Json<PairingCode>), HeadError> {
    let mut form = Form::default();
    let (name, bar) = (form.line("name", &body.name), form.line("bar", &body.bar));
    if name.is_some() && bar.is_some() {
        form.reject("bar", "Give the name of a new bar or a bar, not both");
    }
    form.finish()?;
    let wanted = match bar {
        Some(bar) => CodeFor::Known { bar },
        None => CodeFor::New { name: name.unwrap_or_default() },
    };
    let (authority, now) = (state.authority().await?, state.now());
    let made = make_code(&state.database, &authority, &wanted, &owner.name, now).await?;
    let event = Event::new("code.made", format!("Made a code for {}", made.name));
    let event = match &wanted {
        CodeFor::Known { bar } => event.of_bar(bar),
        CodeFor::New { .. } => event,
    };
    let (event, by) = (&event, &owner);
    state.database.transaction(move |transaction| async move { record(&transaction, now, by, event.clone()).await }).await?;
    let (url, code) = (state.box_address(), made.code.to_string());
    let command = format!("barback restore --from-head {url} --code {code}");
    let qr = QrPicture::exactly(&format!("{url} {code}")).map_err(HeadError::internal)?.svg();
    let body = PairingCode { code, url, command, expires_at: made.expires_at.to_string(), qr };
    Ok((StatusCode::CREATED, [(header::CACHE_CONTROL, no_store())], Json(body)))
}

/// Revokes a box for good.
#[utoipa::path(delete, path = "/api/head/bars/{bar}/boxes/{box}", tag = "boxes", security(("session" = ["owner"])),
    params(("bar" = String, Path), ("box" = String, Path)), responses((status = 204)))]
pub(super) async fn revoke_box(
    State(state): State<HeadState>,
    Owner(owner): Owner,
    HeadPath((bar, box_name)): HeadPath<(String, String)>,
) -> Result<StatusCode, HeadError> {
    let now = state.now();
    revoke(&state.database, &bar, &box_name, now).await?;
    let event = Event::new("box.revoked", format!("Revoked the box {box_name}")).of_bar(&bar);
    let (event, by) = (&event, &owner);
    state.database.transaction(move |transaction| async move { record(&transaction, now, by, event.clone()).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}
