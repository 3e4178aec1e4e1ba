//! The store: made whole or not at all, opened only when it can be read, opened anew when the disk has failed.

use std::sync::{Arc, RwLock, RwLockReadGuard};
use std::time::Duration;

use redb::backends::InMemoryBackend;
use redb::{ReadTransaction, ReadableTable, TableHandle};

use crate::store::create::{builder, create};
use crate::store::disk::{Disk, RealDisk};
use crate::store::folder::Folder;
use crate::store::integrity::inspect;
use crate::store::journal::metadata::note_format;
use crate::store::tables::memory_tables::MemoryTables;
use crate::store::tables::redb_views::definition;
use crate::store::tables::table::{Tables, View};
use crate::store::wal::durability::{Acknowledged, Attempt, Failed};
use crate::store::wal::wal_database::Opened;
use crate::store::{KEPT_TABLES, OpenError, StoreError, Stored};

/// The open store. Any number of readers; one writer at a time.
pub struct Store {
    /// `None` for a store that lives in memory.
    folder: Option<Folder>,
    disk: Arc<dyn Disk>,
    slot: RwLock<Slot>,
}

/// The file as it stands open.
struct Slot {
    state: State,
    /// Counts how often it was opened, so that two who met the same trouble mend it once.
    openings: u64,
    /// How far the last file that took writes is durable; `None` as long as that one is open.
    acknowledged: Option<Acknowledged>,
    /// What failed on its way to the disk, in which opening, while it is not known whether the disk kept it.
    unsettled: Option<(u64, Attempt)>,
    /// What became of the last such attempt: in which opening, and whether the disk kept it.
    settled: Option<(u64, bool)>,
}

enum State {
    /// As it should be.
    Open(Opened),
    /// The disk takes no writes. What it holds is read through glass.
    ReadOnly(Opened),
    /// Not even that.
    Closed,
}

impl State {
    fn can_be_read(&self) -> bool {
        !matches!(self, State::Closed)
    }

    fn takes_writes(&self) -> bool {
        matches!(self, State::Open(_))
    }
}

impl Slot {
    fn readable(&self) -> Stored<&Opened> {
        match &self.state {
            State::Open(opened) | State::ReadOnly(opened) => Ok(opened),
            State::Closed => Err(closed()),
        }
    }

    fn writable(&self) -> Stored<&Opened> {
        let State::Open(opened) = &self.state else { return Err(closed()) };
        Ok(opened)
    }
}

impl Store {
    /// Opens the store of `folder`, making it where there is none.
    pub fn open(folder: Folder) -> Result<Self, OpenError> {
        Store::open_on(Arc::new(RealDisk), folder)
    }

    /// As [`Store::open`], with the file on another disk than the machine's: one that fails, tears or is slow when a test
    /// or a benchmark wants it. The folder's lock stays on the real one.
    pub fn open_on(disk: Arc<dyn Disk>, folder: Folder) -> Result<Self, OpenError> {
        let file = folder.store_file();
        let io = |source| OpenError::Io { path: file.clone(), source };
        if !disk.exists(&file).map_err(io)? {
            // A log is begun by a file, and goes before it: where there is one alone, something was taken away.
            if disk.exists(&folder.log_file()).map_err(io)? {
                return Err(OpenError::Damaged { file });
            }
            create(disk.as_ref(), &folder)?;
            folder.hold_store()?;
        }
        // Not only after the rename: the start before this one may have got no further than that.
        disk.sync_folder(folder.path()).map_err(io)?;
        let opened = Opened::whole(&disk, &folder)?;
        Ok(Store::of(Some(folder), disk, opened))
    }

    /// Opens the store of `folder` for looking alone: every page is checked, and what is written goes nowhere.
    pub fn open_read_only(folder: Folder) -> Result<Self, OpenError> {
        Store::open_read_only_on(Arc::new(RealDisk), folder)
    }

    /// As [`Store::open_read_only`], on another disk than the machine's.
    pub fn open_read_only_on(disk: Arc<dyn Disk>, folder: Folder) -> Result<Self, OpenError> {
        let database = inspect::open_behind_glass(disk.as_ref(), &folder)?;
        Ok(Store::of(Some(folder), disk, Opened::without_log(database)?))
    }

