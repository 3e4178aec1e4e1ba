//! What can go wrong with the file, in two kinds: at the start, and while running.

use std::path::PathBuf;

/// The store failed while running. Unless it says otherwise, nothing of the change was kept.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The disk refuses: full, gone, read-only. Reads may still work.
    #[error("the disk does not take writes: {0}")]
    Unavailable(String),
    /// The disk failed while the change was being made durable, and cannot be asked yet whether it was kept.
    #[error("it is not known whether the disk has kept it: {0}")]
    OutcomeUnknown(String),
    /// A record's checksum does not match what is stored.
    #[error("a record of the table {table} is damaged")]
    Damaged {
        /// The table that holds it.
        table: &'static str,
    },
    /// A record cannot be read as what it should be.
    #[error("a record of the table {table} cannot be read: {reason}")]
    Unreadable {
        /// The table that holds it.
        table: &'static str,
        /// What the decoder said.
        reason: String,
    },
    /// A newer Barback wrote an entry of the journal.
    #[error("entry {seq} has version {found}; this Barback knows version {known}. Install a newer Barback")]
    NewerEntry {
        /// Its place in the journal.
        seq: u64,
        /// The version that it names.
        found: u16,
        /// The newest version that this binary knows.
        known: u16,
    },
}

impl StoreError {
    /// The same news for another caller.
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

/// The store could not be opened; the file was left as it was.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process holds the folder.
    #[error("The folder {} is in use by another Barback (pid {pid}).", .folder.display())]
    InUse {
        /// The data folder as it was named.
        folder: PathBuf,
        /// Who holds it, as far as the lock file tells.
        pid: String,
    },
    /// Part of the file cannot be read back.
    #[error("The file {} is damaged; see barback restore.", .file.display())]
    Damaged {
        /// The store file.
        file: PathBuf,
    },
    /// A newer Barback wrote it.
    #[error("The file {} has format {found}; this Barback knows format {known} and leaves it alone. Install a newer Barback.", .file.display())]
    Newer {
        /// The store file.
        file: PathBuf,
        /// The format that the file names.
        found: u32,
        /// The newest format that this binary knows.
        known: u32,
    },
    /// A trial version wrote it, before there was a release.
    #[error(
        "The file {} has format {found}, of a trial version; this Barback knows format {known} and leaves it alone. Make a backup with the \
         version that wrote it, and restore that.",
        .file.display()
    )]
    Older {
        /// The store file.
        file: PathBuf,
        /// The format that the file names.
        found: u32,
        /// The only format that this binary knows.
        known: u32,
    },
    /// A newer Barback made its tables.
    #[error("The file {} was last used by a newer Barback (tables {found}; this Barback knows {known}) and is left alone. Install a newer Barback.", .file.display())]
    NewerTables {
        /// The store file.
        file: PathBuf,
        /// The version that the file names.
        found: u32,
        /// The newest version that this binary knows.
        known: u32,
    },
    /// A demo was asked for where a real bar lives, or the other way round.
    #[error("The folder {} holds {holds}; {advice}", .folder.display())]
    OtherBar {
        /// The data folder as it was named.
        folder: PathBuf,
        /// `a real bar` or `a demo bar`.
        holds: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// The folder or file cannot be made, read or written.
    #[error("Cannot use {}: {source}. Check that the folder exists, can be written and has space.", .path.display())]
    Io {
        /// What could not be used.
        path: PathBuf,
        /// What the system said.
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
