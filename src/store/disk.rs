//! The store file: created whole or not at all, opened only when it can be read, reopened after a failed commit.

use std::sync::{Arc, RwLock, RwLockReadGuard};

use redb::backends::InMemoryBackend;
use redb::{Builder, Database, Durability, ReadTransaction, ReadableDatabase, ReadableTable, TableHandle, WriteTransaction};

use super::files::{Backend, Disk, RealDisk};
use super::folder::Folder;
use super::inspect;
use super::memory::MemoryTables;
use super::table::{Table, Tables, View};
use super::views::{ReadView, WriteView, definition};
use super::{FORMAT_VERSION, KEPT_TABLES, OpenError, StoreError, Stored, TABLES_FACT};

/// Facts about the file itself.
pub const META: &str = "meta";
const FACTS: Table<String, String> = Table::new(META);
const FORMAT: &str = "format";

const BAR: &str = "bar";
const DEMO: &str = "demo";
const REAL: &str = "real";
const SECRET: &str = "secret";
/// Length of the secret that signs sessions, in bytes.
const SECRET_BYTES: usize = 32;

/// Pages that redb keeps in memory: enough for a night's working set, small enough for a Pi with 512 MiB.
const CACHE_BYTES: usize = 24 * 1024 * 1024;

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
}

enum State {
    /// As it should be.
    Open(Database),
    /// The disk takes no writes. What it holds is read through glass.
    ReadOnly(Database),
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
            create(disk.as_ref(), &folder)?;
        }
        // Not only after the rename: the start before this one may have got no further than that.
        disk.sync_folder(folder.path()).map_err(io)?;
        let database = inspect::open_whole(disk.as_ref(), &file)?;
        Ok(Store::of(Some(folder), disk, database))
    }

    /// Opens the store of `folder` for looking alone: every page is checked, and what is written goes nowhere.
    pub fn behind_glass(folder: Folder) -> Result<Self, OpenError> {
        let database = inspect::open_behind_glass(&RealDisk, &folder.store_file())?;
        Ok(Store::of(Some(folder), Arc::new(RealDisk), database))
    }

    /// An empty store in memory, to try something out.
    pub fn in_memory() -> Stored<Self> {
        let unavailable = |error: redb::DatabaseError| StoreError::Unavailable(error.to_string());
        let database = builder().create_with_backend(InMemoryBackend::new()).map_err(unavailable)?;
        let store = Store::of(None, Arc::new(RealDisk), database);
        store.write(|tables| note_fact(tables, FORMAT, &FORMAT_VERSION.to_string()))?;
        Ok(store)
    }

    fn of(folder: Option<Folder>, disk: Arc<dyn Disk>, database: Database) -> Self {
        Store { folder, disk, slot: RwLock::new(Slot { state: State::Open(database), openings: 1 }) }
    }

    /// Runs `look` on one state of the store. Keep it short: an open read makes the file grow.
    pub fn read<T>(&self, look: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
        self.mended(State::can_be_read, |slot| look(&ReadView::of(begin_read(slot)?)))
    }

    /// Runs `change` and commits what it wrote: all of it, synced to the disk, or nothing.
    pub fn write<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<T>) -> Stored<T> {
        self.write_if(|tables| Ok((change(tables)?, true)))
    }

    /// As [`Store::write`], but without a sync when `change` says that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
        self.mended(State::takes_writes, |slot| try_write(slot, change))
    }

    /// Empties every table that follows from the journal and lets `fill` make them anew, in one transaction. The file is of
    /// this format then.
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Stored<()> {
        self.mended(State::takes_writes, |slot| {
            let transaction = begin_write(slot)?;
            let names: Vec<String> = transaction.list_tables()?.map(|handle| handle.name().to_owned()).collect();
            for name in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
                transaction.delete_table(definition(name))?;
            }
            let from = ReadView::of(begin_read(slot)?);
            let mut view = WriteView::of(&transaction);
            fill(&from, &mut view)?;
            note_fact(&mut view, FORMAT, &FORMAT_VERSION.to_string())?;
            drop(view);
            Ok(transaction.commit()?)
        })
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

    /// Opens the file anew, unless somebody else has since `openings`.
    fn reopen(&self, openings: u64) {
        let (Some(folder), Ok(mut slot)) = (&self.folder, self.slot.write()) else {
            return;
        };
        if slot.openings != openings {
            return;
        }
        let file = folder.store_file();
        // The old one goes first: it may have something to say to the file as it closes.
        slot.state = State::Closed;
        slot.openings += 1;
        slot.state = match inspect::open(self.disk.as_ref(), &file) {
            Ok(database) => State::Open(database),
            Err(error) => {
                tracing::error!("the store takes no writes until the disk does: {error}");
                inspect::open_to_read(self.disk.as_ref(), &file).map_or(State::Closed, State::ReadOnly)
            }
        };
    }

    /// Says what kind of bar lives here; refuses when the other kind does. A demo must never touch a real bar.
    pub fn claim(&self, demo: bool) -> Result<(), OpenError> {
        let wanted = if demo { DEMO } else { REAL };
        let holds = match self.read(|view| fact(view, BAR))? {
            None => return Ok(self.write(|tables| note_fact(tables, BAR, wanted))?),
            Some(kind) if kind == wanted => return Ok(()),
            Some(_) if demo => ("a real bar", "a demo needs a folder of its own. Leave --data out, or name another folder."),
            Some(_) => ("a demo bar", "start it with --demo, or name another folder with --data."),
        };
        let folder = self.folder.as_ref().map(|folder| folder.path().to_owned()).unwrap_or_default();
        Err(OpenError::OtherBar { folder, holds: holds.0, advice: holds.1 })
    }

    /// Whether a demo bar lives here.
    pub fn is_demo(&self) -> Stored<bool> {
        Ok(self.read(|view| fact(view, BAR))?.as_deref() == Some(DEMO))
    }

    /// The secret that signs sessions' tokens: made once, never in the journal.
    pub fn secret(&self) -> Stored<Vec<u8>> {
        if let Some(secret) = self.read(|view| fact(view, SECRET))? {
            return Ok(secret.into_bytes());
        }
        let mut bytes = [0u8; SECRET_BYTES];
        getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let secret: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.write(|tables| note_fact(tables, SECRET, &secret))?;
        Ok(secret.into_bytes())
    }

    /// The data folder; `None` for a store in memory.
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    /// One state of the file, for looks at all of it.
    pub(super) fn snapshot(&self) -> Stored<ReadTransaction> {
        self.mended(State::can_be_read, begin_read)
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
                copy.put_row(handle.name(), key.value(), value.value());
            }
        }
        Ok(copy)
    }
}

