//! Puts directives into the queue of a bar: 1, 2, 3 …, behind what its box has.

use serde_json::Value;

use super::at_box::{directive_at_box, given};
use super::row::{DirectiveRow, DirectiveState};
use crate::accounts::{Event, SignedIn, record};
use crate::database::{DatabaseError, Transaction};
use crate::error::HeadError;
use crate::web::moment;
use backup::parcels::DirectiveKind;
use base::Timestamp;
use base::text::hex;

/// Random bytes at the end of an id.
const RANDOM_BYTES: usize = 8;
/// Most numbers that are tried. Each but the last was taken by another transaction.
const TRIES_MAX: i64 = 50;

/// What is asked of a bar.
#[derive(Debug, Clone)]
pub struct NewDirective {
    pub kind: DirectiveKind,
    pub body: Value,
    /// `next_day`, `now` or a date.
    pub effective: String,
}

/// Makes other transactions about the directives of the bar wait until this one ends, and returns the bar's name. The row is written
/// although nothing in it changes: where a transaction sees the database as it was when it began, it then begins again.
///
/// # Errors
/// Those of the database. `None` for a bar that is not known.
pub(crate) async fn take_turn(transaction: &Transaction, bar: &str) -> Result<Option<String>, DatabaseError> {
    let row = transaction.query_opt("UPDATE bars SET name = name WHERE bar = $1 RETURNING name", &[&bar]).await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// The highest number that is in use here or at the box.
pub(super) async fn last_number(transaction: &Transaction, bar: &str, at_box: i64) -> Result<i64, DatabaseError> {
    let row = transaction.query_one("SELECT COALESCE(max(number), 0) FROM directives WHERE bar = $1", &[&bar]).await?;
    Ok(row.try_get::<_, i64>(0)?.max(at_box).max(given(transaction, bar).await?))
}

/// Asks something of a bar, on record.
///
/// # Errors
/// 404 for a bar that is not known; those of the database.
pub async fn ask(
    transaction: &Transaction,
    bar: &str,
    new: &NewDirective,
    by: &SignedIn,
    now: Timestamp,
) -> Result<DirectiveRow, HeadError> {
    let bar_name = take_turn(transaction, bar).await?.ok_or_else(|| HeadError::not_found("bar"))?;
    let at_box = directive_at_box(transaction, bar).await?;
    let state = if at_box.knows(new.kind.as_str()) { DirectiveState::Queued } else { DirectiveState::Unsupported };
    let last = last_number(transaction, bar, at_box.number).await?;
    let mut row = DirectiveRow {
        id: String::new(),
        bar: bar.to_owned(),
        number: last,
        kind: new.kind.as_str().to_owned(),
        body: new.body.clone(),
        effective: new.effective.clone(),
        by: by.name.clone(),
        at: moment(now),
        state,
        code: None,
        reason: None,
        decided_at: None,
    };
    for _ in 0..TRIES_MAX {
        row.number += 1;
        row.id = new_id(now, row.number)?;
        if insert(transaction, &row).await? {
            let words = format!("Asked {bar_name} for change {}: {}", row.number, row.kind);
            record(transaction, now, by, Event::new("directive.sent", words).of_bar(bar)).await?;
            return Ok(row);
        }
    }
    Err(HeadError::busy())
}

/// Whether the number was free.
async fn insert(transaction: &Transaction, row: &DirectiveRow) -> Result<bool, DatabaseError> {
    let sql = "INSERT INTO directives (bar, number, id, kind, body, effective, by_name, at, state) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (bar, number) DO NOTHING";
    let state = row.state.as_str();
    let inserted =
        transaction.execute(sql, &[&row.bar, &row.number, &row.id, &row.kind, &row.body, &row.effective, &row.by, &row.at, &state]).await?;
    Ok(inserted == 1)
}

/// Milliseconds, the number and random digits, so that ids are in the order of time.
fn new_id(now: Timestamp, number: i64) -> Result<String, HeadError> {
    let mut bytes = [0; RANDOM_BYTES];
    getrandom::fill(&mut bytes).map_err(HeadError::internal)?;
    Ok(format!("{:012x}{number:08x}{}", now.as_millis(), hex(&bytes)))
}
