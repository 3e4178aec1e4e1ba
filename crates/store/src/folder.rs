//! The data folder: readable by its owner only, and locked by one process at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, lchown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{major, minor};

use super::OpenError;
use super::private_files::{FILE_MODE, FOLDER_MODE, NO_FOLLOW, NO_FOLLOW_NONBLOCK, explain_link};

/// Locked as long as the process lives. The system releases the lock however the process ends.
const LOCK_FILE: &str = "barback.lock";
/// The redb database.
pub const STORE_FILE: &str = "barback.redb";
/// The write-ahead log: changes that the database file does not have yet.
pub const LOG_FILE: &str = "barback.log";
/// Shown in place of a process id that cannot be found out.
const PID_UNKNOWN: &str = "unknown";
/// Characters that the process id is padded to; enough for any.
const PID_WIDTH: usize = 20;

/// A data folder that this process has locked until it ends.
///
/// It holds three locks: on the folder itself; on the file with the process id, which people delete; and on the store file, which
/// may have a second name (hard link) in another folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    locks: Vec<File>,
    /// The lock on the store file, once the file exists.
    store_lock: Mutex<Option<File>>,
}

impl Folder {
    /// Creates the folder where it is missing, and locks it.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process, or another part of this one, has locked it; [`OpenError::Io`] when it cannot be
    /// created or opened.
    pub fn lock(path: &Path) -> Result<Self, OpenError> {
        let io = |source| OpenError::Io { path: path.to_owned(), source };
        if !path.is_dir() {
            fs::DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path).map_err(io)?;
        }
        let folder_lock = File::open(path).map_err(io)?;
        match folder_lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path, &folder_lock)),
            // Some network file systems can only lock plain files.
            Err(TryLockError::Error(error)) => tracing::debug!("{} itself cannot be locked: {error}", path.display()),
        }
        let lock_path = path.join(LOCK_FILE);
        let lock_io = |source| OpenError::Io { path: lock_path.clone(), source };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(FILE_MODE).custom_flags(NO_FOLLOW);
        let mut lock = options.open(&lock_path).map_err(explain_link).map_err(lock_io)?;
        if !lock.metadata().map_err(lock_io)?.is_file() {
            return Err(lock_io(io::Error::other("it is no plain file")));
        }
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path, &lock)),
            Err(TryLockError::Error(source)) => return Err(lock_io(source)),
        }
        // One write of a fixed width, so that a concurrent reader never sees part of a number.
        give_to_folder_owner(&lock_path, path);
        lock.write_all(format!("{:<PID_WIDTH$}\n", std::process::id()).as_bytes()).map_err(lock_io)?;
        let folder = Folder { path: path.to_owned(), locks: vec![folder_lock, lock], store_lock: Mutex::default() };
        folder.lock_store_file()?;
        Ok(folder)
    }

    /// Locks the store file, if it exists and is not locked yet. An error on opening it is not reported here: the store reports it
    /// when it opens the file itself.
    ///
    /// # Errors
    /// [`OpenError::InUse`] when another process has locked the file, possibly under a second name.
    pub(super) fn lock_store_file(&self) -> Result<(), OpenError> {
        let mut held = self.store_lock.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(file) = OpenOptions::new().read(true).custom_flags(NO_FOLLOW_NONBLOCK).open(self.store_file()) else { return Ok(()) };
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

    /// Path of the store file.
    pub fn store_file(&self) -> PathBuf {
        self.path.join(STORE_FILE)
    }

    /// Path of the write-ahead log. The file exists only while the store needs it.
    pub fn log_file(&self) -> PathBuf {
        self.path.join(LOG_FILE)
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes a rename in this folder durable.
    pub fn sync(&self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

/// Whether the folder contains a store file, whatever its state.
pub fn contains_store(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(STORE_FILE)).is_ok()
}

/// Makes the owner of `folder` the owner of `file`, which this process created: files that root creates in the data folder must
/// belong to the box's own user. A failure is only logged.
pub fn give_to_folder_owner(file: &Path, folder: &Path) {
    let owner = |data: &fs::Metadata| (data.uid(), data.gid());
    if let (Ok(theirs), Ok(ours)) = (fs::metadata(folder), fs::symlink_metadata(file))
        && owner(&theirs) != owner(&ours)
        // This process did not create the target of a link, nor a file that has a second name.
        && (ours.is_dir() || (ours.is_file() && ours.nlink() == 1))
        && let Err(error) = lchown(file, Some(theirs.uid()), Some(theirs.gid()))
    {
        tracing::warn!("{} cannot be given to the owner of its folder: {error}", file.display());
    }
}

/// Unlocks explicitly: a child process that is being started shares the open files for a moment, so closing them would leave the
/// lock with the child.
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

/// The error that names the process that has locked `folder`. `locked` is the file whose lock was refused. The process id comes
/// from the lock file or, where that was deleted, from the system's list of locks.
fn in_use(folder: &Path, locked: &File) -> OpenError {
    let pid = pid_in(&folder.join(LOCK_FILE)).or_else(|| lock_owner(locked)).unwrap_or_else(|| PID_UNKNOWN.to_owned());
    OpenError::InUse { folder: folder.to_owned(), pid }
}

/// The process id in a lock file.
fn pid_in(lock: &Path) -> Option<String> {
    let file = OpenOptions::new().read(true).custom_flags(NO_FOLLOW_NONBLOCK).open(lock).ok()?;
    let mut text = String::new();
    file.take(PID_WIDTH as u64).read_to_string(&mut text).ok()?;
    pid(text.trim())
}

/// The process that has locked `file`, as Linux lists it (`man 5 proc_locks`): `1: FLOCK  ADVISORY  WRITE 4242 fe:01:131073 0 EOF`.
fn lock_owner(file: &File) -> Option<String> {
    let data = file.metadata().ok()?;
    let device_and_inode = format!("{:02x}:{:02x}:{}", major(data.dev()), minor(data.dev()), data.ino());
    let locks = fs::read_to_string("/proc/locks").ok()?;
    locks.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        (fields.get(1) == Some(&"FLOCK") && fields.get(5) == Some(&device_and_inode.as_str())).then(|| pid(fields[4]))?
    })
}

/// A process id as text; `None` for 0 and below, which stand for a process that this one may not see.
fn pid(text: &str) -> Option<String> {
    text.parse::<u32>().is_ok_and(|number| number > 0).then(|| text.to_owned())
}
