//! The look at a store file before it is opened for good: is it whole, and is it one that this Barback knows?
//!
//! redb checks no checksums on ordinary reads, and while it opens a file it may mend it or fall back to an older state.
//! So the first look is through a [`Shadow`], and a file that is not whole stays as it is, to the byte.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use redb::{Database, DatabaseError, ReadableDatabase, ReadableTable, StorageError, TableHandle};

use super::cow_backend::{Shadow, close_without_commit};
use super::redb_header as slots;
use crate::store::create::builder;
use crate::store::disk::{Backend, Disk, Trouble, is_of_the_disk};
use crate::store::folder::Folder;
use crate::store::journal::entries as journal;
use crate::store::journal::metadata::{commits_of, format_of, log_of, tables_of};
use crate::store::tables::codec;
use crate::store::tables::redb_views::{definition, in_view, take_in};
use crate::store::wal::durability::{Acknowledged, Attempt};
use crate::store::wal::{self as log, LogId, Look, Replay};
use crate::store::{FORMAT_VERSION, OpenError, Stored, TABLES_VERSION};

/// Files up to this size are read through at the start; larger ones would hold the bar up. 16 MiB take 40 ms on a desktop
/// machine; a Pi reads its card at some 40 MiB/s.
const EXAMINED_BYTES_MAX: u64 = 128 * 1024 * 1024;

/// An open file, and what it has not got of its log.
pub struct Found {
    /// The file.
    pub database: Database,
    /// What its log has; `None` for a file that stands alone.
    pub replay: Option<Replay>,
}

/// Opens an existing file, which may not have been written by this Barback, or not as it is now.
pub fn open_whole(disk: &dyn Disk, folder: &Folder) -> Result<Found, OpenError> {
    inspect(disk, folder)?;
    open(disk, folder)
}

/// Opens a file that was whole a moment ago.
pub fn open(disk: &dyn Disk, folder: &Folder) -> Result<Found, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let opened = disk.open(file).map_err(io)?;
    let length = opened.len().map_err(io)?;
    if length == 0 {
        // redb would make a new, empty store of it.
        return Err(OpenError::Damaged { file: file.clone() });
    }
    // A length that a failed sync did not make durable is told once more; redb takes it as it sees it.
    opened.set_len(length).map_err(io)?;
    let backend = Backend::of(opened);
    told(file, &backend.trouble(), || {
        let database = match builder().create_with_backend(backend) {
            Ok(database) => database,
            Err(error) => return Ok(Err(error)),
        };
        let note = in_view(&database, log_of).map_err(|_| OpenError::Damaged { file: file.clone() })?;
        Ok(Ok(Found { replay: replay(disk, folder, note.as_deref(), |_, _| u64::MAX)?, database }))
    })
}

/// Opens a file to be read alone, on a disk that takes no writes, as far as it was `acknowledged`: what failed on its way to
/// the disk may be there to be read, and gone after a power cut. What redb wants to mend stays in memory.
pub fn open_to_read(disk: &dyn Disk, folder: &Folder, acknowledged: &Acknowledged) -> Result<Database, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let opened = || disk.open(file).map_err(io);
    let upto = |id, base| acknowledged.record.map_or(base, |(log, seq)| if log == id { seq } else { base });
    let look = |shadow: Shadow| {
        told(file, &shadow.trouble(), || {
            look_at(shadow, |database| {
                let commits = in_view(database, commits_of).map_err(|_| OpenError::Damaged { file: file.clone() })?;
                with_its_log(disk, folder, database, upto)?;
                Ok(commits)
            })
        })
    };
    let newest = look(Shadow::of(opened()?).map_err(io)?);
    if matches!(newest, Ok((commits, _)) if commits <= acknowledged.commits) {
        return newest.map(|(_, database)| database);
    }
    // The commit that failed seems to count: the one before it lies beside it.
    let shadow = Shadow::of(opened()?).map_err(io)?;
    slots::turn_in(&shadow, slots::turned(opened()?.as_ref()).map_err(io)?).map_err(io)?;
    match look(shadow) {
        Ok((commits, database)) if commits == acknowledged.commits => Ok(database),
        // It was opened for good after it, which takes a sync: so it is durable.
        _ => newest.map(|(_, database)| database),
    }
}

