//! Errors of the store: [`OpenError`] when it is opened, [`StoreError`] while it runs.

use std::path::PathBuf;

/// A failure of the running store. Unless the variant says otherwise, no part of the change was stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk refuses writes: it is full, missing or read-only. Reads may still work.
    #[error("the disk does not take writes: {0}")]
    Unavailable(String),
    /// The disk failed while the change was being made durable. Whether the change was stored is known only when the disk works
    /// again.
    #[error("it is not known whether the disk has kept it: {0}")]
    OutcomeUnknown(String),
    /// A record's checksum does not match what is stored.
    #[error("a record of the table {table} is damaged")]
    Damaged {
        /// Name of the table.
        table: &'static str,
    },
    /// A record cannot be decoded, or a value cannot be encoded.
    #[error("a record of the table {table} cannot be read: {reason}")]
    Unreadable {
        /// Name of the table.
        table: &'static str,
        /// Message of the codec.
        reason: String,
    },
    /// A newer version of Barback wrote a journal entry.
    #[error("entry {seq} has version {found}; this Barback knows version {known}. Install a newer Barback")]
    NewerEntry {
        /// Sequence number of the entry.
        seq: u64,
        /// Version of the entry.
        found: u16,
        /// Newest version that this binary can read.
        known: u16,
    },
}

impl StoreError {
    /// A copy of this error, for a second caller of the same batch. Not `Clone`, so that no other code duplicates errors.
    pub fn duplicate(&self) -> Self {
        match self {
            StoreError::Unavailable(reason) => StoreError::Unavailable(reason.clone()),
            StoreError::OutcomeUnknown(reason) => StoreError::OutcomeUnknown(reason.clone()),
            StoreError::Damaged { table } => StoreError::Damaged { table },
            StoreError::Unreadable { table, reason } => StoreError::Unreadable { table, reason: reason.clone() },
            StoreError::NewerEntry { seq, found, known } => StoreError::NewerEntry { seq: *seq, found: *found, known: *known },
        }
    }
}

/// The store could not be opened. The files were not changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process has locked the folder.
    #[error("The folder {} is in use by another Barback (pid {pid}).", .folder.display())]
    InUse {
        /// The data folder, as given.
        folder: PathBuf,
        /// Id of that process, or `unknown`.
        pid: String,
    },
    /// The content of the file is wrong: a checksum, a missing part, or a log that does not belong to it.
    #[error("The file {} is damaged; see barback restore.", .file.display())]
    Damaged {
        /// The store file or its log.
        file: PathBuf,
    },
    /// A newer version of Barback wrote the file.
    #[error("The file {} has format {found}; this Barback knows format {known} and leaves it alone. Install a newer Barback.", .file.display())]
    Newer {
        /// The store file or its log.
        file: PathBuf,
        /// Format number in the file.
        found: u32,
        /// Newest format that this binary can read.
        known: u32,
    },
    /// A trial version from before the first release wrote the file.
    #[error(
        "The file {} has format {found}, of a trial version; this Barback knows format {known} and leaves it alone. Make a backup with the \
         version that wrote it, and restore that.",
        .file.display()
    )]
    Older {
        /// The store file or its log.
        file: PathBuf,
        /// Format number in the file.
        found: u32,
        /// The only format that this binary can read.
        known: u32,
    },
    /// A newer version of Barback built the tables.
    #[error("The file {} was last used by a newer Barback (tables {found}; this Barback knows {known}) and is left alone. Install a newer Barback.", .file.display())]
    NewerTables {
        /// The store file or its log.
        file: PathBuf,
        /// Version of the tables in the file.
        found: u32,
        /// Newest version of the tables that this binary can read.
        known: u32,
    },
    /// A demo was requested in the folder of a real bar, or the other way round.
    #[error("The folder {} holds {holds}; {advice}", .folder.display())]
    OtherBar {
        /// The data folder, as given.
        folder: PathBuf,
        /// `a real bar` or `a demo bar`.
        holds: &'static str,
        /// What the user can do about it.
        advice: &'static str,
    },
    /// The folder or file cannot be created, read or written.
    #[error("Cannot use {}: {source}. Check that the folder exists, can be written and has space.", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The tables could not be brought up to date.
    #[error(transparent)]
    Store(#[from] StoreError),
}

macro_rules! unavailable {
    ($($kind:ty),+) => {$(
        impl From<$kind> for StoreError {
            fn from(error: $kind) -> Self {
                StoreError::Unavailable(error.to_string())
            }
        }
    )+};
}

unavailable!(redb::TransactionError, redb::TableError, redb::StorageError, redb::CommitError, redb::SetDurabilityError, std::io::Error);
