//! What signed-in users did: put on record, and listed.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::audit::{Event, record_as};
use super::signed_in::{Owner, SignedIn};
use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::{HeadPage, HeadState, link_to_next, when};
use base::Timestamp;

/// Puts an event of a signed-in user on record, in the transaction that does what it says.
pub async fn record(transaction: &Transaction, now: Timestamp, by: &SignedIn, event: Event) -> Result<(), HeadError> {
    record_as(transaction, now, Some(&by.user_id), &by.name, event).await
}

/// An entry of the record.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditLine {
    id: String,
    at: String,
    user_name: String,
    bar: Option<String>,
    kind: String,
    summary: String,
}

/// Lists what users did, the newest first.
#[utoipa::path(get, path = "/api/head/audit", tag = "accounts", security(("session" = ["owner"])), params(
    HeadPage,
    ("user" = Option<String>, Query, description = "The name of a user."),
    ("bar" = Option<String>, Query),
    ("kind" = Option<String>, Query, description = "A kind, or the part before its point."),
), responses((status = 200, body = Vec<AuditLine>)))]
pub(super) async fn list(State(state): State<HeadState>, _: Owner, page: HeadPage) -> Result<(HeaderMap, Json<Vec<AuditLine>>), HeadError> {
    let sql = "SELECT audit_id, at, user_name, bar, kind, summary FROM audit \
        WHERE ($1::TEXT IS NULL OR audit_id < $1) AND ($2::TEXT IS NULL OR user_name = $2) AND ($3::TEXT IS NULL OR bar = $3) \
        AND ($4::TEXT IS NULL OR kind = $4 OR kind LIKE $4 || '.%') ORDER BY audit_id DESC LIMIT $5";
    let client = state.database.client().await?;
    let (user, bar, kind) = (page.param("user"), page.param("bar"), page.param("kind"));
    let rows = client.query(sql, &[&page.before, &user, &bar, &kind, &(page.limit + 1)]).await?;
    let mut lines = Vec::with_capacity(rows.len());
    for row in &rows {
        lines.push(AuditLine {
            id: row.try_get(0)?,
            at: when(row.try_get(1)?),
            user_name: row.try_get(2)?,
            bar: row.try_get(3)?,
            kind: row.try_get(4)?,
            summary: row.try_get(5)?,
        });
    }
    let link = link_to_next(&page, &mut lines, |line| line.id.clone());
    Ok((link, Json(lines)))
}
