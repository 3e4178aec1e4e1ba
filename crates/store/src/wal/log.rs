//! The log file: appends records, writes sync markers, and grows or resets the file.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::block_header::{BlockHeader, BlockKind, HEADER_BYTES, LogId};
use crate::disk::{Disk, DiskFile};
use crate::folder::{Folder, give_to_folder_owner};

/// Most bytes of the file. It bounds what a start has to replay, and what a checkpoint has to write.
pub const LOG_BYTES_MAX: u64 = 16 * 1024 * 1024;
/// The log may always grow to this many bytes. Beyond that it may be as long as the store file: a small disk should be able to
/// hold a small bar.
const LOG_BYTES_MIN: u64 = 512 * 1024;
/// Bytes of a new log file. It grows by doubling, as long as that is quickly done.
const FIRST_CAPACITY: u64 = 64 * 1024;
/// Most bytes by which it grows at a time. No caller is answered meanwhile, and a slow card takes a tenth of a second for them.
const GROW_BYTES_MAX: u64 = 1024 * 1024;
/// Zeros are written page by page: a system that keeps one large write in one piece of memory would treat all of it as changed
/// with every record.
const ZERO_PAGE: [u8; PAGE as usize] = [0; PAGE as usize];
/// Bytes that the system writes together, and the sector size of most media. Every block starts on such a boundary.
pub const PAGE: u64 = 4_096;
/// Offset of the sync marker.
pub const SYNC_MARKER_AT: u64 = PAGE;
/// Offset of the first record.
pub const RECORDS_AT: u64 = 2 * PAGE;

/// A log and the sequence number of one of its records.
pub type LogPosition = (LogId, u64);

/// The paths that belong to a log.
#[derive(Debug, Clone)]
pub struct LogLocation {
    disk: Arc<dyn Disk>,
    /// Path of the log file.
    pub file: PathBuf,
    store_file: PathBuf,
    folder: PathBuf,
}

impl LogLocation {
    /// The log of a data folder.
    pub fn new(disk: &Arc<dyn Disk>, folder: &Folder) -> Self {
        LogLocation { disk: disk.clone(), file: folder.log_file(), store_file: folder.store_file(), folder: folder.path().to_owned() }
    }

    /// How long the log may become next to the store file at its present size, in bytes.
    fn capacity_max(&self) -> u64 {
        let length = self.disk.open(&self.store_file).and_then(|file| file.len());
        length.unwrap_or(0).clamp(LOG_BYTES_MIN, LOG_BYTES_MAX)
    }

    /// Removes a log that is not needed any more. If that fails, the log does no harm, because the store file records that it
    /// needs none.
    pub fn remove(&self) {
        if let Err(error) = self.disk.remove(&self.file)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!("{} cannot be taken away: {error}", self.file.display());
        }
    }
}

/// An open log that records are appended to.
#[derive(Debug)]
pub struct Log {
    pub(super) file: Box<dyn DiskFile>,
    pub(super) id: LogId,
    /// Sequence number of the last record.
    pub(super) last_seq: u64,
    /// Sequence number of the last record that the store file contains durably.
    pub(super) checkpointed_seq: u64,
    /// Offset of the next record. `None` until this process has made a checkpoint, because the checkpoint note that was read may
    /// exist in memory only.
    pub(super) next_offset: Option<u64>,
    /// Durable length of the file in bytes.
    pub(super) capacity: u64,
    /// Most bytes that the file may grow to.
    pub(super) capacity_max: u64,
    /// Sequence number of the last record that the sync marker covers.
    pub(super) marked_seq: u64,
    /// A write or sync failed: what the disk holds is unknown until the log is read again.
    pub(super) poisoned: bool,
}

impl Log {
    /// Creates an empty log and replaces an existing file.
    pub fn create(location: &LogLocation) -> io::Result<Self> {
        let id = LogId::new()?;
        let new = location.file.with_extension("log.new");
        let LogLocation { disk, .. } = location;
        if disk.exists(&new)? {
            disk.remove(&new)?;
        }
        let file = disk.create(&new)?;
        let created = (|| {
            let header = BlockHeader::without_content(id, BlockKind::LogHeader, 0, FIRST_CAPACITY);
            file.set_len(FIRST_CAPACITY)?;
            write_zeros(file.as_ref(), 0, FIRST_CAPACITY)?;
            file.write(0, &header.to_bytes())?;
            file.sync()?;
            give_to_folder_owner(&new, &location.folder);
            disk.rename(&new, &location.file)?;
            disk.sync_folder(&location.folder)
        })();
        if let Err(error) = created {
            let _ = disk.remove(&new);
            return Err(error);
        }
        Ok(Log {
            file,
            id,
            last_seq: 0,
            checkpointed_seq: 0,
            next_offset: Some(RECORDS_AT),
            capacity: FIRST_CAPACITY,
            capacity_max: location.capacity_max(),
            marked_seq: 0,
            poisoned: false,
        })
    }

    /// What a checkpoint records in the store file: the id of the log, and the last record that the file then contains.
    pub fn checkpoint_note(&self) -> String {
        format!("{}:{}", self.id, self.last_seq)
    }

    /// The last durable record.
    pub fn position(&self) -> LogPosition {
        (self.id, self.last_seq)
    }

    /// Whether a record with `content_length` bytes fits; grows the file for it where that is possible.
    pub fn reserve(&mut self, content_length: usize) -> bool {
        let Some(next) = self.next_offset else { return false };
        let end = next + record_size(content_length);
        end <= self.capacity || (end <= self.capacity_max && self.grow(end).is_ok())
    }

