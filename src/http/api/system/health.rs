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

/// Health of the box.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(value_type = HealthStatus)]
    status: &'static str,
    version: &'static str,
    /// Number of the newest journal entry; null for callers who are not signed in, because it shows how busy the bar is.
    journal: Option<u64>,
}

/// Health check.
#[utoipa::path(get, path = "/healthz", tag = "box", responses((status = 200, body = Health)))]
pub async fn health(State(app): State<AppState>, OptionalCaller(caller): OptionalCaller) -> Response {
    // From the store, which has every write that was answered; the feed follows a moment later.
    let journal = caller.map(|_| store::journal_head(&app.store).unwrap_or_else(|_| app.engine.feed().head()));
    let health = Health { status: "ok", version: env!("CARGO_PKG_VERSION"), journal };
    ([(header::CACHE_CONTROL, "no-store")], Json(health)).into_response()
}
