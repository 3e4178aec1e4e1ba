//! `POST /api/head/login`.

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::audit::Event;
use super::audit_list::record;
use super::code_try::{CodeTry, WrongCodes};
use super::known_device::{device_cookie, known_device};
use super::password::Guess;
use super::session::{SignedInView, Token};
use super::signed_in::SignedIn;
use super::user::HeadUser;
use crate::error::{HeadCode, HeadError};
use crate::web::{HeadJson, HeadState};
use web::form::{Form, RawField};
use web::server::serve::{IsHttps, Peer};

/// Name, password, and the second factor once it is set up.
#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub(super) struct LoginBody {
    #[schema(value_type = String)]
    username: RawField,
    #[schema(value_type = String)]
    password: RawField,
    /// Needed once the second factor is set up: a present code, or a recovery code.
    #[schema(value_type = Option<String>)]
    code: RawField,
}

/// Signs in. The answer sets the cookie of the session.
#[utoipa::path(post, path = "/api/head/login", tag = "accounts", request_body = LoginBody, responses(
    (status = 200, body = SignedInView), (status = 401), (status = 403), (status = 429)))]
pub(super) async fn login(
    State(state): State<HeadState>,
    Extension(Peer(peer)): Extension<Peer>,
    https: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    HeadJson(body): HeadJson<LoginBody>,
) -> Result<Response, HeadError> {
    let mut form = Form::default();
    let username = form.required_line("username", &body.username, "Username is required");
    let password = form.password("password", &body.password).filter(|password| !password.trim().is_empty());
    if password.is_none() {
        form.reject("password", "Password is required");
    }
    let code = form.line("code", &body.code);
    form.finish()?;
    let (username, password) = (username.unwrap_or_default(), password.unwrap_or_default());
    let user = HeadUser::named(&state.database, &username).await?;
    let known = user.as_ref().and_then(|user| known_device(&state.secret, &headers, &user.user_id, state.now()));
    let guess = Guess::new(&state, &username, peer.ip(), known);
    let user = guess.password(user, password).await?;
    if !user.is_active {
        return Err(HeadError::new(HeadCode::Inactive, "This account is switched off"));
    }
    let (token, wrong_codes) = begin(&state, &user, code.as_deref()).await.inspect_err(|error| {
        if error.code() == Some(HeadCode::CodeWrong) {
            guess.failed();
        }
    })?;
    guess.succeeded();
    let secure = state.is_secure(https.is_some());
    let device = device_cookie(&state.secret, &headers, &user.user_id, state.now(), secure)?;
    token.answer(&user, wrong_codes, device, secure)
}

/// Uses the code up and begins a session, in one transaction. Also what the user reads of wrong codes.
async fn begin(state: &HeadState, user: &HeadUser, code: Option<&str>) -> Result<(Token, Option<WrongCodes>), HeadError> {
    let token = Token::random()?;
    let code = CodeTry::begin(state, user, code).await?;
    let (now, begun, given) = (state.now(), &token, code.as_ref());
    let done = state.database.transaction(move |transaction| async move {
        if let Some(code) = given {
            code.use_up(&transaction).await?;
        }
        begun.begin(&transaction, user, now).await?;
        record(&transaction, now, &SignedIn::of(user), Event::new("user.signed_in", "Signed in")).await
    });
    let done = done.await;
    let Some(code) = &code else { return done.map(|()| (token, None)) };
    code.settle(done).await?;
    Ok((token, code.wrong_before()))
}
