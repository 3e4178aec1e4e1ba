//! A change as it is being made: gathered in memory, in front of one state of the store, until it is known to be whole and
//! small enough for the log.

use std::cell::OnceCell;

use redb::WriteTransaction;

use super::overlay::{SeenView, look_over, scan_over};
use crate::store::Stored;
use crate::store::tables::changes::{CHANGES_MAX, Changes};
use crate::store::tables::redb_views::{WriteView, set_all};
use crate::store::tables::table::{Look, Tables, View, Visit};

/// A change that is being made: reads see what was written before them.
pub struct GatheredView<'t> {
    /// What it wrote, as long as that is in memory.
    rows: Changes,
    under: Under<'t>,
    transaction: &'t OnceCell<WriteTransaction>,
    begin: &'t dyn Fn() -> Stored<WriteTransaction>,
}

/// What lies under the rows in memory.
enum Under<'t> {
    /// The store as it was.
    Seen(SeenView),
    /// A transaction with what was too much for memory.
    Written(WriteView<'t>),
}

impl Under<'_> {
    fn view(&self) -> &dyn View {
        match self {
            Under::Seen(view) => view,
            Under::Written(view) => view,
        }
    }
}

impl<'t> GatheredView<'t> {
    /// A change to what is `seen`. If it becomes a large one, `begin` begins the `transaction` that it goes through.
    pub fn of(seen: SeenView, transaction: &'t OnceCell<WriteTransaction>, begin: &'t dyn Fn() -> Stored<WriteTransaction>) -> Self {
        GatheredView { rows: Changes::default(), under: Under::Seen(seen), transaction, begin }
    }

    /// What was written and is not in the transaction: all of it, if none was begun.
    pub fn finish(self) -> Changes {
        self.rows
    }

    fn note(&mut self, table: &'static str, key: Vec<u8>, sealed: Option<Vec<u8>>) -> Stored<()> {
        if let Under::Written(view) = &mut self.under {
            return view.set(table, &key, sealed.as_deref());
        }
        self.rows.note(table, key, sealed);
        if self.rows.bytes() > CHANGES_MAX { self.write_through() } else { Ok(()) }
    }

    /// A large import need not lie in memory as a whole.
    fn write_through(&mut self) -> Stored<()> {
        let begun = (self.begin)()?;
        let transaction = self.transaction.get_or_init(|| begun);
        set_all(transaction, &std::mem::take(&mut self.rows))?;
        self.under = Under::Written(WriteView::of(transaction));
        Ok(())
    }
}

impl View for GatheredView<'_> {
    fn look(&self, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()> {
        look_over(self.rows.rows(table), self.under.view(), table, key, look)
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        scan_over(self.rows.rows(table), self.under.view(), table, from, to, backwards, visit)
    }
}

