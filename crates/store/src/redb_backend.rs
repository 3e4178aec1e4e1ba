//! Connects redb to a file of a [`Disk`](super::Disk), and tells disk failures from damaged files.

use std::io;
use std::sync::{Arc, OnceLock};

use redb::{Builder, StorageBackend};

use super::disk::DiskFile;

/// Bytes of pages that redb caches: enough for a night's working set, small enough for a Pi with 512 MiB.
const CACHE_BYTES: usize = 24 * 1024 * 1024;

/// redb's settings, the same for every backend.
pub fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Remembers the first failure of the disk itself. A file that cannot be read must never be reported as damaged, because its
/// owner would then restore an old backup for nothing.
#[derive(Debug, Clone, Default)]
pub struct FirstDiskError(Arc<OnceLock<(io::ErrorKind, String)>>);

impl FirstDiskError {
    /// Returns `result` unchanged, and remembers its error if the disk is the cause.
    pub fn record<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && is_disk_failure(error)
        {
            self.0.get_or_init(|| (error.kind(), error.to_string()));
        }
        result
    }

    /// The first failure; `None` while the disk has not failed.
    pub fn get(&self) -> Option<io::Error> {
        self.0.get().map(|(kind, message)| io::Error::new(*kind, message.clone()))
    }
}

/// Whether the disk caused the error, as opposed to the content of the file.
pub fn is_disk_failure(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    !matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

/// An open file as redb's storage. It does not take redb's own file lock, because the folder's lock covers every file in it.
#[derive(Debug)]
pub struct RedbBackend {
    file: Box<dyn DiskFile>,
    disk_error: FirstDiskError,
}

impl RedbBackend {
    /// Wraps `file`.
    pub fn new(file: Box<dyn DiskFile>) -> Self {
        RedbBackend { file, disk_error: FirstDiskError::default() }
    }

    /// Where failures of the disk are recorded, also after redb has taken the backend.
    pub fn disk_error(&self) -> FirstDiskError {
        self.disk_error.clone()
    }
}

impl StorageBackend for RedbBackend {
    fn len(&self) -> io::Result<u64> {
        self.disk_error.record(self.file.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.disk_error.record(self.file.read(offset, out))
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.disk_error.record(self.file.set_len(length))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.disk_error.record(self.file.sync())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.disk_error.record(self.file.write(offset, data))
    }
}
