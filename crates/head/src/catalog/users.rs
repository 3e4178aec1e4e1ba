//! Rows of `chain_users`: the people that head office gave accounts at bars, without their passwords.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::product::{ChangedBy, bars_of};
use crate::database::Transaction;
use crate::error::HeadError;
use crate::web::moment;
use base::Role;

/// What a `user.set` changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotedUser {
    /// Whether the person may do less than before.
    pub lowers_role: bool,
}

/// Keeps what a `user.set` asks of these bars.
///
/// # Errors
/// 400 on `password` for an account that is new at one of the bars; those of the database.
pub async fn note_user(transaction: &Transaction, body: &Value, bars: &[String], (by, now): ChangedBy<'_>) -> Result<NotedUser, HeadError> {
    let chain_id = body["chainId"].as_str().unwrap_or_default();
    let row = transaction.query_opt("SELECT body, bars FROM chain_users WHERE chain_id = $1 FOR UPDATE", &[&chain_id]).await?;
    let (before, mut known) = match row {
        Some(row) => (row.try_get::<_, Value>(0)?, bars_of(&row.try_get(1)?)),
        None => (Value::Null, BTreeSet::new()),
    };
    let mut kept = body.clone();
    let password = kept.as_object_mut().and_then(|members| members.remove("password"));
    if password.is_none() && bars.iter().any(|bar| !known.contains(bar)) {
        return Err(HeadError::field("password", "A new account needs a password"));
    }
    known.extend(bars.iter().cloned());
    let sql = "INSERT INTO chain_users (chain_id, body, bars, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5) \
               ON CONFLICT (chain_id) DO UPDATE SET body = excluded.body, bars = excluded.bars, changed_at = excluded.changed_at, \
               changed_by = excluded.changed_by";
    transaction.execute(sql, &[&chain_id, &kept, &json!(known), &moment(now), &by]).await?;
    let role = |body: &Value| body["role"].as_str().and_then(Role::parse);
    let lowers_role = role(&before).zip(role(body)).is_some_and(|(before, after)| after < before);
    Ok(NotedUser { lowers_role })
}
