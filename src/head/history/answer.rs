//! What answers to boxes carry besides positions.

use serde::{Deserialize, Serialize};

use super::HistoryError;
use super::line::{get, signed, unsigned};
use crate::head::database::Transaction;
use crate::parcels::DirectivePosition;

/// Longest id of a directive, in bytes.
const ID_BYTES_MAX: usize = 64;

/// The number of the newest directive for the bar; 0 for none.
pub(super) async fn newest_directive(transaction: &Transaction, bar: &str) -> Result<u64, HistoryError> {
    let sql = "SELECT COALESCE(max(number), 0) AS newest FROM directives WHERE bar = $1";
    Ok(unsigned(get(&transaction.query_one(sql, &[&bar]).await?, "newest")?))
}

/// The newest directive that a bar's box has, as stored in `meta`.
#[derive(Default, Serialize, Deserialize)]
struct AtBox {
    number: u64,
    id: Option<String>,
}

fn meta_name(bar: &str) -> String {
    format!("directive_at_box:{bar}")
}

async fn load(transaction: &Transaction, bar: &str) -> Result<AtBox, HistoryError> {
    let row = transaction.query_opt("SELECT value FROM meta WHERE name = $1", &[&meta_name(bar)]).await?;
    let Some(row) = row else { return Ok(AtBox::default()) };
    Ok(serde_json::from_str(get(&row, "value")?).unwrap_or_default())
}

/// The newest directive that the bar's counted box said it has; number 0 for none. After a restore of head office it may be newer than the
/// newest one here: the next directive is numbered behind both.
///
/// # Errors
/// Those of the database.
pub async fn directive_at_box(transaction: &Transaction, bar: &str) -> Result<DirectivePosition, HistoryError> {
    let AtBox { number, id } = load(transaction, bar).await?;
    Ok(DirectivePosition { number, id })
}

/// Keeps the newest directive that the box has.
pub(super) async fn keep_directive_at_box(transaction: &Transaction, bar: &str, at: &DirectivePosition) -> Result<(), HistoryError> {
    let id = at.id.clone().filter(|id| id.len() <= ID_BYTES_MAX);
    let new = AtBox { number: unsigned(signed(at.number)), id };
    let old = load(transaction, bar).await?;
    if (old.number, &old.id) != (new.number, &new.id) {
        let value = serde_json::to_string(&new).map_err(|error| HistoryError::Stored(error.to_string()))?;
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        transaction.execute(sql, &[&meta_name(bar), &value]).await?;
    }
    Ok(())
}
