//! Tables on top of a view that is not changed: what entries would do, without doing it.

use std::collections::BTreeMap;
use std::ops::{Bound, ControlFlow};

use super::table::{RowReader, RowVisitor, Tables, View};
use crate::Stored;

/// Rows in front of a view. Dropped, nothing has happened.
pub struct ScratchTables<'v> {
    view: &'v dyn View,
    /// `None` where a row was removed.
    rows: BTreeMap<&'static str, BTreeMap<Vec<u8>, Option<Vec<u8>>>>,
}

impl<'v> ScratchTables<'v> {
    /// On top of `view`.
    pub fn new(view: &'v dyn View) -> Self {
        ScratchTables { view, rows: BTreeMap::new() }
    }

    fn set(&mut self, table: &'static str, key: Vec<u8>, record: Option<Vec<u8>>) {
        self.rows.entry(table).or_default().insert(key, record);
    }
}

impl View for ScratchTables<'_> {
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        match self.rows.get(table).and_then(|rows| rows.get(key)) {
            Some(Some(record)) => read(record),
            Some(None) => Ok(()),
            None => self.view.read_row(table, key, read),
        }
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        let Some(rows) = self.rows.get(table) else { return self.view.scan(table, from, to, backwards, visit) };
        if !to.is_empty() && from >= to {
            return Ok(());
        }
        let end = if to.is_empty() { Bound::Unbounded } else { Bound::Excluded(to) };
        let mut own: Vec<(&Vec<u8>, &Option<Vec<u8>>)> = rows.range::<[u8], _>((Bound::Included(from), end)).collect();
        if backwards {
            own.reverse();
        }
        let (mut own, mut stopped) = (own.into_iter().peekable(), false);
        self.view.scan(table, from, to, backwards, &mut |key, record| {
            let is_before = |own: &[u8]| if backwards { own > key } else { own < key };
            while let Some((own_key, own_record)) = own.next_if(|(own_key, _)| is_before(own_key)) {
                if let Some(own_record) = own_record
                    && visit(own_key, own_record)? == ControlFlow::Break(())
                {
                    stopped = true;
                    return Ok(ControlFlow::Break(()));
                }
            }
            let replaced = own.next_if(|(own_key, _)| own_key.as_slice() == key);
            let record = match replaced {
                Some((_, Some(own_record))) => own_record.as_slice(),
                Some((_, None)) => return Ok(ControlFlow::Continue(())),
                None => record,
            };
            let next = visit(key, record)?;
            stopped = next == ControlFlow::Break(());
            Ok(next)
        })?;
        while let Some((key, record)) = own.next().filter(|_| !stopped) {
            if let Some(record) = record {
                stopped = visit(key, record)? == ControlFlow::Break(());
            }
        }
        Ok(())
    }
}

impl Tables for ScratchTables<'_> {
    fn put(&mut self, table: &'static str, key: Vec<u8>, record: Vec<u8>) -> Stored<()> {
        self.set(table, key, Some(record));
        Ok(())
    }

    fn remove(&mut self, table: &'static str, key: Vec<u8>) -> Stored<()> {
        self.set(table, key, None);
        Ok(())
    }

    fn view(&self) -> &dyn View {
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::MemoryTables;

    fn rows(view: &dyn View, from: &[u8], to: &[u8], backwards: bool, most: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
        let mut found = Vec::new();
        let visited = view.scan("t", from, to, backwards, &mut |key, record| {
            found.push((key.to_vec(), record.to_vec()));
            Ok(if found.len() >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        visited.expect("memory");
        found
    }

    proptest! {
        #[test]
        fn they_read_as_if_the_changes_were_made(
            before in proptest::collection::vec(0u8..20, 0..15), changes in proptest::collection::vec((0u8..20, any::<bool>()), 0..15),
            from in 0u8..20, to in 0u8..22, backwards: bool, most in 1usize..20
        ) {
            let mut base = MemoryTables::new();
            for key in before {
                base.put("t", vec![key], vec![0]).expect("memory");
            }
            let mut changed = base.clone();
            let mut scratch = ScratchTables::new(&base);
            for (key, is_put) in changes {
                for tables in [&mut changed as &mut dyn Tables, &mut scratch] {
                    let done = if is_put { tables.put("t", vec![key], vec![1]) } else { tables.remove("t", vec![key]) };
                    done.expect("memory");
                }
            }
            let to = if to > 20 { Vec::new() } else { vec![to] };
            prop_assert_eq!(rows(&scratch, &[from], &to, backwards, most), rows(&changed, &[from], &to, backwards, most));
            let mut read = None;
            scratch.read_row("t", &[from], &mut |record| { read = Some(record.to_vec()); Ok(()) }).expect("memory");
            prop_assert_eq!(read.is_some(), rows(&changed, &[from], &[from + 1], false, 1).len() == 1);
        }
    }
}
