//! `GET /healthz`, and what is known before a sign-in.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::state::HeadState;

/// `{status: "ok" | "database_away", version, schema}`; `schema` is null while the database is away. Always 200: head office stays up.
pub(super) async fn healthz(State(state): State<HeadState>) -> Json<Value> {
    let schema = match state.database.ping().await {
        Ok(()) => state.database.schema_state().await.ok().map(|schema| schema.number()),
        Err(_) => None,
    };
    let status = if schema.is_some() { "ok" } else { "database_away" };
    Json(json!({ "status": status, "version": env!("CARGO_PKG_VERSION"), "schema": schema }))
}

/// `GET /api/head/public`: `{demo, version}`, for the screen of sign-in.
pub(super) async fn public(State(state): State<HeadState>) -> Json<Value> {
    Json(json!({ "demo": state.demo, "version": env!("CARGO_PKG_VERSION") }))
}
