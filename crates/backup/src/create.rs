//! Creates a backup in short read transactions while the bar sells. It gets its final name after the bar was rebuilt from it.

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{BackupKind, Header, Trailer, Writer};
use super::backup_directory::{BackupDirectory, BackupFile};
use super::figures::{BarFigures, figures};
use super::restore::{self, TemporaryStore};
use super::segment::{Position, Segment};
use super::source::Source;
use super::{BackupError, Keyring};
use base::Timestamp;
use store::{Disk, FileStream, RealDisk, Store};

/// Bytes that must stay free beside a backup, because sales have priority.
const RESERVED_FREE: u64 = 64 * 1024 * 1024;
const MEGABYTE: u64 = 1_000_000;

/// A backup that was created and verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedBackup {
    /// Its entry in the backup directory.
    pub file: BackupFile,
    /// Path of its file.
    pub path: PathBuf,
    /// Its last block.
    pub end: Trailer,
    /// Whether it is encrypted.
    pub encrypted: bool,
}

/// Creates and verifies a backup of `store` in `directory`, and deletes the oldest ones of its kind. `now` is the box's best
/// estimate of the time, not the stamp of the last entry: that may come from a clock in the future, and a backup named after it
/// would be the newest for years.
///
/// # Errors
/// If there is too little space, a file cannot be written, or the backup does not give the same bar again.
pub fn create(store: &Store, directory: &BackupDirectory, kind: BackupKind, now: Timestamp) -> Result<CreatedBackup, BackupError> {
    create_on(Arc::new(RealDisk), store, directory, kind, now)
}

/// Like [`create`], on a given disk: tests use one that simulates power cuts.
pub fn create_on(
    disk: Arc<dyn Disk>,
    store: &Store,
    directory: &BackupDirectory,
    kind: BackupKind,
    now: Timestamp,
) -> Result<CreatedBackup, BackupError> {
    directory.prepare()?;
    check_space(store, directory.folder())?;
    let draft = directory.folder().join(format!("being-made-{}", std::process::id()));
    let made = write(disk.as_ref(), store, directory.keys(), &draft, kind, now).and_then(|(end, size)| {
        verify(&disk, &draft, directory, size_of(store))?;
        let file = BackupFile::new(now, kind, end.last_entry, size);
        let path = directory.folder().join(&file.name);
        disk.rename(&draft, &path).map_err(BackupError::io(&path))?;
        disk.sync_folder(directory.folder()).map_err(BackupError::io(directory.folder()))?;
        Ok(CreatedBackup { file, path, end, encrypted: !directory.keys().is_empty() })
    });
    if made.is_err() {
        let _ = disk.remove(&draft);
    }
    let made = made?;
    directory.prune(kind, now)?;
    Ok(made)
}

/// Writes and syncs a complete backup; returns its trailer and its size in bytes.
fn write(
    disk: &dyn Disk,
    store: &Store,
    keys: &Keyring,
    file: &Path,
    kind: BackupKind,
    at: Timestamp,
) -> Result<(Trailer, u64), BackupError> {
    let io = || BackupError::io(file);
    let key = keys.for_new_file(store)?;
    let head = Header { version: env!("CARGO_PKG_VERSION").to_owned(), kind, demo: store.is_demo()?, at, after: 0 };
    let out = disk.create(file).map_err(io())?;
    store::give_to_folder_owner(file, file.parent().unwrap_or(file));
    let mut writer = Writer::begin_with(BufWriter::new(FileStream::new(out)), &head, key).map_err(io())?;
    let (position, answers, figures) = for_each_journal_segment(store, |segment| writer.segment(segment).map_err(io()))?;
    let end = Trailer { last_entry: position.seq, answers, figures };
    let out = writer.end(&end).map_err(io())?;
    let out = out.into_inner().map_err(|error| io()(error.into_error()))?;
    out.file().sync().map_err(io())?;
    Ok((end, out.file().len().map_err(io())?))
}

/// Passes every segment of the journal to `each`, in short read transactions. Returns the end position, the number of answers, and
/// the control totals there.
pub(super) fn for_each_journal_segment(
    store: &Store,
    mut each: impl FnMut(&Segment) -> Result<(), BackupError>,
) -> Result<(Position, u64, BarFigures), BackupError> {
    let (mut position, mut answers) = (Position::default(), 0);
    loop {
        // The figures belong to the last entry, so both are read in one transaction.
        let (segment, seen) = store.read(|view| match Segment::after(view, position)? {
            Some(segment) => Ok((Some(segment), None)),
            None => Ok((None, Some(figures(view)?))),
        })?;
        if let Some((segment, next)) = segment {
            answers += segment.answers.len() as u64;
            each(&segment)?;
            position = next;
        }
        if let Some(figures) = seen {
            return Ok((position, answers, figures));
        }
    }
}

/// Rebuilds the bar from the backup and compares the control totals.
fn verify(disk: &Arc<dyn Disk>, file: &Path, directory: &BackupDirectory, size: u64) -> Result<(), BackupError> {
    let scratch = TemporaryStore::of_size(size, directory.folder())?;
    restore::rebuild(&Source::of(disk.clone(), file).with_keys(directory.keys()), &scratch)?;
    Ok(())
}

/// Fails if the backup and its verification could leave too little space for sales.
fn check_space(store: &Store, folder: &Path) -> Result<(), BackupError> {
    let size = size_of(store);
    let scratch = if TemporaryStore::fits_in_memory(size) { 0 } else { size };
    check_space_for(size / 2 + scratch, folder)
}

/// Fails if `bytes` more in `folder` could leave too little space for sales.
///
/// # Errors
/// [`BackupError::NoRoom`], or an error of the operating system about the folder.
pub fn check_space_for(bytes: u64, folder: &Path) -> Result<(), BackupError> {
    let wanted = RESERVED_FREE.saturating_add(bytes);
    let stat = rustix::fs::statvfs(folder).map_err(|error| BackupError::io(folder)(error.into()))?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    if free < wanted {
        return Err(BackupError::NoRoom { folder: folder.to_owned(), free: free / MEGABYTE, wanted: wanted / MEGABYTE });
    }
    Ok(())
}

/// Size of the store's file in bytes.
fn size_of(store: &Store) -> u64 {
    store.folder().and_then(|folder| fs::metadata(folder.store_file()).ok()).map_or(0, |data| data.len())
}
