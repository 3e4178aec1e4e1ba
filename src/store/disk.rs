//! The store file: created whole or not at all, opened only when it can be read, reopened after a failed commit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::rc::Rc;
use std::sync::{RwLock, RwLockReadGuard};

use redb::backends::FileBackend;
use redb::{
    Builder, Database, Durability, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable, StorageBackend, StorageError,
    TableDefinition, TableHandle, WriteTransaction,
};

use super::folder::{FILE_MODE, Folder};
use super::inspect::{self, Opener};
use super::memory::MemoryTables;
use super::table::{Table, Tables, View, Visit};
use super::{FORMAT_VERSION, KEPT_TABLES, OpenError, StoreError, Stored};

/// Facts about the file itself.
pub const META: &str = "meta";
const FACTS: Table<String, String> = Table::new(META);
const FORMAT: &str = "format";

const BAR: &str = "bar";
const SECRET: &str = "secret";
/// Length of the secret that signs sessions, in bytes.
const SECRET_BYTES: usize = 32;

/// Pages that redb keeps in memory: enough for a night's working set, small enough for a Pi with 512 MiB.
const CACHE_BYTES: usize = 24 * 1024 * 1024;

type Bytes = &'static [u8];

pub(super) fn definition(name: &str) -> TableDefinition<'_, Bytes, Bytes> {
    TableDefinition::new(name)
}

/// The open store. Any number of readers; one writer at a time.
pub struct Store {
    folder: Folder,
    /// `None` only while a failed commit is being mended.
    database: RwLock<Option<Database>>,
    opener: Opener,
}

impl Store {
    /// Opens the store of `folder`, making it where there is none.
    pub fn open(folder: Folder) -> Result<Self, OpenError> {
        Store::open_by(folder, Box::new(|file| builder().open(file)))
    }

    /// As [`Store::open`], on a disk that `disk` makes of the file: for measuring how a slow one would do.
    pub fn open_on<D: StorageBackend>(folder: Folder, disk: impl Fn(FileBackend) -> D + Send + Sync + 'static) -> Result<Self, OpenError> {
        let opener = move |path: &Path| {
            let file = fs::OpenOptions::new().read(true).write(true).open(path).map_err(StorageError::Io)?;
            builder().create_with_backend(disk(FileBackend::new(file)?))
        };
        Store::open_by(folder, Box::new(opener))
    }

    fn open_by(folder: Folder, opener: Opener) -> Result<Self, OpenError> {
        let file = folder.store_file();
        let io = |source| OpenError::Io { path: file.clone(), source };
        if !fs::exists(&file).map_err(io)? {
            create(&folder)?;
        }
        let database = inspect::open_whole(&file, &opener)?;
        Ok(Store { folder, database: RwLock::new(Some(database)), opener })
    }

    /// Runs `look` on one state of the store. Keep it short: an open read makes the file grow.
    pub fn read<T>(&self, look: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
        let guard = self.database()?;
        let transaction = begin_read(&guard)?;
        look(&ReadView { transaction, open: RefCell::default() })
    }

