//! Which sets of a line are whole, and which head office therefore asks for.
//!
//! A set is whole when a sending is complete that began with nothing, or that had all of its rows. Rows of a set that this program does
//! not know are skipped, and the set is not whole any more: a newer head office asks for it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::super::HistoryError;
use super::super::line::get;
use super::layout::Layout;
use super::read::ReadFigures;
use crate::database::{DatabaseError, Transaction};
use backup::parcels::Set;

/// Most sets that a box may name.
const SETS_MAX: usize = 200;
/// Longest name of a set, in bytes.
const SET_NAME_MAX: usize = 64;

/// The sets of a line, by name. Stored as JSON in `meta`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineSets {
    /// Those that the box can send, by its last hello.
    pub announced: BTreeSet<String>,
    /// Those that are whole. The entry at the first look of the sending that had all rows of it; 0 if there was none. A row that holds up
    /// to an earlier entry and was not in that sending is gone from the box.
    pub whole: BTreeMap<String, u64>,
}

impl LineSets {
    /// The sets to ask for.
    pub fn wanted(&self) -> Vec<String> {
        let missing = self.announced.iter().filter(|name| !self.whole.contains_key(*name));
        missing.filter(|name| Layout::named(name).is_some()).cloned().collect()
    }

    /// Whether a row of this set that holds up to `upto` is gone from the box, if it is not here.
    pub fn is_gone(&self, name: &str, upto: u64) -> bool {
        self.whole.get(name).is_some_and(|first| upto < *first)
    }

    /// A part of a sending has arrived. `is_last`: it is complete now; `from_nothing`: it began with nothing, so that it has all sets.
    /// Returns the sets whose earlier rows are gone.
    pub fn add(&mut self, figures: &ReadFigures, is_last: bool, from_nothing: bool) -> Vec<&'static Layout> {
        for name in &figures.sets.unknown {
            self.whole.remove(name);
        }
        if !is_last {
            return Vec::new();
        }
        let sent: Vec<&'static Layout> = figures.whole.iter().filter_map(|name| Layout::named(name)).collect();
        let names = sent.iter().map(|layout| layout.set.as_str());
        // A complete sending that comes late has nothing new to say about what is gone.
        let newer = names.filter(|name| self.whole.get(*name).is_none_or(|first| *first < figures.first));
        let newer: Vec<&str> = newer.collect();
        self.whole.extend(newer.iter().map(|name| ((*name).to_owned(), figures.first)));
        if from_nothing {
            for name in self.announced.iter().filter(|name| Layout::named(name).is_some()) {
                self.whole.entry(name.clone()).or_insert(0);
            }
        }
        sent.into_iter().filter(|layout| newer.contains(&layout.set.as_str())).collect()
    }
}

/// The sets that the boxes of these lines cannot send, because they are older, by the line's id. A line whose box named none by its
/// last hello is not in the answer.
///
/// # Errors
/// What the database refuses.
pub async fn lacking(transaction: &Transaction, line_ids: &[i64]) -> Result<BTreeMap<i64, Vec<Set>>, DatabaseError> {
    let names: Vec<String> = line_ids.iter().map(|id| meta_name(*id)).collect();
    let rows = transaction.query("SELECT name, value FROM meta WHERE name = ANY($1)", &[&names]).await?;
    let mut lacking = BTreeMap::new();
    for row in rows {
        let (name, value): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
        let announced = serde_json::from_str(value).map(|sets: LineSets| sets.announced).unwrap_or_default();
        let missing: Vec<Set> = Set::ALL.into_iter().filter(|set| !announced.contains(set.as_str())).collect();
        if let Some(place) = names.iter().position(|one| one == name)
            && !announced.is_empty()
            && !missing.is_empty()
        {
            lacking.insert(line_ids[place], missing);
        }
    }
    Ok(lacking)
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
    let fits = |name: &&String| name.len() <= SET_NAME_MAX && !name.contains('\0');
    let announced: BTreeSet<String> = announced.iter().filter(fits).take(SETS_MAX).cloned().collect();
    if announced != sets.announced {
        sets.announced = announced;
        save(transaction, line_id, &sets).await?;
    }
    Ok(sets.wanted())
}

#[cfg(test)]
mod tests {
    use super::super::read::ReadSets;
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn figures(first: u64, whole: &[&str], unknown: &[&str]) -> ReadFigures {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let sets = ReadSets { unknown: names(unknown), ..ReadSets::default() };
        ReadFigures { upto: first, first, last: true, whole: names(whole), sets }
    }

    #[test]
    fn a_set_is_wanted_until_a_sending_has_it_whole() {
        let mut sets = LineSets { announced: names(&["day", "open", "weather"]), ..LineSets::default() };
        assert_eq!(sets.wanted(), ["day", "open"]);
        sets.add(&figures(5, &[], &["weather"]), true, true);
        assert!(sets.wanted().is_empty());

        sets.announced.insert("hour".to_owned());
        assert_eq!(sets.wanted(), ["hour"]);
        sets.add(&figures(6, &["hour"], &[]), false, false);
        sets.add(&figures(6, &[], &[]), true, false);
        assert_eq!(sets.wanted(), ["hour"]);
        sets.add(&figures(6, &["hour"], &[]), true, false);
        assert!(sets.wanted().is_empty());
    }

    #[test]
    fn a_set_that_was_skipped_is_wanted_by_a_newer_head_office() {
        let whole = [("hour".to_owned(), 0)].into();
        let mut sets = LineSets { announced: names(&["hour"]), whole };
        sets.add(&figures(5, &[], &["hour"]), true, false);
        assert_eq!(sets.wanted(), ["hour"]);
    }

    #[test]
    fn rows_are_gone_that_a_whole_set_has_no_more() {
        let mut sets = LineSets::default();
        let gone = |layouts: Vec<&'static Layout>| layouts.iter().map(|layout| layout.table).collect::<Vec<_>>();
        assert_eq!(gone(sets.add(&figures(9, &["open", "weather"], &[]), true, false)), ["fig_open"]);
        assert!(sets.is_gone("open", 8) && !sets.is_gone("open", 9) && !sets.is_gone("day", 1));
        assert!(gone(sets.add(&figures(7, &["open"], &[]), true, false)).is_empty());
        assert!(sets.is_gone("open", 8));
    }
}