    /// Appends a record and syncs it, after which it is durable. An error poisons the log.
    pub fn append(&mut self, content: &[u8]) -> io::Result<()> {
        let offset = self.next_offset.filter(|_| !self.poisoned).ok_or_else(poisoned)?;
        let content_length = u32::try_from(content.len()).map_err(|_| poisoned())?;
        let (kind, seq, content_checksum) = (BlockKind::Record, self.last_seq + 1, crc32fast::hash(content));
        let header = BlockHeader { id: self.id, kind, seq, file_length: self.capacity, content_length, content_checksum };
        let size = record_size(content.len()) as usize;
        let mut record = Vec::with_capacity(size);
        record.extend_from_slice(&header.to_bytes());
        record.extend_from_slice(content);
        record.resize(size, 0);
        self.write_and_sync(offset, &record)?;
        self.last_seq = seq;
        self.next_offset = Some(offset + record.len() as u64);
        Ok(())
    }

    /// Writes a sync marker: all records so far are complete, and one that is found incomplete later is damage rather than an
    /// interrupted write.
    pub fn write_sync_marker(&mut self) -> io::Result<()> {
        if self.poisoned {
            return Err(poisoned());
        }
        let marker = BlockHeader::without_content(self.id, BlockKind::SyncMarker, self.last_seq, self.capacity);
        self.write_and_sync(SYNC_MARKER_AT, &marker.to_bytes())?;
        self.marked_seq = self.last_seq;
        Ok(())
    }

    /// Starts over at the first record's offset, after a checkpoint has put all records into the store file.
    pub fn reset(&mut self, location: &LogLocation) {
        self.capacity_max = location.capacity_max();
        self.checkpointed_seq = self.last_seq;
        self.marked_seq = self.marked_seq.max(self.last_seq);
        self.next_offset = Some(RECORDS_AT);
    }

    /// Refuses records until the next checkpoint. What failed once is retried where it failed, so that a box on a full disk does
    /// not refuse one sale and accept the next.
    pub fn require_checkpoint(&mut self) {
        self.next_offset = None;
    }

    /// Whether the log contains records that the store file does not.
    pub fn needs_checkpoint(&self) -> bool {
        self.last_seq > self.checkpointed_seq
    }

    /// Whether the log contains records that no sync marker covers.
    pub fn needs_sync_marker(&self) -> bool {
        self.last_seq > self.marked_seq
    }

    /// Whether the log is three quarters full: a checkpoint is due with the next change, or as soon as no caller waits.
    pub fn is_nearly_full(&self) -> bool {
        self.next_offset.is_some_and(|next| next > self.capacity_max / 4 * 3)
    }

    /// Grows the file before the room is needed, while no caller waits. If that fails, a checkpoint makes room instead.
    pub fn preallocate(&mut self) {
        let reserve = self.capacity.min(GROW_BYTES_MAX) / 2;
        if let Some(next) = self.next_offset.filter(|next| *next > self.capacity - reserve && self.capacity < self.capacity_max) {
            let _ = self.grow(next);
        }
    }

    /// Appends zeros up to at least `end` and syncs them before any record uses them: each header contains the length of the file,
    /// so that a truncated log is noticed.
    fn grow(&mut self, end: u64) -> io::Result<()> {
        if self.poisoned {
            return Err(poisoned());
        }
        let doubled = self.capacity + self.capacity.min(GROW_BYTES_MAX);
        let capacity = end.next_multiple_of(FIRST_CAPACITY).max(doubled).min(self.capacity_max);
        self.file.set_len(capacity)?;
        // Zeros instead of a hole, so that a full disk is noticed now.
        let written = write_zeros(self.file.as_ref(), self.capacity, capacity).and_then(|()| self.file.sync());
        match written {
            Ok(()) => self.capacity = capacity,
            // Other files can use the space that the attempt took.
            Err(_) => self.file.set_len(self.capacity)?,
        }
        written
    }

    /// Writes the last record of a log that was read once more, as its offset and bytes. It may have been read from memory only,
    /// because after a failed sync the system drops what it had yet to write.
    pub fn rewrite_last_record(mut self, last: Option<(u64, Vec<u8>)>) -> io::Result<Self> {
        if let Some((offset, record)) = last {
            self.write_and_sync(offset, &record)?;
        }
        Ok(self)
    }

    /// Writes and syncs; an error or a panic poisons the log.
    fn write_and_sync(&mut self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.poisoned = true;
        self.file.write(offset, data)?;
        self.file.sync()?;
        self.poisoned = false;
        Ok(())
    }
}

fn write_zeros(file: &dyn DiskFile, from: u64, to: u64) -> io::Result<()> {
    for offset in (from..to).step_by(ZERO_PAGE.len()) {
        file.write(offset, &ZERO_PAGE[..ZERO_PAGE.len().min((to - offset) as usize)])?;
    }
    Ok(())
}

/// Bytes of the file that a record with so many bytes of content takes: header and content, rounded up to whole pages.
pub fn record_size(content_length: usize) -> u64 {
    ((HEADER_BYTES + content_length) as u64).next_multiple_of(PAGE)
}

fn poisoned() -> io::Error {
    io::Error::other("the log waits until it is read again")
}

/// Parses a [`Log::checkpoint_note`]: which log belongs to a store file, and up to which record the file contains it. `None` when the
/// text is not such a note.
pub fn parse_checkpoint_note(note: &str) -> Option<LogPosition> {
    let (id, seq) = note.split_once(':')?;
    Some((LogId::parse(id)?, seq.parse().ok()?))
}
