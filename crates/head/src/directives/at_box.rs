//! What head office knows of the directives that a bar's box has.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::database::{DatabaseError, Transaction};
use backup::parcels::{DirectiveKind, DirectivePosition};

/// Longest id of a directive, in bytes.
const ID_BYTES_MAX: usize = 64;

/// What the bar's counted box said in its last hello, as stored in `meta`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtBox {
    /// The number of its newest directive; 0 for none.
    pub number: i64,
    /// The id of that directive.
    pub id: Option<String>,
    /// The kinds that it knows, of those that this head office knows; `None` before its first hello.
    pub kinds: Option<Vec<String>>,
}

impl AtBox {
    /// What a hello says.
    pub(super) fn said(position: &DirectivePosition, kinds: &[String]) -> Self {
        AtBox {
            number: i64::try_from(position.number).unwrap_or(i64::MAX / 2).min(i64::MAX / 2),
            id: position.id.clone().filter(|id| id.len() <= ID_BYTES_MAX),
            kinds: Some(known_kinds(kinds.iter().map(String::as_str))),
        }
    }

    /// Whether the box knows this kind. Before its first hello it may.
    pub fn knows(&self, kind: &str) -> bool {
        self.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|known| known == kind))
    }
}

/// The kinds among these that this head office knows.
pub(super) fn known_kinds<'k>(kinds: impl Iterator<Item = &'k str>) -> Vec<String> {
    let kinds: Vec<&str> = kinds.collect();
    let known = DirectiveKind::ALL.into_iter().map(DirectiveKind::as_str).filter(|known| kinds.contains(known));
    known.map(str::to_owned).collect()
}

fn at_box_name(bar: &str) -> String {
    format!("directive_at_box:{bar}")
}

fn given_name(bar: &str) -> String {
    format!("directive_given:{bar}")
}

/// What the bar's counted box said of directives in its last hello. After a restore of head office its newest may be newer than the newest
/// one here: the next directive is numbered behind both.
pub async fn directive_at_box(transaction: &Transaction, bar: &str) -> Result<AtBox, DatabaseError> {
    load(transaction, &at_box_name(bar)).await
}

/// Keeps what the box said.
pub(super) async fn keep_at_box(transaction: &Transaction, bar: &str, at_box: &AtBox) -> Result<(), DatabaseError> {
    if directive_at_box(transaction, bar).await? == *at_box {
        return Ok(());
    }
    save(transaction, &at_box_name(bar), at_box).await
}

/// The highest number that a box of the bar fetched: it may have it although no hello said so yet.
pub(crate) async fn given(transaction: &Transaction, bar: &str) -> Result<i64, DatabaseError> {
    load(transaction, &given_name(bar)).await
}

/// Keeps that a box fetched the directives up to this number.
pub(super) async fn keep_given(transaction: &Transaction, bar: &str, number: i64) -> Result<(), DatabaseError> {
    save(transaction, &given_name(bar), &number).await
}

async fn load<T: DeserializeOwned + Default>(transaction: &Transaction, name: &str) -> Result<T, DatabaseError> {
    let row = transaction.query_opt("SELECT value FROM meta WHERE name = $1", &[&name]).await?;
    let Some(row) = row else { return Ok(T::default()) };
    Ok(serde_json::from_str(row.try_get(0)?).unwrap_or_default())
}

async fn save(transaction: &Transaction, name: &str, value: &impl Serialize) -> Result<(), DatabaseError> {
    let value = serde_json::to_string(value).map_err(|error| DatabaseError::Aborted(error.to_string()))?;
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    transaction.execute(sql, &[&name, &value]).await.map(drop)
}
