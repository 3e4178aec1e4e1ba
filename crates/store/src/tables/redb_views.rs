//! redb transactions as [`View`] and [`Tables`]: bytes in and out, each table opened once per transaction.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::{Arc, PoisonError, RwLock};

use redb::{Database, Durability, ReadOnlyTable, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, WriteTransaction};

use super::changes::Changes;
use super::table::{RowReader, RowVisitor, Tables, View};
use crate::catch_panic::catch_panic;
use crate::{StoreError, Stored};

type Bytes = &'static [u8];

/// The redb definition of a table; all tables have bytes for keys and values.
pub fn definition(name: &str) -> TableDefinition<'_, Bytes, Bytes> {
    TableDefinition::new(name)
}

/// A redb read transaction: one snapshot of the store, which several threads may read.
pub struct ReadView {
    transaction: ReadTransaction,
    /// Tables that were opened already; `None` for those that do not exist.
    open: RwLock<HashMap<&'static str, Option<ReadTable>>>,
}

impl ReadView {
    /// Reads through `transaction`.
    pub fn new(transaction: ReadTransaction) -> Self {
        ReadView { transaction, open: RwLock::default() }
    }
}

type ReadTable = Arc<ReadOnlyTable<Bytes, Bytes>>;

impl ReadView {
    /// `None` while nothing has been written to the table.
    fn table(&self, name: &'static str) -> Stored<Option<ReadTable>> {
        // A poisoned lock is safe to use: each entry is inserted in one step, so a panic cannot leave half of one.
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
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        let Some(table) = self.table(table)? else {
            return Ok(());
        };
        table.get(key)?.map_or(Ok(()), |record| read(record.value()))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        match self.table(table)? {
            Some(table) => scan(&*table, from, to, backwards, visit),
            None => Ok(()),
        }
    }
}

/// Reads from a database that is not part of a [`Store`](crate::Store).
pub fn read_database<T>(database: &Database, read: impl FnOnce(&dyn View) -> Stored<T>) -> Stored<T> {
    read(&ReadView::new(database.begin_read()?))
}

/// A redb write transaction: reads see what was written before them.
pub struct WriteView<'t> {
    transaction: &'t WriteTransaction,
    open: RefCell<HashMap<&'static str, OpenTable<'t>>>,
}

impl<'t> WriteView<'t> {
    /// Writes through `transaction`.
    pub fn new(transaction: &'t WriteTransaction) -> Self {
        WriteView { transaction, open: RefCell::default() }
    }

    /// Sets the record under a key; `None` removes it.
    pub fn set(&mut self, table: &'static str, key: &[u8], record: Option<&[u8]>) -> Stored<()> {
        let table = self.table(table)?;
        set(&mut table.borrow_mut(), key, record)
    }
}

/// Writes all `changes` into the transaction's tables.
pub fn write_changes<Name: Ord + AsRef<str>>(transaction: &WriteTransaction, changes: &Changes<Name>) -> Stored<()> {
    changes.tables().try_for_each(|(name, rows)| {
        let mut table = transaction.open_table(definition(name))?;
        rows.iter().try_for_each(|(key, record)| set(&mut table, key, record.as_deref()))
    })
}

/// Commits `changes` to the database without making them durable. redb may panic on a page with unexpected content; that is
/// reported as a failure of the disk.
pub fn apply_changes<Name: Ord + AsRef<str>>(database: &Database, changes: &Changes<Name>) -> Stored<()> {
    let commit = || {
        let mut transaction = database.begin_write()?;
        transaction.set_durability(Durability::None)?;
        write_changes(&transaction, changes)?;
        Ok(transaction.commit()?)
    };
    catch_panic(commit).unwrap_or_else(|| Err(StoreError::Unavailable("a page of the file is not what it was".to_owned())))
}

fn set(table: &mut redb::Table<'_, Bytes, Bytes>, key: &[u8], record: Option<&[u8]>) -> Stored<()> {
    match record {
        Some(record) => drop(table.insert(key, record)?),
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
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        let table = self.table(table)?;
        let table = table.borrow();
        table.get(key)?.map_or(Ok(()), |record| read(record.value()))
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        let table = self.table(table)?;
        let table = table.borrow();
        scan(&*table, from, to, backwards, visit)
    }
}

impl Tables for WriteView<'_> {
    fn put(&mut self, table: &'static str, key: Vec<u8>, record: Vec<u8>) -> Stored<()> {
        self.set(table, &key, Some(&record))
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
        self.set(table, &key, None)
    }

    fn view(&self) -> &dyn View {
        self
    }
}

fn scan(table: &impl ReadableTable<Bytes, Bytes>, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
    if !to.is_empty() && from >= to {
        return Ok(());
    }
    let mut range = if to.is_empty() { table.range(from..)? } else { table.range(from..to)? };
    while let Some(row) = if backwards { range.next_back() } else { range.next() } {
        let (key, record) = row?;
        if visit(key.value(), record.value())? == ControlFlow::Break(()) {
            break;
        }
    }
    Ok(())
}
