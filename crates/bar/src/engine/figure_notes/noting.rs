//! Decorator of tables that collects the keys of the rows that are written.

use std::collections::BTreeSet;

use super::{ChangedRow, Source};
use store::{RowReader, RowVisitor, Stored, Tables, View};

/// Tables whose writes to the sources of figures are collected.
pub struct NotingTables<'t> {
    tables: &'t mut dyn Tables,
    changed: BTreeSet<ChangedRow>,
}

impl<'t> NotingTables<'t> {
    /// On top of `tables`.
    pub fn new(tables: &'t mut dyn Tables) -> Self {
        NotingTables { tables, changed: BTreeSet::new() }
    }

    /// The rows that were written or removed.
    pub fn into_changed(self) -> BTreeSet<ChangedRow> {
        self.changed
    }

    fn note(&mut self, table: &str, key: &[u8]) {
        if let Some(source) = Source::of_row(table, key) {
            self.changed.insert(ChangedRow { source, key: key.to_vec() });
        }
    }
}

impl View for NotingTables<'_> {
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        self.tables.read_row(table, key, read)
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        self.tables.scan(table, from, to, backwards, visit)
    }
}

impl Tables for NotingTables<'_> {
    fn put(&mut self, table: &'static str, key: Vec<u8>, record: Vec<u8>) -> Stored<()> {
        self.note(table, &key);
        self.tables.put(table, key, record)
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
        self.note(table, &key);
        self.tables.remove(table, key)
    }

    fn view(&self) -> &dyn View {
        self.tables.view()
    }
}
