//! A change that is gathered before it goes into redb: every sale of a night moves the same few totals, and such a row goes
//! into its tree once for all that share a transaction.

use std::cell::RefCell;
use std::collections::HashMap;

use redb::WriteTransaction;

use super::Stored;
use super::log::{CHANGES_MAX, Changes, Rows};
use super::table::{Tables, View, Visit};
use super::views::WriteView;

/// A change that is being made: reads see what was written before them.
pub struct GatheredView<'t> {
    file: WriteView<'t>,
    rows: RefCell<Gathered>,
}

#[derive(Default)]
struct Gathered {
    /// Not in redb yet, by table.
    ahead: HashMap<&'static str, Rows>,
    /// Bytes of it.
    bytes: usize,
    /// What redb has been given.
    given: Changes,
}

impl<'t> GatheredView<'t> {
    /// Writes through a transaction.
    pub fn of(transaction: &'t WriteTransaction) -> Self {
        GatheredView { file: WriteView::of(transaction), rows: RefCell::default() }
    }

    /// Gives redb what it has not got; what the whole transaction wrote.
    pub fn finish(self) -> Stored<Changes> {
        let GatheredView { file, rows } = self;
        let mut rows = rows.into_inner();
        rows.give_all(&file)?;
        Ok(rows.given)
    }

    fn note(&mut self, table: &'static str, key: &[u8], sealed: Option<&[u8]>) -> Stored<()> {
        let rows = self.rows.get_mut();
        let before = rows.ahead.entry(table).or_default().insert(key.to_vec(), sealed.map(<[u8]>::to_vec));
        rows.bytes += key.len() + sealed.map_or(0, <[u8]>::len);
        rows.bytes -= before.map_or(0, |before| bytes_of(key, &before));
        // A large import need not lie in memory as a whole.
        if rows.bytes > CHANGES_MAX { rows.give_all(&self.file) } else { Ok(()) }
    }
}

impl Gathered {
    fn give_all(&mut self, file: &WriteView<'_>) -> Stored<()> {
        let tables: Vec<&'static str> = self.ahead.keys().copied().collect();
        tables.into_iter().try_for_each(|table| self.give(table, file))
    }

    fn give(&mut self, table: &'static str, file: &WriteView<'_>) -> Stored<()> {
        for (key, sealed) in self.ahead.remove(table).unwrap_or_default() {
            self.bytes -= bytes_of(&key, &sealed);
            file.set(table, &key, sealed.as_deref())?;
            self.given.note(table, key, sealed);
        }
        Ok(())
    }
}

fn bytes_of(key: &[u8], sealed: &Option<Vec<u8>>) -> usize {
    key.len() + sealed.as_ref().map_or(0, Vec::len)
}

impl View for GatheredView<'_> {
    fn get(&self, table: &'static str, key: &[u8]) -> Stored<Option<Vec<u8>>> {
        if let Some(sealed) = self.rows.borrow().ahead.get(table).and_then(|rows| rows.get(key)) {
            return Ok(sealed.clone());
        }
        self.file.get(table, key)
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        // One order for old and new rows: redb's.
        self.rows.borrow_mut().give(table, &self.file)?;
        self.file.scan(table, from, to, backwards, visit)
    }
}

