//! How much space each table takes in the store file.

use redb::{ReadTransaction, ReadableTableMetadata, TableHandle};

use super::redb_views::definition;
use crate::Stored;

/// Size of one table in the store file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSize {
    /// Name of the table.
    pub name: String,
    /// Number of records.
    pub rows: u64,
    /// Bytes of keys and records.
    pub stored: u64,
    /// Bytes of the pages that hold them: `stored`, redb's own data and free space within pages.
    pub bytes: u64,
}

/// The size of each table, largest first.
pub fn table_sizes(transaction: &ReadTransaction) -> Stored<Vec<TableSize>> {
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
