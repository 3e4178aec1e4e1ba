//! Examines a store file before it is opened for writing: is it complete, and does this version of Barback know its format?
//!
//! redb does not check checksums on ordinary reads, and may repair a file or fall back to an older commit while it opens it. So
//! the first look goes through a [`CowBackend`], and a file that is not complete stays as it is, byte for byte.

use std::path::Path;

use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, StorageError, TableHandle};

use super::cow_backend::{CowBackend, close_without_commit};
use super::redb_header;
use crate::catch_panic::catch_panic;
use crate::disk::Disk;
use crate::folder::Folder;
use crate::journal;
use crate::journal::file_metadata::{commit_number, format, log_note, tables_version};
use crate::redb_backend::{FirstDiskError, RedbBackend, builder, is_disk_failure};
use crate::tables::record::verified_content;
use crate::tables::redb_views::{apply_changes, definition, read_database};
use crate::wal::{DurablePosition, LogCheck, LogId, OpenedFile, PendingWrite, Replay, check_log, contains_record, parse_checkpoint_note};
use crate::{FORMAT_VERSION, OpenError, Stored, TABLES_VERSION};

/// Files up to this size, in bytes, are read completely at the start; larger ones would delay it too much. 16 MiB take 40 ms on a
/// desktop machine; a Pi reads its card at some 40 MiB/s.
const EXAMINED_BYTES_MAX: u64 = 128 * 1024 * 1024;

/// Examines and opens a file that another version of Barback may have written, or that may have changed since it was closed.
///
/// # Errors
/// [`OpenError::Damaged`], [`OpenError::Newer`], [`OpenError::Older`] or [`OpenError::NewerTables`] when the file cannot be used,
/// which is then not changed; [`OpenError::Io`] when the disk fails.
pub fn open_checked(disk: &dyn Disk, folder: &Folder) -> Result<OpenedFile, OpenError> {
    inspect(disk, folder)?;
    open(disk, folder)
}

/// Opens a file that was examined before.
fn open(disk: &dyn Disk, folder: &Folder) -> Result<OpenedFile, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let opened = disk.open(file).map_err(io)?;
    let length = opened.len().map_err(io)?;
    if length == 0 {
        // redb would create a new, empty database in it.
        return Err(OpenError::Damaged { file: file.clone() });
    }
    // Sets the length again, in case a failed sync did not make it durable: redb relies on the length that it reads.
    opened.set_len(length).map_err(io)?;
    let backend = RedbBackend::new(opened);
    translate_errors(file, &backend.disk_error(), || {
        let database = match builder().create_with_backend(backend) {
            Ok(database) => database,
            Err(error) => return Ok(Err(error)),
        };
        let note = read_database(&database, log_note).map_err(|_| OpenError::Damaged { file: file.clone() })?;
        Ok(Ok(OpenedFile { replay: replay(disk, folder, note.as_deref(), |_, _| u64::MAX)?, database }))
    })
}

/// Opens a file for reading on a disk that takes no writes, up to the position that was `acknowledged`: a write that failed may be
/// readable now and gone after a power cut. What redb wants to repair stays in memory.
pub fn open_acknowledged(disk: &dyn Disk, folder: &Folder, acknowledged: &DurablePosition) -> Result<Database, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let opened = || disk.open(file).map_err(io);
    let upto = |id, base| acknowledged.record.map_or(base, |(log, seq)| if log == id { seq } else { base });
    let open_up_to = |backend: CowBackend| {
        translate_errors(file, &backend.disk_error(), || {
            open_in_memory(backend, |database| {
                let commit = read_database(database, commit_number).map_err(|_| OpenError::Damaged { file: file.clone() })?;
                replay_in_memory(disk, folder, database, upto)?;
                Ok(commit)
            })
        })
    };
    let newest = open_up_to(CowBackend::new(opened()?).map_err(io)?);
    if matches!(newest, Ok((commit, _)) if commit <= acknowledged.commit) {
        return newest.map(|(_, database)| database);
    }
    // The commit that failed seems to be the primary one. The commit before it is in the other slot.
    let backend = CowBackend::new(opened()?).map_err(io)?;
    redb_header::set_flags_in_memory(&backend, redb_header::flipped_flags(opened()?.as_ref()).map_err(io)?).map_err(io)?;
    match open_up_to(backend) {
        Ok((commit, database)) if commit == acknowledged.commit => Ok(database),
        // The file was opened for writing after that commit. Opening takes a sync, so the commit is durable.
        _ => newest.map(|(_, database)| database),
    }
}

