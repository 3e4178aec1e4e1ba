//! Tables in memory: for comparing a rebuild with the store, and for tests with thousands of random commands.

use std::collections::BTreeMap;
use std::ops::{Bound, ControlFlow};

use super::table::{RowReader, RowVisitor, Tables, View};
use crate::{KEPT_TABLES, Stored};

/// The rows of one table: key → record with its checksum.
pub type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// Every table as a sorted map of bytes.
#[derive(Default, Clone, PartialEq, Eq)]
pub struct MemoryTables {
    tables: BTreeMap<String, Rows>,
}

impl MemoryTables {
    /// No rows.
    pub fn new() -> Self {
        MemoryTables::default()
    }

    /// The tables that are derived from the journal, without empty ones.
    pub fn derived(&self) -> BTreeMap<&str, &Rows> {
        let is_derived = |name: &str, rows: &Rows| !KEPT_TABLES.contains(&name) && !rows.is_empty();
        self.tables.iter().filter(|(name, rows)| is_derived(name, rows)).map(|(name, rows)| (name.as_str(), rows)).collect()
    }

    pub(crate) fn put_row(&mut self, table: &str, key: Vec<u8>, record: Vec<u8>) {
        let rows = match self.tables.get_mut(table) {
            Some(rows) => rows,
            None => self.tables.entry(table.to_owned()).or_default(),
        };
        rows.insert(key, record);
    }
}

impl View for MemoryTables {
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        self.tables.get(table).and_then(|rows| rows.get(key)).map_or(Ok(()), |record| read(record))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        if !to.is_empty() && from >= to {
            return Ok(());
        }
        let Some(rows) = self.tables.get(table) else {
            return Ok(());
        };
        let end = if to.is_empty() { Bound::Unbounded } else { Bound::Excluded(to) };
        let mut range = rows.range::<[u8], _>((Bound::Included(from), end));
        while let Some((key, record)) = if backwards { range.next_back() } else { range.next() } {
            if visit(key, record)? == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(())
    }
}

impl Tables for MemoryTables {
    fn put(&mut self, table: &'static str, key: Vec<u8>, record: Vec<u8>) -> Stored<()> {
        self.put_row(table, key, record);
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
