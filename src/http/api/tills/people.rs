//! The active staff by name: whom a till can be handed to, and whose tips are paid out.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::devices::name_among;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::settings::{CashMode, settings};
use crate::staff::{self, User};
use base::text::fold;
use store::{Stored, View};

/// A colleague.
#[derive(Serialize, ToSchema)]
#[schema(as = CashPerson)]
pub struct PersonView {
    id: u64,
    /// First name, or username; both where several colleagues have the same first name.
    #[schema(example = "Musa")]
    name: String,
}

/// Lists the active staff by name, for handing over a till and paying out tips. Empty while tills are off.
#[utoipa::path(get, path = "/api/cash/people", tag = "cash", responses((status = 200, body = [PersonView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    request.answer(&app, &[Topic::Users, Topic::Settings], "", |view| Ok(people(view)?)).await
}

fn people(view: &dyn View) -> Stored<Vec<PersonView>> {
    if settings(view)?.cash.mode == CashMode::Off {
        return Ok(Vec::new());
    }
    let active: Vec<User> = staff::users(view)?.into_iter().filter(|user| user.is_active).collect();
    let mut people: Vec<_> = active.iter().map(|user| PersonView { id: user.id, name: name_among(user, &active) }).collect();
    people.sort_by_key(|person| (fold(&person.name), person.id));
    Ok(people)
}
