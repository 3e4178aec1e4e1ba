//! Numbers that are given out once: ids count from 1 in every table, and a rebuild gives the same ones again.

use super::table::{Table, Tables, View};
use crate::store::Stored;

const COUNTERS: Table<String, u64> = Table::new("counters");

/// A sequence of ids, by name.
#[derive(Debug, Clone, Copy)]
pub struct Counter(pub &'static str);

impl Counter {
    /// The id that the next record gets.
    pub fn next(&self, view: &dyn View) -> Stored<u64> {
        Ok(COUNTERS.get(view, &self.0.to_owned())?.unwrap_or(0) + 1)
    }

    /// Notes that all ids up to `id` are given out.
    pub fn mark_used(&self, tables: &mut dyn Tables, id: u64) -> Stored<()> {
        let name = self.0.to_owned();
        if COUNTERS.get(tables.view(), &name)?.unwrap_or(0) < id {
            COUNTERS.put(tables, &name, &id)?;
        }
        Ok(())
    }

    /// Gives out the next id.
    pub fn take(&self, tables: &mut dyn Tables) -> Stored<u64> {
        let id = self.next(tables.view())?;
        self.mark_used(tables, id)?;
        Ok(id)
    }
}
