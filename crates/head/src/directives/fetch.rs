//! What the box of a bar gets: the directives behind the newest one that it has.

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::Value;

use super::at_box::{given, keep_given, known_kinds};
use super::number::take_turn;
use super::row::{COLUMNS, DirectiveRow};
use crate::box_port::BoxCaller;
use crate::database::{DatabaseError, Transaction};
use crate::error::HeadError;
use crate::web::HeadState;
use backup::parcels::{DIRECTIVES_MAX, Directive};
use base::Timestamp;

/// Which directives are asked for.
#[derive(Deserialize)]
pub(super) struct Asked {
    /// The number of the newest one that the box has; 0 for none.
    #[serde(default)]
    after: u64,
}

/// `GET /box/v1/directives`: those of kinds that the calling box knows, at most [`DIRECTIVES_MAX`].
pub(super) async fn get(
    State(state): State<HeadState>,
    caller: BoxCaller,
    asked: Result<Query<Asked>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Vec<Directive>>, HeadError> {
    let Query(Asked { after }) = asked.map_err(|_| HeadError::field("after", "after must be the number of a change"))?;
    // Until it is promoted, a second box has nothing to decide; changes of users have hashes of passwords.
    if caller.is_second {
        return Ok(Json(Vec::new()));
    }
    let (bar, box_name) = (&caller.bar, &caller.box_name);
    let found = state.database.transaction(move |transaction| async move {
        let row = transaction.query_opt("SELECT kinds FROM boxes WHERE box = $1", &[box_name]).await?;
        let kinds: Option<Value> = row.map(|row| row.try_get(0)).transpose()?.flatten();
        let kinds = kinds.as_ref().and_then(Value::as_array).map(|kinds| known_kinds(kinds.iter().filter_map(Value::as_str)));
        hand_out(&transaction, bar, kinds.as_deref(), after, DIRECTIVES_MAX).await.map_err(HeadError::from)
    });
    Ok(Json(found.await?))
}

/// The directives behind number `after` that a box may decide, at most `limit`, and notes that the box has them from now on: to take one
/// back, a withdrawal is sent behind it. `kinds` are those that the box knows; `None` for all.
pub async fn hand_out(
    transaction: &Transaction,
    bar: &str,
    kinds: Option<&[String]>,
    after: u64,
    limit: usize,
) -> Result<Vec<Directive>, DatabaseError> {
    let rows = load(transaction, bar, kinds, after, limit).await?;
    let Some(newest) = rows.last().map(|row| row.number) else { return Ok(Vec::new()) };
    if newest <= given(transaction, bar).await? {
        return Ok(rows.into_iter().map(directive).collect());
    }
    take_turn(transaction, bar).await?;
    // One of them may have been withdrawn before this transaction's turn came.
    let rows = load(transaction, bar, kinds, after, limit).await?;
    if let Some(newest) = rows.last().map(|row| row.number) {
        let before = given(transaction, bar).await?;
        keep_given(transaction, bar, newest.max(before)).await?;
    }
    Ok(rows.into_iter().map(directive).collect())
}

async fn load(
    transaction: &Transaction,
    bar: &str,
    kinds: Option<&[String]>,
    after: u64,
    limit: usize,
) -> Result<Vec<DirectiveRow>, DatabaseError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM directives WHERE bar = $1 AND number > $2 AND ($3::TEXT[] IS NULL OR kind = ANY($3)) \
         AND state NOT IN ('withdrawn', 'unsupported') ORDER BY number LIMIT $4"
    );
    let (after, limit) = (i64::try_from(after).unwrap_or(i64::MAX), i64::try_from(limit).unwrap_or(i64::MAX));
    transaction.query(&sql, &[&bar, &after, &kinds, &limit]).await?.iter().map(DirectiveRow::of).collect()
}

fn directive(row: DirectiveRow) -> Directive {
    Directive {
        number: row.number.unsigned_abs(),
        id: row.id,
        kind: row.kind,
        body: row.body,
        effective: row.effective,
        by: row.by,
        at: Timestamp::from_millis(row.at.as_millisecond()),
    }
}