/// Whether a failed write could be there after a power cut. The disk never holds more than can be read, so a write that cannot be
/// read now was not stored. Writes nothing.
pub fn may_be_stored(disk: &dyn Disk, folder: &Folder, write: PendingWrite) -> Result<bool, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    match write {
        PendingWrite::Record((id, seq)) => {
            let file = folder.log_file();
            contains_record(disk, &file, id, seq).map_err(|source| OpenError::Io { path: file, source })
        }
        PendingWrite::Commit(number) => {
            let opened = || disk.open(file).map_err(io);
            if redb_header::flags_for_newer_commit(opened()?.as_ref()).map_err(io)?.is_some() {
                return Ok(true);
            }
            let backend = CowBackend::new(opened()?).map_err(io)?;
            let has_commit = |database: &mut Database| Ok(read_database(database, commit_number).map_or(true, |commit| commit >= number));
            let (stored, database) = translate_errors(file, &backend.disk_error(), || open_in_memory(backend, has_commit))?;
            close_without_commit(database);
            Ok(stored)
        }
    }
}

/// Reopens a file after the disk has failed, as one that was complete before. First a newer commit in the secondary slot, which
/// failed half way, is overwritten: no caller received an answer for it.
pub fn reopen(disk: &dyn Disk, folder: &Folder) -> Result<OpenedFile, OpenError> {
    let file = &folder.store_file();
    let overwritten = disk.open(file).and_then(|opened| redb_header::overwrite_newer_commit(opened.as_ref()));
    overwritten.map_err(|source| OpenError::Io { path: file.clone(), source })?;
    open(disk, folder)
}

/// Opens a file for reading only, whatever its size: every page is checked, and nothing on the disk changes.
///
/// # Errors
/// As [`open_checked`].
pub fn open_read_only(disk: &dyn Disk, folder: &Folder) -> Result<Database, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let damaged = || OpenError::Damaged { file: file.clone() };
    let opened = disk.open(file).map_err(io)?;
    if opened.len().map_err(io)? == 0 {
        return Err(damaged());
    }
    let backend = CowBackend::new(opened).map_err(io)?;
    let check = |database: &mut Database| {
        check_versions(file, database)?;
        if !database.check_integrity().is_ok_and(|clean| clean) {
            return Err(damaged());
        }
        replay_in_memory(disk, folder, database, |_, _| u64::MAX)
    };
    translate_errors(file, &backend.disk_error(), || open_in_memory(backend, check)).map(|((), database)| database)
}

/// Opens a database on a copy-on-write overlay and examines it. Where that fails, the database is closed at once.
fn open_in_memory<T>(
    backend: CowBackend,
    examine: impl FnOnce(&mut Database) -> Result<T, OpenError>,
) -> Result<Result<(T, Database), DatabaseError>, OpenError> {
    let mut database = match builder().create_with_backend(backend) {
        Ok(database) => database,
        Err(error) => return Ok(Err(error)),
    };
    match examine(&mut database) {
        Ok(found) => Ok(Ok((found, database))),
        Err(error) => {
            close_without_commit(database);
            Err(error)
        }
    }
}

/// Replays the log into a database on a copy-on-write overlay. `upto` receives the log and the record up to which the file contains
/// it, and returns the last record to replay.
fn replay_in_memory(disk: &dyn Disk, folder: &Folder, database: &Database, upto: impl Fn(LogId, u64) -> u64) -> Result<(), OpenError> {
    let damaged = |_| OpenError::Damaged { file: folder.store_file() };
    let note = read_database(database, log_note).map_err(damaged)?;
    if let Some(replay) = replay(disk, folder, note.as_deref(), upto)? {
        apply_changes(database, &replay.changes).map_err(damaged)?;
    }
    Ok(())
}

/// The log of a file with this checkpoint note. A missing or incomplete log is as bad as an incomplete file.
fn replay(disk: &dyn Disk, folder: &Folder, note: Option<&str>, upto: impl Fn(LogId, u64) -> u64) -> Result<Option<Replay>, OpenError> {
    let Some(note) = note else { return Ok(None) };
    let file = folder.log_file();
    let (id, base) = parse_checkpoint_note(note).ok_or_else(|| OpenError::Damaged { file: folder.store_file() })?;
    match check_log(disk, &file, id, base, upto(id, base)) {
        Ok(LogCheck::Complete(replay)) => Ok(Some(replay)),
        Ok(LogCheck::Missing) => Err(OpenError::Damaged { file: folder.store_file() }),
        Ok(LogCheck::Damaged) => Err(OpenError::Damaged { file }),
        Err(source) if is_disk_failure(&source) => Err(OpenError::Io { path: file, source }),
        Err(_) => Err(OpenError::Damaged { file }),
    }
}

