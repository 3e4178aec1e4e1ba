//! The disk as the store sees it: a handful of operations, each of which a test may let fail, tear, or forget.
//!
//! Whatever decides between a whole store and a lost one goes through here: making the file, its first bytes, the sync,
//! the rename, the folder's sync. So a test that puts a [`Disk`] of its own in the place of [`RealDisk`] can cut the power
//! between any two of them.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use redb::StorageBackend;

use crate::store::private_files::{NO_LINK, create_private, not_a_link};

/// The files of a data folder.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Whether there is such a file.
    fn exists(&self, file: &Path) -> io::Result<bool>;
    /// Makes an empty file that nobody but the owner reads. Fails where there is one.
    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Opens a file that is there.
    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Opens a file that may be for reading alone.
    fn open_to_read(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.open(file)
    }
    /// Takes a file away.
    fn remove(&self, file: &Path) -> io::Result<()>;
    /// Gives a file another name, over whatever bears it. Durable only after [`Disk::sync_folder`].
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Makes the names in a folder durable.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
    /// Gives a file a second name, which nothing may bear. Not every file system knows second names.
    fn link(&self, _file: &Path, _name: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    /// Takes a folder away with everything that is in it, if there is one.
    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        if fs::exists(folder)? { fs::remove_dir_all(folder) } else { Ok(()) }
    }
}

/// An open file. Every call is for many threads.
// A file without bytes is no special case here.
#[expect(clippy::len_without_is_empty)]
pub trait DiskFile: fmt::Debug + Send + Sync {
    /// Its length in bytes.
    fn len(&self) -> io::Result<u64>;
    /// Fills `out` from `offset`; fails beyond the end.
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()>;
    /// Writes all of `data` at `offset`. Durable only after [`DiskFile::sync`].
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()>;
    /// Cuts off, or adds zeros.
    fn set_len(&self, length: u64) -> io::Result<()>;
    /// Makes everything that was written durable.
    fn sync(&self) -> io::Result<()>;
}

/// The machine's own disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        // A link that leads nowhere is something too.
        match fs::symlink_metadata(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            found => found.map(|_| true),
        }
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(create_private(file)?))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        let opened = OpenOptions::new().read(true).write(true).custom_flags(NO_LINK).open(file);
        Ok(Box::new(opened.map_err(not_a_link)?))
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        fs::remove_file(file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    fn open_to_read(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(File::open(file)?))
    }

    fn link(&self, file: &Path, name: &Path) -> io::Result<()> {
        fs::hard_link(file, name)
    }
}

impl DiskFile for File {
    fn len(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.read_exact_at(out, offset)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.write_all_at(data, offset)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        File::set_len(self, length)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_data()
    }
}

/// The first thing that the disk could not do, as against a file that is not what it should be. A file that cannot be read
/// must never be taken for one that is damaged: its owner would bring back an old copy for nothing.
#[derive(Debug, Clone, Default)]
pub struct Trouble(Arc<OnceLock<(io::ErrorKind, String)>>);

impl Trouble {
    /// Passes `result` on, and remembers what it says of the disk.
    pub fn noted<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && is_of_the_disk(error)
        {
            self.0.get_or_init(|| (error.kind(), error.to_string()));
        }
        result
    }

    /// What happened first.
    pub fn told(&self) -> Option<io::Error> {
        self.0.get().map(|(kind, words)| io::Error::new(*kind, words.clone()))
    }
}

/// Whether the disk is to blame, and not what stands in the file.
pub fn is_of_the_disk(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    !matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// An open file as redb wants it. redb's own lock is not taken: the folder's lock stands before every file in it.
#[derive(Debug)]
pub struct Backend {
    file: Box<dyn DiskFile>,
    trouble: Trouble,
}

impl Backend {
    /// Hands `file` to redb.
    pub fn of(file: Box<dyn DiskFile>) -> Self {
        Backend { file, trouble: Trouble::default() }
    }

    /// Where to hear of the disk's trouble.
    pub fn trouble(&self) -> Trouble {
        self.trouble.clone()
    }
}

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        self.trouble.noted(self.file.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.trouble.noted(self.file.read(offset, out))
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.trouble.noted(self.file.set_len(length))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.trouble.noted(self.file.sync())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.trouble.noted(self.file.write(offset, data))
    }
}
