//! Write-ahead log in front of redb: each transaction is written to the log and synced before it becomes visible.
//!
//! A durable commit of redb takes two syncs and writes page by page, and most commits would carry one sale. So a transaction is
//! first written to the log as one **record** and synced once. Its rows are kept in memory in front of redb (the
//! [`overlay`], a memtable), and are **flushed** later, several transactions at a time, into redb's trees without a sync. From
//! time to time a **checkpoint**, a durable commit of redb, records up to which log record the file is complete, and the log is
//! reset to its start. Opening the store replays the records that the file does not have.
//!
//! ```text
//! 0        log header: the id of the log
//! 4096     sync marker: all records up to this one are complete
//! 8192     records, one after the other, each with its block header
//! ```
//!
//! Each of these starts on a 4,096-byte boundary. The system writes its cache to the disk in pages of that size, and most media
//! have sectors of that size, so a torn write cannot destroy a record that was synced before. A smaller boundary would not write
//! less: a record that starts in the middle of a page writes that page once more.
//!
//! A record is written only after the one before it was synced. So an incomplete record at the end is an interrupted write that no
//! caller received an answer for. A newer record behind it, or a sync marker that covers it, proves that it was complete
//! once: then the log is damaged, and the store is not opened or changed.

pub mod block_header;
pub mod durability;
pub mod log;
pub mod log_reader;
pub mod overlay;
pub mod wal_database;
pub mod write_batch;

pub use block_header::LogId;
pub use durability::{DurablePosition, FailedWrite, PendingWrite};
pub use log::parse_checkpoint_note;
pub use log_reader::{LogCheck, Replay, check_log, contains_record};
pub use wal_database::{CHECKPOINT_AFTER, OpenedFile, SYNC_MARKER_AFTER, WalDatabase};
