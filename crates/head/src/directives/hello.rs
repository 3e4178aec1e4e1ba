//! What a box's hello and its figures change in the queue of its bar.

use serde_json::{Value, json};

use super::at_box::{AtBox, keep_at_box};
use super::number::{last_number, take_turn};
use super::plan::{Change, Known, plan};
use super::row::{DirectiveState, target};
use crate::database::{DatabaseError, Transaction};
use backup::parcels::DirectivePosition;

/// What the box decided: rows of its own figures, whose line is the bar's current one.
const DECIDED: &str = "fig_directive f ON f.id = d.id AND f.line_id = \
    (SELECT line_id FROM lines WHERE bar = $1 AND state = 'current' ORDER BY line_id LIMIT 1) \
    AND f.state IN ('received', 'applied', 'refused', 'withdrawn')";

/// The number of the newest directive that the bar's box may fetch; 0 for none.
pub async fn newest_directive(transaction: &Transaction, bar: &str) -> Result<u64, DatabaseError> {
    let sql = "SELECT COALESCE(max(number), 0) FROM directives WHERE bar = $1 AND state NOT IN ('withdrawn', 'unsupported')";
    let newest: i64 = transaction.query_one(sql, &[&bar]).await?.try_get(0)?;
    Ok(newest.unsigned_abs())
}

/// Keeps what the bar's counted box says of directives: those up to its newest one are received; those that it has under other ids are
/// numbered behind it; those of kinds that it does not know wait.
pub async fn said_hello(transaction: &Transaction, bar: &str, at: &DirectivePosition, kinds: &[String]) -> Result<(), DatabaseError> {
    let has = AtBox::said(at, kinds);
    keep_at_box(transaction, bar, &has).await?;
    if !is_out_of_step(transaction, bar, &has).await? || take_turn(transaction, bar).await?.is_none() {
        return Ok(());
    }
    take_states(transaction, bar).await?;
    let rows = load(transaction, bar).await?;
    let last = last_number(transaction, bar, has.number).await?;
    for change in plan(&rows, &has, last) {
        make(transaction, bar, &change).await?;
    }
    Ok(())
}

/// Takes over what the figures of the bar's current line say of its directives.
pub async fn take_states(transaction: &Transaction, bar: &str) -> Result<(), DatabaseError> {
    let sql = "UPDATE directives SET state = f.state, code = f.code, reason = f.reason, decided_at = f.decided_at FROM fig_directive f \
               WHERE directives.bar = $1 AND f.id = directives.id AND f.state IN ('received', 'applied', 'refused', 'withdrawn') \
               AND f.line_id = (SELECT line_id FROM lines WHERE bar = $1 AND state = 'current' ORDER BY line_id LIMIT 1) \
               AND (directives.state <> f.state OR directives.code IS DISTINCT FROM f.code \
               OR directives.reason IS DISTINCT FROM f.reason OR directives.decided_at IS DISTINCT FROM f.decided_at)";
    transaction.execute(sql, &[&bar]).await.map(drop)
}

/// Whether [`plan`] has anything to do: most hellos find all as it was.
async fn is_out_of_step(transaction: &Transaction, bar: &str, has: &AtBox) -> Result<bool, DatabaseError> {
    let sql = format!(
        "SELECT d.number FROM directives d LEFT JOIN {DECIDED} WHERE d.bar = $1 AND (f.number <> d.number OR f.state <> d.state \
         OR (f.id IS NULL AND ((d.state = 'queued' AND (d.number <= $2 OR d.kind <> ALL($3))) \
         OR (d.state = 'unsupported' AND d.kind = ANY($3)) \
         OR (d.state IN ('received', 'applied', 'refused') AND d.number > $2)))) LIMIT 1"
    );
    let kinds: &[String] = has.kinds.as_deref().unwrap_or_default();
    Ok(transaction.query_opt(&sql, &[&bar, &has.number, &kinds]).await?.is_some())
}

async fn load(transaction: &Transaction, bar: &str) -> Result<Vec<Known>, DatabaseError> {
    let sql = format!(
        "SELECT d.number, d.id, d.kind, d.state, f.number, CASE WHEN d.kind = 'withdraw' THEN d.body END \
         FROM directives d LEFT JOIN {DECIDED} WHERE d.bar = $1 ORDER BY d.number, f.number"
    );
    let mut rows: Vec<Known> = Vec::new();
    for row in &transaction.query(&sql, &[&bar]).await? {
        let (number, kind): (i64, String) = (row.try_get(0)?, row.try_get(2)?);
        let body: Option<Value> = row.try_get(5)?;
        // A box that has an id under two numbers decided it under the first one.
        if rows.last().is_some_and(|before| before.number == number) {
            continue;
        }
        rows.push(Known {
            number,
            id: row.try_get(1)?,
            state: DirectiveState::read(row.try_get(3)?)?,
            at_box: row.try_get(4)?,
            target: body.and_then(|body| target(&kind, &body)),
            kind,
        });
    }
    Ok(rows)
}

async fn make(transaction: &Transaction, bar: &str, change: &Change) -> Result<(), DatabaseError> {
    let sql = "UPDATE directives SET number = $3, code = CASE WHEN state = $4 THEN code END, \
               reason = CASE WHEN state = $4 THEN reason END, decided_at = CASE WHEN state = $4 THEN decided_at END, state = $4, \
               body = COALESCE($5, body) WHERE bar = $1 AND number = $2";
    let body = change.target.map(|number| json!({ "number": number }));
    transaction.execute(sql, &[&bar, &change.number, &change.to, &change.state.as_str(), &body]).await.map(drop)
}
