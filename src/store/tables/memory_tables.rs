//! Tables in memory: what a rebuild is compared against, and where thousands of random commands run in a test.

use std::collections::BTreeMap;
use std::ops::{Bound, ControlFlow};

use super::table::{Look, Tables, View, Visit};
use crate::store::{KEPT_TABLES, Stored};

/// The rows of one table: key → sealed record.
pub type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// Every table as a sorted map of bytes.
#[derive(Default, Clone, PartialEq, Eq)]
pub struct MemoryTables {
    tables: BTreeMap<String, Rows>,
}

impl MemoryTables {
    /// Nothing stored.
    pub fn new() -> Self {
        MemoryTables::default()
    }

    /// The tables that follow from the journal and hold anything.
    pub fn derived(&self) -> BTreeMap<&str, &Rows> {
        let follows = |name: &str, rows: &Rows| !KEPT_TABLES.contains(&name) && !rows.is_empty();
        self.tables.iter().filter(|(name, rows)| follows(name, rows)).map(|(name, rows)| (name.as_str(), rows)).collect()
    }

    pub(in crate::store) fn put_row(&mut self, table: &str, key: Vec<u8>, sealed: Vec<u8>) {
        let rows = match self.tables.get_mut(table) {
            Some(rows) => rows,
            None => self.tables.entry(table.to_owned()).or_default(),
        };
        rows.insert(key, sealed);
    }
}

impl View for MemoryTables {
    fn look(&self, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()> {
        self.tables.get(table).and_then(|rows| rows.get(key)).map_or(Ok(()), |sealed| look(sealed))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        if !to.is_empty() && from >= to {
            return Ok(());
        }
        let Some(rows) = self.tables.get(table) else {
            return Ok(());
        };
        let end = if to.is_empty() { Bound::Unbounded } else { Bound::Excluded(to) };
        let mut range = rows.range::<[u8], _>((Bound::Included(from), end));
        while let Some((key, sealed)) = if backwards { range.next_back() } else { range.next() } {
            if visit(key, sealed)? == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }
}

impl Tables for MemoryTables {
    fn put(&mut self, table: &'static str, key: Vec<u8>, sealed: Vec<u8>) -> Stored<()> {
        self.put_row(table, key, sealed);
        Ok(())
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
        if let Some(rows) = self.tables.get_mut(table) {
            rows.remove(&key);
        }
        Ok(())
    }

    fn view(&self) -> &dyn View {
        self
    }
}
