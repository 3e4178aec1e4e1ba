//! Making a copy: in short looks while the bar sells, under another name until the bar has been made anew from it.

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::{End, Head, Kind, Writer};
use super::figures::{Figures, figures};
use super::restore::{self, Scratch};
use super::shelf::{Copy, Shelf};
use super::source::Source;
use super::steps::{Place, Step};
use super::{BackupError, Keyring};
use crate::base::Timestamp;
use crate::store::{self, Disk, FileStream, RealDisk, Store};

/// Bytes that must stay free beside a copy: sales come first.
const LEFT_FREE: u64 = 64 * 1024 * 1024;
const MEGABYTE: u64 = 1_000_000;

/// A copy that was made and proved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// As it lies on the shelf.
    pub copy: Copy,
    /// Where.
    pub path: PathBuf,
    /// What it says at its end.
    pub end: End,
    /// Whether it is encrypted.
    pub encrypted: bool,
}

/// Makes a copy of `store` on `shelf`, proves it, and takes away the oldest ones of its kind. `now` is when, as the box
/// reckons: the stamp of the last entry may be of a clock that was ahead, and a copy named after it would be the newest for years.
pub fn make(store: &Store, shelf: &Shelf, kind: Kind, now: Timestamp) -> Result<Made, BackupError> {
    make_on(Arc::new(RealDisk), store, shelf, kind, now)
}

/// As [`make`], with the copy on another disk than the machine's: one whose power a test may cut.
pub fn make_on(disk: Arc<dyn Disk>, store: &Store, shelf: &Shelf, kind: Kind, now: Timestamp) -> Result<Made, BackupError> {
    shelf.prepare()?;
    room(store, shelf.folder())?;
    let draft = shelf.folder().join(format!("being-made-{}", std::process::id()));
    let made = write(disk.as_ref(), store, shelf.keys(), &draft, kind, now).and_then(|(end, size)| {
        prove(&disk, &draft, shelf, size_of(store))?;
        let copy = Copy::new(now, kind, end.journal, size);
        let path = shelf.folder().join(&copy.name);
        disk.rename(&draft, &path).map_err(BackupError::io(&path))?;
        disk.sync_folder(shelf.folder()).map_err(BackupError::io(shelf.folder()))?;
        Ok(Made { copy, path, end, encrypted: !shelf.keys().is_empty() })
    });
    if made.is_err() {
        let _ = disk.remove(&draft);
    }
    let made = made?;
    shelf.prune(kind, now)?;
    Ok(made)
}

/// Writes a whole copy and syncs it; its end, and how large it is.
fn write(disk: &dyn Disk, store: &Store, keys: &Keyring, file: &Path, kind: Kind, at: Timestamp) -> Result<(End, u64), BackupError> {
    let io = || BackupError::io(file);
    let key = keys.for_new_file(store)?;
    let head = Head { version: env!("CARGO_PKG_VERSION").to_owned(), kind, demo: store.is_demo()?, at, after: 0 };
    let out = disk.create(file).map_err(io())?;
    store::give_to_folder_owner(file, file.parent().unwrap_or(file));
    let mut writer = Writer::begin_with(BufWriter::new(FileStream::new(out)), &head, key).map_err(io())?;
    let (place, answers, figures) = copied(store, |step| writer.step(step).map_err(io()))?;
    let end = End { journal: place.seq, answers, figures };
    let out = writer.end(&end).map_err(io())?;
    let out = out.into_inner().map_err(|error| io()(error.into_error()))?;
    out.file().sync().map_err(io())?;
    Ok((end, out.file().len().map_err(io())?))
}

/// Hands every step of the journal to `each`, in short looks; where that ended, how many answers there were, and what the
/// books say there.
pub(super) fn copied(store: &Store, mut each: impl FnMut(&Step) -> Result<(), BackupError>) -> Result<(Place, u64, Figures), BackupError> {
    let (mut place, mut answers) = (Place::default(), 0);
    loop {
        // The figures belong to the entry behind which there was nothing yet: both are seen in one look.
        let (step, seen) = store.read(|view| match Step::after(view, place)? {
            Some(step) => Ok((Some(step), None)),
            None => Ok((None, Some(figures(view)?))),
        })?;
        if let Some((step, next)) = step {
            answers += step.answers.len() as u64;
            each(&step)?;
            place = next;
        }
        if let Some(figures) = seen {
            return Ok((place, answers, figures));
        }
    }
}

/// Makes the bar anew from the copy, and compares what its books say.
fn prove(disk: &Arc<dyn Disk>, file: &Path, shelf: &Shelf, size: u64) -> Result<(), BackupError> {
    let scratch = Scratch::of_size(size, shelf.folder())?;
    restore::rebuild(&Source::of(disk.clone(), file).with_keys(shelf.keys()), &scratch)?;
    Ok(())
}

/// Refuses where a copy, and what it takes to prove it, could leave sales without room.
fn room(store: &Store, folder: &Path) -> Result<(), BackupError> {
    let size = size_of(store);
    let scratch = if Scratch::fits_in_memory(size) { 0 } else { size };
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