/// Refuses a file of another format or with newer tables, and one that names no format.
fn check_versions(file: &Path, database: &Database) -> Result<(), OpenError> {
    let damaged = || OpenError::Damaged { file: file.to_owned() };
    let format = read_database(database, format).ok().flatten().ok_or_else(damaged)?;
    if format > FORMAT_VERSION {
        return Err(OpenError::Newer { file: file.to_owned(), found: format, known: FORMAT_VERSION });
    }
    if format < FORMAT_VERSION {
        return Err(OpenError::Older { file: file.to_owned(), found: format, known: FORMAT_VERSION });
    }
    let tables = read_database(database, tables_version).map_err(|_| damaged())?;
    match tables.filter(|tables| *tables > TABLES_VERSION) {
        Some(found) => Err(OpenError::NewerTables { file: file.to_owned(), found, known: TABLES_VERSION }),
        None => Ok(()),
    }
}

fn inspect(disk: &dyn Disk, folder: &Folder) -> Result<(), OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let opened = || disk.open(file).map_err(io);
    let length = opened()?.len().map_err(io)?;
    if length == 0 {
        return Err(OpenError::Damaged { file: file.clone() });
    }
    let thorough = length <= EXAMINED_BYTES_MAX;
    let mut summary = summarize(file, CowBackend::new(opened()?).map_err(io)?, thorough)?;
    // The newer commit replaces redb's own choice only if the whole file was read.
    let mut newer_flags = if thorough { redb_header::flags_for_newer_commit(opened()?.as_ref()).map_err(io)? } else { None };
    if let Some(flags) = newer_flags {
        let backend = CowBackend::new(opened()?).map_err(io)?;
        redb_header::set_flags_in_memory(&backend, flags).map_err(io)?;
        match summarize(file, backend, thorough) {
            Ok(newer) if newer.head >= summary.head => summary = newer,
            // The disk failed, which says nothing about the commit. The next start can examine it again.
            Err(error @ (OpenError::Io { .. } | OpenError::Store(_))) => return Err(error),
            _ => newer_flags = None,
        }
    }
    replay(disk, folder, summary.log_note.as_deref(), |_, _| u64::MAX)?;
    if let Some(flags) = newer_flags {
        tracing::warn!("the newest commit was whole, but did not count yet: now it does");
        redb_header::set_flags(opened()?.as_ref(), flags).map_err(io)?;
    } else if redb_header::overwrite_newer_commit(opened()?.as_ref()).map_err(io)? {
        // Perhaps one of its pages read wrongly only this time. From here on the log continues after the older commit.
        tracing::warn!("the newest commit is not whole and does not count: it is written over");
    }
    Ok(())
}

/// What is read from a complete file of a known format.
struct Summary {
    /// Sequence number of its newest journal entry.
    head: u64,
    /// Its checkpoint note.
    log_note: Option<String>,
}

/// Examines a file without changing it; where `thorough`, every page and record.
fn summarize(file: &Path, backend: CowBackend, thorough: bool) -> Result<Summary, OpenError> {
    let damaged = || OpenError::Damaged { file: file.to_owned() };
    let examine = |database: &mut Database| {
        check_versions(file, database)?;
        let complete = !thorough || (database.check_integrity().is_ok_and(|clean| clean) && verify_records(database).is_ok());
        let read = |view: &dyn crate::View| Ok(Summary { head: journal::head(view)?, log_note: log_note(view)? });
        let summary = read_database(database, read).map_err(|_| damaged())?;
        if complete { Ok(summary) } else { Err(damaged()) }
    };
    let (summary, database) = translate_errors(file, &backend.disk_error(), || open_in_memory(backend, examine))?;
    close_without_commit(database);
    Ok(summary)
}

/// Verifies the checksum of every record of every table.
fn verify_records(database: &Database) -> Stored<()> {
    let transaction = database.begin_read()?;
    for handle in transaction.list_tables()? {
        let table = transaction.open_table(definition(handle.name()))?;
        for row in table.iter()? {
            let (key, record) = row?;
            verified_content("of the store", key.value(), record.value())?;
        }
    }
    Ok(())
}

/// Runs `work` and translates its errors. redb may panic on a truncated or overwritten file, which means the same as an error: the
/// file is damaged. A failure of the disk, however, says nothing about the file, which may be complete.
fn translate_errors<T>(
    file: &Path,
    disk_error: &FirstDiskError,
    work: impl FnOnce() -> Result<Result<T, DatabaseError>, OpenError>,
) -> Result<T, OpenError> {
    let io = |source| OpenError::Io { path: file.to_owned(), source };
    let damaged = || disk_error.get().map_or_else(|| OpenError::Damaged { file: file.to_owned() }, io);
    match catch_panic(work).ok_or_else(damaged)? {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(DatabaseError::Storage(StorageError::Io(source)))) if is_disk_failure(&source) => Err(io(source)),
        Ok(Err(_)) => Err(damaged()),
        Err(error @ OpenError::Damaged { .. }) => Err(disk_error.get().map_or(error, io)),
        Err(error) => Err(error),
    }
}
