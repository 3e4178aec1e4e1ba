//! Whether the box is well.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;

/// How the box is.
#[derive(Serialize, ToSchema)]
pub struct Health {
    #[schema(example = "ok")]
    status: &'static str,
    version: &'static str,
    /// Number of the newest journal entry.
    journal: u64,
}

/// Answers as long as the box does.
#[utoipa::path(get, path = "/healthz", tag = "box", responses((status = 200, body = Health)))]
pub async fn health(State(app): State<App>) -> Response {
    let health = Health { status: "ok", version: env!("CARGO_PKG_VERSION"), journal: app.engine.feed().head() };
    ([(header::CACHE_CONTROL, "no-store")], Json(health)).into_response()
}