/// A fact about the file, such as which version made its tables.
pub fn fact(view: &dyn View, name: &str) -> Stored<Option<String>> {
    FACTS.get(view, &name.to_owned())
}

/// Notes a fact about the file.
pub fn note_fact(tables: &mut dyn Tables, name: &str, value: &str) -> Stored<()> {
    FACTS.put(tables, &name.to_owned(), &value.to_owned())
}

fn closed() -> StoreError {
    StoreError::Unavailable("the store is closed until the disk takes writes again".to_owned())
}

fn begin_read(slot: &Slot) -> Stored<ReadTransaction> {
    match &slot.state {
        State::Open(database) | State::ReadOnly(database) => Ok(database.begin_read()?),
        State::Closed => Err(closed()),
    }
}

/// Every commit is synced, and leaves a file that opens at once after a power cut.
fn begin_write(slot: &Slot) -> Stored<WriteTransaction> {
    let State::Open(database) = &slot.state else { return Err(closed()) };
    let mut transaction = database.begin_write()?;
    transaction.set_durability(Durability::Immediate)?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}

fn try_write<T>(slot: &Slot, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
    let transaction = begin_write(slot)?;
    let mut view = WriteView::of(&transaction);
    let changed = change(&mut view);
    drop(view);
    match changed {
        Ok((value, true)) => {
            transaction.commit()?;
            Ok(value)
        }
        Ok((value, false)) => {
            transaction.abort()?;
            Ok(value)
        }
        Err(error) => {
            transaction.abort()?;
            Err(error)
        }
    }
}

/// A file that is being created could be cut off at any byte, and redb cannot always open such a file again. So it
/// gets its first commit under another name; only a whole file ever bears the real one.
fn create(disk: &dyn Disk, folder: &Folder) -> Result<(), OpenError> {
    let file = folder.store_file();
    let new = file.with_extension("redb.new");
    let io = |source| OpenError::Io { path: new.clone(), source };
    if disk.exists(&new).map_err(io)? {
        disk.remove(&new).map_err(io)?;
    }
    let backend = Backend::of(disk.create(&new).map_err(io)?);
    let database = builder().create_with_backend(backend).map_err(|error| io(std::io::Error::other(error)))?;
    let first = || -> Stored<()> {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        let mut view = WriteView::of(&transaction);
        note_fact(&mut view, FORMAT, &FORMAT_VERSION.to_string())?;
        drop(view);
        Ok(transaction.commit()?)
    };
    first()?;
    drop(database);
    disk.open(&new).and_then(|file| file.sync()).map_err(io)?;
    disk.rename(&new, &file).map_err(io)
}

pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Looks into a database that no [`Store`] holds.
pub(super) fn in_view<T>(database: &Database, look: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
    look(&ReadView::of(database.begin_read()?))
}

/// The format that the file names; `None` when it names none.
pub(super) fn format_of(view: &dyn View) -> Stored<Option<u32>> {
    Ok(fact(view, FORMAT)?.and_then(|text| text.parse().ok()))
}

/// The version of Barback's tables that the file names; `None` when it names none.
pub(super) fn tables_of(view: &dyn View) -> Stored<Option<u32>> {
    Ok(fact(view, TABLES_FACT)?.and_then(|text| text.parse().ok()))
}
