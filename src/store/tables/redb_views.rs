//! redb's transactions as [`View`] and [`Tables`]: bytes in, bytes out, each table opened once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::{Arc, PoisonError, RwLock};

use redb::{Database, Durability, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

use super::table::{Look, Tables, View, Visit};
use crate::store::integrity::inspect::quietly;
use crate::store::tables::changes::Changes;
use crate::store::{StoreError, Stored};

type Bytes = &'static [u8];

/// The redb definition of a table: every key and value is bytes, whose meaning the typed tables know.
pub fn definition(name: &str) -> TableDefinition<'_, Bytes, Bytes> {
    TableDefinition::new(name)
}

/// One state of the store, for reading, by several at a time.
pub struct ReadView {
    transaction: ReadTransaction,
    open: RwLock<HashMap<&'static str, Option<ReadTable>>>,
}

impl ReadView {
    /// Looks through a transaction.
    pub fn of(transaction: ReadTransaction) -> Self {
        ReadView { transaction, open: RwLock::default() }
    }
}

type ReadTable = Arc<ReadOnlyTable<Bytes, Bytes>>;

impl ReadView {
    /// `None` while nothing has been written to the table.
    fn table(&self, name: &'static str) -> Stored<Option<ReadTable>> {
        // Each entry is put there whole: one who panicked leaves nothing half done.
        if let Some(table) = self.open.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(table.clone());
        }
        let table = match self.transaction.open_table(definition(name)) {
            Ok(table) => Some(Arc::new(table)),
            Err(redb::TableError::TableDoesNotExist(_)) => None,
            Err(error) => return Err(error.into()),
        };
        self.open.write().unwrap_or_else(PoisonError::into_inner).insert(name, table.clone());
        Ok(table)
    }
}

impl View for ReadView {
    fn look(&self, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()> {
        let Some(table) = self.table(table)? else {
            return Ok(());
        };
        table.get(key)?.map_or(Ok(()), |sealed| look(sealed.value()))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        match self.table(table)? {
            Some(table) => scan(&*table, from, to, backwards, visit),
            None => Ok(()),
        }
    }
}

/// Looks into a database that no [`Store`] holds.
pub fn in_view<T>(database: &Database, look: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
    look(&ReadView::of(database.begin_read()?))
}

/// A change that is being made: reads see what was written before them.
pub struct WriteView<'t> {
    transaction: &'t WriteTransaction,
    open: RefCell<HashMap<&'static str, OpenTable<'t>>>,
}

impl<'t> WriteView<'t> {
    /// Writes through a transaction.
    pub fn of(transaction: &'t WriteTransaction) -> Self {
        WriteView { transaction, open: RefCell::default() }
    }

    /// What is under a key from now on; `None`: nothing.
    pub fn set(&mut self, table: &'static str, key: &[u8], sealed: Option<&[u8]>) -> Stored<()> {
        let table = self.table(table)?;
        set(&mut table.borrow_mut(), key, sealed)
    }
}

/// Puts all `changes` into their trees.
pub fn set_all<Name: Ord + AsRef<str>>(transaction: &WriteTransaction, changes: &Changes<Name>) -> Stored<()> {
    changes.tables().try_for_each(|(name, rows)| {
        let mut table = transaction.open_table(definition(name))?;
        rows.iter().try_for_each(|(key, sealed)| set(&mut table, key, sealed.as_deref()))
    })
}

/// Puts changes into a file, in memory alone. redb may panic on a page that is not what it was; that is news of the disk, too.
pub fn take_in<Name: Ord + AsRef<str>>(database: &Database, changes: &Changes<Name>) -> Stored<()> {
    let take = || {
        let mut transaction = database.begin_write()?;
        transaction.set_durability(Durability::None)?;
        set_all(&transaction, changes)?;
        Ok(transaction.commit()?)
    };
    quietly(take).unwrap_or_else(|| Err(StoreError::Unavailable("a page of the file is not what it was".to_owned())))
}

fn set(table: &mut redb::Table<'_, Bytes, Bytes>, key: &[u8], sealed: Option<&[u8]>) -> Stored<()> {
    match sealed {
        Some(sealed) => drop(table.insert(key, sealed)?),
        None => drop(table.remove(key)?),
    }
    Ok(())
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
    fn look(&self, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()> {
        let table = self.table(table)?;
        let table = table.borrow();
        table.get(key)?.map_or(Ok(()), |sealed| look(sealed.value()))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        let table = self.table(table)?;
        let table = table.borrow();
        scan(&*table, from, to, backwards, visit)
    }
}

impl Tables for WriteView<'_> {
    fn put(&mut self, table: &'static str, key: Vec<u8>, sealed: Vec<u8>) -> Stored<()> {
        self.set(table, &key, Some(&sealed))
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
        self.set(table, &key, None)
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
