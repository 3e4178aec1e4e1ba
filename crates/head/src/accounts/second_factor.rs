//! Setting up the second factor: a secret for the app, its first code, the recovery codes.

use axum::Extension;
use axum::Json;
use axum::extract::State;
use axum::http::header::{self, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audit::Event;
use super::audit_list::record;
use super::code_try::{CodeTry, use_step, wrong_code};
use super::own::confirmed;
use super::password::Guess;
use super::recovery::NewCodes;
use super::session::no_store;
use super::signed_in::{AnySignedIn, SignedIn, has_changed_password};
use super::totp::{self, TotpSecrets};
use crate::error::{HeadCode, HeadError};
use crate::web::{HeadJson, HeadState, moment};
use bar::menu::qr::QrPicture;
use web::form::{Form, RawField};
use web::server::serve::Peer;

/// An answer with secrets, which no cache may keep.
type SecretAnswer<T> = ([(HeaderName, HeaderValue); 1], Json<T>);

/// The password, given again, and a present code once there is a second factor.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(super) struct TotpBody {
    #[schema(value_type = String)]
    password: RawField,
    #[schema(value_type = Option<String>)]
    code: RawField,
}

/// A new secret, which counts once it is confirmed.
#[derive(Serialize, ToSchema)]
pub(super) struct TotpSetup {
    /// In base32.
    secret: String,
    /// The same as an address for apps.
    uri: String,
    /// The address as a picture: SVG.
    qr: String,
}

/// A code of the new secret.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(super) struct ConfirmTotpBody {
    #[schema(value_type = String)]
    code: RawField,
}

/// Codes that count once each in place of a code of the app. Shown once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Makes a secret for the second factor. One that is in use counts until the new one is confirmed, and a present code of it is asked for.
#[utoipa::path(post, path = "/api/head/totp", tag = "accounts", security(("session" = [])), request_body = TotpBody,
    responses((status = 200, body = TotpSetup), (status = 429)))]
pub(super) async fn begin(
    State(state): State<HeadState>,
    caller: AnySignedIn,
    Extension(Peer(peer)): Extension<Peer>,
    HeadJson(body): HeadJson<TotpBody>,
) -> Result<SecretAnswer<TotpSetup>, HeadError> {
    has_changed_password(&caller.user)?;
    let mut form = Form::default();
    let password = form.password("password", &body.password);
    if password.is_none() {
        form.reject("password", "Password is required");
    }
    let code = form.line("code", &body.code);
    form.finish()?;
    let user = confirmed(&state, &caller, password.unwrap_or_default(), peer.ip(), "password").await?;
    let code = CodeTry::begin(&state, &user, code.as_deref()).await?;
    let secret = totp::new_secret()?;
    let uri = totp::uri(&secret, &user.username)?;
    let qr = QrPicture::exactly(&uri).map_err(HeadError::internal)?.svg();
    let (state, user_id, pending, given) = (&state, &user.user_id, &secret, code.as_ref());
    let work = move |transaction: crate::database::Transaction| async move {
        if let Some(code) = given {
            code.use_up(&transaction).await?;
        }
        let sealed = "SELECT totp_secret FROM head_users WHERE user_id = $1 FOR UPDATE";
        let row = transaction.query_opt(sealed, &[user_id]).await?.ok_or_else(HeadError::unauthenticated)?;
        let kept: Option<Vec<u8>> = row.try_get(0)?;
        let secrets = TotpSecrets { pending: Some(pending.clone()), ..TotpSecrets::open(&state.secret, user_id, kept.as_deref())? };
        let sealed = secrets.seal(&state.secret, user_id)?;
        transaction.execute("UPDATE head_users SET totp_secret = $2 WHERE user_id = $1", &[user_id, &sealed]).await?;
        Ok::<_, HeadError>(())
    };
    let begun = state.database.transaction(work).await;
    match &code {
        Some(code) => code.settle(begun).await?,
        None => begun?,
    }
    Ok(secret_answer(TotpSetup { secret, uri, qr }))
}

/// Confirms a new secret: a code of it makes it count, gives new recovery codes, and ends all other sessions of the user.
#[utoipa::path(post, path = "/api/head/totp/confirm", tag = "accounts", security(("session" = [])), request_body = ConfirmTotpBody,
    responses((status = 200, body = RecoveryCodes), (status = 409), (status = 429)))]
pub(super) async fn confirm(
    State(state): State<HeadState>,
    caller: AnySignedIn,
    Extension(Peer(peer)): Extension<Peer>,
    HeadJson(body): HeadJson<ConfirmTotpBody>,
) -> Result<SecretAnswer<RecoveryCodes>, HeadError> {
    let AnySignedIn { user, token, device } = caller;
    has_changed_password(&user)?;
    let mut form = Form::default();
    let code = form.required_line("code", &body.code, "Code is required").unwrap_or_default();
    form.finish()?;
    let code: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    let guess = Guess::new(&state, &user.username, peer.ip(), Some(device));
    guess.may_try()?;
    let codes = NewCodes::random(&user.user_id)?;
    let (state, user, code, new, now, own) = (&state, &user, &code, &codes, state.now(), &token);
    let confirmed = state
        .database
        .transaction(move |transaction| async move {
            let sealed = "SELECT totp_secret FROM head_users WHERE user_id = $1 FOR UPDATE";
            let row = transaction.query_opt(sealed, &[&user.user_id]).await?.ok_or_else(HeadError::unauthenticated)?;
            let kept: Option<Vec<u8>> = row.try_get(0)?;
            let secrets = TotpSecrets::open(&state.secret, &user.user_id, kept.as_deref())?;
            let pending = secrets.pending.ok_or_else(|| HeadError::conflict("Begin the set-up of the second factor first"))?;
            let step = totp::step_of(&pending, code, now)?.ok_or_else(wrong_code)?;
            let sealed = TotpSecrets { current: Some(pending), pending: None }.seal(&state.secret, &user.user_id)?;
            // The steps of the old secret do not count against the new one.
            let update =
                "UPDATE head_users SET totp_secret = $2, totp_confirmed_at = $3, recovery_codes = $4, totp_step = 0 WHERE user_id = $1";
            transaction.execute(update, &[&user.user_id, &sealed, &moment(now), &new.hashes]).await?;
            use_step(&transaction, &user.user_id, step).await?;
            own.end_others(&transaction, &user.user_id).await?;
            record(&transaction, now, &SignedIn::of(user), Event::new("user.totp_set", "Set up the second factor")).await
        })
        .await;
    match confirmed {
        Err(error) if error.code() == Some(HeadCode::CodeWrong) => {
            guess.failed();
            Err(error)
        }
        Err(error) => Err(error),
        Ok(()) => {
            guess.succeeded();
            Ok(secret_answer(RecoveryCodes { recovery_codes: codes.shown }))
        }
    }
}

fn secret_answer<T>(body: T) -> SecretAnswer<T> {
    ([(header::CACHE_CONTROL, no_store())], Json(body))
}
