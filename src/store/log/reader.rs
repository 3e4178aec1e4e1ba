//! Reading a log: which records the store's file has not got, and whether all that was promised is there.

use std::io;
use std::path::Path;

use super::stamp::{Kind, LogId, SECTOR, STAMP_BYTES, Stamp};
use super::{Changes, LOG_MAX, Log, MARK_AT, RECORDS_AT, record_bytes};
use crate::store::files::{Disk, DiskFile};

/// What a look at a log found.
#[derive(Debug)]
pub enum Look {
    /// All that was promised.
    Whole(Replay),
    /// There is none.
    Missing,
    /// It is not whole, or that of another file.
    Damaged,
}

/// A log as it was found, and what the store's file has not got of it.
#[derive(Debug)]
pub struct Replay {
    log: Log,
    last: Option<(u64, Vec<u8>)>,
    /// What is to be put into the store's file.
    pub changes: Changes<String>,
}

impl Replay {
    /// The log, to be written on. Whatever was read is durable then.
    pub fn go_on(self) -> io::Result<Log> {
        self.log.settled(self.last)
    }
}

/// Looks at the log `id` of a store's file that has everything up to record `base`. Nothing is written.
pub fn look(disk: &dyn Disk, file: &Path, id: LogId, base: u64) -> io::Result<Look> {
    if !disk.exists(file)? {
        return Ok(Look::Missing);
    }
    let file = disk.open(file)?;
    let length = file.len()?;
    let mut bytes = vec![0; length.min(LOG_MAX) as usize];
    file.read(0, &mut bytes)?;
    Ok(match Stamp::read(&bytes, id).filter(|head| head.kind == Kind::Head) {
        Some(head) => read(file, bytes, head, base),
        None => Look::Damaged,
    })
}

fn read(file: Box<dyn DiskFile>, bytes: Vec<u8>, head: Stamp, base: u64) -> Look {
    let stamp_at = |at: u64, kind: Kind| {
        let stamp = Stamp::read(bytes.get(usize::try_from(at).ok()?..)?, head.id)?;
        (stamp.kind == kind).then_some(stamp)
    };
    let (marked, grown) = stamp_at(MARK_AT, Kind::Mark).map_or((0, 0), |mark| (mark.seq, mark.room));
    let (mut seq, mut at, mut room) = (base, RECORDS_AT, head.room.max(grown));
    let (mut last, mut changes) = (None, Changes::default());
    while let Some(stamp) = stamp_at(at, Kind::Record).filter(|stamp| stamp.seq == seq + 1) {
        room = room.max(stamp.room);
        let (from, size) = (at as usize, record_bytes(stamp.length as usize));
        let Some(record) = bytes.get(from..from + size as usize) else { break };
        let content = &record[STAMP_BYTES..STAMP_BYTES + stamp.length as usize];
        if crc32fast::hash(content) != stamp.sum {
            break;
        }
        // Summed right and yet no record: that is not how a write breaks off.
        if changes.add(content).is_none() {
            return Look::Damaged;
        }
        last = Some((at, record.to_vec()));
        (seq, at) = (stamp.seq, at + size);
    }
    // The record behind the last whole one may have broken off. Anything that was written after it says that it had not.
    let newest = (RECORDS_AT..bytes.len() as u64).step_by(SECTOR as usize).filter_map(|at| stamp_at(at, Kind::Record));
    let newest = newest.map(|stamp| stamp.seq).max().unwrap_or(0);
    if marked > seq || newest > seq + 1 || (bytes.len() as u64) < room.min(LOG_MAX) {
        return Look::Damaged;
    }
    let next = last.is_some().then_some(at);
    Look::Whole(Replay {
        log: Log { file, id: head.id, seq, base, next, room, longest: room, marked: marked.max(base), broken: false },
        last,
        changes,
    })
}
