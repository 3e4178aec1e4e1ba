//! 'File for the box': what head office has of a bar, and the directives that its box does not have, signed.

use serde_json::Value;

use super::bar_name_within;
use crate::base::Timestamp;
use crate::head::database::Transaction;
use crate::head::error::{HeadCode, HeadError};
use crate::head::history::{directive_at_box, position_within};
use crate::head::web::HeadState;
use crate::parcels::{Directive, HeadFile, ParcelError};

/// Most directives of a file. The next file has the rest.
const DIRECTIVES_MAX: i64 = 1_000;

/// The signed file for the box of a bar.
///
/// # Errors
/// 404 for a bar that head office does not know, 413 for directives that no file holds, and those of the database.
pub async fn box_file(state: &HeadState, bar: &str) -> Result<Vec<u8>, HeadError> {
    let authority = state.authority().await?;
    let at = state.now();
    let file = state
        .database
        .snapshot(move |transaction| async move {
            bar_name_within(&transaction, bar).await?;
            let known = directive_at_box(&transaction, bar).await?;
            let directives = directives_after(&transaction, bar, known.number, DIRECTIVES_MAX).await?;
            Ok::<_, HeadError>(HeadFile { bar: bar.to_owned(), at, position: position_within(&transaction, bar).await?, directives })
        })
        .await?;
    let key = authority.signing_key().ok_or_else(|| HeadError::internal("the authority's key cannot sign"))?;
    file.to_bytes(&key).map_err(|error| match error {
        ParcelError::TooLarge => HeadError::new(HeadCode::TooLarge, "The changes for this bar are too large for a file"),
        error => HeadError::internal(error),
    })
}

/// The directives for a bar behind this number, in the order of their numbers.
///
/// # Errors
/// Those of the database.
pub async fn directives_after(transaction: &Transaction, bar: &str, after: u64, limit: i64) -> Result<Vec<Directive>, HeadError> {
    let sql = "SELECT number, id, kind, body, effective, by_name, at FROM directives WHERE bar = $1 AND number > $2 ORDER BY number LIMIT $3";
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    let mut directives = Vec::new();
    for row in &transaction.query(sql, &[&bar, &after, &limit]).await? {
        let (number, at): (i64, jiff::Timestamp) = (row.try_get("number")?, row.try_get("at")?);
        directives.push(Directive {
            number: u64::try_from(number).unwrap_or(0),
            id: row.try_get("id")?,
            kind: row.try_get("kind")?,
            body: row.try_get::<_, Value>("body")?,
            effective: row.try_get("effective")?,
            by: row.try_get("by_name")?,
            at: Timestamp::from_millis(at.as_millisecond()),
        });
    }
    Ok(directives)
}