    /// An empty store in memory, to try something out.
    pub fn in_memory() -> Stored<Self> {
        let unavailable = |error: redb::DatabaseError| StoreError::Unavailable(error.to_string());
        let database = builder().create_with_backend(InMemoryBackend::new()).map_err(unavailable)?;
        let store = Store::of(None, Arc::new(RealDisk), Opened::without_log(database)?);
        store.write(note_format)?;
        Ok(store)
    }

    fn of(folder: Option<Folder>, disk: Arc<dyn Disk>, opened: Opened) -> Self {
        let slot = Slot { state: State::Open(opened), openings: 1, acknowledged: None, unsettled: None, settled: None };
        Store { folder, disk, slot: RwLock::new(slot) }
    }

    /// Runs `look` on one state of the store. Keep it short: an open read makes the file grow.
    pub fn read<T>(&self, look: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
        self.mended(State::can_be_read, |slot| look(&slot.readable()?.seen()?))
    }

    /// Runs `change` and commits what it wrote: all of it, synced to the disk, or nothing.
    ///
    /// # Errors
    ///
    /// [`StoreError::OutcomeUnknown`] when the disk failed while it took the change, and cannot be asked whether it kept it. After
    /// every other error nothing is kept. A disk that failed and has kept the change all the same is no error.
    pub fn write<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<T>) -> Stored<T> {
        self.write_if(|tables| Ok((change(tables)?, true)))
    }

    /// As [`Store::write`], but without a sync when `change` says that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
        self.changed(|opened| opened.write_if(change))
    }

    /// Empties every table that follows from the journal and lets `fill` make them anew, in one transaction.
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Stored<()> {
        self.changed(|opened| opened.rebuild_derived(fill))
    }

    /// Does what the store has to do when nothing was written for `quiet`. Call it after a change was answered, and again
    /// after the time that it gives back, unless something was written; never, if it gives none.
    pub fn maintain(&self, quiet: Duration) -> Stored<Option<Duration>> {
        let idle = |slot: &Slot| if slot.state.takes_writes() { slot.writable()?.maintain(quiet) } else { Ok(None) };
        self.mended(|_| true, idle)
    }

    /// Puts everything into the file, so that it stands alone: to be copied, or because this is the end.
    pub fn checkpoint_and_remove_log(&self) -> Stored<()> {
        self.mended(State::takes_writes, |slot| slot.writable()?.checkpoint_and_remove_log())
    }

    /// The file as it stands open, if it `serves`; else it is seen first whether the disk is better.
    fn slot(&self, serves: fn(&State) -> bool) -> Stored<RwLockReadGuard<'_, Slot>> {
        let slot = self.slot.read().map_err(|_| closed())?;
        if serves(&slot.state) {
            return Ok(slot);
        }
        let openings = slot.openings;
        drop(slot);
        self.reopen(openings);
        let slot = self.slot.read().map_err(|_| closed())?;
        if serves(&slot.state) { Ok(slot) } else { Err(closed()) }
    }

    /// Works on the open file, and opens it anew when the disk fails: redb refuses everything until then.
    fn mended<T>(&self, serves: fn(&State) -> bool, work: impl FnOnce(&Slot) -> Stored<T>) -> Stored<T> {
        let slot = self.slot(serves)?;
        let openings = slot.openings;
        let result = work(&slot);
        drop(slot);
        if let Err(StoreError::Unavailable(_)) = result {
            self.reopen(openings);
        }
        result
    }

    /// Changes the open file. When the disk fails on the way, the file is opened again, and shows what became of the change.
    fn changed<T>(&self, change: impl FnOnce(&Opened) -> Result<T, Failed<T>>) -> Stored<T> {
        let slot = self.slot(State::takes_writes)?;
        let openings = slot.openings;
        let result = change(slot.writable()?);
        drop(slot);
        let Failed { error, attempted } = match result {
            Ok(value) => return Ok(value),
            Err(failed) => failed,
        };
        let StoreError::Unavailable(reason) = error else { return Err(error) };
        self.reopen(openings);
        let Some(value) = attempted else { return Err(StoreError::Unavailable(reason)) };
        match self.kept(openings) {
            Some(true) => {
                tracing::warn!("the disk failed, but has kept the change: {reason}");
                Ok(value)
            }
            Some(false) => Err(StoreError::Unavailable(reason)),
            None => Err(StoreError::OutcomeUnknown(reason)),
        }
    }

    /// Whether the disk has kept what failed on its way there in opening number `opening`, where that is known.
    fn kept(&self, opening: u64) -> Option<bool> {
        self.slot.read().ok()?.settled.filter(|(settled, _)| *settled == opening).map(|(_, kept)| kept)
    }

    /// Opens the file anew, unless somebody else has since `openings`.
    fn reopen(&self, openings: u64) {
        let (Some(folder), Ok(mut slot)) = (&self.folder, self.slot.write()) else {
            return;
        };
        if slot.openings != openings {
            return;
        }
        if let State::Open(opened) = &slot.state {
            let attempt = opened.failed_attempt().map(|attempt| (slot.openings, attempt));
            (slot.acknowledged, slot.unsettled) = (opened.acknowledged().ok(), attempt);
        }
        // The old one goes first: it may have something to say to the file as it closes.
        slot.state = State::Closed;
        slot.openings += 1;
        self.settle_if_not_kept(&mut slot, folder);
        match Opened::again(&self.disk, folder) {
            Ok(opened) => {
                let (acknowledged, attempt) = (opened.acknowledged().ok(), slot.unsettled.take());
                if let Some((opening, attempt)) = attempt {
                    slot.settled = Some((opening, acknowledged.is_some_and(|acknowledged| acknowledged.covers(attempt))));
                }
                slot.acknowledged = None;
                slot.state = State::Open(opened);
            }
            Err(error) => {
                tracing::error!("the store takes no writes until the disk does: {error}");
                if let Some(acknowledged) = slot.acknowledged
                    && let Ok(database) = inspect::open_to_read(self.disk.as_ref(), folder, &acknowledged)
                    && let Ok(opened) = Opened::without_log(database)
                {
                    slot.state = State::ReadOnly(opened);
                }
            }
        }
    }

    /// What was never written, or only in part, is known not to be kept even while the disk takes no writes. Only a first look
    /// can tell: what comes after it writes over what failed.
    fn settle_if_not_kept(&self, slot: &mut Slot, folder: &Folder) {
        if let Some((opening, attempt)) = slot.unsettled
            && opening + 1 == slot.openings
            && let Ok(false) = inspect::could_be_kept(self.disk.as_ref(), folder, attempt)
        {
            (slot.unsettled, slot.settled) = (None, Some((opening, false)));
        }
    }

    /// The data folder; `None` for a store in memory.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// One state of the file, for looks at all of it.
    pub(super) fn snapshot(&self) -> Stored<ReadTransaction> {
        self.mended(State::can_be_read, |slot| slot.readable()?.settled())
    }

    /// A copy in memory of every table that follows from the journal.
    pub fn derived_tables(&self) -> Stored<MemoryTables> {
        let transaction = self.snapshot()?;
        let mut copy = MemoryTables::new();
        for handle in transaction.list_tables()? {
            if KEPT_TABLES.contains(&handle.name()) {
                continue;
            }
            let table = transaction.open_table(definition(handle.name()))?;
            for row in table.iter()? {
                let (key, value) = row?;
                copy.put_row(handle.name(), key.value().to_vec(), value.value().to_vec());
            }
        }
        Ok(copy)
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed until the disk takes writes again".to_owned())
}

/// A clean end leaves a file that stands alone. Where that cannot be, the log stays, and the next start reads it.
impl Drop for Store {
    fn drop(&mut self) {
        if let Ok(slot) = self.slot.get_mut()
            && let State::Open(opened) = &slot.state
            && !std::thread::panicking()
            && let Err(error) = opened.checkpoint_and_remove_log()
        {
            tracing::warn!("the store keeps its log: {error}");
        }
    }
}
