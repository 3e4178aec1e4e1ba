//! Write batch: collects the changes of a transaction in memory until it succeeds. One that grows too large for a log record goes
//! through a redb transaction instead.

use std::cell::OnceCell;

use redb::WriteTransaction;

use super::overlay::{OverlayView, read_row_over, scan_over};
use crate::Stored;
use crate::tables::redb_views::{WriteView, write_changes};
use crate::tables::{CHANGES_BYTES_MAX, Changes, RowReader, RowVisitor, Tables, View};

/// A transaction in progress: reads see what was written before them.
pub struct WriteBatch<'t> {
    /// The changes that are in memory.
    changes: Changes,
    base: Base<'t>,
    transaction: &'t OnceCell<WriteTransaction>,
    begin: &'t dyn Fn() -> Stored<WriteTransaction>,
}

/// What is under the changes in memory.
enum Base<'t> {
    /// The store before the transaction.
    Before(OverlayView),
    /// A redb transaction with the changes that were too many for memory.
    Transaction(WriteView<'t>),
}

impl Base<'_> {
    fn view(&self) -> &dyn View {
        match self {
            Base::Before(view) => view,
            Base::Transaction(view) => view,
        }
    }
}

impl<'t> WriteBatch<'t> {
    /// A batch on top of `before`. If it becomes too large, it calls `begin` and stores the result in `transaction`.
    pub fn new(before: OverlayView, transaction: &'t OnceCell<WriteTransaction>, begin: &'t dyn Fn() -> Stored<WriteTransaction>) -> Self {
        WriteBatch { changes: Changes::default(), base: Base::Before(before), transaction, begin }
    }

    /// The changes that are not in the transaction: all of them, if none was begun.
    pub fn into_changes(self) -> Changes {
        self.changes
    }

    fn set(&mut self, table: &'static str, key: Vec<u8>, record: Option<Vec<u8>>) -> Stored<()> {
        if let Base::Transaction(view) = &mut self.base {
            return view.set(table, &key, record.as_deref());
        }
        self.changes.set(table, key, record);
        if self.changes.bytes() > CHANGES_BYTES_MAX { self.spill() } else { Ok(()) }
    }

    /// Moves the changes into a redb transaction, so that a large import does not have to fit in memory.
    fn spill(&mut self) -> Stored<()> {
        let begun = (self.begin)()?;
        let transaction = self.transaction.get_or_init(|| begun);
        write_changes(transaction, &std::mem::take(&mut self.changes))?;
        self.base = Base::Transaction(WriteView::new(transaction));
        Ok(())
    }
}

impl View for WriteBatch<'_> {
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        read_row_over(self.changes.rows(table), self.base.view(), table, key, read)
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        scan_over(self.changes.rows(table), self.base.view(), table, from, to, backwards, visit)
    }
}

