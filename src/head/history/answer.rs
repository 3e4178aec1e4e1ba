//! What answers to boxes carry besides positions.

use serde::{Deserialize, Serialize};

use super::HistoryError;
use super::line::{get, signed, unsigned};
use crate::head::database::Transaction;
use crate::parcels::DirectivePosition;

/// The number of the newest directive for the bar; 0 for none.
pub(super) async fn newest_directive(transaction: &Transaction, bar: &str) -> Result<u64, HistoryError> {
    let sql = "SELECT COALESCE(max(number), 0) AS newest FROM directives WHERE bar = $1";
    Ok(unsigned(get(&transaction.query_one(sql, &[&bar]).await?, "newest")?))
}

/// The newest directive that a bar's box has, as stored in `meta`.
#[derive(Serialize, Deserialize)]
struct AtBox {
    number: u64,
    id: Option<String>,
}

/// Keeps the newest directive that the box has, in `meta` under `directive_at_box:<bar>`. If head office was restored it may have a higher
/// number than head office's own newest one: the next directive is numbered behind both.
pub(super) async fn keep_directive_at_box(transaction: &Transaction, bar: &str, at: &DirectivePosition) -> Result<(), HistoryError> {
    let name = format!("directive_at_box:{bar}");
    let row = transaction.query_opt("SELECT value FROM meta WHERE name = $1", &[&name]).await?;
    let old = row.map(|row| get::<&str>(&row, "value").map(str::to_owned)).transpose()?;
    let id = at.id.clone().filter(|id| id.len() <= 64 && !id.contains('\0'));
    let new = serde_json::to_string(&AtBox { number: unsigned(signed(at.number)), id }).unwrap_or_default();
    if at.number > 0 && old.as_ref() != Some(&new) {
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        transaction.execute(sql, &[&name, &new]).await?;
    }
    Ok(())
}
