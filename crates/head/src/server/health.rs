//! `GET /healthz`, and what is known before a sign-in.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::web::HeadState;
use crate::web::calls;

calls!(healthz, public);

/// Whether head office reaches its database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum HealthStatus {
    Ok,
    DatabaseAway,
}

/// Whether head office works.
#[derive(Serialize, ToSchema)]
struct Health {
    status: HealthStatus,
    version: &'static str,
    /// Number of the database's schema; null while the database is away.
    schema: Option<i64>,
}

/// Says whether head office works. Always 200: head office stays up while its database is away.
#[utoipa::path(get, path = "/healthz", tag = "head", responses((status = 200, body = Health)))]
async fn healthz(State(state): State<HeadState>) -> Json<Health> {
    let schema = match state.database.ping().await {
        Ok(()) => state.database.schema_state().await.ok().map(|schema| schema.number()),
        Err(_) => None,
    };
    let status = if schema.is_some() { HealthStatus::Ok } else { HealthStatus::DatabaseAway };
    Json(Health { status, version: env!("CARGO_PKG_VERSION"), schema })
}

/// What is known before a sign-in.
#[derive(Serialize, ToSchema)]
struct HeadInfo {
    /// Whether this is a demo, whose passwords everybody knows.
    demo: bool,
    version: &'static str,
}

/// What the screen of sign-in needs.
#[utoipa::path(get, path = "/api/head/public", tag = "head", responses((status = 200, body = HeadInfo)))]
async fn public(State(state): State<HeadState>) -> Json<HeadInfo> {
    Json(HeadInfo { demo: state.demo, version: env!("CARGO_PKG_VERSION") })
}
