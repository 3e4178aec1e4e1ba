//! Reading a log: which records the store's file has not got, and whether all that was promised is there.

use std::io;
use std::path::Path;

use super::block_header::{Kind, LogId, STAMP_BYTES, Stamp};
use super::log::{LOG_MAX, Log, MARK_AT, PAGE, RECORDS_AT, record_bytes};
use crate::store::disk::{Disk, DiskFile};
use crate::store::tables::changes::Changes;

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

/// Looks at the log `id` of a store's file that has everything up to record `base`. The changes of records after `upto` are
/// left out. Nothing is written.
pub fn look(disk: &dyn Disk, file: &Path, id: LogId, base: u64, upto: u64) -> io::Result<Look> {
    if !disk.exists(file)? {
        return Ok(Look::Missing);
    }
    let file = disk.open(file)?;
    let bytes = bytes_of(file.as_ref())?;
    Ok(match Stamp::read(&bytes, id).filter(|head| head.kind == Kind::Head) {
        Some(head) => read(file, &bytes, head, base, upto),
        None => Look::Damaged,
    })
}

/// Whether record `seq` of the log `id` is in the file, whole, wherever it lies.
pub fn holds(disk: &dyn Disk, file: &Path, id: LogId, seq: u64) -> io::Result<bool> {
    if !disk.exists(file)? {
        return Ok(false);
    }
    let bytes = bytes_of(disk.open(file)?.as_ref())?;
    Ok(stamps(&bytes, id).any(|(at, stamp)| stamp.seq == seq && whole_record(&bytes, at, stamp).is_some()))
}

fn bytes_of(file: &dyn DiskFile) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; file.len()?.min(LOG_MAX) as usize];
    file.read(0, &mut bytes)?;
    Ok(bytes)
}

/// Every stamp of a record of log `id`, of this use of the file or an earlier one, and where it is.
fn stamps(bytes: &[u8], id: LogId) -> impl Iterator<Item = (u64, Stamp)> + '_ {
    let places = (RECORDS_AT..bytes.len() as u64).step_by(PAGE as usize);
    places.filter_map(move |at| stamp_at(bytes, id, at, Kind::Record).map(|stamp| (at, stamp)))
}

fn stamp_at(bytes: &[u8], id: LogId, at: u64, kind: Kind) -> Option<Stamp> {
    let stamp = Stamp::read(bytes.get(usize::try_from(at).ok()?..)?, id)?;
    (stamp.kind == kind).then_some(stamp)
}

/// The record behind `stamp`, with it and what fills it up; `None` when it is not as it was written.
fn whole_record(bytes: &[u8], at: u64, stamp: Stamp) -> Option<&[u8]> {
    let from = usize::try_from(at).ok()?;
    let record = bytes.get(from..from.checked_add(record_bytes(stamp.length as usize) as usize)?)?;
    (crc32fast::hash(content_of(record, stamp)) == stamp.sum).then_some(record)
}

fn content_of(record: &[u8], stamp: Stamp) -> &[u8] {
    &record[STAMP_BYTES..STAMP_BYTES + stamp.length as usize]
}

fn read(file: Box<dyn DiskFile>, bytes: &[u8], head: Stamp, base: u64, upto: u64) -> Look {
    let (marked, grown) = stamp_at(bytes, head.id, MARK_AT, Kind::Mark).map_or((0, 0), |mark| (mark.seq, mark.room));
    let (mut seq, mut at, mut room) = (base, RECORDS_AT, head.room.max(grown));
    let (mut last, mut changes) = (None, Changes::default());
    while let Some(stamp) = stamp_at(bytes, head.id, at, Kind::Record).filter(|stamp| stamp.seq == seq + 1) {
        room = room.max(stamp.room);
        let Some(record) = whole_record(bytes, at, stamp) else { break };
        // Summed right and yet no record: that is not how a write breaks off.
        if stamp.seq <= upto && changes.add(content_of(record, stamp)).is_none() {
            return Look::Damaged;
        }
        last = Some((at, record.to_vec()));
        (seq, at) = (stamp.seq, at + record.len() as u64);
    }
    // The record behind the last whole one may have broken off. A later one says that it had not, because each waits for the
    // one before; and one that is whole elsewhere says that this log does not begin where the file says that it does.
    let lost = |(at, stamp): (u64, Stamp)| stamp.seq > seq + 1 || (stamp.seq == seq + 1 && whole_record(bytes, at, stamp).is_some());
    if marked > seq || stamps(bytes, head.id).any(lost) || (bytes.len() as u64) < room.min(LOG_MAX) {
        return Look::Damaged;
    }
    let next = last.is_some().then_some(at);
    Look::Whole(Replay {
        log: Log { file, id: head.id, seq, base, next, room, longest: room, marked: marked.max(base), broken: false },
        last,
        changes,
    })
}
