//! Staff accounts: list, create, change, delete.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Answer, Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::staff::invitations::{Invitation, with_invitation};
use crate::http::api::staff::new_password::{hash, new_password};
use crate::http::api::staff::user_view::{StaffNameView, UserView};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::{Admin, Manager};
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, first_of, json, missing, no_content};
use crate::staff::{self, Profile, ProfileChange, StaffCommand, USERNAME_MIN, User};
use base::Role;
use base::text::fold;
use store::{Stored, View};
use web::form::{Form, RawField};
use web::password;
use web::server::serve::IsHttps;

/// A new staff account, with the invitation that was asked for.
#[derive(Serialize, ToSchema)]
#[schema(as = NewUser)]
pub struct NewUserView {
    #[serde(flatten)]
    user: UserView,
    /// Absent unless it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    invitation: Option<Invitation>,
}

/// A new or changed staff account.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct UserBody {
    #[schema(value_type = String, example = "musu")]
    username: RawField,
    #[schema(value_type = Option<String>)]
    email: RawField,
    #[schema(value_type = Option<String>, example = "barback26")]
    password: RawField,
    #[schema(value_type = Option<Role>)]
    role: RawField,
    #[schema(value_type = Option<String>)]
    first_name: RawField,
    #[schema(value_type = Option<String>)]
    last_name: RawField,
    #[schema(value_type = Option<String>)]
    phone: RawField,
    #[schema(value_type = Option<bool>)]
    is_active: RawField,
    #[schema(value_type = Option<bool>)]
    must_change_password: RawField,
    /// Of a new account: make an invitation instead of giving a password.
    #[schema(value_type = Option<bool>)]
    invite: RawField,
}

/// Whether an account is active.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct UserPatch {
    #[schema(value_type = bool)]
    is_active: RawField,
}

/// Lists all staff accounts by username.
#[utoipa::path(get, path = "/api/users", tag = "staff", responses((status = 200, body = [UserView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer(&app, &[Topic::Users], "", |view| {
            Ok(staff::users(view)?.iter().map(|user| UserView::load(view, user)).collect::<Stored<Vec<_>>>()?)
        })
        .await
}

/// Lists the names of the active staff, by name.
#[utoipa::path(get, path = "/api/users/names", tag = "staff", responses((status = 200, body = [StaffNameView]), (status = 401), (status = 403)))]
pub async fn names(State(app): State<AppState>, _: Manager, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer(&app, &[Topic::Users], "", |view| {
            let mut active: Vec<User> = staff::users(view)?.into_iter().filter(|user| user.is_active).collect();
            active.sort_by_key(|user| (fold(user.first_name.as_ref().unwrap_or(&user.username)), user.id));
            Ok(active.into_iter().map(|user| StaffNameView::load(view, user)).collect::<Stored<Vec<_>>>()?)
        })
        .await
}

