//! The redo log: what each transaction changed, on the disk with one sync, before anybody sees or hears of it.
//!
//! A durable commit of the store's file is two syncs and writes page by page; most of them would carry one sale. So a
//! transaction is written here first, as one **record**, and synced; the file takes it in memory alone. Now and then a
//! **checkpoint**, a durable commit of the file, notes up to which record the log is in it, and the log begins again at its
//! start. Opening the store puts the records that the file has not got into it.
//!
//! ```text
//! 0        head: whose log this is
//! 4096     mark: up to here all is whole
//! 8192     records, one after the other, each behind its stamp
//! ```
//!
//! Each of these begins on a 4,096-byte boundary. The system writes its cache to the disk in pages of that size, and most
//! media have sectors of that size: so a write that tears cannot take a record with it that was synced before. A smaller
//! boundary would not write less: a record that begins in the middle of a page writes that page once more.
//!
//! A record is written only when the one before it is synced. So a record that is not whole is a write that broke off and
//! that nobody was answered for, if it is the last; anything newer behind it, or a mark that speaks of it, says that it
//! was whole once: then the log is damaged, and nothing is touched.

pub mod block_header;
pub mod durability;
pub mod log;
pub mod log_reader;
pub mod overlay;
pub mod wal_database;
pub mod write_batch;

pub use block_header::LogId;
pub use log::{Log, Place, Position, read_note};
pub use log_reader::{Look, Replay, holds, look};
