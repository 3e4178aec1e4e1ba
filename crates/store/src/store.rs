//! The store: opens the database file of a data folder, runs reads and writes on it, and reopens it after a disk failure.

use std::sync::{Arc, RwLock, RwLockReadGuard};
use std::time::Duration;

use redb::backends::InMemoryBackend;
use redb::{ReadTransaction, ReadableTable, TableHandle};

use super::create::create;
use super::disk::{Disk, RealDisk};
use super::folder::Folder;
use super::integrity::{RecordCheck, SafetyCopy, TableComparison, inspect, record_check, safety_copy};
use super::journal::file_metadata::set_format;
use super::redb_backend::builder;
use super::tables::redb_views::definition;
use super::tables::{MemoryTables, TableSize, Tables, View, table_size};
use super::wal::{DurablePosition, FailedWrite, PendingWrite, WalDatabase};
use super::{KEPT_TABLES, OpenError, StoreError, Stored};

/// The open store: any number of readers, one writer at a time.
pub struct Store {
    /// `None` for a store in memory.
    folder: Option<Folder>,
    disk: Arc<dyn Disk>,
    state: RwLock<FileState>,
}

/// The database file and what is known about failed writes to it.
struct FileState {
    access: Access,
    /// Counts how often the file was opened, so that of several callers who meet the same failure only one reopens it.
    generation: u64,
    /// How far the last file that accepted writes is durable; `None` while that file is open.
    acknowledged: Option<DurablePosition>,
    /// The generation and the failed write, while it is unknown whether the disk stored that write.
    unresolved: Option<(u64, PendingWrite)>,
    /// The generation of the last such write, and whether the disk stored it.
    resolved: Option<(u64, bool)>,
}

/// What can be done with the file.
enum Access {
    /// The normal state.
    ReadWrite(WalDatabase),
    /// The disk takes no writes. Its content is read through a copy-on-write overlay.
    ReadOnly(WalDatabase),
    /// The disk cannot be read either.
    Closed,
}

impl Access {
    fn allows_reads(&self) -> bool {
        !matches!(self, Access::Closed)
    }

    fn allows_writes(&self) -> bool {
        matches!(self, Access::ReadWrite(_))
    }
}

impl FileState {
    fn for_reading(&self) -> Stored<&WalDatabase> {
        match &self.access {
            Access::ReadWrite(database) | Access::ReadOnly(database) => Ok(database),
            Access::Closed => Err(closed()),
        }
    }

    fn for_writing(&self) -> Stored<&WalDatabase> {
        let Access::ReadWrite(database) = &self.access else { return Err(closed()) };
        Ok(database)
    }
}

impl Store {
    /// Opens the store of `folder`, and creates it where there is none.
    ///
    /// # Errors
    /// [`OpenError`]; the files are then not changed.
    pub fn open(folder: Folder) -> Result<Self, OpenError> {
        Store::open_on(Arc::new(RealDisk), folder)
    }

    /// As [`Store::open`], on another [`Disk`]: one that fails, tears writes or is slow, for tests and benchmarks. The folder's lock
    /// stays on the real disk.
    pub fn open_on(disk: Arc<dyn Disk>, folder: Folder) -> Result<Self, OpenError> {
        let file = folder.store_file();
        let io = |source| OpenError::Io { path: file.clone(), source };
        if !disk.exists(&file).map_err(io)? {
            // The store file is created before its log and removed after it. A log without one means that the file was removed.
            if disk.exists(&folder.log_file()).map_err(io)? {
                return Err(OpenError::Damaged { file });
            }
            create(disk.as_ref(), &folder)?;
            folder.lock_store_file()?;
        }
        // Not only after the rename, because an earlier start may have been interrupted right after it.
        disk.sync_folder(folder.path()).map_err(io)?;
        let database = WalDatabase::recover(inspect::open_checked(disk.as_ref(), &folder)?, &disk, &folder)?;
        Ok(Store::new(Some(folder), disk, database))
    }

    /// Opens the store of `folder` read-only: every page is checked, and writes stay in memory, on a copy-on-write overlay.
    ///
    /// # Errors
    /// As [`Store::open`]; also when there is no store.
    pub fn open_read_only(folder: Folder) -> Result<Self, OpenError> {
        Store::open_read_only_on(Arc::new(RealDisk), folder)
    }

    /// As [`Store::open_read_only`], on another [`Disk`].
    pub fn open_read_only_on(disk: Arc<dyn Disk>, folder: Folder) -> Result<Self, OpenError> {
        let database = inspect::open_read_only(disk.as_ref(), &folder)?;
        Ok(Store::new(Some(folder), disk, WalDatabase::without_log(database)?))
    }

