//! Rebuilds a bar from a backup, to restore it or to verify the backup.
//!
//! Receipts that the old box issued after the backup are unknown here, but guests hold them. So that no number is issued twice, on
//! any day, numbers continue in a random series, which is recorded in the journal. Zs begin the next hundred of numbers, after those of
//! the bar in the backup and of the bar that is replaced.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::figures::{difference, figures};
use super::segment::Segment;
use super::source::{Source, SourceSummary, unreadable};
use super::{BackupError, BarFigures, series};
use bar::box_events::BoxRestored;
use bar::engine::{self, Command};
use bar::head_office::{self, HeadConnected, HeadOfficeCommand};
use bar::sales::SERIES_NUMBERS;
use base::{Timestamp, receipt_number};
use store::{Disk, Folder, RealDisk, Store, StoreError, View};

/// Backups of stores up to this size, in bytes, are verified in memory, larger ones in a file beside the backup.
const IN_MEMORY_MAX: u64 = 32 * 1024 * 1024;
/// Approximate number of entries per transaction.
const AT_ONCE: usize = 1_000;
/// Bytes per step of a file copy.
const PIECE: usize = 1024 * 1024;
/// Folder in which a bar is rebuilt before it is verified.
const DRAFT_FOLDER: &str = "being-restored";
/// Folder in which large backups are verified.
const VERIFICATION_FOLDER: &str = "being-proved";

/// An empty store to rebuild a bar in; its files are deleted when it is dropped.
pub struct TemporaryStore {
    store: Option<Store>,
    folder: Option<(Arc<dyn Disk>, PathBuf)>,
}

impl TemporaryStore {
    /// Whether a store of about `size` bytes is verified in memory.
    pub fn fits_in_memory(size: u64) -> bool {
        size <= IN_MEMORY_MAX
    }

    /// For a store of about `size` bytes: in memory, or in a folder inside `beside`.
    pub fn of_size(size: u64, beside: &Path) -> Result<Self, BackupError> {
        if TemporaryStore::fits_in_memory(size) {
            return Ok(TemporaryStore { store: Some(Store::in_memory()?), folder: None });
        }
        TemporaryStore::in_folder(Arc::new(RealDisk), beside.join(VERIFICATION_FOLDER))
    }

    fn in_folder(disk: Arc<dyn Disk>, folder: PathBuf) -> Result<Self, BackupError> {
        disk.remove_folder(&folder).map_err(BackupError::io(&folder))?;
        let store = Store::open_on(disk.clone(), Folder::lock(&folder)?)?;
        Ok(TemporaryStore { store: Some(store), folder: Some((disk, folder)) })
    }

    /// Closes the store so that its file is complete without a log, because only the file is renamed.
    fn close(&mut self) -> Result<(), BackupError> {
        self.store()?.checkpoint_and_remove_log()?;
        self.store = None;
        Ok(())
    }

    /// The open store; fails after it was closed.
    pub fn store(&self) -> Result<&Store, BackupError> {
        self.store.as_ref().ok_or(BackupError::Store(StoreError::Unavailable("the store is closed".to_owned())))
    }
}

impl Drop for TemporaryStore {
    fn drop(&mut self) {
        self.store = None;
        if let Some((disk, folder)) = &self.folder {
            let _ = disk.remove_folder(folder);
        }
    }
}

/// Result of a restore.
#[derive(Debug, Clone)]
pub struct Restored {
    /// Summary of the backup that was read.
    pub summary: SourceSummary,
    /// Path of the previous store file, if there was one.
    pub previous_file: Option<PathBuf>,
    /// Number of the next receipt.
    pub next_receipt: String,
    /// Whether the machine's clock is behind the last entry of the backup.
    pub clock_is_behind: bool,
}

/// Rebuilds the bar of `source` in the empty store of `scratch`, and compares its control totals with those of the backup.
///
/// # Errors
/// [`BackupError::Differs`] if the totals differ; otherwise what prevents the backup from being read or the store from being written.
pub fn rebuild(source: &Source, scratch: &TemporaryStore) -> Result<(SourceSummary, BarFigures), BackupError> {
    let store = scratch.store()?;
    let mut waiting = Segment::default();
    let put = |waiting: &mut Segment| -> Result<(), BackupError> {
        let segment = std::mem::take(waiting);
        store.write(|tables| {
            segment.entries.iter().try_for_each(|entry| store::append(tables, entry.seq, &entry.bytes))?;
            segment.answers.iter().try_for_each(|answer| store::restore_answer(tables, answer))
        })?;
        Ok(())
    };
    let summary = source.read(|segment| {
        waiting.entries.extend(segment.entries);
        waiting.answers.extend(segment.answers);
        if waiting.entries.len() < AT_ONCE { Ok(()) } else { put(&mut waiting) }
    })?;
    put(&mut waiting)?;
    store.claim(summary.head.demo)?;
    engine::upgrade_tables(store).map_err(|error| match error {
        StoreError::Unreadable { .. } | StoreError::NewerEntry { .. } => unreadable(&summary.head, source.name(), error),
        error => error.into(),
    })?;
    let made = store.read(figures)?;
    if let Some(what) = summary.end.as_ref().and_then(|end| difference(&end.figures, &made)) {
        return Err(BackupError::Differs { file: source.name().to_owned(), what });
    }
    Ok((summary, made))
}

