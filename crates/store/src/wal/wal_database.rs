//! A redb database with a write-ahead log and an overlay in front of it. Each change is made durable, then visible, then answered.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redb::{Database, Durability, ReadTransaction, ReadableDatabase, TableHandle, WriteTransaction};

use super::durability::{DurablePosition, FailedWrite, PendingWrite};
use super::log::{Log, LogLocation};
use super::log_reader::Replay;
use super::overlay::{Overlay, OverlayView};
use super::write_batch::WriteBatch;
use crate::disk::Disk;
use crate::folder::Folder;
use crate::journal::file_metadata::{LOG_KEY, NO_LOG, commit_number, set_commit_number, set_metadata};
use crate::tables::redb_views::{WriteView, apply_changes, definition, read_database, write_changes};
use crate::tables::{Changes, Tables, View};
use crate::{KEPT_TABLES, OpenError, StoreError, Stored};

/// Time after the last change at which a sync marker is written to the log: a record that is incomplete from then on is damaged.
/// Long enough that a busy night has one sync for each commit and no more.
pub const SYNC_MARKER_AFTER: Duration = Duration::from_millis(100);
/// Time after the last change at which a checkpoint is made, which bounds what a start has to replay.
pub const CHECKPOINT_AFTER: Duration = Duration::from_secs(5 * 60);

/// A store file that was opened, and the part of its log that it does not contain.
pub struct OpenedFile {
    /// The file.
    pub database: Database,
    /// The log to replay; `None` for a file that needs no log.
    pub replay: Option<Replay>,
}

/// An open database with its log and overlay.
pub struct WalDatabase {
    /// Held by the one writer; locked before any other lock.
    write_lock: Mutex<()>,
    overlay: Overlay,
    database: Database,
    log: Mutex<LogState>,
    commits: Mutex<CommitState>,
}

/// What was made durable, and what is being written.
struct CommitState {
    /// Number of the file's last durable commit.
    durable: u64,
    /// The write in progress. It stays when it fails: until the file was reopened, all further changes are refused.
    pending: Option<PendingWrite>,
}

/// The log in front of the database.
enum LogState {
    /// Never a log: the database is in memory or read-only.
    Unlogged,
    /// No log yet: the file is complete, and the first change creates a log.
    NotCreated(LogLocation),
    /// The log that the file needs.
    Active(Log, LogLocation),
}

impl WalDatabase {
    fn new(database: Database, log: LogState) -> Stored<Self> {
        let commits = Mutex::new(CommitState { durable: read_database(&database, commit_number)?, pending: None });
        Ok(WalDatabase { write_lock: Mutex::default(), overlay: Overlay::default(), database, log: Mutex::new(log), commits })
    }

    /// A database without a log: in memory, or read-only.
    pub fn without_log(database: Database) -> Stored<Self> {
        WalDatabase::new(database, LogState::Unlogged)
    }

    /// Replays the log into the database, in memory. The log continues after its last record.
    pub fn recover(opened: OpenedFile, disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        let OpenedFile { database, replay } = opened;
        let location = LogLocation::new(disk, folder);
        let log = match replay {
            None => LogState::NotCreated(location),
            Some(mut replay) => {
                let changes = std::mem::take(&mut replay.changes);
                let log = replay.resume().map_err(|source| OpenError::Io { path: location.file.clone(), source })?;
                apply_changes(&database, &changes)?;
                LogState::Active(log, location)
            }
        };
        Ok(WalDatabase::new(database, log)?)
    }

    /// As [`WalDatabase::recover`], after the disk has failed. What was read is made durable by a checkpoint before the log accepts
    /// records again.
    pub fn recover_after_failure(opened: OpenedFile, disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        let database = WalDatabase::recover(opened, disk, folder)?;
        if let LogState::Active(log, _) = &mut *database.log()? {
            log.require_checkpoint();
        }
        Ok(database)
    }

