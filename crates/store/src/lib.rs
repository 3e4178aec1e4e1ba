//! Storage: an embedded redb database with a write-ahead log, typed tables and the journal. It knows `base` alone: which tables
//! there are, and what entries and rows mean, is decided by the crates above. No other crate uses redb.
//!
//! Other crates see [`View`] (reading) and [`Tables`] (writing), which redb transactions and plain memory both offer, so that a rule,
//! a rebuild and a test run the same code on either.
//!
//! | folder | content | imports |
//! |---|---|---|
//! | `tables` | typed tables, keys, record checksums, changes, on redb or in memory | – |
//! | `journal` | journal entries, kept answers, metadata about the file | `tables` |
//! | `wal` | write-ahead log, overlay (memtable), write batch, durability | `tables`, `journal` |
//! | `integrity` | examining, checking and copying a store file | `tables`, `journal`, `wal` |
//!
//! The files beside these folders are what all of them use ([`Disk`], [`Folder`], errors, redb's backend), and what uses all of
//! them: [`Store`]. `tests/tidy` enforces the last column.

mod catch_panic;
mod create;
mod disk;
mod error;
mod file_stream;
mod folder;
mod identity;
mod integrity;
mod journal;
mod private_files;
mod redb_backend;
mod store;
mod tables;
mod wal;

pub use disk::{Disk, DiskFile, RealDisk};
pub use error::{OpenError, StoreError};
pub use file_stream::FileStream;
pub use folder::{Folder, LOG_FILE, STORE_FILE, contains_store, give_to_folder_owner};
pub use integrity::{RecordCheck, SafetyCopy, TableComparison};
pub use journal::{DatedAnswer, IdempotencyHash, KeptAnswer, answers_between, keep_answer, kept_answer, restore_answer};
pub use journal::{RawEntry, append, entries_after, entries_before, head};
pub use journal::{metadata, set_metadata};
pub use private_files::{FOLDER_MODE, TemporaryFolder, create_or_empty_private, create_private, replace_private};
pub use store::Store;
pub use tables::{Counter, DecodeCache, Key, MemoryTables, RowReader, RowVisitor, Rows, ScratchTables, Table, TableSize, Tables, View};
pub use tables::{SCANNED_ROWS_MAX, Search, Verdict};
pub use wal::{CHECKPOINT_AFTER, SYNC_MARKER_AFTER};

/// Layout of the store file as a whole. A file with another number is not opened or changed.
pub const FORMAT_VERSION: u32 = 4;

/// Version of the derived tables' content. Raise it whenever `apply` writes something else: the next start then rebuilds the tables.
/// A file whose tables a newer version built is not opened or changed.
pub const TABLES_VERSION: u32 = 34;

/// Metadata name of the version that built the tables.
pub const TABLES_VERSION_KEY: &str = "tables";

/// Tables that are not derived from the journal, and that a rebuild therefore keeps.
pub const KEPT_TABLES: &[&str] = &[
    journal::entries::JOURNAL,
    journal::entries::BLOCKS,
    journal::kept_answers::KEPT_ANSWERS,
    journal::kept_answers::KEPT_ANSWER_TIMES,
    journal::file_metadata::META,
    FIGURE_CHANGES,
];

/// Name of the table that notes which rows changed since head office had them: it follows from what head office has, not from the
/// journal.
pub const FIGURE_CHANGES: &str = "figure_changes";

/// Result of every operation on the store.
pub type Stored<T> = Result<T, StoreError>;

/// Sequence number of the newest journal entry of `store`; 0 for an empty journal.
pub fn journal_head(store: &Store) -> Stored<u64> {
    store.read(head)
}
