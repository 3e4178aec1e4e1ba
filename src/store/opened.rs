//! The store's file as it stands open, with the redo log in front of it: a change is durable first, visible second, and
//! answered third.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use redb::{Database, Durability, ReadTransaction, ReadableDatabase, TableHandle, WriteTransaction};

use super::facts::{self, note_fact, note_format};
use super::files::Disk;
use super::folder::Folder;
use super::gathered::GatheredView;
use super::inspect::{self, Found};
use super::log::{Changes, Log, Place};
use super::table::{Tables, View};
use super::views::{ReadView, WriteView, definition};
use super::{KEPT_TABLES, OpenError, StoreError, Stored};

/// So long after the last change the log is marked: whatever is not whole from then on is damage. Long enough that a busy
/// night has one sync for each commit and no more.
pub const MARK_AFTER: Duration = Duration::from_millis(100);
/// So long after the last change everything goes into the file: that bounds what a start has to take in again.
pub const CHECKPOINT_AFTER: Duration = Duration::from_secs(5 * 60);

/// An open file.
pub struct Opened {
    database: Database,
    /// Taken after a write transaction was begun, never before: redb has one at a time.
    redo: Mutex<Redo>,
}

/// What stands in front of the file.
enum Redo {
    /// Nothing: it is in memory, or behind glass.
    Never,
    /// Nothing yet: it stands alone, and the first change begins a log.
    NotYet(Place),
    /// A log that it needs.
    Running(Log, Place),
}

impl Opened {
    /// Without a log: in memory, or behind glass.
    pub fn without_log(database: Database) -> Self {
        Opened { database, redo: Mutex::new(Redo::Never) }
    }

    /// A file that may not have been written by this Barback, or not as it is now.
    pub fn whole(disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        Opened::found(inspect::open_whole(disk.as_ref(), folder)?, disk, folder)
    }

    /// A file that was whole a moment ago, after the disk has failed.
    pub fn again(disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        let opened = Opened::found(inspect::open(disk.as_ref(), folder)?, disk, folder)?;
        if let Redo::Running(log, _) = &mut *opened.redo()? {
            log.waits_for_a_checkpoint();
        }
        Ok(opened)
    }

    /// Puts into the file, in memory, what only the log has got. The log goes on where it ended.
    fn found(found: Found, disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        let Found { database, replay } = found;
        let place = Place::of(disk, folder);
        let redo = match replay {
            None => Redo::NotYet(place),
            Some(mut replay) => {
                let changes = std::mem::take(&mut replay.changes);
                let log = replay.go_on().map_err(|source| OpenError::Io { path: place.file.clone(), source })?;
                take_in(&database, &changes)?;
                Redo::Running(log, place)
            }
        };
        Ok(Opened { database, redo: Mutex::new(redo) })
    }

    /// One state of the file.
    pub fn begin_read(&self) -> Stored<ReadTransaction> {
        Ok(self.database.begin_read()?)
    }

