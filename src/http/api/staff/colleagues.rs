//! The names of the active staff, for everyone who hands orders over.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::staff::{self, User};
use base::text::fold;

/// A person of the active staff.
#[derive(Serialize, ToSchema)]
pub struct Colleague {
    id: u64,
    username: String,
    /// First and last name; the username without them.
    name: String,
}

impl From<User> for Colleague {
    fn from(user: User) -> Self {
        let names: Vec<String> = [user.first_name, user.last_name].into_iter().flatten().collect();
        let name = if names.is_empty() { user.username.clone() } else { names.join(" ") };
        Colleague { id: user.id, username: user.username, name }
    }
}

/// Lists the active staff, by name.
#[utoipa::path(get, path = "/api/colleagues", tag = "staff", responses((status = 200, body = [Colleague]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    request
        .answer(&app, &[Topic::Users], "", |view| {
            let active = staff::users(view)?.into_iter().filter(|user| user.is_active);
            let mut colleagues: Vec<Colleague> = active.map(Colleague::from).collect();
            colleagues.sort_by_key(|colleague| (fold(&colleague.name), colleague.id));
            Ok(colleagues)
        })
        .await
}