/// Whether what failed on its way to the disk could be there after a power cut: there is never more on the disk than can be
/// read. Nothing is written.
pub fn could_be_kept(disk: &dyn Disk, folder: &Folder, attempt: Attempt) -> Result<bool, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    match attempt {
        Attempt::Record((id, seq)) => {
            let file = folder.log_file();
            log::holds(disk, &file, id, seq).map_err(|source| OpenError::Io { path: file, source })
        }
        Attempt::Commit(number) => {
            let opened = || disk.open(file).map_err(io);
            if slots::turned_to_newer(opened()?.as_ref()).map_err(io)?.is_some() {
                return Ok(true);
            }
            let shadow = Shadow::of(opened()?).map_err(io)?;
            let kept = |database: &mut Database| Ok(in_view(database, commits_of).map_or(true, |commits| commits >= number));
            let (kept, database) = told(file, &shadow.trouble(), || look_at(shadow, kept))?;
            close_without_commit(database);
            Ok(kept)
        }
    }
}

/// Opens a file after the disk has failed, as a file that was whole a moment ago. A commit that failed half way, and does not
/// count, is written over first: no answer was given for it.
pub fn open_again(disk: &dyn Disk, folder: &Folder) -> Result<Found, OpenError> {
    let file = &folder.store_file();
    let written_over = disk.open(file).and_then(|opened| slots::write_over_newer(opened.as_ref()));
    written_over.map_err(|source| OpenError::Io { path: file.clone(), source })?;
    open(disk, folder)
}

/// Opens a file for looking alone, however large it is: every page is checked, and nothing on the disk changes.
pub fn open_behind_glass(disk: &dyn Disk, folder: &Folder) -> Result<Database, OpenError> {
    let file = &folder.store_file();
    let io = |source| OpenError::Io { path: file.clone(), source };
    let damaged = || OpenError::Damaged { file: file.clone() };
    let opened = disk.open(file).map_err(io)?;
    if opened.len().map_err(io)? == 0 {
        return Err(damaged());
    }
    let shadow = Shadow::of(opened).map_err(io)?;
    let whole = |database: &mut Database| {
        known_format(file, database)?;
        if !database.check_integrity().is_ok_and(|clean| clean) {
            return Err(damaged());
        }
        with_its_log(disk, folder, database, |_, _| u64::MAX)
    };
    told(file, &shadow.trouble(), || look_at(shadow, whole)).map(|((), database)| database)
}

/// Opens a file behind glass and looks at it. Where that fails, it is closed at once.
fn look_at<T>(
    shadow: Shadow,
    look: impl FnOnce(&mut Database) -> Result<T, OpenError>,
) -> Result<Result<(T, Database), DatabaseError>, OpenError> {
    let mut database = match builder().create_with_backend(shadow) {
        Ok(database) => database,
        Err(error) => return Ok(Err(error)),
    };
    match look(&mut database) {
        Ok(found) => Ok(Ok((found, database))),
        Err(error) => {
            close_without_commit(database);
            Err(error)
        }
    }
}

/// Puts into a file behind glass what only its log has got, in memory. `upto` says for a log and the record up to which the
/// file has it, up to which record it counts.
fn with_its_log(disk: &dyn Disk, folder: &Folder, database: &Database, upto: impl Fn(LogId, u64) -> u64) -> Result<(), OpenError> {
    let damaged = |_| OpenError::Damaged { file: folder.store_file() };
    let note = in_view(database, log_of).map_err(damaged)?;
    if let Some(replay) = replay(disk, folder, note.as_deref(), upto)? {
        take_in(database, &replay.changes).map_err(damaged)?;
    }
    Ok(())
}

/// The log of a file that notes this of it. A log that is missing or not whole is as bad as a file that is not.
fn replay(disk: &dyn Disk, folder: &Folder, note: Option<&str>, upto: impl Fn(LogId, u64) -> u64) -> Result<Option<Replay>, OpenError> {
    let Some(note) = note else { return Ok(None) };
    let file = folder.log_file();
    let (id, base) = log::read_note(note).ok_or_else(|| OpenError::Damaged { file: folder.store_file() })?;
    match log::look(disk, &file, id, base, upto(id, base)) {
        Ok(Look::Whole(replay)) => Ok(Some(replay)),
        Ok(Look::Missing) => Err(OpenError::Damaged { file: folder.store_file() }),
        Ok(Look::Damaged) => Err(OpenError::Damaged { file }),
        Err(source) if is_of_the_disk(&source) => Err(OpenError::Io { path: file, source }),
        Err(_) => Err(OpenError::Damaged { file }),
    }
}