/// Restores the bar of `source` into the folder `data`. An existing bar is refused, unless `replace` is set: then its file is kept
/// under another name. At any interruption the folder contains either the old bar or the new one.
///
/// # Errors
/// [`BackupError::BarExists`] for an existing bar without `replace`, and everything that [`rebuild`] returns.
pub fn restore(source: &Source, data: &Path, replace: bool, now: Timestamp) -> Result<Restored, BackupError> {
    if store::contains_store(data) && !replace {
        return Err(BackupError::BarExists { folder: data.to_owned() });
    }
    restore_on(Arc::new(RealDisk), source, data, now)
}

/// A connection with head office that the restored bar begins with.
pub struct Connecting<'a> {
    pub event: &'a HeadConnected,
    /// Puts the key into the data folder, right before the bar gets its name there.
    pub place_keys: &'a dyn Fn() -> std::io::Result<()>,
}

/// Like [`restore`]; the bar is connected to the head office that `source` is from.
///
/// # Errors
/// As [`restore`].
pub fn restore_connected(
    source: &Source,
    data: &Path,
    replace: bool,
    now: Timestamp,
    connecting: &Connecting<'_>,
) -> Result<Restored, BackupError> {
    if store::contains_store(data) && !replace {
        return Err(BackupError::BarExists { folder: data.to_owned() });
    }
    restore_to(Arc::new(RealDisk), source, data, now, Some(connecting))
}

/// Like [`restore`] with `replace`, on a given disk: tests use one that simulates power cuts.
pub fn restore_on(disk: Arc<dyn Disk>, source: &Source, data: &Path, now: Timestamp) -> Result<Restored, BackupError> {
    restore_to(disk, source, data, now, None)
}

fn restore_to(
    disk: Arc<dyn Disk>,
    source: &Source,
    data: &Path,
    now: Timestamp,
    connecting: Option<&Connecting<'_>>,
) -> Result<Restored, BackupError> {
    // A damaged backup leaves nothing behind, not even a folder.
    source.read(|_| Ok(()))?;
    let folder = Folder::lock(data)?;
    let mut scratch = TemporaryStore::in_folder(disk.clone(), data.join(DRAFT_FOLDER))?;
    let (summary, _) = rebuild(source, &scratch)?;
    let (folder, replaced) = used_numbers(&disk, folder)?;
    let next_receipt = note(scratch.store()?, &summary, &replaced, now, connecting.map(|connecting| connecting.event))?;
    scratch.close()?;
    let made = data.join(DRAFT_FOLDER);
    let made = made.join(folder.store_file().file_name().unwrap_or_default());
    verify(&disk, &made)?;
    let (folder, previous_file) = preserve_existing_on(&disk, folder, now.max(summary.last_at))?;
    store::give_to_folder_owner(&made, data);
    if let Some(connecting) = connecting {
        (connecting.place_keys)().map_err(BackupError::io(data))?;
    }
    disk.rename(&made, &folder.store_file()).map_err(BackupError::io(&made))?;
    disk.sync_folder(data).map_err(BackupError::io(data))?;
    let clock_is_behind = now < summary.last_at;
    Ok(Restored { summary, previous_file, next_receipt, clock_is_behind })
}

/// Every page and record once more, from the disk.
fn verify(disk: &Arc<dyn Disk>, file: &Path) -> Result<(), BackupError> {
    let folder = Folder::lock(file.parent().unwrap_or(file))?;
    let checked = Store::open_read_only_on(disk.clone(), folder)?.check_records()?;
    match checked.named.first() {
        None => Ok(()),
        Some(what) => Err(BackupError::Differs { file: file.to_owned(), what: what.clone() }),
    }
}

/// Numbers that a bar has used, and that the restored one does not use again.
#[derive(Default)]
struct UsedNumbers {
    /// The series of its receipt numbers.
    series: Vec<u32>,
    /// The number of its last Z.
    last_z: u64,
}

/// The numbers that the bar of `folder` has used. None if there is no bar or it cannot be read.
fn used_numbers(disk: &Arc<dyn Disk>, folder: Folder) -> Result<(Folder, UsedNumbers), BackupError> {
    let data = folder.path().to_owned();
    if !disk.exists(&folder.store_file()).map_err(BackupError::io(&data))? {
        return Ok((folder, UsedNumbers::default()));
    }
    let used = Store::open_read_only_on(disk.clone(), folder).ok().and_then(|store| {
        // Only the version that wrote the tables can read them.
        let read = |view: &dyn View| Ok(UsedNumbers { series: bar::sales::series(view)?, last_z: bar::tills::last_z(view)? });
        if engine::tables_are_current(&store).ok()? { store.read(read).ok() } else { None }
    });
    Ok((Folder::lock(&data)?, used.unwrap_or_default()))
}