impl Tables for GatheredView<'_> {
    fn put(&mut self, table: &'static str, key: Vec<u8>, sealed: Vec<u8>) -> Stored<()> {
        self.note(table, key, Some(sealed))
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
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

    use super::*;
    use crate::store::MemoryTables;
    use crate::store::tables::redb_views::{ReadView, take_in};
    use crate::store::wal::overlay::Ahead;

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

    /// What some acts wrote, and whether it goes into the database then.
    fn change() -> impl Strategy<Value = (Vec<Act>, bool)> {
        (proptest::collection::vec(act(), 0..30), any::<bool>())
    }

    type Shown = Vec<(Vec<u8>, Vec<u8>)>;

    fn row(view: &dyn View, table: &'static str, key: &[u8]) -> Option<Vec<u8>> {
        let mut found = None;
        view.look(table, key, &mut |sealed| {
            found = Some(sealed.to_vec());
            Ok(())
        })
        .expect("memory");
        found
    }

    fn rows(view: &dyn View, table: &'static str, from: &[u8], to: &[u8], backwards: bool) -> Shown {
        let mut found = Vec::new();
        view.scan(table, from, to, backwards, &mut |key, sealed| {
            found.push((key.to_vec(), sealed.to_vec()));
            Ok(std::ops::ControlFlow::Continue(()))
        })
        .expect("memory");
        found
    }

    fn first(view: &dyn View, table: &'static str, backwards: bool) -> Shown {
        let mut found = Vec::new();
        view.scan(table, &[], &[], backwards, &mut |key, sealed| {
            found.push((key.to_vec(), sealed.to_vec()));
            Ok(std::ops::ControlFlow::Break(()))
        })
        .expect("memory");
        found
    }

    fn all(view: &dyn View) -> Vec<Shown> {
        TABLES.iter().map(|table| rows(view, table, &[], &[], false)).collect()
    }

    fn database() -> Database {
        Database::builder().create_with_backend(InMemoryBackend::new()).expect("memory")
    }

    proptest! {
        #[test]
        fn where_a_row_lies_is_not_seen_from_outside(changes in proptest::collection::vec(change(), 0..6)) {
            let (database, ahead) = (database(), Ahead::default());
            let mut model = MemoryTables::new();
            let mut log = Changes::<String>::default();
            for (acts, settles) in changes {
                let before = ahead.seen(&database).expect("memory");
                let was = all(&model);
                let (transaction, begin) = (OnceCell::new(), || -> Stored<WriteTransaction> { panic!("too little for a transaction") });
                let mut view = GatheredView::of(ahead.seen(&database).expect("memory"), &transaction, &begin);
                for act in acts {
                    match act {
                        Act::Put(table, key, value) => {
                            view.put(TABLES[table], vec![key], value.clone()).expect("memory");
                            model.put(TABLES[table], vec![key], value).expect("memory");
                        }
                        Act::Remove(table, key) => {
                            view.remove(TABLES[table], vec![key]).expect("memory");
                            model.remove(TABLES[table], vec![key]).expect("memory");
                        }
                        Act::Get(table, key) => {
                            prop_assert_eq!(row(&view, TABLES[table], &[key]), row(&model, TABLES[table], &[key]));
                        }
                        Act::Scan(table, from, to, back) => {
                            prop_assert_eq!(rows(&view, TABLES[table], &[from], &[to], back), rows(&model, TABLES[table], &[from], &[to], back));
                            prop_assert_eq!(first(&view, TABLES[table], back), first(&model, TABLES[table], back));
                        }
                    }
                }
                let changes = view.finish();
                log.add(&changes.to_bytes()).expect("whole");
                ahead.add(changes).expect("memory");
                prop_assert_eq!(all(&ahead.seen(&database).expect("memory")), all(&model), "in front");
                if settles {
                    take_in(&database, &ahead.all().expect("memory")).expect("memory");
                    prop_assert_eq!(all(&ahead.seen(&database).expect("memory")), all(&model), "in both");
                    ahead.clear().expect("memory");
                    prop_assert_eq!(all(&ReadView::of(database.begin_read().expect("memory"))), all(&model), "in the database");
                }
                prop_assert_eq!(all(&before), was, "a state that is being read stays as it is");
            }
            let again = self::database();
            take_in(&again, &log).expect("memory");
            prop_assert_eq!(all(&ReadView::of(again.begin_read().expect("memory"))), all(&model), "the log");
        }
    }

    #[test]
    fn what_does_not_fit_goes_to_redb_before_the_end() {
        let (database, ahead) = (database(), Ahead::default());
        let (transaction, begin) = (OnceCell::new(), || Ok(database.begin_write()?));
        let mut view = GatheredView::of(ahead.seen(&database).expect("memory"), &transaction, &begin);
        for key in 0..2_000u32 {
            view.put("sales", key.to_be_bytes().to_vec(), vec![7; 1_000]).expect("memory");
            assert!(view.rows.bytes() <= CHANGES_MAX);
            assert_eq!(row(&view, "sales", &0u32.to_be_bytes()).map(|row| row.len()), Some(1_000));
        }
        view.remove("sales", 1_999u32.to_be_bytes().to_vec()).expect("memory");
        assert_eq!(rows(&view, "sales", &[], &[], false).len(), 1_999);
        assert!(view.finish().is_empty(), "all of it is in the transaction");
        transaction.into_inner().expect("begun").commit().expect("memory");
        assert_eq!(rows(&ReadView::of(database.begin_read().expect("memory")), "sales", &[], &[], true).len(), 1_999);
    }
}
