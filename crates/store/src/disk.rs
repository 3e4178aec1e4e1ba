//! File operations that the store depends on, behind traits, so that tests can inject disk faults and power cuts.
//!
//! Every operation that decides between a complete store and a lost one goes through [`Disk`]: creating a file, writing it,
//! syncing it, renaming it and syncing its folder. A test replaces [`RealDisk`] with a simulated disk and cuts the power between
//! any two of these operations.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;

use super::private_files::{NO_FOLLOW, create_private, explain_link};

/// The file system as the store uses it.
pub trait Disk: fmt::Debug + Send + Sync {
    /// Whether the path exists, a broken link included.
    fn exists(&self, file: &Path) -> io::Result<bool>;
    /// Creates an empty file that only its owner can read. Fails where the path exists.
    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Opens an existing file for reading and writing.
    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>>;
    /// Opens an existing file for reading; the file may be read-only.
    fn open_to_read(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        self.open(file)
    }
    /// Removes a file.
    fn remove(&self, file: &Path) -> io::Result<()>;
    /// Renames a file and replaces whatever has the new name. Durable only after [`Disk::sync_folder`].
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Makes the names in a folder durable.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
    /// Creates a hard link. Fails where the name exists, and on file systems without hard links.
    fn link(&self, _file: &Path, _name: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
    /// Removes a folder with everything in it; succeeds where there is none.
    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        if fs::exists(folder)? { fs::remove_dir_all(folder) } else { Ok(()) }
    }
}

/// An open file. All methods may be called from several threads.
// The store has no use for `is_empty`.
#[expect(clippy::len_without_is_empty)]
pub trait DiskFile: fmt::Debug + Send + Sync {
    /// Length in bytes.
    fn len(&self) -> io::Result<u64>;
    /// Fills `out` from `offset`; fails beyond the end of the file.
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()>;
    /// Writes all of `data` at `offset`. Durable only after [`DiskFile::sync`].
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()>;
    /// Truncates the file, or extends it with zeros.
    fn set_len(&self, length: u64) -> io::Result<()>;
    /// Makes everything written so far durable.
    fn sync(&self) -> io::Result<()>;
}

/// The machine's own disk.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn exists(&self, file: &Path) -> io::Result<bool> {
        // `symlink_metadata`, because a broken link occupies the name too.
        match fs::symlink_metadata(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            found => found.map(|_| true),
        }
    }

    fn create(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(create_private(file)?))
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn DiskFile>> {
        let opened = OpenOptions::new().read(true).write(true).custom_flags(NO_FOLLOW).open(file);
        Ok(Box::new(opened.map_err(explain_link)?))
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