    /// How far the database is durable.
    pub fn durable_position(&self) -> Stored<DurablePosition> {
        let record = if let LogState::Active(log, _) = &*self.log()? { Some(log.position()) } else { None };
        Ok(DurablePosition { commit: self.commits().durable, record })
    }

    /// The write that failed, if one did.
    pub fn failed_write(&self) -> Option<PendingWrite> {
        self.commits().pending
    }

    /// A snapshot for reading.
    pub fn view(&self) -> Stored<OverlayView> {
        self.overlay.view(&self.database)
    }

    /// A redb snapshot with all rows: the overlay is flushed first.
    pub fn flushed_snapshot(&self) -> Stored<ReadTransaction> {
        let _write_lock = self.lock_writes();
        self.flush()?;
        Ok(self.database.begin_read()?)
    }

    /// Runs `change` and makes what it wrote durable, then visible; does neither when `change` returns that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Result<T, FailedWrite<T>> {
        let _write_lock = self.lock_writes_unless_failed()?;
        if self.overlay.is_large()? {
            // A caller with many changes in a row, such as a restore, does not call `maintain` in between.
            self.flush()?;
        }
        let transaction = OnceCell::new();
        let begin = || self.begin_write();
        let mut batch = WriteBatch::new(self.view()?, &transaction, &begin);
        let (value, wrote) = change(&mut batch)?;
        if wrote {
            let changes = batch.into_changes();
            let committed = match transaction.into_inner() {
                None => self.commit(changes),
                Some(large) => self.log_for_writing().and_then(|mut log| self.commit_checkpoint(large, &mut log)),
            };
            if let Err(error) = committed {
                return Err(self.failed(error, value));
            }
        }
        Ok(value)
    }

    /// The error for a change with the result `value` that was not committed.
    fn failed<T>(&self, error: StoreError, value: T) -> FailedWrite<T> {
        FailedWrite { error, value_if_stored: self.failed_write().map(|_| value) }
    }

    /// Removes every table that is derived from the journal and lets `fill` build them again, in one transaction.
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Result<(), FailedWrite<()>> {
        let _write_lock = self.lock_writes_unless_failed()?;
        let rebuild = || -> Stored<()> {
            let transaction = self.begin_write()?;
            let names: Vec<String> = transaction.list_tables()?.map(|handle| handle.name().to_owned()).collect();
            for name in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
                transaction.delete_table(definition(name))?;
            }
            let mut tables = WriteView::new(&transaction);
            fill(&self.view()?, &mut tables)?;
            drop(tables);
            self.commit_checkpoint(transaction, &mut *self.log()?)
        };
        rebuild().map_err(|error| self.failed(error, ()))
    }

    /// Commits a small change: to the log and the overlay or, when the log is nearly full, to the file with everything before it.
    /// A separate checkpoint would be one more sync that callers wait for.
    fn commit(&self, changes: Changes) -> Stored<()> {
        let mut log_state = self.log()?;
        if let LogState::Active(log, _) = &mut *log_state
            && !log.is_nearly_full()
        {
            let record = changes.encode();
            if log.reserve(record.len()) {
                let (id, seq) = log.position();
                return self.write_durably(PendingWrite::Record((id, seq + 1)), || {
                    log.append(&record)?;
                    self.overlay.add(changes)
                });
            }
        }
        drop(log_state);
        let transaction = self.begin_write()?;
        write_changes(&transaction, &changes)?;
        self.commit_checkpoint(transaction, &mut *self.log_for_writing()?)
    }

    /// The log state, after creating the log if there can be one. Where that fails, the store works without it, by checkpoints.
    fn log_for_writing(&self) -> Stored<MutexGuard<'_, LogState>> {
        let mut log_state = self.log()?;
        if let LogState::NotCreated(location) = &*log_state {
            let location = location.clone();
            match Log::create(&location) {
                Ok(log) => *log_state = LogState::Active(log, location),
                Err(error) => tracing::warn!("no log can be made at {}: {error}", location.file.display()),
            }
        }
        Ok(log_state)
    }

    /// A redb write transaction, with the overlay flushed. The caller holds the write lock.
    fn begin_write(&self) -> Stored<WriteTransaction> {
        self.flush()?;
        self.overlay.drop_snapshot()?;
        Ok(self.database.begin_write()?)
    }

    /// Moves the overlay's rows into redb, in memory.
    fn flush(&self) -> Stored<()> {
        let rows = self.overlay.rows()?;
        if rows.is_empty() {
            return Ok(());
        }
        self.overlay.drop_snapshot()?;
        apply_changes(&self.database, &rows)?;
        self.overlay.clear()
    }

    /// Commits the transaction as a checkpoint: the file then contains everything durably, and the log is reset.
    fn commit_checkpoint(&self, transaction: WriteTransaction, log_state: &mut LogState) -> Stored<()> {
        if let LogState::Active(log, _) = log_state {
            set_metadata(&mut WriteView::new(&transaction), LOG_KEY, &log.checkpoint_note())?;
        }
        self.commit_durably(transaction)?;
        if let LogState::Active(log, location) = log_state {
            log.reset(location);
        }
        Ok(())
    }

    /// Makes a durable, numbered commit of the file. With `quick_repair` the file opens without a repair after a power cut.
    fn commit_durably(&self, mut transaction: WriteTransaction) -> Stored<()> {
        let number = self.commits().durable + 1;
        set_commit_number(&mut WriteView::new(&transaction), number)?;
        transaction.set_durability(Durability::Immediate)?;
        transaction.set_quick_repair(true);
        self.write_durably(PendingWrite::Commit(number), || {
            transaction.commit()?;
            self.overlay.clear()
        })?;
        self.commits().durable = number;
        Ok(())
    }

    /// Runs `work`, which makes `write` durable. If it fails or panics, all further changes are refused until the file was reopened,
    /// which shows what the disk has stored.
    fn write_durably(&self, write: PendingWrite, work: impl FnOnce() -> Stored<()>) -> Stored<()> {
        self.commits().pending = Some(write);
        let panicked = |_| Err(StoreError::Unavailable("writing broke off".to_owned()));
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked)?;
        self.commits().pending = None;
        Ok(())
    }

    /// Does the work that is due when nothing was written for `idle`: flush, sync marker, checkpoint, preallocation of the log.
    /// Returns the time until the next call, if nothing is written until then; `None` when no more work will be due.
    pub fn maintain(&self, idle: Duration) -> Stored<Option<Duration>> {
        let _write_lock = self.lock_writes_unless_failed()?;
        if idle >= SYNC_MARKER_AFTER || self.overlay.is_large()? {
            self.flush()?;
        }
        let mut log_state = self.log()?;
        let LogState::Active(log, _) = &mut *log_state else { return Ok(None) };
        let checkpoint_after = if log.is_nearly_full() { SYNC_MARKER_AFTER } else { CHECKPOINT_AFTER };
        if log.needs_checkpoint() && idle >= checkpoint_after {
            drop(log_state);
            self.checkpoint()?;
            return Ok(None);
        }
        log.preallocate();
        if log.needs_sync_marker() && idle >= SYNC_MARKER_AFTER {
            log.write_sync_marker()?;
        }
        let due = if log.needs_sync_marker() { Some(SYNC_MARKER_AFTER) } else { log.needs_checkpoint().then_some(checkpoint_after) };
        Ok(due.map(|due| due.saturating_sub(idle)))
    }

    fn checkpoint(&self) -> Stored<()> {
        let transaction = self.begin_write()?;
        self.commit_checkpoint(transaction, &mut *self.log()?)
    }

    /// Makes a last checkpoint and removes the log: the file is complete without it. The next change creates a new log.
    pub fn checkpoint_and_remove_log(&self) -> Stored<()> {
        let _write_lock = self.lock_writes_unless_failed()?;
        let transaction = self.begin_write()?;
        let mut log_state = self.log()?;
        let LogState::Active(_, location) = &mut *log_state else { return Ok(transaction.abort()?) };
        set_metadata(&mut WriteView::new(&transaction), LOG_KEY, NO_LOG)?;
        self.commit_durably(transaction)?;
        location.remove();
        let location = location.clone();
        *log_state = LogState::NotCreated(location);
        Ok(())
    }

    /// Waits for the write lock. A poisoned lock is safe to use: a change that panicked has left nothing behind.
    fn lock_writes(&self) -> MutexGuard<'_, ()> {
        self.write_lock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`WalDatabase::lock_writes`], but refuses when an earlier write failed.
    fn lock_writes_unless_failed(&self) -> Stored<MutexGuard<'_, ()>> {
        let write_lock = self.lock_writes();
        match self.failed_write() {
            None => Ok(write_lock),
            Some(_) => Err(StoreError::Unavailable("the file waits until it is opened again".to_owned())),
        }
    }

    /// A poisoned lock is safe to use: each field is assigned in one step.
    fn commits(&self) -> MutexGuard<'_, CommitState> {
        self.commits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn log(&self) -> Stored<MutexGuard<'_, LogState>> {
        self.log.lock().map_err(|_| StoreError::Unavailable("the log is closed until it is read again".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RealDisk;
    use crate::tables::CHANGES_BYTES_MAX;

    /// A new, empty store in `place`.
    fn database(place: &std::path::Path) -> WalDatabase {
        let folder = Folder::lock(place).expect("a folder");
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        crate::create::create(disk.as_ref(), &folder).expect("a file");
        let file = crate::integrity::inspect::open_checked(disk.as_ref(), &folder).expect("whole");
        WalDatabase::recover(file, &disk, &folder).expect("whole")
    }

    fn row(database: &WalDatabase, key: u8) -> Option<Vec<u8>> {
        let mut found = None;
        let read = &mut |record: &[u8]| {
            found = Some(record.to_vec());
            Ok(())
        };
        database.view().expect("read").read_row("sales", &[key], read).expect("read");
        found
    }

    #[test]
    fn reads_never_return_an_old_row() {
        let place = tempfile::tempdir().expect("room");
        let database = database(place.path());
        // Into the overlay; through a transaction of its own; larger than the overlay may stay.
        for (round, bytes) in [10, CHANGES_BYTES_MAX + 1, 100_000].into_iter().cycle().take(30).enumerate() {
            let written = vec![u8::try_from(round).expect("few"); bytes];
            database.write_if(|tables| Ok((tables.put("sales", vec![1], written.clone())?, true))).expect("written");
            assert!(row(&database, 1).as_ref() == Some(&written), "round {round}");
            database.maintain(Duration::ZERO).expect("maintained");
            assert!(row(&database, 1).as_ref() == Some(&written), "round {round}, flushed");
        }
    }

    #[test]
    fn the_overlay_is_flushed_when_it_is_large_or_the_store_is_idle() {
        let place = tempfile::tempdir().expect("room");
        let database = database(place.path());
        let write = |key: u8, bytes: usize| {
            database.write_if(|tables| Ok((tables.put("sales", vec![key], vec![key; bytes])?, true))).expect("written")
        };
        let in_overlay = || !database.overlay.rows().expect("shown").is_empty();
        let has = |key: u8| row(&database, key).is_some();

        write(0, 10);
        assert!(!in_overlay(), "the change that creates the log goes into the file");
        write(1, 10);
        database.maintain(Duration::ZERO).expect("maintained");
        assert!(in_overlay() && has(1), "a small overlay waits for more changes");
        database.maintain(SYNC_MARKER_AFTER).expect("maintained");
        assert!(!in_overlay() && has(1), "the store is idle");
        write(2, 200_000);
        assert!(in_overlay() && has(2), "the caller is answered before the flush");
        database.maintain(Duration::ZERO).expect("maintained");
        assert!(!in_overlay() && has(2), "a large overlay does not wait");
        write(3, 200_000);
        write(4, 10);
        assert!(in_overlay() && has(3) && has(4));
        assert!(database.overlay.rows().expect("shown").bytes() < 200_000, "it does not grow where `maintain` is not called");
    }
}
