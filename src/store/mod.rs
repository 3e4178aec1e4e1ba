//! The only place that opens redb: one file with the journal and the tables that follow from it, and a redo log in front of
//! it.
//!
//! Everything above sees [`View`] (read) and [`Tables`] (write), which redb transactions and plain memory both offer,
//! so that a rule, a rebuild and a test run the same code on either.

mod ahead;
mod aside;
mod attempt;
mod check;
mod codec;
mod counters;
mod create;
mod deflate;
mod disk;
mod error;
mod facts;
mod files;
mod folder;
mod gathered;
mod inspect;
mod journal;
mod kept_answers;
mod log;
mod memory;
mod opened;
mod private;
mod search;
mod sequential;
mod shadow;
mod size;
mod slots;
mod table;
mod views;

pub use aside::Aside;
pub use check::{Checked, Compared};
pub use codec::Key;
pub use counters::Counter;
pub use disk::Store;
pub use error::{OpenError, StoreError};
pub use facts::{fact, note_fact};
pub use files::{Disk, DiskFile, RealDisk};
pub use folder::{Folder, belong_to, holds_a_bar};
pub use journal::{RawEntry, append, entries_after, entries_before, head};
pub use kept_answers::{DatedAnswer, KeptAnswer, OutcomeKey, answers_between, keep_answer, kept_answer, put_answer};
pub use memory::{MemoryTables, Rows};
pub use opened::{CHECKPOINT_AFTER, MARK_AFTER};
pub use private::{TemporaryFolder, create_private, create_private_anew, create_private_or_empty};
pub use search::{LOOKED_AT_MAX, Search, Seen};
pub use sequential::Sequential;
pub use size::TableSize;
pub use table::{LastDecoded, Table, Tables, View, Visit};

/// Layout of the file as a whole. A file with another number is not touched.
pub const FORMAT_VERSION: u32 = 4;

/// Version of what the tables hold. Raise it whenever `apply` writes something else: the next start rebuilds. A file whose
/// tables a newer version made is not touched.
pub const TABLES_VERSION: u32 = 11;

/// Name of the fact that says which version made the tables.
pub const TABLES_FACT: &str = "tables";

/// Tables that are not derived from the journal, and so stay when the rest is rebuilt.
pub const KEPT_TABLES: &[&str] =
    &[journal::JOURNAL, journal::BLOCKS, kept_answers::KEPT_ANSWERS, kept_answers::KEPT_ANSWER_TIMES, facts::META];

/// The result of everything that touches the disk.
pub type Stored<T> = Result<T, StoreError>;

/// Number of the newest journal entry of `store`; 0 for an empty journal.
pub fn head_of(store: &Store) -> Stored<u64> {
    store.read(head)
}