impl Tables for WriteBatch<'_> {
    fn put(&mut self, table: &'static str, key: Vec<u8>, record: Vec<u8>) -> Stored<()> {
        self.set(table, key, Some(record))
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
        self.set(table, key, None)
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

    use super::super::overlay::Overlay;
    use super::*;
    use crate::tables::MemoryTables;
    use crate::tables::redb_views::{ReadView, apply_changes};

    const TABLES: [&str; 2] = ["sales", "stock"];

    #[derive(Debug, Clone)]
    enum Action {
        Put(usize, u8, Vec<u8>),
        Remove(usize, u8),
        Get(usize, u8),
        Scan(usize, u8, u8, bool),
    }

    fn action() -> impl Strategy<Value = Action> {
        let (table, key) = (0usize..2, 0u8..9);
        prop_oneof![
            4 => (table.clone(), key.clone(), proptest::collection::vec(any::<u8>(), 0..60)).prop_map(|(t, k, v)| Action::Put(t, k, v)),
            2 => (table.clone(), key.clone()).prop_map(|(t, k)| Action::Remove(t, k)),
            2 => (table.clone(), key.clone()).prop_map(|(t, k)| Action::Get(t, k)),
            1 => (table, key.clone(), key, any::<bool>()).prop_map(|(t, from, to, back)| Action::Scan(t, from, to, back)),
        ]
    }

    /// The actions of a transaction, and whether the overlay is flushed after it.
    fn change() -> impl Strategy<Value = (Vec<Action>, bool)> {
        (proptest::collection::vec(action(), 0..30), any::<bool>())
    }

    type RowList = Vec<(Vec<u8>, Vec<u8>)>;

    fn row(view: &dyn View, table: &'static str, key: &[u8]) -> Option<Vec<u8>> {
        let mut found = None;
        view.read_row(table, key, &mut |record| {
            found = Some(record.to_vec());
            Ok(())
        })
        .expect("memory");
        found
    }

    fn rows(view: &dyn View, table: &'static str, from: &[u8], to: &[u8], backwards: bool) -> RowList {
        let mut found = Vec::new();
        view.scan(table, from, to, backwards, &mut |key, record| {
            found.push((key.to_vec(), record.to_vec()));
            Ok(std::ops::ControlFlow::Continue(()))
        })
        .expect("memory");
        found
    }

    fn first(view: &dyn View, table: &'static str, backwards: bool) -> RowList {
        let mut found = Vec::new();
        view.scan(table, &[], &[], backwards, &mut |key, record| {
            found.push((key.to_vec(), record.to_vec()));
            Ok(std::ops::ControlFlow::Break(()))
        })
        .expect("memory");
        found
    }

    fn all(view: &dyn View) -> Vec<RowList> {
        TABLES.iter().map(|table| rows(view, table, &[], &[], false)).collect()
    }

    fn database() -> Database {
        Database::builder().create_with_backend(InMemoryBackend::new()).expect("memory")
    }

    proptest! {
        #[test]
        fn reads_are_the_same_wherever_a_row_is_stored(changes in proptest::collection::vec(change(), 0..6)) {
            let (database, overlay) = (database(), Overlay::default());
            let mut model = MemoryTables::new();
            let mut log = Changes::<String>::default();
            for (actions, flushes) in changes {
                let before = overlay.view(&database).expect("memory");
                let rows_before = all(&model);
                let (transaction, begin) = (OnceCell::new(), || -> Stored<WriteTransaction> { panic!("too little for a transaction") });
                let mut view = WriteBatch::new(overlay.view(&database).expect("memory"), &transaction, &begin);
                for action in actions {
                    match action {
                        Action::Put(table, key, value) => {
                            view.put(TABLES[table], vec![key], value.clone()).expect("memory");
                            model.put(TABLES[table], vec![key], value).expect("memory");
                        }
                        Action::Remove(table, key) => {
                            view.remove(TABLES[table], vec![key]).expect("memory");
                            model.remove(TABLES[table], vec![key]).expect("memory");
                        }
                        Action::Get(table, key) => {
                            prop_assert_eq!(row(&view, TABLES[table], &[key]), row(&model, TABLES[table], &[key]));
                        }
                        Action::Scan(table, from, to, back) => {
                            prop_assert_eq!(rows(&view, TABLES[table], &[from], &[to], back), rows(&model, TABLES[table], &[from], &[to], back));
                            prop_assert_eq!(first(&view, TABLES[table], back), first(&model, TABLES[table], back));
                        }
                    }
                }
                let changes = view.into_changes();
                log.merge_encoded(&changes.encode()).expect("whole");
                overlay.add(changes).expect("memory");
                prop_assert_eq!(all(&overlay.view(&database).expect("memory")), all(&model), "in the overlay");
                if flushes {
                    apply_changes(&database, &overlay.rows().expect("memory")).expect("memory");
                    prop_assert_eq!(all(&overlay.view(&database).expect("memory")), all(&model), "in both");
                    overlay.clear().expect("memory");
                    prop_assert_eq!(all(&ReadView::new(database.begin_read().expect("memory"))), all(&model), "in the database");
                }
                prop_assert_eq!(all(&before), rows_before, "a snapshot that is being read does not change");
            }
            let replayed = self::database();
            apply_changes(&replayed, &log).expect("memory");
            prop_assert_eq!(all(&ReadView::new(replayed.begin_read().expect("memory"))), all(&model), "the log");
        }
    }

    #[test]
    fn a_large_batch_spills_into_a_redb_transaction() {
        let (database, overlay) = (database(), Overlay::default());
        let (transaction, begin) = (OnceCell::new(), || Ok(database.begin_write()?));
        let mut view = WriteBatch::new(overlay.view(&database).expect("memory"), &transaction, &begin);
        for key in 0..2_000u32 {
            view.put("sales", key.to_be_bytes().to_vec(), vec![7; 1_000]).expect("memory");
            assert!(view.changes.bytes() <= CHANGES_BYTES_MAX);
            assert_eq!(row(&view, "sales", &0u32.to_be_bytes()).map(|row| row.len()), Some(1_000));
        }
        view.remove("sales", 1_999u32.to_be_bytes().to_vec()).expect("memory");
        assert_eq!(rows(&view, "sales", &[], &[], false).len(), 1_999);
        assert!(view.into_changes().is_empty(), "all of it is in the transaction");
        transaction.into_inner().expect("begun").commit().expect("memory");
        assert_eq!(rows(&ReadView::new(database.begin_read().expect("memory")), "sales", &[], &[], true).len(), 1_999);
    }
}
