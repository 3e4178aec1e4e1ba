//! Typed tables: sorted keys and checksummed records, the same on redb and in memory.
//!
//! [`Table`] gives types to the bytes that a [`View`] reads and [`Tables`] writes. redb transactions ([`redb_views`]) and
//! [`MemoryTables`] offer both, so a rule, a rebuild and a test run the same code on either.

pub mod changes;
pub mod counter;
pub mod key;
pub mod memory_tables;
pub mod record;
pub mod redb_views;
pub mod scratch_tables;
pub mod search;
pub mod table;
pub mod table_size;

pub use changes::{CHANGES_BYTES_MAX, ChangedRows, Changes};
pub use counter::Counter;
pub use key::{FixedU64, Key};
pub use memory_tables::{MemoryTables, Rows};
pub use scratch_tables::ScratchTables;
pub use search::{SCANNED_ROWS_MAX, Search, Verdict};
pub use table::{DecodeCache, RowReader, RowVisitor, Table, Tables, View};
pub use table_size::TableSize;