    /// An empty store in memory, for tests and trial runs.
    pub fn in_memory() -> Stored<Self> {
        let unavailable = |error: redb::DatabaseError| StoreError::Unavailable(error.to_string());
        let database = builder().create_with_backend(InMemoryBackend::new()).map_err(unavailable)?;
        let store = Store::new(None, Arc::new(RealDisk), WalDatabase::without_log(database)?);
        store.write(set_format)?;
        Ok(store)
    }

    fn new(folder: Option<Folder>, disk: Arc<dyn Disk>, database: WalDatabase) -> Self {
        let access = Access::ReadWrite(database);
        let state = FileState { access, generation: 1, acknowledged: None, unresolved: None, resolved: None };
        Store { folder, disk, state: RwLock::new(state) }
    }

    /// Runs `read` on a snapshot. Keep it short: the file grows while a snapshot is open.
    pub fn read<T>(&self, read: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
        self.run(Access::allows_reads, |state| read(&state.for_reading()?.view()?))
    }

    /// Runs `change` and commits everything that it wrote, synced to the disk, or nothing.
    ///
    /// # Errors
    /// [`StoreError::OutcomeUnknown`] when the disk failed during the commit, and cannot be asked whether it stored the change.
    /// After every other error nothing was stored. A disk that failed but stored the change is not an error.
    pub fn write<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<T>) -> Stored<T> {
        self.write_if(|tables| Ok((change(tables)?, true)))
    }

    /// As [`Store::write`], but without a commit when `change` returns that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
        self.commit(|database| database.write_if(change))
    }

    /// Removes every table that is derived from the journal and lets `fill` build them again, in one transaction.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Stored<()> {
        self.commit(|database| database.rebuild_derived(fill))
    }

    /// Does the maintenance that is due when nothing was written for `idle`. Call it after a change was answered, and again after the
    /// returned time unless something was written; at `None` nothing more is due.
    pub fn maintain(&self, idle: Duration) -> Stored<Option<Duration>> {
        self.run(|_| true, |state| if state.access.allows_writes() { state.for_writing()?.maintain(idle) } else { Ok(None) })
    }

    /// Puts everything into the store file and removes the log, so that the file can be copied alone. Also called at shutdown.
    pub fn checkpoint_and_remove_log(&self) -> Stored<()> {
        self.run(Access::allows_writes, |state| state.for_writing()?.checkpoint_and_remove_log())
    }

    /// The state of the file, if its access is `sufficient`; otherwise after an attempt to reopen the file.
    fn state(&self, sufficient: fn(&Access) -> bool) -> Stored<RwLockReadGuard<'_, FileState>> {
        let state = self.state.read().map_err(|_| closed())?;
        if sufficient(&state.access) {
            return Ok(state);
        }
        let generation = state.generation;
        drop(state);
        self.reopen(generation);
        let state = self.state.read().map_err(|_| closed())?;
        if sufficient(&state.access) { Ok(state) } else { Err(closed()) }
    }

    /// Runs `work` on the file, and reopens the file after a disk failure: redb refuses all further work until then.
    fn run<T>(&self, sufficient: fn(&Access) -> bool, work: impl FnOnce(&FileState) -> Stored<T>) -> Stored<T> {
        let state = self.state(sufficient)?;
        let generation = state.generation;
        let result = work(&state);
        drop(state);
        if let Err(StoreError::Unavailable(_)) = result {
            self.reopen(generation);
        }
        result
    }

    /// Runs `change` on the file. After a disk failure it reopens the file, which shows whether the disk stored the change.
    fn commit<T>(&self, change: impl FnOnce(&WalDatabase) -> Result<T, FailedWrite<T>>) -> Stored<T> {
        let state = self.state(Access::allows_writes)?;
        let generation = state.generation;
        let result = change(state.for_writing()?);
        drop(state);
        let FailedWrite { error, value_if_stored } = match result {
            Ok(value) => return Ok(value),
            Err(failed) => failed,
        };
        let StoreError::Unavailable(reason) = error else { return Err(error) };
        self.reopen(generation);
        let Some(value) = value_if_stored else { return Err(StoreError::Unavailable(reason)) };
        match self.was_stored(generation) {
            Some(true) => {
                tracing::warn!("the disk failed, but has kept the change: {reason}");
                Ok(value)
            }
            Some(false) => Err(StoreError::Unavailable(reason)),
            None => Err(StoreError::OutcomeUnknown(reason)),
        }
    }

    /// Whether the disk stored the write that failed in this generation; `None` while that is unknown.
    fn was_stored(&self, generation: u64) -> Option<bool> {
        self.state.read().ok()?.resolved.filter(|(resolved, _)| *resolved == generation).map(|(_, stored)| stored)
    }

    /// Reopens the file, unless another caller has done so since `generation`.
    fn reopen(&self, generation: u64) {
        let (Some(folder), Ok(mut state)) = (&self.folder, self.state.write()) else {
            return;
        };
        if state.generation != generation {
            return;
        }
        if let Access::ReadWrite(database) = &state.access {
            let failed = database.failed_write().map(|write| (state.generation, write));
            (state.acknowledged, state.unresolved) = (database.durable_position().ok(), failed);
        }
        // The old database is closed first, because redb may write to the file when it closes it.
        state.access = Access::Closed;
        state.generation += 1;
        self.resolve_if_not_stored(&mut state, folder);
        let opened = inspect::reopen(self.disk.as_ref(), folder);
        match opened.and_then(|opened| WalDatabase::recover_after_failure(opened, &self.disk, folder)) {
            Ok(database) => {
                let (durable, unresolved) = (database.durable_position().ok(), state.unresolved.take());
                if let Some((generation, write)) = unresolved {
                    state.resolved = Some((generation, durable.is_some_and(|durable| durable.includes(write))));
                }
                state.acknowledged = None;
                state.access = Access::ReadWrite(database);
            }
            Err(error) => {
                tracing::error!("the store takes no writes until the disk does: {error}");
                if let Some(acknowledged) = state.acknowledged
                    && let Ok(database) = inspect::open_acknowledged(self.disk.as_ref(), folder, &acknowledged)
                    && let Ok(database) = WalDatabase::without_log(database)
                {
                    state.access = Access::ReadOnly(database);
                }
            }
        }
    }

    /// Resolves a failed write of which nothing, or only a part, can be read: it was not stored, even while the disk takes no writes.
    /// Only the first reopening can tell, because later writes overwrite the failed one.
    fn resolve_if_not_stored(&self, state: &mut FileState, folder: &Folder) {
        if let Some((generation, write)) = state.unresolved
            && generation + 1 == state.generation
            && let Ok(false) = inspect::may_be_stored(self.disk.as_ref(), folder, write)
        {
            (state.unresolved, state.resolved) = (None, Some((generation, false)));
        }
    }

    /// The data folder; `None` for a store in memory.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// A redb snapshot with all rows, for reading whole tables.
    fn snapshot(&self) -> Stored<ReadTransaction> {
        self.run(Access::allows_reads, |state| state.for_reading()?.flushed_snapshot())
    }

    /// A copy in memory of every table that is derived from the journal.
    pub fn derived_tables(&self) -> Stored<MemoryTables> {
        let transaction = self.snapshot()?;
        let mut copy = MemoryTables::new();
        for handle in transaction.list_tables()? {
            if KEPT_TABLES.contains(&handle.name()) {
                continue;
            }
            let table = transaction.open_table(definition(handle.name()))?;
            for row in table.iter()? {
                let (key, record) = row?;
                copy.put_row(handle.name(), key.value().to_vec(), record.value().to_vec());
            }
        }
        Ok(copy)
    }

    /// The size of each table in the file, largest first.
    pub fn table_sizes(&self) -> Stored<Vec<TableSize>> {
        table_size::table_sizes(&self.snapshot()?)
    }

    /// Checks every record of every table against its checksum.
    pub fn check_records(&self) -> Stored<RecordCheck> {
        record_check::check_records(&self.snapshot()?)
    }

    /// Compares every table that is derived from the journal with that of `other`, byte for byte.
    pub fn compare_derived(&self, other: &Store) -> Stored<TableComparison> {
        record_check::compare_derived(&self.snapshot()?, &other.snapshot()?)
    }

    /// Copies the store file before an upgrade, under a name that ends with `suffix`. `None` where there is no room for the copy.
    pub fn make_safety_copy(&self, suffix: &str) -> Option<SafetyCopy> {
        let folder = self.folder()?;
        // The copy has no log.
        if let Err(error) = self.checkpoint_and_remove_log() {
            tracing::warn!("the file before the upgrade is not kept: {error}");
            return None;
        }
        SafetyCopy::make(folder, suffix)
    }

    /// Removes safety copies that an interrupted upgrade left. Call it only when the upgrade has succeeded.
    pub fn discard_leftover_safety_copies(&self) {
        if let Some(folder) = self.folder() {
            safety_copy::discard_leftovers(folder);
        }
    }
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed until the disk takes writes again".to_owned())
}

/// Removes the log at a clean shutdown. Where that fails, the log stays, and the next start replays it.
impl Drop for Store {
    fn drop(&mut self) {
        if let Ok(state) = self.state.get_mut()
            && let Access::ReadWrite(database) = &state.access
            && !std::thread::panicking()
            && let Err(error) = database.checkpoint_and_remove_log()
        {
            tracing::warn!("the store keeps its log: {error}");
        }
    }
}
