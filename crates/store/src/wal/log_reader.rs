//! Reads a log: which records the store file does not have yet, and whether every record that must be there is complete.

use std::io;
use std::path::Path;

use super::block_header::{BlockHeader, BlockKind, HEADER_BYTES, LogId};
use super::log::{LOG_BYTES_MAX, Log, PAGE, RECORDS_AT, SYNC_MARKER_AT, record_size};
use crate::disk::{Disk, DiskFile};
use crate::tables::Changes;

/// Result of checking a log.
#[derive(Debug)]
pub enum LogCheck {
    /// Complete.
    Complete(Replay),
    /// There is no log file.
    Missing,
    /// A part is missing or damaged, or the log belongs to another store file.
    Damaged,
}

/// A complete log, and the changes in it that the store file does not have.
#[derive(Debug)]
pub struct Replay {
    log: Log,
    /// Offset and bytes of the last record.
    last: Option<(u64, Vec<u8>)>,
    /// The changes to apply to the store file.
    pub changes: Changes<String>,
}

impl Replay {
    /// Reopens the log for appending, and makes sure that everything that was read is durable.
    pub fn resume(self) -> io::Result<Log> {
        self.log.rewrite_last_record(self.last)
    }
}

/// Checks the log `id` of a store file that contains all records up to `base`. Records after `upto` are checked, but their changes are
/// not part of the replay. Writes nothing.
pub fn check_log(disk: &dyn Disk, file: &Path, id: LogId, base: u64, upto: u64) -> io::Result<LogCheck> {
    if !disk.exists(file)? {
        return Ok(LogCheck::Missing);
    }
    let file = disk.open(file)?;
    let bytes = read_all(file.as_ref())?;
    Ok(match BlockHeader::parse(&bytes, id).filter(|header| header.kind == BlockKind::LogHeader) {
        Some(header) => check_records(file, &bytes, header, base, upto),
        None => LogCheck::Damaged,
    })
}

/// Whether the file contains the complete record `seq` of the log `id`, at any offset.
pub fn contains_record(disk: &dyn Disk, file: &Path, id: LogId, seq: u64) -> io::Result<bool> {
    if !disk.exists(file)? {
        return Ok(false);
    }
    let bytes = read_all(disk.open(file)?.as_ref())?;
    Ok(record_headers(&bytes, id).any(|(at, header)| header.seq == seq && complete_record(&bytes, at, header).is_some()))
}

fn read_all(file: &dyn DiskFile) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; file.len()?.min(LOG_BYTES_MAX) as usize];
    file.read(0, &mut bytes)?;
    Ok(bytes)
}

/// Every header of a record of log `id` with its offset, both from before and after the last reset.
fn record_headers(bytes: &[u8], id: LogId) -> impl Iterator<Item = (u64, BlockHeader)> + '_ {
    let offsets = (RECORDS_AT..bytes.len() as u64).step_by(PAGE as usize);
    offsets.filter_map(move |at| header_at(bytes, id, at, BlockKind::Record).map(|header| (at, header)))
}

fn header_at(bytes: &[u8], id: LogId, at: u64, kind: BlockKind) -> Option<BlockHeader> {
    let header = BlockHeader::parse(bytes.get(usize::try_from(at).ok()?..)?, id)?;
    (header.kind == kind).then_some(header)
}

/// The record with its header and padding; `None` when it is truncated or its checksum is wrong.
fn complete_record(bytes: &[u8], at: u64, header: BlockHeader) -> Option<&[u8]> {
    let from = usize::try_from(at).ok()?;
    let record = bytes.get(from..from.checked_add(record_size(header.content_length as usize) as usize)?)?;
    (crc32fast::hash(content(record, header)) == header.content_checksum).then_some(record)
}

fn content(record: &[u8], header: BlockHeader) -> &[u8] {
    &record[HEADER_BYTES..HEADER_BYTES + header.content_length as usize]
}

fn check_records(file: Box<dyn DiskFile>, bytes: &[u8], log_header: BlockHeader, base: u64, upto: u64) -> LogCheck {
    let id = log_header.id;
    let marker = header_at(bytes, id, SYNC_MARKER_AT, BlockKind::SyncMarker);
    let (marked_seq, marked_length) = marker.map_or((0, 0), |marker| (marker.seq, marker.file_length));
    let (mut seq, mut at, mut capacity) = (base, RECORDS_AT, log_header.file_length.max(marked_length));
    let (mut last, mut changes) = (None, Changes::default());
    while let Some(header) = header_at(bytes, id, at, BlockKind::Record).filter(|header| header.seq == seq + 1) {
        capacity = capacity.max(header.file_length);
        let Some(record) = complete_record(bytes, at, header) else { break };
        // The checksum is right and the content is not a record: an interrupted write does not look like that.
        if header.seq <= upto && changes.merge_encoded(content(record, header)).is_none() {
            return LogCheck::Damaged;
        }
        last = Some((at, record.to_vec()));
        (seq, at) = (header.seq, at + record.len() as u64);
    }
    // The record after the last complete one may be an interrupted write. A later record proves that it was complete once, because
    // each is written after the sync of the one before. And if it is complete at another offset, this log does not start where the
    // store file says that it does.
    let is_lost =
        |(at, header): (u64, BlockHeader)| header.seq > seq + 1 || (header.seq == seq + 1 && complete_record(bytes, at, header).is_some());
    let is_truncated = (bytes.len() as u64) < capacity.min(LOG_BYTES_MAX);
    if marked_seq > seq || record_headers(bytes, id).any(is_lost) || is_truncated {
        return LogCheck::Damaged;
    }
    let next_offset = last.is_some().then_some(at);
    LogCheck::Complete(Replay {
        log: Log {
            file,
            id,
            last_seq: seq,
            checkpointed_seq: base,
            next_offset,
            capacity,
            capacity_max: capacity,
            marked_seq: marked_seq.max(base),
            poisoned: false,
        },
        last,
        changes,
    })
}