    /// Runs `change`, and makes what it wrote durable, then visible; nothing when it says that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
        let transaction = self.database.begin_write()?;
        if let Redo::NotYet(_) = *self.redo()? {
            // Before the change, which may have something else to say of it.
            note_format(&mut WriteView::of(&transaction))?;
        }
        let mut view = GatheredView::of(&transaction);
        let changed = change(&mut view).and_then(|(value, wrote)| Ok((value, if wrote { Some(view.finish()?) } else { None })));
        match changed {
            Ok((value, Some(changes))) => self.commit(transaction, &changes).map(|()| value),
            Ok((value, None)) => {
                transaction.abort()?;
                Ok(value)
            }
            Err(error) => {
                transaction.abort()?;
                Err(error)
            }
        }
    }

    /// Empties every table that follows from the journal and lets `fill` make them anew.
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Stored<()> {
        let transaction = self.database.begin_write()?;
        let names: Vec<String> = transaction.list_tables()?.map(|handle| handle.name().to_owned()).collect();
        for name in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
            transaction.delete_table(definition(name))?;
        }
        let from = ReadView::of(self.begin_read()?);
        let mut view = WriteView::of(&transaction);
        fill(&from, &mut view)?;
        note_format(&mut view)?;
        drop(view);
        self.commit_to_file(transaction, &mut *self.redo()?)
    }

    /// A small change goes into the log, and into the file in memory; a large one into the file, and so does one that comes
    /// when the log is long: a checkpoint of its own would be one more sync for those who wait.
    fn commit(&self, mut transaction: WriteTransaction, changes: &Changes) -> Stored<()> {
        let mut redo = self.redo()?;
        if let Redo::Running(log, _) = &mut *redo
            && !changes.are_too_many()
            && !log.is_long()
        {
            let record = changes.to_bytes();
            if log.has_room(record.len()) {
                log.append(&record)?;
                transaction.set_durability(Durability::None)?;
                // The record counts: until it is read again the file lacks something that is true.
                return transaction.commit().map_err(|error| {
                    log.breaks();
                    error.into()
                });
            }
        }
        if let Redo::NotYet(place) = &*redo {
            let place = place.clone();
            match Log::create(&place) {
                Ok(log) => *redo = Redo::Running(log, place),
                Err(error) => tracing::warn!("no log can be made at {}: {error}", place.file.display()),
            }
        }
        self.commit_to_file(transaction, &mut redo)
    }

    /// A checkpoint with whatever else the transaction holds: the file has everything then, durably, and the log begins again.
    /// It opens at once after a power cut.
    fn commit_to_file(&self, mut transaction: WriteTransaction, redo: &mut Redo) -> Stored<()> {
        if let Redo::Running(log, _) = redo {
            note_fact(&mut WriteView::of(&transaction), facts::LOG, &log.note())?;
        }
        transaction.set_durability(Durability::Immediate)?;
        transaction.set_quick_repair(true);
        let committed = transaction.commit();
        if let Redo::Running(log, place) = redo {
            match committed {
                Ok(()) => log.begins_again(place),
                Err(_) => log.breaks(),
            }
        }
        Ok(committed?)
    }

    /// Does what there is time for when nothing was written for `quiet`: the mark, a checkpoint, room in the log. How long
    /// until there is something to do again, if nothing is written.
    pub fn tend(&self, quiet: Duration) -> Stored<Option<Duration>> {
        let mut redo = self.redo()?;
        let Redo::Running(log, _) = &mut *redo else { return Ok(None) };
        let quiet_enough = if log.is_long() { MARK_AFTER } else { CHECKPOINT_AFTER };
        if log.holds_records() && quiet >= quiet_enough {
            drop(redo);
            self.checkpoint()?;
            return Ok(None);
        }
        log.grow_ahead();
        if log.wants_mark() && quiet >= MARK_AFTER {
            log.mark()?;
        }
        let due = if log.wants_mark() { Some(MARK_AFTER) } else { log.holds_records().then_some(quiet_enough) };
        Ok(due.map(|due| due.saturating_sub(quiet)))
    }

    fn checkpoint(&self) -> Stored<()> {
        let transaction = self.database.begin_write()?;
        self.commit_to_file(transaction, &mut *self.redo()?)
    }

    /// Puts everything into the file, which needs no log from then on; the next change begins one.
    pub fn stand_alone(&self) -> Stored<()> {
        let mut transaction = self.database.begin_write()?;
        let mut redo = self.redo()?;
        let Redo::Running(log, place) = &mut *redo else { return Ok(transaction.abort()?) };
        note_fact(&mut WriteView::of(&transaction), facts::LOG, facts::NO_LOG)?;
        transaction.set_durability(Durability::Immediate)?;
        transaction.set_quick_repair(true);
        if let Err(error) = transaction.commit() {
            log.breaks();
            return Err(error.into());
        }
        place.clear();
        let place = place.clone();
        *redo = Redo::NotYet(place);
        Ok(())
    }

    fn redo(&self) -> Stored<MutexGuard<'_, Redo>> {
        self.redo.lock().map_err(|_| StoreError::Unavailable("the log is closed until it is read again".to_owned()))
    }
}

/// Puts what a log says into a file, in memory alone.
pub fn take_in(database: &Database, changes: &Changes<String>) -> Stored<()> {
    let mut transaction = database.begin_write()?;
    transaction.set_durability(Durability::None)?;
    for (name, rows) in changes.tables() {
        let mut table = transaction.open_table(definition(name))?;
        for (key, value) in rows {
            match value {
                Some(value) => drop(table.insert(key.as_slice(), value.as_slice())?),
                None => drop(table.remove(key.as_slice())?),
            }
        }
    }
    Ok(transaction.commit()?)
}
