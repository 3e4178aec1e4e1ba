//! The store's file as it stands open, with the redo log in front of it: a change is durable first, visible second, and
//! answered third.

use std::cell::OnceCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redb::{Database, Durability, ReadTransaction, ReadableDatabase, TableHandle, WriteTransaction};

use super::durability::{Acknowledged, Attempt, Failed};
use super::overlay::{Ahead, SeenView};
use super::write_batch::GatheredView;
use super::{Log, Place};
use crate::store::disk::Disk;
use crate::store::folder::Folder;
use crate::store::integrity::inspect::{self, Found};
use crate::store::journal::metadata::{self, commits_of, note_commit, set_metadata};
use crate::store::tables::changes::Changes;
use crate::store::tables::redb_views::{WriteView, definition, in_view, set_all, take_in};
use crate::store::tables::table::{Tables, View};
use crate::store::{KEPT_TABLES, OpenError, StoreError, Stored};

/// So long after the last change the log is marked: whatever is not whole from then on is damage. Long enough that a busy
/// night has one sync for each commit and no more.
pub const SYNC_MARKER_AFTER: Duration = Duration::from_millis(100);
/// So long after the last change everything goes into the file: that bounds what a start has to take in again.
pub const CHECKPOINT_AFTER: Duration = Duration::from_secs(5 * 60);

/// An open file.
pub struct Opened {
    /// Taken first by whoever changes something.
    turn: Mutex<()>,
    /// What the log has and the file has not.
    ahead: Ahead,
    database: Database,
    redo: Mutex<Redo>,
    commits: Mutex<Commits>,
}

/// What was made durable, and what is being made.
struct Commits {
    /// Number of the file's last durable commit.
    durable: u64,
    /// What is on its way to the disk. It stays when that fails: nothing more is changed until the file was opened again.
    under_way: Option<Attempt>,
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
    fn of(database: Database, redo: Redo) -> Stored<Self> {
        let commits = Mutex::new(Commits { durable: in_view(&database, commits_of)?, under_way: None });
        Ok(Opened { turn: Mutex::default(), ahead: Ahead::default(), database, redo: Mutex::new(redo), commits })
    }

    /// Without a log: in memory, or behind glass.
    pub fn without_log(database: Database) -> Stored<Self> {
        Opened::of(database, Redo::Never)
    }

    /// A file that may not have been written by this Barback, or not as it is now.
    pub fn whole(disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        Opened::found(inspect::open_whole(disk.as_ref(), folder)?, disk, folder)
    }

    /// A file that was whole a moment ago, after the disk has failed. All that is read of it is durable then.
    pub fn again(disk: &Arc<dyn Disk>, folder: &Folder) -> Result<Self, OpenError> {
        let opened = Opened::found(inspect::open_again(disk.as_ref(), folder)?, disk, folder)?;
        if let Redo::Running(log, _) = &mut *opened.redo()? {
            log.waits_for_a_checkpoint();
        }
        Ok(opened)
    }

    /// How far it is durable.
    pub fn acknowledged(&self) -> Stored<Acknowledged> {
        let record = if let Redo::Running(log, _) = &*self.redo()? { Some(log.position()) } else { None };
        Ok(Acknowledged { commits: self.commits().durable, record })
    }

    /// What failed on its way to the disk.
    pub fn failed_attempt(&self) -> Option<Attempt> {
        self.commits().under_way
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
        Ok(Opened::of(database, redo)?)
    }

    /// One state of the store.
    pub fn seen(&self) -> Stored<SeenView> {
        self.ahead.seen(&self.database)
    }

    /// One state of the store as redb has it, with nothing in front.
    pub fn settled(&self) -> Stored<ReadTransaction> {
        let _turn = self.turn();
        self.settle()?;
        Ok(self.database.begin_read()?)
    }

