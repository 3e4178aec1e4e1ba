//! Metadata about the store file, by name: its format, the version of its tables, its log, and values of other parts of Barback.

use crate::tables::{Table, Tables, View};
use crate::{FORMAT_VERSION, Stored, TABLES_VERSION_KEY};

/// Name of the table with the metadata.
pub const META: &str = "meta";
const METADATA: Table<String, String> = Table::new(META);
const FORMAT_KEY: &str = "format";
/// Which write-ahead log belongs to the file, and up to which record the file has it (see
/// [`checkpoint_note`](crate::wal::log::Log::checkpoint_note)).
pub const LOG_KEY: &str = "log";
/// Value of [`LOG_KEY`] when the file needs no log.
pub const NO_LOG: &str = "none";
/// Counts the durable commits of the file. When a commit fails and it is unknown whether the disk stored it, the number shows it.
const COMMITS_KEY: &str = "commits";

/// The metadata under `name`, such as the version that built the tables.
pub fn metadata(view: &dyn View, name: &str) -> Stored<Option<String>> {
    METADATA.get(view, &name.to_owned())
}

/// Sets the metadata under `name`.
pub fn set_metadata(tables: &mut dyn Tables, name: &str, value: &str) -> Stored<()> {
    METADATA.put(tables, &name.to_owned(), &value.to_owned())
}

/// The file's format; `None` when it names none.
pub fn format(view: &dyn View) -> Stored<Option<u32>> {
    Ok(metadata(view, FORMAT_KEY)?.and_then(|text| text.parse().ok()))
}

/// The version of the file's tables; `None` when it names none.
pub fn tables_version(view: &dyn View) -> Stored<Option<u32>> {
    Ok(metadata(view, TABLES_VERSION_KEY)?.and_then(|text| text.parse().ok()))
}

/// Records that the file has the format of this binary.
pub fn set_format(tables: &mut dyn Tables) -> Stored<()> {
    set_metadata(tables, FORMAT_KEY, &FORMAT_VERSION.to_string())
}

/// Number of the file's last durable commit; 0 before the first.
pub fn commit_number(view: &dyn View) -> Stored<u64> {
    Ok(metadata(view, COMMITS_KEY)?.and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Sets the number of a durable commit, as part of that commit.
pub fn set_commit_number(tables: &mut dyn Tables, number: u64) -> Stored<()> {
    set_metadata(tables, COMMITS_KEY, &number.to_string())
}

/// What the file records about its log; `None` when it needs none.
pub fn log_note(view: &dyn View) -> Stored<Option<String>> {
    Ok(metadata(view, LOG_KEY)?.filter(|note| note != NO_LOG))
}
