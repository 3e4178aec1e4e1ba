//! The redo log that is being written.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::block_header::{Kind, LogId, STAMP_BYTES, Stamp};
use crate::store::disk::{Disk, DiskFile};
use crate::store::folder::{Folder, give_to_folder_owner};

/// Most bytes of the file. Bounds what a start has to take in again, and what a checkpoint has to write.
pub const LOG_MAX: u64 = 16 * 1024 * 1024;
/// A log may always be so long; beyond that, as long as the file of the store: a small disk should hold a small bar.
const LOG_MIN: u64 = 512 * 1024;
/// Bytes of a new file. It grows by doubling, as long as that is quickly done.
const ROOM_FIRST: u64 = 64 * 1024;
/// Most bytes that it grows by at a time: nobody is answered meanwhile, and a slow card writes so much in a tenth of a second.
const GROW_MAX: u64 = 1024 * 1024;
/// Zeros are written piece by piece: a system that keeps what came at a stroke in one piece of memory would take all of it for
/// changed with every record.
const PIECE: [u8; PAGE as usize] = [0; PAGE as usize];
/// Bytes that the system writes together, and sectors of most media: everything in the log begins on such a boundary.
pub const PAGE: u64 = 4_096;
/// Where the mark is.
pub const MARK_AT: u64 = PAGE;
/// Where the first record is.
pub const RECORDS_AT: u64 = 2 * PAGE;

/// A place in the life of a log: which log, and the number of a record.
pub type Position = (LogId, u64);

/// Where the log of a store is.
#[derive(Debug, Clone)]
pub struct Place {
    /// The disk that it is on.
    pub disk: Arc<dyn Disk>,
    /// Its file.
    pub file: PathBuf,
    /// The store's file.
    store: PathBuf,
    /// The folder around it.
    pub folder: PathBuf,
}

impl Place {
    /// In a data folder.
    pub fn of(disk: &Arc<dyn Disk>, folder: &Folder) -> Self {
        Place { disk: disk.clone(), file: folder.log_file(), store: folder.store_file(), folder: folder.path().to_owned() }
    }

    /// How long the log may become beside the store's file as it is now.
    fn longest(&self) -> u64 {
        let length = self.disk.open(&self.store).and_then(|file| file.len());
        length.unwrap_or(0).clamp(LOG_MIN, LOG_MAX)
    }

    /// Takes away a log that nobody needs. One that stays does no harm: the store's file says that it is over.
    pub fn clear(&self) {
        if let Err(error) = self.disk.remove(&self.file)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!("{} cannot be taken away: {error}", self.file.display());
        }
    }
}

/// A log that is being written.
#[derive(Debug)]
pub struct Log {
    pub file: Box<dyn DiskFile>,
    pub id: LogId,
    /// Number of the last record.
    pub seq: u64,
    /// Up to which record the store's file has them.
    pub base: u64,
    /// Where the next record goes. `None`: nowhere until a checkpoint of this process, because what the file notes may
    /// have been read from memory alone.
    pub next: Option<u64>,
    /// Bytes of the file that are durably there.
    pub room: u64,
    /// How many there may be.
    pub longest: u64,
    /// Up to which record the mark speaks.
    pub marked: u64,
    /// Something failed: what the disk holds is unknown until the log is read again.
    pub broken: bool,
}

impl Log {
    /// Makes an empty log, over whatever lies there.
    pub fn create(place: &Place) -> io::Result<Self> {
        let id = LogId::new()?;
        let new = place.file.with_extension("log.new");
        let Place { disk, .. } = place;
        if disk.exists(&new)? {
            disk.remove(&new)?;
        }
        let file = disk.create(&new)?;
        let made = (|| {
            let head = Stamp { id, kind: Kind::Head, seq: 0, room: ROOM_FIRST, length: 0, sum: 0 };
            file.set_len(ROOM_FIRST)?;
            zeros(file.as_ref(), 0, ROOM_FIRST)?;
            file.write(0, &head.to_bytes())?;
            file.sync()?;
            give_to_folder_owner(&new, &place.folder);
            disk.rename(&new, &place.file)?;
            disk.sync_folder(&place.folder)
        })();
        if let Err(error) = made {
            let _ = disk.remove(&new);
            return Err(error);
        }
        Ok(Log { file, id, seq: 0, base: 0, next: Some(RECORDS_AT), room: ROOM_FIRST, longest: place.longest(), marked: 0, broken: false })
    }

    /// What the store's file notes of it: which log, and up to which record they are in the file.
    pub fn note(&self) -> String {
        format!("{}:{}", self.id, self.seq)
    }

    /// Which log it is, and its last durable record.
    pub fn position(&self) -> Position {
        (self.id, self.seq)
    }

    /// Whether a record of so many bytes has its place; makes room for it where that is possible.
    pub fn has_room(&mut self, length: usize) -> bool {
        let Some(next) = self.next else { return false };
        let end = next + record_bytes(length);
        end <= self.room || (end <= self.longest && self.grow(end).is_ok())
    }

