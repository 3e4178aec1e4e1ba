//! Typed tables over any storage of sorted bytes.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::key::Key;
use super::record;
use crate::{StoreError, Stored};

/// Receives the record that was requested, with its checksum.
pub type RowReader<'a> = dyn FnMut(&[u8]) -> Stored<()> + 'a;
/// Receives each key and record of a scan; `Break` ends the scan.
pub type RowVisitor<'a> = dyn FnMut(&[u8], &[u8]) -> Stored<ControlFlow<()>> + 'a;

/// Read access to tables, in bytes; [`Table`] gives them types.
pub trait View {
    /// Passes the record under `key` to `read`, if there is one. A callback, because redb lends the bytes only within a transaction.
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()>;
    /// Visits the records with `from <= key < to` in order of the keys, or backwards. An empty `to` means to the end.
    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()>;
}

/// Read and write access to tables, in bytes.
pub trait Tables: View {
    /// Writes a record, which includes its checksum.
    fn put(&mut self, table: &'static str, key: Vec<u8>, record: Vec<u8>) -> Stored<()>;
    /// Removes a record, if there is one.
    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()>;
    /// Read access to the same tables.
    fn view(&self) -> &dyn View;
}

/// Caches the last decoded value of one record that is read often and changes rarely, together with the bytes it came from.
pub struct DecodeCache<V>(Mutex<Option<(Vec<u8>, Arc<V>)>>);

impl<V> Default for DecodeCache<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> DecodeCache<V> {
    /// An empty cache.
    pub const fn new() -> Self {
        DecodeCache(Mutex::new(None))
    }

    fn get_or_decode(&self, record: &[u8], decode: impl FnOnce() -> Stored<V>) -> Stored<Arc<V>> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = last.as_ref().filter(|(bytes, _)| bytes == record) {
            return Ok(value.clone());
        }
        let value = Arc::new(decode()?);
        *last = Some((record.to_vec(), value.clone()));
        Ok(value)
    }
}

/// A table: its name and the types of its keys and records.
pub struct Table<K, V> {
    name: &'static str,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K: Key, V: Serialize + DeserializeOwned> Table<K, V> {
    /// A table with this name, which must be unique in the store.
    pub const fn new(name: &'static str) -> Self {
        Table { name, types: PhantomData }
    }

    /// The record under `key`.
    pub fn get(&self, view: &dyn View, key: &K) -> Stored<Option<V>> {
        self.get_bytes(view, &key.to_bytes())
    }

    fn get_bytes(&self, view: &dyn View, key: &[u8]) -> Stored<Option<V>> {
        let mut found = None;
        view.read_row(self.name, key, &mut |record| {
            found = Some(self.decode(key, record)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// As [`Table::get`], but decodes the record only when it differs from the cached one.
    pub fn get_cached(&self, view: &dyn View, key: &K, cache: &DecodeCache<V>) -> Stored<Option<Arc<V>>> {
        let key = key.to_bytes();
        let mut found = None;
        view.read_row(self.name, &key, &mut |record| {
            found = Some(cache.get_or_decode(record, || self.decode(&key, record))?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Writes the record under `key` and replaces an existing one.
    pub fn put(&self, tables: &mut dyn Tables, key: &K, value: &V) -> Stored<()> {
        self.put_bytes(tables, key.to_bytes(), value)
    }

    fn put_bytes(&self, tables: &mut dyn Tables, key: Vec<u8>, value: &V) -> Stored<()> {
        let record = record::encode(self.name, &key, value)?;
        tables.put(self.name, key, record)
    }

    /// Changes the record under `key`, or the default value where there is none. A record that becomes the default is removed.
    pub fn change(&self, tables: &mut dyn Tables, key: &K, change: impl FnOnce(&mut V)) -> Stored<()>
    where
        V: Default + PartialEq,
    {
        let key = key.to_bytes();
        let mut row = self.get_bytes(tables.view(), &key)?.unwrap_or_default();
        change(&mut row);
        if row == V::default() { tables.remove(self.name, key) } else { self.put_bytes(tables, key, &row) }
    }

    /// Removes the record under `key`, if there is one.
    pub fn remove(&self, tables: &mut dyn Tables, key: &K) -> Stored<()> {
        tables.remove(self.name, key.to_bytes())
    }

    /// All records, in order of the keys.
    pub fn all(&self, view: &dyn View) -> Stored<Vec<(K, V)>> {
        self.range(view, &[], &[])
    }

    /// The records whose key begins with `prefix`.
    pub fn with_prefix<P: Key>(&self, view: &dyn View, prefix: &P) -> Stored<Vec<(K, V)>> {
        let from = prefix.to_bytes();
        self.range(view, &from, &after_prefix(&from))
    }

    /// The records with `from <= key < to`, as bytes; an empty `to` means to the end.
    pub fn range(&self, view: &dyn View, from: &[u8], to: &[u8]) -> Stored<Vec<(K, V)>> {
        let mut found = Vec::new();
        self.visit(view, from, to, false, |key, value| {
            found.push((key, value));
            ControlFlow::Continue(())
        })?;
        Ok(found)
    }

    /// Visits the records with `from <= key < to` until `each` returns `Break`; backwards starts with the greatest key.
    pub fn visit(
        &self,
        view: &dyn View,
        from: &[u8],
        to: &[u8],
        backwards: bool,
        mut each: impl FnMut(K, V) -> ControlFlow<()>,
    ) -> Stored<()> {
        view.scan(self.name, from, to, backwards, &mut |key, record| {
            let value = self.decode(key, record)?;
            let key = K::read(&mut &*key).ok_or(StoreError::Damaged { table: self.name })?;
            Ok(each(key, value))
        })
    }

    /// The record with the smallest key.
    pub fn first(&self, view: &dyn View) -> Stored<Option<(K, V)>> {
        let mut found = None;
        self.visit(view, &[], &[], false, |key, value| {
            found = Some((key, value));
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    /// The record with the greatest key below `to` (empty: of all).
    pub fn last(&self, view: &dyn View, to: &[u8]) -> Stored<Option<(K, V)>> {
        let mut found = None;
        self.visit(view, &[], to, true, |key, value| {
            found = Some((key, value));
            ControlFlow::Break(())
        })?;
        Ok(found)
    }

    fn decode(&self, key: &[u8], record: &[u8]) -> Stored<V> {
        record::decode(self.name, key, record)
    }
}

/// The smallest bytes that sort after every key with this prefix; empty when there are none.
fn after_prefix(prefix: &[u8]) -> Vec<u8> {
    let mut end = prefix.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            break;
        }
    }
    end
}