    /// Runs `change` and commits what it wrote: all of it, synced to the disk, or nothing.
    pub fn write<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<T>) -> Stored<T> {
        self.write_if(|tables| Ok((change(tables)?, true)))
    }

    /// As [`Store::write`], but without a sync when `change` says that it wrote nothing.
    pub fn write_if<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
        let result = self.try_write(change);
        if let Err(StoreError::Unavailable(_)) = result {
            self.reopen();
        }
        result
    }

    fn try_write<T>(&self, change: impl FnOnce(&mut dyn Tables) -> Stored<(T, bool)>) -> Stored<T> {
        let guard = self.database()?;
        let database = guard.as_ref().ok_or_else(closed)?;
        let mut transaction = database.begin_write()?;
        transaction.set_durability(Durability::Immediate)?;
        transaction.set_quick_repair(true);
        let mut view = WriteView { transaction: &transaction, open: RefCell::default() };
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

    /// Empties every table that follows from the journal and lets `fill` make them anew, in one transaction. The file is of
    /// this format then.
    pub fn rebuild_derived(&self, fill: impl FnOnce(&dyn View, &mut dyn Tables) -> Stored<()>) -> Stored<()> {
        let guard = self.database()?;
        let database = guard.as_ref().ok_or_else(closed)?;
        let mut transaction = database.begin_write()?;
        transaction.set_durability(Durability::Immediate)?;
        transaction.set_quick_repair(true);
        let names: Vec<String> = transaction.list_tables()?.map(|handle| handle.name().to_owned()).collect();
        for name in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
            transaction.delete_table(definition(name))?;
        }
        let from = ReadView { transaction: begin_read(&guard)?, open: RefCell::default() };
        let mut view = WriteView { transaction: &transaction, open: RefCell::default() };
        fill(&from, &mut view)?;
        note_fact(&mut view, FORMAT, &FORMAT_VERSION.to_string())?;
        drop(view);
        Ok(transaction.commit()?)
    }

    /// redb refuses everything after a failed commit until the file is opened anew.
    fn reopen(&self) {
        let Ok(mut slot) = self.database.write() else {
            return;
        };
        *slot = None;
        match inspect::open(&self.folder.store_file(), &self.opener) {
            Ok(database) => *slot = Some(database),
            Err(error) => tracing::error!("the store cannot be opened again: {error}"),
        }
    }

    pub(super) fn database(&self) -> Stored<RwLockReadGuard<'_, Option<Database>>> {
        let guard = self.database.read().map_err(|_| closed())?;
        if guard.is_some() {
            return Ok(guard);
        }
        drop(guard);
        self.reopen();
        self.database.read().map_err(|_| closed())
    }

    /// Says what kind of bar lives here; refuses when the other kind does. A demo must never touch a real bar.
    pub fn claim(&self, demo: bool) -> Result<(), OpenError> {
        let wanted = if demo { "demo" } else { "real" };
        let holds = match self.read(|view| fact(view, BAR))? {
            None => return Ok(self.write(|tables| note_fact(tables, BAR, wanted))?),
            Some(kind) if kind == wanted => return Ok(()),
            Some(_) if demo => ("a real bar", "a demo needs a folder of its own. Leave --data out, or name another folder."),
            Some(_) => ("a demo bar", "start it with --demo, or name another folder with --data."),
        };
        Err(OpenError::OtherBar { folder: self.folder.path().to_owned(), holds: holds.0, advice: holds.1 })
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

    /// The data folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// A copy in memory of every table that follows from the journal.
    pub fn derived_tables(&self) -> Stored<MemoryTables> {
        let guard = self.database()?;
        let transaction = begin_read(&guard)?;
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
    StoreError::Unavailable("the store is closed".to_owned())
}

pub(super) fn begin_read(guard: &RwLockReadGuard<'_, Option<Database>>) -> Stored<ReadTransaction> {
    Ok(guard.as_ref().ok_or_else(closed)?.begin_read()?)
}

/// A file that is being created could be cut off at any byte, and redb cannot always open such a file again. So it
/// gets its first commit under another name; only a whole file ever bears the real one.
fn create(folder: &Folder) -> Result<(), OpenError> {
    let file = folder.store_file();
    let new = file.with_extension("redb.new");
    let io = |source| OpenError::Io { path: new.clone(), source };
    if fs::exists(&new).map_err(io)? {
        fs::remove_file(&new).map_err(io)?;
    }
    let database = builder().create(&new).map_err(|error| io(std::io::Error::other(error)))?;
    let first = || -> Stored<()> {
        let mut transaction = database.begin_write()?;
        transaction.set_quick_repair(true);
        let mut view = WriteView { transaction: &transaction, open: RefCell::default() };
        note_fact(&mut view, FORMAT, &FORMAT_VERSION.to_string())?;
        drop(view);
        Ok(transaction.commit()?)
    };
    first()?;
    drop(database);
    fs::set_permissions(&new, fs::Permissions::from_mode(FILE_MODE)).map_err(io)?;
    fs::File::open(&new).and_then(|f| f.sync_all()).map_err(io)?;
    fs::rename(&new, &file).map_err(io)?;
    folder.sync().map_err(io)
}

pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Looks into a database that no [`Store`] holds.
pub(super) fn in_view<T>(database: &Database, look: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
    look(&ReadView { transaction: database.begin_read()?, open: RefCell::default() })
}

/// The format that the file names; `None` when it names none.
pub(super) fn format_of(view: &dyn View) -> Stored<Option<u32>> {
    Ok(fact(view, FORMAT)?.and_then(|text| text.parse().ok()))
}

/// One state of the store, for reading.
pub struct ReadView {
    transaction: ReadTransaction,
    open: RefCell<HashMap<&'static str, Option<ReadTable>>>,
}

type ReadTable = Rc<ReadOnlyTable<Bytes, Bytes>>;

impl ReadView {
    /// `None` while nothing has been written to the table.
    fn table(&self, name: &'static str) -> Stored<Option<ReadTable>> {
        if let Some(table) = self.open.borrow().get(name) {
            return Ok(table.clone());
        }
        let table = match self.transaction.open_table(definition(name)) {
            Ok(table) => Some(Rc::new(table)),
            Err(redb::TableError::TableDoesNotExist(_)) => None,
            Err(error) => return Err(error.into()),
        };
        self.open.borrow_mut().insert(name, table.clone());
        Ok(table)
    }
}

impl View for ReadView {
    fn get(&self, table: &'static str, key: &[u8]) -> Stored<Option<Vec<u8>>> {
        let Some(table) = self.table(table)? else {
            return Ok(None);
        };
        Ok(table.get(key)?.map(|sealed| sealed.value().to_vec()))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        match self.table(table)? {
            Some(table) => scan(&*table, from, to, backwards, visit),
            None => Ok(()),
        }
    }
}

/// A change that is being made: reads see what was written before them.
pub struct WriteView<'t> {
    transaction: &'t WriteTransaction,
    open: RefCell<HashMap<&'static str, OpenTable<'t>>>,
}

