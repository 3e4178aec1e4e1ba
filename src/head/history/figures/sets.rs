//! Which sets of a line are whole, and which head office therefore asks for.
//!
//! A set is whole when a sending that began with nothing, or that the set was asked for in, is complete. Rows of a set that this program
//! does not know are skipped, and the set is not whole any more: a newer head office asks for it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::HistoryError;
use super::super::line::get;
use super::layout::Layout;
use crate::head::database::Transaction;

/// Most sets that a box may name.
const SETS_MAX: usize = 200;

/// The sets of a line, by name. Stored as JSON in `meta`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineSets {
    /// Those that the box can send, by its last hello.
    #[serde(default)]
    pub announced: BTreeSet<String>,
    #[serde(default)]
    pub whole: BTreeSet<String>,
    /// Those that the sending in progress has had.
    #[serde(default)]
    pub arrived: BTreeSet<String>,
}

impl LineSets {
    /// The sets to ask for.
    pub fn wanted(&self) -> Vec<String> {
        let missing = self.announced.difference(&self.whole);
        missing.filter(|name| Layout::named(name).is_some()).cloned().collect()
    }

    /// A part of a sending had these sets. `is_last`: it is complete now; `from_nothing`: it began with nothing, so that it has all sets.
    pub fn add(&mut self, known: &[&str], unknown: &[String], is_last: bool, from_nothing: bool) {
        self.arrived.extend(known.iter().map(|name| (*name).to_owned()));
        for name in unknown {
            self.whole.remove(name);
        }
        if is_last {
            self.whole.append(&mut self.arrived);
            if from_nothing {
                self.whole.extend(self.announced.iter().filter(|name| Layout::named(name).is_some()).cloned());
            }
        }
    }
}

fn meta_name(line_id: i64) -> String {
    format!("figure_sets:{line_id}")
}

/// The sets of a line.
pub(super) async fn load(transaction: &Transaction, line_id: i64) -> Result<LineSets, HistoryError> {
    let row = transaction.query_opt("SELECT value FROM meta WHERE name = $1", &[&meta_name(line_id)]).await?;
    let Some(row) = row else { return Ok(LineSets::default()) };
    let value: &str = get(&row, "value")?;
    Ok(serde_json::from_str(value).unwrap_or_default())
}

pub(super) async fn save(transaction: &Transaction, line_id: i64, sets: &LineSets) -> Result<(), HistoryError> {
    let value = serde_json::to_string(sets).map_err(|error| HistoryError::Stored(error.to_string()))?;
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    transaction.execute(sql, &[&meta_name(line_id), &value]).await?;
    Ok(())
}

/// Keeps which sets the box of a line can send, and returns those that head office wants all rows of.
pub async fn announce(transaction: &Transaction, line_id: i64, announced: &[String]) -> Result<Vec<String>, HistoryError> {
    let mut sets = load(transaction, line_id).await?;
    let fits = |name: &&String| name.len() <= super::SET_NAME_MAX && !name.contains('\0');
    let announced: BTreeSet<String> = announced.iter().filter(fits).take(SETS_MAX).cloned().collect();
    if announced != sets.announced {
        sets.announced = announced;
        save(transaction, line_id, &sets).await?;
    }
    Ok(sets.wanted())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_set_is_wanted_until_a_sending_has_it_whole() {
        let mut sets = LineSets { announced: names(&["day", "open", "weather"]), ..LineSets::default() };
        assert_eq!(sets.wanted(), ["day", "open"]);
        sets.add(&["day"], &["weather".to_owned()], true, true);
        assert!(sets.wanted().is_empty());

        sets.announced.insert("hour".to_owned());
        assert_eq!(sets.wanted(), ["hour"]);
        sets.add(&["hour"], &[], false, false);
        assert_eq!(sets.wanted(), ["hour"]);
        sets.add(&["day"], &[], true, false);
        assert!(sets.wanted().is_empty());
    }

    #[test]
    fn a_set_that_was_skipped_is_wanted_by_a_newer_head_office() {
        let mut sets = LineSets { announced: names(&["hour"]), whole: names(&["hour"]), ..LineSets::default() };
        sets.add(&[], &["hour".to_owned()], true, false);
        assert_eq!(sets.wanted(), ["hour"]);
    }
}
