//! The data folder: made with the owner's eyes only, held by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, lchown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{major, minor};

use crate::store::OpenError;
use crate::store::private_files::{NO_LINK, NO_LINK_NO_WAIT, not_a_link};

/// Held as long as the process lives; the lock dies with it, however it dies.
const LOCK_FILE: &str = "barback.lock";
/// The store.
const STORE_FILE: &str = "barback.redb";
/// What the store has not got yet.
const LOG_FILE: &str = "barback.log";
/// What stands in its place where nothing tells the process's number.
const PID_UNKNOWN: &str = "unknown";
/// Room for any process's number.
const PID_WIDTH: usize = 20;
/// Only the owner reads what is in here: it holds password hashes and the key that signs sessions.
pub(super) const FOLDER_MODE: u32 = 0o700;
/// Mode of every file in the folder.
pub(super) const FILE_MODE: u32 = 0o600;

/// A data folder that belongs to this process until it ends.
///
/// Three locks say so: on the folder itself, on the file that holds the process's number, which people delete, and on the store's
/// file, which may bear a second name in another folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    locks: Vec<File>,
    /// The store's file, once there is one.
    store_lock: Mutex<Option<File>>,
}

impl Folder {
    /// Makes the folder where it is missing and takes its locks.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process, or another part of this one, has it; [`OpenError::Io`] when it cannot be used.
    pub fn lock(path: &Path) -> Result<Self, OpenError> {
        let io = |source| OpenError::Io { path: path.to_owned(), source };
        if !path.is_dir() {
            fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path).map_err(io)?;
        }
        let itself = File::open(path).map_err(io)?;
        match itself.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path, &itself)),
            // Some network file systems lock plain files alone.
            Err(TryLockError::Error(error)) => tracing::debug!("{} itself cannot be locked: {error}", path.display()),
        }
        let lock_path = path.join(LOCK_FILE);
        let lock_io = |source| OpenError::Io { path: lock_path.clone(), source };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(FILE_MODE).custom_flags(NO_LINK);
        let mut lock = options.open(&lock_path).map_err(not_a_link).map_err(lock_io)?;
        if !lock.metadata().map_err(lock_io)?.is_file() {
            return Err(lock_io(io::Error::other("it is no plain file")));
        }
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path, &lock)),
            Err(TryLockError::Error(source)) => return Err(lock_io(source)),
        }
        // At one stroke and always of one width: whoever looks meanwhile reads a whole number.
        give_to_folder_owner(&lock_path, path);
        lock.write_all(format!("{:<PID_WIDTH$}\n", std::process::id()).as_bytes()).map_err(lock_io)?;
        let folder = Folder { path: path.to_owned(), locks: vec![itself, lock], store_lock: Mutex::default() };
        folder.hold_store()?;
        Ok(folder)
    }

    /// Locks the store's file, if it is there and not locked by this already. A file that cannot be opened is reported where it is opened.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process has it, by a name of its own perhaps.
    pub(super) fn hold_store(&self) -> Result<(), OpenError> {
        let mut held = self.store_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(file) = OpenOptions::new().read(true).custom_flags(NO_LINK_NO_WAIT).open(self.store_file()) else { return Ok(()) };
        let inode = |file: &File| file.metadata().map(|data| (data.dev(), data.ino())).ok();
        if held.as_ref().is_some_and(|held| inode(held) == inode(&file)) {
            return Ok(());
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(in_use(&self.path, &file)),
            Err(TryLockError::Error(error)) => tracing::debug!("{} cannot be locked: {error}", self.store_file().display()),
            Ok(()) => *held = Some(file),
        }
        Ok(())
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
    pub fn sync(&self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

/// Whether a bar's store lies in the folder, of whatever state.
pub fn contains_store(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(STORE_FILE)).is_ok()
}

/// Gives a file that this process made to the owner of `folder`: what root makes in the box's folder must be the box's.
pub fn give_to_folder_owner(file: &Path, folder: &Path) {
    let owner = |data: &fs::Metadata| (data.uid(), data.gid());
    if let (Ok(theirs), Ok(ours)) = (fs::metadata(folder), fs::symlink_metadata(file))
        && owner(&theirs) != owner(&ours)
        // Neither what a link leads to nor what bears a second name elsewhere was made by this process.
        && (ours.is_dir() || (ours.is_file() && ours.nlink() == 1))
        && let Err(error) = lchown(file, Some(theirs.uid()), Some(theirs.gid()))
    {
        tracing::warn!("{} cannot be given to the owner of its folder: {error}", file.display());
    }
}

/// A process that is just being started shares this one's open files for a moment; closing alone would leave it the lock.
impl Drop for Folder {
    fn drop(&mut self) {
        let store = self.store_lock.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        for lock in store.iter().chain(&self.locks) {
            if let Err(error) = lock.unlock() {
                tracing::warn!("a lock of {} stays until the process ends: {error}", self.path.display());
            }
        }
    }
}

/// The error that says who has `folder`, of which `locked` is a part: by the number in the lock file, and where that was deleted,
/// by what the system knows of the lock.
fn in_use(folder: &Path, locked: &File) -> OpenError {
    let pid = pid_in(&folder.join(LOCK_FILE)).or_else(|| holder(locked)).unwrap_or_else(|| PID_UNKNOWN.to_owned());
    OpenError::InUse { folder: folder.to_owned(), pid }
}

/// The number that a lock file holds.
fn pid_in(lock: &Path) -> Option<String> {
    let file = OpenOptions::new().read(true).custom_flags(NO_LINK_NO_WAIT).open(lock).ok()?;
    let mut text = String::new();
    file.take(PID_WIDTH as u64).read_to_string(&mut text).ok()?;
    pid(text.trim())
}

/// The process that has locked `file`, as Linux lists it (`man 5 proc_locks`): `1: FLOCK  ADVISORY  WRITE 4242 fe:01:131073 0 EOF`.
fn holder(file: &File) -> Option<String> {
    let data = file.metadata().ok()?;
    let place = format!("{:02x}:{:02x}:{}", major(data.dev()), minor(data.dev()), data.ino());
    let locks = fs::read_to_string("/proc/locks").ok()?;
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        (fields.get(1) == Some(&"FLOCK") && fields.get(5) == Some(&place.as_str())).then(|| pid(fields[4]))?
    })
}

/// A process's number; 0 and less stand for one that this process may not see.
fn pid(text: &str) -> Option<String> {
    text.parse::<u32>().is_ok_and(|number| number > 0).then(|| text.to_owned())
}
