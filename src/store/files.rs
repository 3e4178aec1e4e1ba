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

use redb::StorageBackend;

use super::folder::FILE_MODE;

/// The files of a data folder.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Whether there is such a file.
    fn exists(&self, file: &Path) -> io::Result<bool>;
    /// Makes an empty file that nobody but the owner reads. Fails where there is one.
    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Opens a file that is there.
    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Takes a file away.
    fn remove(&self, file: &Path) -> io::Result<()>;
    /// Gives a file another name, over whatever bears it. Durable only after [`Disk::sync_folder`].
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Makes the names in a folder durable.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
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
        fs::exists(file)
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(OpenOptions::new().read(true).write(true).create_new(true).mode(FILE_MODE).open(file)?))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(OpenOptions::new().read(true).write(true).open(file)?))
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

/// An open file as redb wants it. redb's own lock is not taken: the folder's lock stands before every file in it.
#[derive(Debug)]
pub(super) struct Backend(pub(super) Box<dyn DiskFile>);

impl StorageBackend for Backend {
    fn len(&self) -> io::Result<u64> {
        self.0.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.read(offset, out)
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.0.set_len(length)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.sync()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.write(offset, data)
    }
}