type OpenTable<'t> = Rc<RefCell<redb::Table<'t, Bytes, Bytes>>>;

impl<'t> WriteView<'t> {
    fn table(&self, name: &'static str) -> Stored<OpenTable<'t>> {
        if let Some(table) = self.open.borrow().get(name) {
            return Ok(table.clone());
        }
        let table = Rc::new(RefCell::new(self.transaction.open_table(definition(name))?));
        self.open.borrow_mut().insert(name, table.clone());
        Ok(table)
    }
}

impl View for WriteView<'_> {
    fn get(&self, table: &'static str, key: &[u8]) -> Stored<Option<Vec<u8>>> {
        let table = self.table(table)?;
        let table = table.borrow();
        Ok(table.get(key)?.map(|sealed| sealed.value().to_vec()))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        let table = self.table(table)?;
        let table = table.borrow();
        scan(&*table, from, to, backwards, visit)
    }
}

impl Tables for WriteView<'_> {
    fn put(&mut self, table: &'static str, key: &[u8], sealed: &[u8]) -> Stored<()> {
        self.table(table)?.borrow_mut().insert(key, sealed)?;
        Ok(())
    }

    fn remove(&mut self, table: &'static str, key: &[u8]) -> Stored<()> {
        self.table(table)?.borrow_mut().remove(key)?;
        Ok(())
    }

    fn view(&self) -> &dyn View {
        self
    }
}

fn scan(table: &impl ReadableTable<Bytes, Bytes>, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
    if !to.is_empty() && from >= to {
        return Ok(());
    }
    let mut range = if to.is_empty() { table.range(from..)? } else { table.range(from..to)? };
    while let Some(row) = if backwards { range.next_back() } else { range.next() } {
        let (key, sealed) = row?;
        if visit(key.value(), sealed.value())? == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(())
}
