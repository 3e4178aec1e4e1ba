//! Errors of backups and restores, as sentences that say what to do.

use std::path::{Path, PathBuf};

use store::{OpenError, StoreError};

/// Why a backup or a restore failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A backup is being created already.
    #[error("A backup is being made already. Wait until it is done.")]
    Busy,
    /// The disk has too little space. Sales have priority.
    #[error("There is no room for a backup in {}: {free} MB are free, {wanted} MB are needed. Delete something, or name another folder with --backup-dir.", .folder.display())]
    NoRoom {
        /// The folder of the backup.
        folder: PathBuf,
        /// Free space in megabytes.
        free: u64,
        /// Required space in megabytes, including what must stay free for sales.
        wanted: u64,
    },
    /// A file or folder cannot be created, read or written.
    #[error("Cannot use {}: {source}.", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The file is not a backup.
    #[error("{} is no backup of a Barback.", .file.display())]
    NotABackup {
        /// The file that was named.
        file: PathBuf,
    },
    /// A newer Barback created the backup.
    #[error("The backup {} was made by Barback {version}, which is newer than this one. Install a newer Barback.", .file.display())]
    Newer {
        /// The backup file.
        file: PathBuf,
        /// Version of the Barback that created it.
        version: String,
    },
    /// The backup, or data from another box, contains an entry of a newer Barback.
    #[error("{what} was written by a newer Barback: {entry}.")]
    NewerEntry {
        /// What contains it, as the beginning of a sentence.
        what: String,
        /// The entry and its version.
        entry: StoreError,
    },
    /// The backup is damaged.
    #[error("The backup {} is damaged: {what}.", .file.display())]
    Damaged {
        /// The backup file.
        file: PathBuf,
        /// The damage, as part of a sentence.
        what: String,
    },
    /// The bar rebuilt from the backup differs from the bar that was backed up.
    #[error("The backup {} does not give the same bar again: {what}.", .file.display())]
    Differs {
        /// The backup file.
        file: PathBuf,
        /// The difference, as part of a sentence.
        what: String,
    },
    /// The backup is encrypted, and no passphrase was given.
    #[error("The backup {} is encrypted. Give its passphrase: in a file named by --backup-passphrase-file, or in the variable BARBACK_BACKUP_PASSPHRASE.", .file.display())]
    Encrypted {
        /// The backup file.
        file: PathBuf,
    },
    /// The backup is encrypted with another passphrase.
    #[error("The passphrase is not the one that the backup {} was encrypted with. Nothing was changed.", .file.display())]
    WrongPassphrase {
        /// The backup file.
        file: PathBuf,
    },
    /// The bar's backups are encrypted, and this one would not be.
    #[error(
        "The backups of this bar are encrypted, and no passphrase is given here: name its file by --backup-passphrase-file, or set the variable BARBACK_BACKUP_PASSPHRASE. To have backups in clear again, start the box once without a passphrase."
    )]
    PassphraseWanted,
    /// The backup cannot be encrypted.
    #[error("The backup cannot be encrypted: {why}.")]
    CannotEncrypt {
        /// The reason, as part of a sentence.
        why: String,
    },
    /// The folder contains a bar already, and it is not to be replaced.
    #[error("The folder {} holds a bar already. To put the backup in its place, add --replace: the present file is kept beside it under another name.", .folder.display())]
    BarExists {
        /// The data folder.
        folder: PathBuf,
    },
    /// The folder contains no bar.
    #[error("There is no bar in {}. Name its folder with --data.", .folder.display())]
    NoBar {
        /// The data folder.
        folder: PathBuf,
    },
    /// The data folder cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store failed.
    #[error("{}", store_error_text(.0))]
    Store(#[from] StoreError),
    /// No random numbers are available, or no unused series of receipt numbers was found.
    #[error("No receipt numbers can be chosen that were never given out: {0}.")]
    Random(String),
    /// The box is shutting down.
    #[error("The box is shutting down; no backup was made.")]
    Stopping,
}

impl BackupError {
    /// Converts an error of the operating system about `path`.
    pub fn io(path: &Path) -> impl FnOnce(std::io::Error) -> BackupError {
        let path = path.to_owned();
        move |source| BackupError::Io { path, source }
    }
}

fn store_error_text(error: &StoreError) -> String {
    match error {
        StoreError::NewerEntry { .. } => format!("The journal was written by a newer Barback: {error}."),
        _ => format!("The bar's file cannot be read or written: {error}."),
    }
}