    /// Runs `change`, and makes what it wrote durable, then visible; nothing when it says that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Result<T, Failed<T>> {
        let _turn = self.turn_to_write()?;
        if self.ahead.are_many()? {
            // Whoever changes much in many steps, a restore perhaps, does not stop to tend.
            self.settle()?;
        }
        let transaction = OnceCell::new();
        let begin = || self.begin_write();
        let mut view = GatheredView::of(self.seen()?, &transaction, &begin);
        let (value, wrote) = change(&mut view)?;
        if wrote {
            let changes = view.finish();
            let committed = match transaction.into_inner() {
                None => self.commit(changes),
                Some(large) => self.with_log().and_then(|mut redo| self.commit_to_file(large, &mut redo)),
            };
            if let Err(error) = committed {
                return Err(self.failed(error, value));
            }
        }
        Ok(value)
    }

    /// A change that came to `value` and was not committed.
    fn failed<T>(&self, error: StoreError, value: T) -> Failed<T> {
        Failed { error, attempted: self.failed_attempt().map(|_| value) }
    }

    /// Empties every table that follows from the journal and lets `fill` make them anew.
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Result<(), Failed<()>> {
        let _turn = self.turn_to_write()?;
        let rebuild = || -> Stored<()> {
            let transaction = self.begin_write()?;
            let names: Vec<String> = transaction.list_tables()?.map(|handle| handle.name().to_owned()).collect();
            for name in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
                transaction.delete_table(definition(name))?;
            }
            let mut view = WriteView::of(&transaction);
            fill(&self.seen()?, &mut view)?;
            drop(view);
            self.commit_to_file(transaction, &mut *self.redo()?)
        };
        rebuild().map_err(|error| self.failed(error, ()))
    }

    /// A small change goes into the log, and in front of the file; one that comes when the log is long into the file, with
    /// all before it: a checkpoint of its own would be one more sync for those who wait.
    fn commit(&self, changes: Changes) -> Stored<()> {
        let mut redo = self.redo()?;
        if let Redo::Running(log, _) = &mut *redo
            && !log.is_long()
        {
            let record = changes.to_bytes();
            if log.has_room(record.len()) {
                let (id, seq) = log.position();
                return self.makes_durable(Attempt::Record((id, seq + 1)), || {
                    log.append(&record)?;
                    self.ahead.add(changes)
                });
            }
        }
        drop(redo);
        let transaction = self.begin_write()?;
        set_all(&transaction, &changes)?;
        self.commit_to_file(transaction, &mut *self.with_log()?)
    }

    /// What stands in front of the file, with a log if there can be one.
    fn with_log(&self) -> Stored<MutexGuard<'_, Redo>> {
        let mut redo = self.redo()?;
        if let Redo::NotYet(place) = &*redo {
            let place = place.clone();
            match Log::create(&place) {
                Ok(log) => *redo = Redo::Running(log, place),
                Err(error) => tracing::warn!("no log can be made at {}: {error}", place.file.display()),
            }
        }
        Ok(redo)
    }

    /// A transaction for a turn's change, with nothing in front of the file.
    fn begin_write(&self) -> Stored<WriteTransaction> {
        self.settle()?;
        self.ahead.look_away()?;
        Ok(self.database.begin_write()?)
    }

    /// Puts what is in front of the file into it, in memory.
    fn settle(&self) -> Stored<()> {
        let rows = self.ahead.all()?;
        if rows.is_empty() {
            return Ok(());
        }
        self.ahead.look_away()?;
        take_in(&self.database, &rows)?;
        self.ahead.clear()
    }

    /// A checkpoint with whatever else the transaction holds: the file has everything then, durably, and the log begins again.
    fn commit_to_file(&self, transaction: WriteTransaction, redo: &mut Redo) -> Stored<()> {
        if let Redo::Running(log, _) = redo {
            set_metadata(&mut WriteView::of(&transaction), metadata::LOG, &log.note())?;
        }
        self.commit_durably(transaction)?;
        if let Redo::Running(log, place) = redo {
            log.begins_again(place);
        }
        Ok(())
    }

    /// A durable commit of the file, with its number. It opens at once after a power cut.
    fn commit_durably(&self, mut transaction: WriteTransaction) -> Stored<()> {
        let number = self.commits().durable + 1;
        note_commit(&mut WriteView::of(&transaction), number)?;
        transaction.set_durability(Durability::Immediate)?;
        transaction.set_quick_repair(true);
        self.makes_durable(Attempt::Commit(number), || {
            transaction.commit()?;
            self.ahead.clear()
        })?;
        self.commits().durable = number;
        Ok(())
    }

    /// Does what makes something durable. When it fails, or panics, nothing more is changed before the file was opened again:
    /// then it shows what the disk has kept.
    fn makes_durable(&self, attempt: Attempt, work: impl FnOnce() -> Stored<()>) -> Stored<()> {
        self.commits().under_way = Some(attempt);
        let panicked = |_| Err(StoreError::Unavailable("writing broke off".to_owned()));
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked)?;
        self.commits().under_way = None;
        Ok(())
    }

    /// Does what there is time for when nothing was written for `quiet`: the mark, a checkpoint, room in the log. How long
    /// until there is something to do again, if nothing is written.
    pub fn maintain(&self, quiet: Duration) -> Stored<Option<Duration>> {
        let _turn = self.turn_to_write()?;
        if quiet >= SYNC_MARKER_AFTER || self.ahead.are_many()? {
            self.settle()?;
        }
        let mut redo = self.redo()?;
        let Redo::Running(log, _) = &mut *redo else { return Ok(None) };
        let quiet_enough = if log.is_long() { SYNC_MARKER_AFTER } else { CHECKPOINT_AFTER };
        if log.holds_records() && quiet >= quiet_enough {
            drop(redo);
            self.checkpoint()?;
            return Ok(None);
        }
        log.grow_ahead();
        if log.wants_mark() && quiet >= SYNC_MARKER_AFTER {
            log.mark()?;
        }
        let due = if log.wants_mark() { Some(SYNC_MARKER_AFTER) } else { log.holds_records().then_some(quiet_enough) };
        Ok(due.map(|due| due.saturating_sub(quiet)))
    }

    fn checkpoint(&self) -> Stored<()> {
        let transaction = self.begin_write()?;
        self.commit_to_file(transaction, &mut *self.redo()?)
    }

    /// Puts everything into the file, which needs no log from then on; the next change begins one.
    pub fn checkpoint_and_remove_log(&self) -> Stored<()> {
        let _turn = self.turn_to_write()?;
        let transaction = self.begin_write()?;
        let mut redo = self.redo()?;
        let Redo::Running(_, place) = &mut *redo else { return Ok(transaction.abort()?) };
        set_metadata(&mut WriteView::of(&transaction), metadata::LOG, metadata::NO_LOG)?;
        self.commit_durably(transaction)?;
        place.clear();
        let place = place.clone();
        *redo = Redo::NotYet(place);
        Ok(())
    }

    /// One change at a time. A change that panicked leaves nothing behind that the next could stumble over.
    fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As [`Opened::turn`], unless something failed on its way to the disk.
    fn turn_to_write(&self) -> Stored<MutexGuard<'_, ()>> {
        let turn = self.turn();
        match self.failed_attempt() {
            None => Ok(turn),
            Some(_) => Err(StoreError::Unavailable("the file waits until it is opened again".to_owned())),
        }
    }

    /// Each field is written whole: one who panicked leaves nothing half done.
    fn commits(&self) -> MutexGuard<'_, Commits> {
        self.commits.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn redo(&self) -> Stored<MutexGuard<'_, Redo>> {
        self.redo.lock().map_err(|_| StoreError::Unavailable("the log is closed until it is read again".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::create::create;
    use crate::store::disk::RealDisk;
    use crate::store::tables::changes::CHANGES_MAX;

    fn opened(place: &std::path::Path) -> Opened {
        let folder = Folder::lock(place).expect("a folder");
        let disk: Arc<dyn Disk> = Arc::new(RealDisk);
        create(disk.as_ref(), &folder).expect("a file");
        Opened::whole(&disk, &folder).expect("whole")
    }

    fn row(opened: &Opened, key: u8) -> Option<Vec<u8>> {
        let mut found = None;
        let look = &mut |sealed: &[u8]| {
            found = Some(sealed.to_vec());
            Ok(())
        };
        opened.seen().expect("read").look("sales", &[key], look).expect("read");
        found
    }

    #[test]
    fn what_is_looked_at_is_never_old() {
        let place = tempfile::tempdir().expect("room");
        let opened = opened(place.path());
        // In front of the file; through a transaction of its own; as more than stays in front.
        for (round, bytes) in [10, CHANGES_MAX + 1, 100_000].into_iter().cycle().take(30).enumerate() {
            let written = vec![u8::try_from(round).expect("few"); bytes];
            opened.write_if(|tables| Ok((tables.put("sales", vec![1], written.clone())?, true))).expect("written");
            assert!(row(&opened, 1).as_ref() == Some(&written), "round {round}");
            opened.maintain(Duration::ZERO).expect("tended");
            assert!(row(&opened, 1).as_ref() == Some(&written), "round {round}, settled");
        }
    }

    #[test]
    fn what_is_in_front_goes_into_the_file_when_it_is_much_or_nobody_comes() {
        let place = tempfile::tempdir().expect("room");
        let opened = opened(place.path());
        let write = |key: u8, bytes: usize| {
            opened.write_if(|tables| Ok((tables.put("sales", vec![key], vec![key; bytes])?, true))).expect("written")
        };
        let in_front = || !opened.ahead.all().expect("shown").is_empty();
        let has = |key: u8| row(&opened, key).is_some();

        write(0, 10);
        assert!(!in_front(), "the change that begins the log goes into the file");
        write(1, 10);
        opened.maintain(Duration::ZERO).expect("tended");
        assert!(in_front() && has(1), "a little waits for more");
        opened.maintain(SYNC_MARKER_AFTER).expect("tended");
        assert!(!in_front() && has(1), "nobody came");
        write(2, 200_000);
        assert!(in_front() && has(2), "whoever waits is answered first");
        opened.maintain(Duration::ZERO).expect("tended");
        assert!(!in_front() && has(2), "much does not wait for more");
        write(3, 200_000);
        write(4, 10);
        assert!(in_front() && has(3) && has(4));
        assert!(opened.ahead.all().expect("shown").bytes() < 200_000, "it does not pile up where nobody tends");
    }
}
