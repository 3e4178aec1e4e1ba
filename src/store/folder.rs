//! The data folder: made with the owner's eyes only, held by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use super::OpenError;

/// Held as long as the process lives; the lock dies with it, however it dies.
const LOCK_FILE: &str = "barback.lock";
/// The store.
const STORE_FILE: &str = "barback.redb";
/// What the store has not got yet.
const LOG_FILE: &str = "barback.log";
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
        belong_to(&lock_path, path);
        lock.write_all(format!("{:<PID_WIDTH$}\n", std::process::id()).as_bytes()).map_err(io)?;
        Ok(Folder { path: path.to_owned(), lock })
    }

    /// Where the store file is.
    pub fn store_file(&self) -> PathBuf {
        self.path.join(STORE_FILE)
    }

    /// Where the store's redo log is, while it needs one.
    pub fn log_file(&self) -> PathBuf {
        self.path.join(LOG_FILE)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a rename in this folder durable.
    pub fn sync(&self) -> std::io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

/// Lets nobody but the owner read a file.
pub fn for_the_owner_alone(file: &File) -> std::io::Result<()> {
    file.set_permissions(fs::Permissions::from_mode(FILE_MODE))
}

/// Whether a bar's store lies in the folder, of whatever state.
pub fn holds_a_bar(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(STORE_FILE)).is_ok()
}

/// Gives a file that this process made to the owner of `folder`: what root makes in the box's folder must be the box's.
pub fn belong_to(file: &Path, folder: &Path) {
    let owner = |path: &Path| fs::metadata(path).map(|data| (data.uid(), data.gid()));
    if let (Ok(theirs), Ok(ours)) = (owner(folder), owner(file))
        && theirs != ours
        && let Err(error) = chown(file, Some(theirs.0), Some(theirs.1))
    {
        tracing::warn!("{} cannot be given to the owner of its folder: {error}", file.display());
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
