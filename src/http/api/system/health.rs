//! Health check.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::AppState;
use crate::http::contract::schemas::HealthStatus;
use crate::http::contract::session::OptionalCaller;
use crate::store;

/// How the box is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(value_type = HealthStatus)]
    status: &'static str,
    version: &'static str,
    /// Number of the newest journal entry; null for callers who are not signed in, who could tell from it how busy the bar is.
    journal: Option<u64>,
}

/// Answers as long as the box does.
#[utoipa::path(get, path = "/healthz", tag = "box", responses((status = 200, body = Health)))]
pub async fn health(State(app): State<AppState>, OptionalCaller(caller): OptionalCaller) -> Response {
    // What was answered before is in it; those who listen hear of it a moment after.
    let journal = caller.map(|_| store::journal_head(&app.store).unwrap_or_else(|_| app.engine.feed().head()));
    let health = Health { status: "ok", version: env!("CARGO_PKG_VERSION"), journal };
    ([(header::CACHE_CONTROL, "no-store")], Json(health)).into_response()
}