impl Tables for GatheredView<'_> {
    fn put(&mut self, table: &'static str, key: &[u8], sealed: &[u8]) -> Stored<()> {
        self.note(table, key, Some(sealed))
    }

    fn remove(&mut self, table: &'static str, key: &[u8]) -> Stored<()> {
        self.note(table, key, None)
    }

    fn view(&self) -> &dyn View {
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use redb::backends::InMemoryBackend;
    use redb::{Database, ReadableDatabase};

    use super::super::MemoryTables;
    use super::super::views::ReadView;
    use super::*;

    const TABLES: [&str; 2] = ["sales", "stock"];

    #[derive(Debug, Clone)]
    enum Act {
        Put(usize, u8, Vec<u8>),
        Remove(usize, u8),
        Get(usize, u8),
        Scan(usize, u8, u8, bool),
    }

    fn act() -> impl Strategy<Value = Act> {
        let (table, key) = (0usize..2, 0u8..9);
        prop_oneof![
            4 => (table.clone(), key.clone(), proptest::collection::vec(any::<u8>(), 0..60)).prop_map(|(t, k, v)| Act::Put(t, k, v)),
            2 => (table.clone(), key.clone()).prop_map(|(t, k)| Act::Remove(t, k)),
            2 => (table.clone(), key.clone()).prop_map(|(t, k)| Act::Get(t, k)),
            1 => (table, key.clone(), key, any::<bool>()).prop_map(|(t, from, to, back)| Act::Scan(t, from, to, back)),
        ]
    }

    fn rows(view: &dyn View, table: &'static str, from: &[u8], to: &[u8], backwards: bool) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut found = Vec::new();
        view.scan(table, from, to, backwards, &mut |key, sealed| {
            found.push((key.to_vec(), sealed.to_vec()));
            Ok(std::ops::ControlFlow::Continue(()))
        })
        .expect("memory");
        found
    }

    fn database() -> Database {
        Database::builder().create_with_backend(InMemoryBackend::new()).expect("memory")
    }

    proptest! {
        #[test]
        fn gathered_or_not_is_not_seen_from_outside(first in proptest::collection::vec(act(), 0..30), second in proptest::collection::vec(act(), 0..60)) {
            let database = database();
            let mut model = MemoryTables::new();
            let mut log = Changes::<String>::default();
            for acts in [first, second] {
                let transaction = database.begin_write().expect("memory");
                let mut view = GatheredView::of(&transaction);
                for act in acts {
                    match act {
                        Act::Put(table, key, value) => {
                            view.put(TABLES[table], &[key], &value).expect("memory");
                            model.put(TABLES[table], &[key], &value).expect("memory");
                        }
                        Act::Remove(table, key) => {
                            view.remove(TABLES[table], &[key]).expect("memory");
                            model.remove(TABLES[table], &[key]).expect("memory");
                        }
                        Act::Get(table, key) => {
                            prop_assert_eq!(view.get(TABLES[table], &[key]).expect("memory"), model.get(TABLES[table], &[key]).expect("memory"));
                        }
                        Act::Scan(table, from, to, back) => {
                            prop_assert_eq!(rows(&view, TABLES[table], &[from], &[to], back), rows(&model, TABLES[table], &[from], &[to], back));
                        }
                    }
                }
                log.add(&view.finish().expect("memory").to_bytes()).expect("whole");
                transaction.commit().expect("memory");
            }
            let read = ReadView::of(database.begin_read().expect("memory"));
            let mut again = MemoryTables::new();
            for (name, rows) in log.tables() {
                let table = TABLES.into_iter().find(|table| *table == name).expect("one of ours");
                for (key, sealed) in rows {
                    match sealed {
                        Some(sealed) => again.put(table, key, sealed),
                        None => again.remove(table, key),
                    }
                    .expect("memory");
                }
            }
            for table in TABLES {
                prop_assert_eq!(rows(&read, table, &[], &[], false), rows(&model, table, &[], &[], false), "redb");
                prop_assert_eq!(rows(&again, table, &[], &[], false), rows(&model, table, &[], &[], false), "the log");
            }
        }
    }

    #[test]
    fn what_does_not_fit_goes_to_redb_before_the_end() {
        let database = database();
        let transaction = database.begin_write().expect("memory");
        let mut view = GatheredView::of(&transaction);
        for key in 0..2_000u32 {
            view.put("sales", &key.to_be_bytes(), &[7; 1_000]).expect("memory");
            assert!(view.rows.borrow().bytes <= CHANGES_MAX);
        }
        assert_eq!(rows(&view, "sales", &[], &[], false).len(), 2_000);
        assert_eq!(view.rows.borrow().bytes, 0);
        assert!(view.finish().expect("memory").are_too_many());
    }
}
