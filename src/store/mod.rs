//! The only place that opens redb: one file with the journal and the tables that follow from it, and a redo log in front of
//! it.
//!
//! Everything above sees [`View`] (read) and [`Tables`] (write), which redb transactions and plain memory both offer,
//! so that a rule, a rebuild and a test run the same code on either.

mod create;
mod disk;
mod error;
mod file_stream;
mod folder;
mod integrity;
mod journal;
mod private_files;
#[expect(clippy::module_inception, reason = "the file is named after its type, `Store`")]
mod store;
mod tables;
mod wal;

pub use disk::{Disk, DiskFile, RealDisk};
pub use error::{OpenError, StoreError};
pub use file_stream::FileStream;
pub use folder::{Folder, contains_store, give_to_folder_owner};
pub use integrity::record_check::{RecordCheck, TableComparison};
pub use integrity::safety_copy::SafetyCopy;
pub use journal::entries::{RawEntry, append, entries_after, entries_before, head};
pub use journal::kept_answers::{DatedAnswer, IdempotencyHash, KeptAnswer, answers_between, keep_answer, kept_answer, restore_answer};
pub use journal::metadata::{metadata, set_metadata};
pub use private_files::{TemporaryFolder, create_or_empty_private, create_private, replace_private};
pub use store::Store;
pub use tables::codec::Key;
pub use tables::counter::Counter;
pub use tables::memory_tables::{MemoryTables, Rows};
pub use tables::search::{SCANNED_ROWS_MAX, Search, Verdict};
pub use tables::table::{DecodeCache, Table, Tables, View, Visit};
pub use tables::table_size::TableSize;
pub use wal::wal_database::{CHECKPOINT_AFTER, SYNC_MARKER_AFTER};

/// Layout of the file as a whole. A file with another number is not touched.
pub const FORMAT_VERSION: u32 = 4;

/// Version of what the tables hold. Raise it whenever `apply` writes something else: the next start rebuilds. A file whose
/// tables a newer version made is not touched.
pub const TABLES_VERSION: u32 = 11;

/// Name of the fact that says which version made the tables.
pub const TABLES_VERSION_KEY: &str = "tables";

/// Tables that are not derived from the journal, and so stay when the rest is rebuilt.
pub const KEPT_TABLES: &[&str] = &[
    journal::entries::JOURNAL,
    journal::entries::BLOCKS,
    journal::kept_answers::KEPT_ANSWERS,
    journal::kept_answers::KEPT_ANSWER_TIMES,
    journal::metadata::META,
];

/// The result of everything that touches the disk.
pub type Stored<T> = Result<T, StoreError>;

/// Number of the newest journal entry of `store`; 0 for an empty journal.
pub fn journal_head(store: &Store) -> Stored<u64> {
    store.read(head)
}
