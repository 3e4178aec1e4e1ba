//! Counters that assign ids: ids count from 1 in every table, and a rebuild assigns the same ones again.

use super::table::{Table, Tables, View};
use crate::Stored;

const COUNTERS: Table<String, u64> = Table::new("counters");

/// A sequence of ids, by its name in the table `counters`.
#[derive(Debug, Clone, Copy)]
pub struct Counter(pub &'static str);

impl Counter {
    /// The id that the next record gets. Does not advance the counter.
    pub fn next(&self, view: &dyn View) -> Stored<u64> {
        Ok(COUNTERS.get(view, &self.0.to_owned())?.unwrap_or(0) + 1)
    }

    /// Marks all ids up to `id` as assigned.
    pub fn mark_used(&self, tables: &mut dyn Tables, id: u64) -> Stored<()> {
        let name = self.0.to_owned();
        if COUNTERS.get(tables.view(), &name)?.unwrap_or(0) < id {
            COUNTERS.put(tables, &name, &id)?;
        }
        Ok(())
    }

    /// Assigns the next id.
    pub fn take(&self, tables: &mut dyn Tables) -> Stored<u64> {
        let id = self.next(tables.view())?;
        self.mark_used(tables, id)?;
        Ok(id)
    }
}
