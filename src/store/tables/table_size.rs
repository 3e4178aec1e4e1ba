//! What each table takes of the file.

use redb::{ReadableTableMetadata, TableHandle};

use super::redb_views::definition;
use crate::store::{Store, Stored};

/// What a table takes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSize {
    /// Its name.
    pub name: String,
    /// Records.
    pub rows: u64,
    /// Bytes of keys and records.
    pub stored: u64,
    /// Bytes of the pages that hold them.
    pub bytes: u64,
}

impl Store {
    /// What each table takes of the file, largest first.
    pub fn table_sizes(&self) -> Stored<Vec<TableSize>> {
        let transaction = self.snapshot()?;
        let mut sizes = Vec::new();
        for handle in transaction.list_tables()? {
            let table = transaction.open_table(definition(handle.name()))?;
            let stats = table.stats()?;
            let bytes = stats.stored_bytes() + stats.metadata_bytes() + stats.fragmented_bytes();
            sizes.push(TableSize { name: handle.name().to_owned(), rows: table.len()?, stored: stats.stored_bytes(), bytes });
        }
        sizes.sort_by_key(|size| std::cmp::Reverse(size.bytes));
        Ok(sizes)
    }
}
