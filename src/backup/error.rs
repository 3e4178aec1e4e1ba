//! What can go wrong with a copy, in words that say what to do.

use std::path::{Path, PathBuf};

use crate::store::{OpenError, StoreError};

/// Why there is no copy, or no bar made from one.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A copy is being made already.
    #[error("A backup is being made already. Wait until it is done.")]
    Busy,
    /// The disk has no room for it; sales come first.
    #[error("There is no room for a backup in {}: {free} MB are free, {wanted} MB are needed. Delete something, or name another folder with --backup-dir.", .folder.display())]
    NoRoom {
        /// Where it was to go.
        folder: PathBuf,
        /// Megabytes that are free.
        free: u64,
        /// Megabytes that it takes, with what must stay free for sales.
        wanted: u64,
    },
    /// A file or folder cannot be made, read or written.
    #[error("Cannot use {}: {source}.", .path.display())]
    Io {
        /// What could not be used.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is no copy of a bar.
    #[error("{} is no backup of a Barback.", .file.display())]
    NoCopy {
        /// What was named.
        file: PathBuf,
    },
    /// A newer Barback made the copy.
    #[error("The backup {} was made by Barback {version}, which is newer than this one. Install a newer Barback.", .file.display())]
    Newer {
        /// The copy.
        file: PathBuf,
        /// Who made it.
        version: String,
    },
    /// The copy, or what another box gave, holds an entry of a newer Barback.
    #[error("{what} was written by a newer Barback: {entry}.")]
    NewerEntry {
        /// What holds it, as a sentence begins.
        what: String,
        /// Which entry, and which version it has.
        entry: StoreError,
    },
    /// The copy is not whole.
    #[error("The backup {} is damaged: {what}.", .file.display())]
    Damaged {
        /// The copy.
        file: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The bar made from the copy is not the bar that was copied.
    #[error("The backup {} does not give the same bar again: {what}.", .file.display())]
    Differs {
        /// The copy.
        file: PathBuf,
        /// What is not the same.
        what: String,
    },
    /// The copy is encrypted, and no passphrase was given.
    #[error("The backup {} is encrypted. Give its passphrase: in a file named by --backup-passphrase-file, or in the variable BARBACK_BACKUP_PASSPHRASE.", .file.display())]
    Encrypted {
        /// The copy.
        file: PathBuf,
    },
    /// The copy is encrypted with another passphrase.
    #[error("The passphrase is not the one that the backup {} was encrypted with. Nothing was changed.", .file.display())]
    WrongPassphrase {
        /// The copy.
        file: PathBuf,
    },
    /// The bar's copies are encrypted, and this one would not be.
    #[error(
        "The backups of this bar are encrypted, and no passphrase is given here: name its file by --backup-passphrase-file, or set the variable BARBACK_BACKUP_PASSPHRASE. To have backups in clear again, start the box once without a passphrase."
    )]
    PassphraseWanted,
    /// The copy cannot be encrypted.
    #[error("The backup cannot be encrypted: {why}.")]
    CannotEncrypt {
        /// Why.
        why: String,
    },
    /// The folder holds a bar already.
    #[error("The folder {} holds a bar already. To put the backup in its place, add --replace: the present file is kept beside it under another name.", .folder.display())]
    Holds {
        /// The data folder.
        folder: PathBuf,
    },
    /// The folder holds no bar.
    #[error("There is no bar in {}. Name its folder with --data.", .folder.display())]
    NoBar {
        /// The data folder.
        folder: PathBuf,
    },
    /// The data folder is not usable.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store failed.
    #[error("{}", of_the_store(.0))]
    Store(#[from] StoreError),
    /// The system gives no random numbers.
    #[error("No receipt numbers can be chosen that were never given out: {0}.")]
    Random(String),
    /// The box is shutting down.
    #[error("The box is shutting down; no backup was made.")]
    Stopping,
}

impl BackupError {
    /// An error of the system about `path`.
    pub fn io(path: &Path) -> impl FnOnce(std::io::Error) -> BackupError {
        let path = path.to_owned();
        move |source| BackupError::Io { path, source }
    }
}

fn of_the_store(error: &StoreError) -> String {
    match error {
        StoreError::NewerEntry { .. } => format!("The journal was written by a newer Barback: {error}."),
        _ => format!("The bar's file cannot be read or written: {error}."),
    }
}