/// Creates a staff account, with a password or, with `invite`, with an invitation to choose one.
#[utoipa::path(post, path = "/api/users", tag = "staff", request_body = UserBody, responses(
    (status = 201, body = NewUserView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn create(
    State(app): State<AppState>,
    Admin(caller): Admin,
    secure: Option<Extension<IsHttps>>,
    headers: HeaderMap,
    write: Write<UserBody>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let profile = profile(&mut form, body);
    let invites = form.flag("invite", &body.invite).unwrap_or(false);
    let password = match (invites, body.password.is_present()) {
        (true, true) => {
            form.reject("password", "Who is invited chooses the password");
            None
        }
        // Nobody knows this one.
        (true, false) => Some(password::session_id().map_err(|_| ApiError::internal())?),
        (false, _) => new_password(&mut form, "password", &body.password, TOO_SHORT_PASSWORD),
    };
    let must_change_password = form.flag("mustChangePassword", &body.must_change_password).unwrap_or(true);
    if invites && !profile.is_active {
        form.reject("isActive", "Only an active person can be invited");
    }
    form.finish()?;
    let password_hash = hash(&app, password.unwrap_or_default()).await?;
    let command = StaffCommand::Create { profile, password_hash, must_change_password };
    let created = |entries: &[Entry], view: &dyn View| saved(StatusCode::CREATED, entries, view, None);
    let answer = write.submit(&app, &caller, Command::Staff(command), created).await?;
    if invites { with_invitation(answer, &app, &caller, &headers, secure.is_some()).await } else { Ok(answer) }
}

/// Changes a staff account; absent members stay as they are.
#[utoipa::path(put, path = "/api/users/{id}", tag = "staff", request_body = UserBody, params(("id" = u64, Path)), responses(
    (status = 200, body = UserView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn update(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: Write<UserBody>,
) -> Result<Response, ApiError> {
    let body = &write.body;
    let mut form = Form::default();
    let name = username(&mut form, &body.username);
    if name == Some(None) {
        form.reject("username", TOO_SHORT_NAME);
    }
    let password = match form.password("password", &body.password).filter(|password| !password.trim().is_empty()) {
        Some(_) => new_password(&mut form, "password", &body.password, TOO_SHORT_PASSWORD),
        None => None,
    };
    let change = ProfileChange {
        username: name.flatten(),
        email: body.email.is_present().then(|| form.email("email", &body.email)),
        role: form.role("role", &body.role),
        first_name: form.line_change("firstName", &body.first_name),
        last_name: form.line_change("lastName", &body.last_name),
        phone: form.line_change("phone", &body.phone),
        is_active: form.flag("isActive", &body.is_active),
        must_change_password: form.flag("mustChangePassword", &body.must_change_password),
    };
    form.finish()?;
    let user_id = parse_id(&id, "user")?;
    let password_hash = match password {
        Some(password) => Some(hash(&app, password).await?),
        None => None,
    };
    let command = StaffCommand::Update { user_id, change, password_hash };
    write.submit(&app, &caller, Command::Staff(command), move |entries, view| saved(StatusCode::OK, entries, view, Some(user_id))).await
}

/// Activates or deactivates a staff account.
#[utoipa::path(patch, path = "/api/users/{id}", tag = "staff", request_body = UserPatch, params(("id" = u64, Path)), responses(
    (status = 200, body = UserView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn switch(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: Write<UserPatch>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    if write.body.is_active.value().is_none() {
        form.reject("isActive", "Must be true or false");
    }
    let change = ProfileChange { is_active: form.flag("isActive", &write.body.is_active), ..ProfileChange::default() };
    form.finish()?;
    let user_id = parse_id(&id, "user")?;
    let command = StaffCommand::Update { user_id, change, password_hash: None };
    write.submit(&app, &caller, Command::Staff(command), move |entries, view| saved(StatusCode::OK, entries, view, Some(user_id))).await
}

/// Deletes a staff account; past records keep its name.
#[utoipa::path(delete, path = "/api/users/{id}", tag = "staff", params(("id" = u64, Path)), responses(
    (status = 204), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn delete(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = StaffCommand::Archive { user_id: parse_id(&id, "user")? };
    write.submit(&app, &caller, Command::Staff(command), |_, _| Ok(no_content())).await
}

const TOO_SHORT_NAME: &str = "Username must be at least 3 characters";
const TOO_SHORT_PASSWORD: &str = "Password must be at least 6 characters";

/// Parses what an account has but for its password. What is not named is blank, a bartender's, and active.
pub fn profile(form: &mut Form, body: &UserBody) -> Profile {
    let username = username(form, &body.username).flatten();
    if username.is_none() {
        form.reject("username", TOO_SHORT_NAME);
    }
    Profile {
        username: username.unwrap_or_default(),
        email: form.email("email", &body.email),
        role: form.role("role", &body.role).unwrap_or(Role::Bartender),
        first_name: form.line("firstName", &body.first_name),
        last_name: form.line("lastName", &body.last_name),
        phone: form.line("phone", &body.phone),
        is_active: form.flag("isActive", &body.is_active).unwrap_or(true),
    }
}

/// Parses a changed username; a short one is an error.
fn username(form: &mut Form, field: &RawField) -> Option<Option<String>> {
    let name = form.line_change("username", field)?;
    if name.as_ref().is_some_and(|name| name.chars().count() < USERNAME_MIN) {
        form.reject("username", TOO_SHORT_NAME);
    }
    Some(name)
}

fn saved(status: StatusCode, entries: &[Entry], view: &dyn View, known: Option<u64>) -> Stored<Answer> {
    let created = first_of(entries, |event| if let Event::UserSaved(event) = event { Some(event.user.id) } else { None });
    let id = known.or(created).ok_or_else(|| missing("users"))?;
    json(status, &UserView::load(view, &staff::user(view, id)?.ok_or_else(|| missing("users"))?)?)
}