/// Records in the journal that the bar was restored: sessions end, and the numbers of receipts and Zs continue where neither this bar
/// nor the replaced one has used them; and that it is connected to head office, if it is. Returns the number of the next receipt.
fn note(
    store: &Store,
    summary: &SourceSummary,
    replaced: &UsedNumbers,
    now: Timestamp,
    connected: Option<&HeadConnected>,
) -> Result<String, BackupError> {
    let mut used = store.read(bar::sales::series)?;
    used.extend(&replaced.series);
    let series = series::draw(&used)?;
    Ok(store.write(|tables| {
        let envelope = engine::offline_envelope(tables, now)?;
        let day = bar::settings::settings(tables.view())?.bar_time().business_day(envelope.at);
        let receipts_skipped_to = u64::from(series) * SERIES_NUMBERS;
        let note = BoxRestored {
            backup_started_at: summary.head.at,
            journal: summary.last_entry,
            day,
            receipts_skipped_to,
            series,
            replaced_z: if replaced.last_z > bar::tills::last_z(tables.view())? { replaced.last_z } else { 0 },
        };
        engine::step(tables, &envelope, &Command::NoteRestore(note))?;
        if let Some(event) = connected {
            let replaces = head_office::head_office(tables.view())?.map(|known| known.key);
            let connect = HeadOfficeCommand::Connect { event: event.clone(), replaces };
            engine::step(tables, &envelope, &Command::HeadOffice(connect))?;
        }
        Ok(receipt_number(day, receipts_skipped_to + 1))
    })?)
}

/// Gives the existing store file a second name (hard link), so that the original name is never without a bar. The contents of its
/// log are merged into the file first; if it cannot be opened, the log gets a second name as well.
pub fn preserve_existing(folder: Folder, at: Timestamp) -> Result<(Folder, Option<PathBuf>), BackupError> {
    let disk: Arc<dyn Disk> = Arc::new(RealDisk);
    preserve_existing_on(&disk, folder, at)
}

fn preserve_existing_on(disk: &Arc<dyn Disk>, folder: Folder, at: Timestamp) -> Result<(Folder, Option<PathBuf>), BackupError> {
    let (file, log) = (folder.store_file(), folder.log_file());
    let there = |name: &Path| disk.exists(name).map_err(BackupError::io(name));
    if !there(&file)? {
        return Ok((folder, None));
    }
    let folder = if there(&log)? { merge_log(disk, folder)? } else { folder };
    let stamp = super::backup_directory::stamp(at);
    let kept = add_second_name(disk.as_ref(), &file, &stamp)?;
    if there(&log)? {
        add_second_name(disk.as_ref(), &log, &stamp)?;
    }
    Ok((folder, Some(kept)))
}

/// Opens and closes the bar of `folder`, if it can be opened, which merges the log into the file.
fn merge_log(disk: &Arc<dyn Disk>, folder: Folder) -> Result<Folder, BackupError> {
    let data = folder.path().to_owned();
    match Store::open_on(disk.clone(), folder) {
        Ok(store) => drop(store),
        // The owner knows about it; it is the reason for the restore.
        Err(error) => tracing::debug!("the bar that was there is kept as it is: {error}"),
    }
    Ok(Folder::lock(&data)?)
}

/// Gives `file` a second name that is not in use.
fn add_second_name(disk: &dyn Disk, file: &Path, stamp: &str) -> Result<PathBuf, BackupError> {
    let kind = file.extension().unwrap_or_default().to_string_lossy();
    let names = (1..).map(|count| {
        let end = if count == 1 { format!("{kind}.before-{stamp}") } else { format!("{kind}.before-{stamp}-{count}") };
        file.with_extension(end)
    });
    for name in names {
        match disk.link(file, &name) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            // Not every file system supports hard links.
            Err(_) if disk.exists(&name).map_err(BackupError::io(&name))? => {}
            Err(_) => {
                copy(disk, file, &name).map_err(BackupError::io(&name))?;
                return Ok(name);
            }
        }
    }
    Err(BackupError::io(file)(ErrorKind::AlreadyExists.into()))
}

/// Copies a file and syncs it.
fn copy(disk: &dyn Disk, from: &Path, to: &Path) -> std::io::Result<()> {
    let (from, to) = (disk.open(from)?, disk.create(to)?);
    let length = from.len()?;
    to.set_len(length)?;
    let mut piece = vec![0; PIECE];
    let mut at = 0;
    while at < length {
        let piece = &mut piece[..PIECE.min(usize::try_from(length - at).unwrap_or(PIECE))];
        from.read(at, piece)?;
        to.write(at, piece)?;
        at += piece.len() as u64;
    }
    to.sync()
}
