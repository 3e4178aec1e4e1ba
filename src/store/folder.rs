//! The data folder: made with the owner's eyes only, held by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::OpenError;

/// Held as long as the process lives; the lock dies with it, however it dies.
const LOCK_FILE: &str = "barback.lock";
/// The store.
const STORE_FILE: &str = "barback.redb";
/// Room for any process's number.
const PID_WIDTH: usize = 20;
/// Only the owner reads what is in here: it holds password hashes and the key that signs sessions.
const FOLDER_MODE: u32 = 0o700;
/// Mode of every file in the folder.
pub(super) const FILE_MODE: u32 = 0o600;

/// A data folder that belongs to this process until it ends.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    lock: File,
}

impl Folder {
    /// Makes the folder where it is missing and takes its lock.
    pub fn take(path: &Path) -> Result<Self, OpenError> {
        let io = |source| OpenError::Io { path: path.to_owned(), source };
        if !path.is_dir() {
            fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path).map_err(io)?;
        }
        let lock_path = path.join(LOCK_FILE);
        let mut lock =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(FILE_MODE).open(&lock_path).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut pid = String::new();
                lock.read_to_string(&mut pid).map_err(io)?;
                return Err(OpenError::InUse { folder: path.to_owned(), pid: pid.trim().to_owned() });
            }
            Err(TryLockError::Error(source)) => return Err(io(source)),
        }
        // At one stroke and always of one width: whoever looks meanwhile reads a whole number.
        lock.write_all(format!("{:<PID_WIDTH$}\n", std::process::id()).as_bytes()).map_err(io)?;
        Ok(Folder { path: path.to_owned(), lock })
    }

    /// Where the store file is.
    pub fn store_file(&self) -> PathBuf {
        self.path.join(STORE_FILE)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A process that is just being started shares this one's open files for a moment; closing alone would leave it the lock.
impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = self.lock.unlock() {
            tracing::warn!("the lock of {} stays until the process ends: {error}", self.path.display());
        }
    }
}
