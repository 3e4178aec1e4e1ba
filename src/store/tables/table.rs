//! Typed tables over anything that can hold sorted bytes.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::codec::{self, Key};
use crate::store::{StoreError, Stored};

/// Called with the sealed record that was asked for.
pub type Look<'a> = dyn FnMut(&[u8]) -> Stored<()> + 'a;
/// Called with each key and sealed record of a scan; `Break` ends it.
pub type Visit<'a> = dyn FnMut(&[u8], &[u8]) -> Stored<ControlFlow<()>> + 'a;

/// Reads tables. Bytes in and out; [`Table`] gives them types.
pub trait View {
    /// Shows the sealed record under `key`, where there is one.
    fn look(&self, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()>;
    /// Visits the records with `from <= key < to` (`to` empty: to the end), in order of the keys, or backwards.
    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()>;
}

/// Reads and writes tables.
pub trait Tables: View {
    /// Writes a sealed record.
    fn put(&mut self, table: &'static str, key: Vec<u8>, sealed: Vec<u8>) -> Stored<()>;
    /// Takes a record away.
    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()>;
    /// This as a reader.
    fn view(&self) -> &dyn View;
}

/// A record that is read all the time and seldom changes: what it was decoded from the last time, and to what.
pub struct DecodeCache<V>(Mutex<Option<(Vec<u8>, Arc<V>)>>);

impl<V> DecodeCache<V> {
    /// Nothing was decoded yet.
    pub const fn new() -> Self {
        DecodeCache(Mutex::new(None))
    }

    fn decoded(&self, sealed: &[u8], decode: impl FnOnce() -> Stored<V>) -> Stored<Arc<V>> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, value)) = last.as_ref().filter(|(bytes, _)| bytes == sealed) {
            return Ok(value.clone());
        }
        let value = Arc::new(decode()?);
        *last = Some((sealed.to_vec(), value.clone()));
        Ok(value)
    }
}

/// A table: its name, and the types of its keys and records.
pub struct Table<K, V> {
    name: &'static str,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K: Key, V: Serialize + DeserializeOwned> Table<K, V> {
    /// Names a table. Names are unique in the whole store.
    pub const fn new(name: &'static str) -> Self {
        Table { name, types: PhantomData }
    }

    /// The record under `key`.
    pub fn get(&self, view: &dyn View, key: &K) -> Stored<Option<V>> {
        self.under(view, &key.to_bytes())
    }

    fn under(&self, view: &dyn View, key: &[u8]) -> Stored<Option<V>> {
        let mut found = None;
        view.look(self.name, key, &mut |sealed| {
            found = Some(self.open(key, sealed)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// As [`Table::get`], but decodes a record that is as it was the last time only once.
    pub fn get_cached(&self, view: &dyn View, key: &K, last: &DecodeCache<V>) -> Stored<Option<Arc<V>>> {
        let key = key.to_bytes();
        let mut found = None;
        view.look(self.name, &key, &mut |sealed| {
            found = Some(last.decoded(sealed, || self.open(&key, sealed))?);
            Ok(())
        })?;
        Ok(found)
    }

    /// Writes the record under `key`, over what is there.
    pub fn put(&self, tables: &mut dyn Tables, key: &K, value: &V) -> Stored<()> {
        self.put_under(tables, key.to_bytes(), value)
    }

    fn put_under(&self, tables: &mut dyn Tables, key: Vec<u8>, value: &V) -> Stored<()> {
        let sealed = codec::pack(self.name, &key, value)?;
        tables.put(self.name, key, sealed)
    }

    /// Changes the record under `key`, or the default where there is none; one that comes to the default goes.
    pub fn change(&self, tables: &mut dyn Tables, key: &K, change: impl FnOnce(&mut V)) -> Stored<()>
    where
        V: Default + PartialEq,
    {
        let key = key.to_bytes();
        let mut row = self.under(tables.view(), &key)?.unwrap_or_default();
        change(&mut row);
        if row == V::default() { tables.remove(self.name, key) } else { self.put_under(tables, key, &row) }
    }

    /// Takes the record under `key` away.
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

    /// Visits records with `from <= key < to` until `each` breaks; backwards begins with the greatest key.
    pub fn visit(
        &self,
        view: &dyn View,
        from: &[u8],
        to: &[u8],
        backwards: bool,
        mut each: impl FnMut(K, V) -> ControlFlow<()>,
    ) -> Stored<()> {
        view.scan(self.name, from, to, backwards, &mut |key, sealed| {
            let value = self.open(key, sealed)?;
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

    fn open(&self, key: &[u8], sealed: &[u8]) -> Stored<V> {
        codec::unpack(self.name, key, sealed)
    }
}

/// The first bytes that sort after everything that begins with `prefix`; empty when nothing does.
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