/// Refuses a file of another format or with newer tables, and one that names no format.
fn known_format(file: &Path, database: &Database) -> Result<(), OpenError> {
    let damaged = || OpenError::Damaged { file: file.to_owned() };
    let format = in_view(database, format_of).ok().flatten().ok_or_else(damaged)?;
    if format > FORMAT_VERSION {
        return Err(OpenError::Newer { file: file.to_owned(), found: format, known: FORMAT_VERSION });
    }
    if format < FORMAT_VERSION {
        return Err(OpenError::Older { file: file.to_owned(), found: format, known: FORMAT_VERSION });
    }
    let tables = in_view(database, tables_of).map_err(|_| damaged())?;
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
    let mut seen = look_into(file, Shadow::of(opened()?).map_err(io)?, thorough)?;
    // Only what was read through can be trusted over redb's own choice.
    let mut turned = if thorough { slots::turned_to_newer(opened()?.as_ref()).map_err(io)? } else { None };
    if let Some(flags) = turned {
        let shadow = Shadow::of(opened()?).map_err(io)?;
        slots::turn_in(&shadow, flags).map_err(io)?;
        match look_into(file, shadow, thorough) {
            Ok(newer) if newer.head >= seen.head => seen = newer,
            // That says nothing of the commit: the next start sees more.
            Err(error @ (OpenError::Io { .. } | OpenError::Store(_))) => return Err(error),
            _ => turned = None,
        }
    }
    replay(disk, folder, seen.log.as_deref(), |_, _| u64::MAX)?;
    if let Some(flags) = turned {
        tracing::warn!("the newest commit was whole, but did not count yet: now it does");
        slots::turn(opened()?.as_ref(), flags).map_err(io)?;
    } else if slots::write_over_newer(opened()?.as_ref()).map_err(io)? {
        // A page of it may have read wrongly this once. From here on the log goes on behind the older commit.
        tracing::warn!("the newest commit is not whole and does not count: it is written over");
    }
    Ok(())
}

/// What a file says that is whole and of a known format.
struct Seen {
    /// Number of its newest journal entry.
    head: u64,
    /// What it notes of its log.
    log: Option<String>,
}

/// `thorough`: every page and record is read.
fn look_into(file: &Path, shadow: Shadow, thorough: bool) -> Result<Seen, OpenError> {
    let damaged = || OpenError::Damaged { file: file.to_owned() };
    let look = |database: &mut Database| {
        known_format(file, database)?;
        let whole = !thorough || (database.check_integrity().is_ok_and(|clean| clean) && examine(database).is_ok());
        let seen = in_view(database, |view| Ok(Seen { head: journal::head(view)?, log: log_of(view)? })).map_err(|_| damaged())?;
        if whole { Ok(seen) } else { Err(damaged()) }
    };
    let (seen, database) = told(file, &shadow.trouble(), || look_at(shadow, look))?;
    close_without_commit(database);
    Ok(seen)
}

/// Every record of every table against its checksum.
fn examine(database: &Database) -> Stored<()> {
    let transaction = database.begin_read()?;
    for handle in transaction.list_tables()? {
        let table = transaction.open_table(definition(handle.name()))?;
        for row in table.iter()? {
            let (key, value) = row?;
            codec::unseal("of the store", key.value(), value.value())?;
        }
    }
    Ok(())
}

/// What `look` finds, in our own words. redb may panic on a file that is cut off or overwritten; that is the same news
/// as an error. A disk that cannot be read is other news: the file on it may be whole.
fn told<T>(file: &Path, trouble: &Trouble, look: impl FnOnce() -> Result<Result<T, DatabaseError>, OpenError>) -> Result<T, OpenError> {
    let io = |source| OpenError::Io { path: file.to_owned(), source };
    let damaged = || trouble.told().map_or_else(|| OpenError::Damaged { file: file.to_owned() }, io);
    match quietly(look).ok_or_else(damaged)? {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(DatabaseError::Storage(StorageError::Io(source)))) if is_of_the_disk(&source) => Err(io(source)),
        Ok(Err(_)) => Err(damaged()),
        Err(error @ OpenError::Damaged { .. }) => Err(trouble.told().map_or(error, io)),
        Err(error) => Err(error),
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// `None` when `work` panics, without a word on the console: its caller finds better ones.
pub fn quietly<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                usual(panic);
            }
        }));
    });
    let before = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(before);
    result.ok()
}
