//! Record of what users did at head office.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use super::signed_in::{Owner, SignedIn};
use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::{HeadPage, HeadState, link_to_next, moment, when};
use base::Timestamp;
use base::text::hex;

/// Random bytes at the end of an id.
const RANDOM_BYTES: usize = 6;

/// What happened.
#[derive(Debug, Clone)]
pub struct Event {
    /// A word with a point, such as `user.added`.
    pub kind: &'static str,
    /// A sentence.
    pub summary: String,
    /// The bar that it is about.
    pub bar: Option<String>,
}

impl Event {
    /// An event that is about no bar.
    pub fn new(kind: &'static str, summary: impl Into<String>) -> Self {
        Event { kind, summary: summary.into(), bar: None }
    }

    /// The event, about a bar.
    pub fn of_bar(self, bar: &str) -> Self {
        Event { bar: Some(bar.to_owned()), ..self }
    }
}

/// Puts an event on record, in the transaction that does what it says.
///
/// # Errors
/// Those of the database.
pub async fn record(transaction: &Transaction, now: Timestamp, by: &SignedIn, event: Event) -> Result<(), HeadError> {
    record_as(transaction, now, Some(&by.user_id), &by.name, event).await
}

/// As [`record`], for one who did not sign in, such as the command line.
///
/// # Errors
/// Those of the database.
pub async fn record_as(
    transaction: &Transaction,
    now: Timestamp,
    user_id: Option<&str>,
    name: &str,
    event: Event,
) -> Result<(), HeadError> {
    let insert = "INSERT INTO audit (audit_id, at, user_id, user_name, bar, kind, summary) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let (id, at) = (new_id(now)?, moment(now));
    transaction.execute(insert, &[&id, &at, &user_id, &name, &event.bar, &event.kind, &event.summary]).await?;
    Ok(())
}

/// Milliseconds and random digits, so that ids are in the order of time.
fn new_id(now: Timestamp) -> Result<String, HeadError> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
    Ok(format!("{:012x}{}", now.as_millis(), hex(&bytes)))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_the_order_of_time() {
        let id = |millis| new_id(Timestamp::from_millis(millis)).expect("random");
        assert!(id(999) < id(1_000) && id(1_000) < id(1_700_000_000_000));
        assert_ne!(id(1), id(1));
    }
}
