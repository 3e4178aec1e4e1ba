//! Making a copy: in short looks while the bar sells, under another name until the bar has been made anew from it.

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{BackupKind, Header, Trailer, Writer};
use super::backup_directory::{BackupDirectory, BackupFile};
use super::figures::{Figures, figures};
use super::restore::{self, TemporaryStore};
use super::segment::{Position, Segment};
use super::source::Source;
use super::{BackupError, Keyring};
use crate::base::Timestamp;
use crate::store::{self, Disk, FileStream, RealDisk, Store};

/// Bytes that must stay free beside a copy: sales come first.
const LEFT_FREE: u64 = 64 * 1024 * 1024;
const MEGABYTE: u64 = 1_000_000;

/// A copy that was made and proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedBackup {
    /// As it lies on the directory.
    pub copy: BackupFile,
    /// Where.
    pub path: PathBuf,
    /// What it says at its end.
    pub end: Trailer,
    /// Whether it is encrypted.
    pub encrypted: bool,
}

/// Makes a copy of `store` on `directory`, proves it, and takes away the oldest ones of its kind. `now` is when, as the box
/// reckons: the stamp of the last entry may be of a clock that was ahead, and a copy named after it would be the newest for years.
pub fn create(store: &Store, directory: &BackupDirectory, kind: BackupKind, now: Timestamp) -> Result<CreatedBackup, BackupError> {
    create_on(Arc::new(RealDisk), store, directory, kind, now)
}

/// As [`create`], with the copy on another disk than the machine's: one whose power a test may cut.
pub fn create_on(
    disk: Arc<dyn Disk>,
    store: &Store,
    directory: &BackupDirectory,
    kind: BackupKind,
    now: Timestamp,
) -> Result<CreatedBackup, BackupError> {
    directory.prepare()?;
    room(store, directory.folder())?;
    let draft = directory.folder().join(format!("being-made-{}", std::process::id()));
    let made = write(disk.as_ref(), store, directory.keys(), &draft, kind, now).and_then(|(end, size)| {
        prove(&disk, &draft, directory, size_of(store))?;
        let copy = BackupFile::new(now, kind, end.journal, size);
        let path = directory.folder().join(&copy.name);
        disk.rename(&draft, &path).map_err(BackupError::io(&path))?;
        disk.sync_folder(directory.folder()).map_err(BackupError::io(directory.folder()))?;
        Ok(CreatedBackup { copy, path, end, encrypted: !directory.keys().is_empty() })
    });
    if made.is_err() {
        let _ = disk.remove(&draft);
    }
    let made = made?;
    directory.prune(kind, now)?;
    Ok(made)
}

/// Writes a whole copy and syncs it; its end, and how large it is.
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
    let (place, answers, figures) = copied(store, |segment| writer.segment(segment).map_err(io()))?;
    let end = Trailer { journal: place.seq, answers, figures };
    let out = writer.end(&end).map_err(io())?;
    let out = out.into_inner().map_err(|error| io()(error.into_error()))?;
    out.file().sync().map_err(io())?;
    Ok((end, out.file().len().map_err(io())?))
}

/// Hands every segment of the journal to `each`, in short looks; where that ended, how many answers there were, and what the
/// books say there.
pub(super) fn copied(
    store: &Store,
    mut each: impl FnMut(&Segment) -> Result<(), BackupError>,
) -> Result<(Position, u64, Figures), BackupError> {
    let (mut place, mut answers) = (Position::default(), 0);
    loop {
        // The figures belong to the entry behind which there was nothing yet: both are seen in one look.
        let (segment, seen) = store.read(|view| match Segment::after(view, place)? {
            Some(segment) => Ok((Some(segment), None)),
            None => Ok((None, Some(figures(view)?))),
        })?;
        if let Some((segment, next)) = segment {
            answers += segment.answers.len() as u64;
            each(&segment)?;
            place = next;
        }
        if let Some(figures) = seen {
            return Ok((place, answers, figures));
        }
    }
}

/// Makes the bar anew from the copy, and compares what its books say.
fn prove(disk: &Arc<dyn Disk>, file: &Path, directory: &BackupDirectory, size: u64) -> Result<(), BackupError> {
    let scratch = TemporaryStore::of_size(size, directory.folder())?;
    restore::rebuild(&Source::of(disk.clone(), file).with_keys(directory.keys()), &scratch)?;
    Ok(())
}

/// Refuses where a copy, and what it takes to prove it, could leave sales without room.
fn room(store: &Store, folder: &Path) -> Result<(), BackupError> {
    let size = size_of(store);
    let scratch = if TemporaryStore::fits_in_memory(size) { 0 } else { size };
    room_for(size / 2 + scratch, folder)
}

/// Refuses where `bytes` more in `folder` could leave sales without room.
///
/// # Errors
/// [`BackupError::NoRoom`], or what the system says of the folder.
pub fn room_for(bytes: u64, folder: &Path) -> Result<(), BackupError> {
    let wanted = LEFT_FREE.saturating_add(bytes);
    let stat = rustix::fs::statvfs(folder).map_err(|error| BackupError::io(folder)(error.into()))?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    if free < wanted {
        return Err(BackupError::NoRoom { folder: folder.to_owned(), free: free / MEGABYTE, wanted: wanted / MEGABYTE });
    }
    Ok(())
}

/// Bytes of the store's file.
fn size_of(store: &Store) -> u64 {
    store.folder().and_then(|folder| fs::metadata(folder.store_file()).ok()).map_or(0, |data| data.len())
}