    /// Writes a record and syncs it: from now on it counts. After an error nothing is written until the log is read again.
    pub fn append(&mut self, changes: &[u8]) -> io::Result<()> {
        let place = self.next.filter(|_| !self.broken).ok_or_else(broken)?;
        let length = u32::try_from(changes.len()).map_err(|_| broken())?;
        let (kind, seq, sum) = (Kind::Record, self.seq + 1, crc32fast::hash(changes));
        let stamp = Stamp { id: self.id, kind, seq, room: self.room, length, sum };
        let size = record_bytes(changes.len()) as usize;
        let mut record = Vec::with_capacity(size);
        record.extend_from_slice(&stamp.to_bytes());
        record.extend_from_slice(changes);
        record.resize(size, 0);
        self.broken = true;
        self.file.write(place, &record)?;
        self.file.sync()?;
        self.broken = false;
        self.seq = seq;
        self.next = Some(place + record.len() as u64);
        Ok(())
    }

    /// Notes on the disk that everything so far is whole: what is not from now on is damage, and not a write that broke off.
    pub fn mark(&mut self) -> io::Result<()> {
        if self.broken {
            return Err(broken());
        }
        let mark = Stamp { id: self.id, kind: Kind::Mark, seq: self.seq, room: self.room, length: 0, sum: 0 };
        self.broken = true;
        self.file.write(MARK_AT, &mark.to_bytes())?;
        self.file.sync()?;
        self.broken = false;
        self.marked = self.seq;
        Ok(())
    }

    /// Everything is in the store's file, durably: the next record goes to the start again.
    pub fn begins_again(&mut self, place: &Place) {
        self.longest = place.longest();
        self.base = self.seq;
        self.marked = self.marked.max(self.seq);
        self.next = Some(RECORDS_AT);
    }

    /// No record until a checkpoint was made: what failed once is tried where it failed, so that a box on a full disk does not
    /// refuse one sale and take the next.
    pub fn waits_for_a_checkpoint(&mut self) {
        self.next = None;
    }

    /// Whether records wait for a checkpoint.
    pub fn holds_records(&self) -> bool {
        self.seq > self.base
    }

    /// Whether it holds records of which no mark speaks.
    pub fn wants_mark(&self) -> bool {
        self.seq > self.marked
    }

    /// Whether a checkpoint is due for its length: with the next change, or as soon as nobody waits.
    pub fn is_long(&self) -> bool {
        self.next.is_some_and(|next| next > self.longest / 4 * 3)
    }

    /// Makes room before it is needed. Where there is none, a checkpoint will do.
    pub fn grow_ahead(&mut self) {
        let ahead = self.room.min(GROW_MAX) / 2;
        if let Some(next) = self.next.filter(|next| *next > self.room - ahead && self.room < self.longest) {
            let _ = self.grow(next);
        }
    }

    /// Zeros up to at least `end`, synced by themselves: each stamp says how long the file is, so that one that was cut off
    /// is noticed.
    fn grow(&mut self, end: u64) -> io::Result<()> {
        if self.broken {
            return Err(broken());
        }
        let room = end.next_multiple_of(ROOM_FIRST).max(self.room + self.room.min(GROW_MAX)).min(self.longest);
        self.file.set_len(room)?;
        // Bytes, not a hole: a full disk should say so now.
        let written = zeros(self.file.as_ref(), self.room, room).and_then(|()| self.file.sync());
        match written {
            Ok(()) => self.room = room,
            // What there was room for is for others.
            Err(_) => self.file.set_len(self.room)?,
        }
        written
    }

    /// A log that was found, with its last record written once more: it may have been read from memory alone, because the
    /// system forgets what was still to be written when a sync fails.
    pub fn settled(mut self, last: Option<(u64, Vec<u8>)>) -> io::Result<Self> {
        if let Some((place, record)) = last {
            self.broken = true;
            self.file.write(place, &record)?;
            self.file.sync()?;
            self.broken = false;
        }
        Ok(self)
    }
}

fn zeros(file: &dyn DiskFile, from: u64, to: u64) -> io::Result<()> {
    for at in (from..to).step_by(PIECE.len()) {
        file.write(at, &PIECE[..PIECE.len().min((to - at) as usize)])?;
    }
    Ok(())
}

/// Bytes of the file that a record with so many bytes of changes takes.
pub fn record_bytes(length: usize) -> u64 {
    ((STAMP_BYTES + length) as u64).next_multiple_of(PAGE)
}

fn broken() -> io::Error {
    io::Error::other("the log waits until it is read again")
}

/// Which log belongs to a file, and up to which record it is in it; `None` for a note that is no such thing.
pub fn read_note(note: &str) -> Option<(LogId, u64)> {
    let (id, base) = note.split_once(':')?;
    Some((LogId::parse(id)?, base.parse().ok()?))
}
