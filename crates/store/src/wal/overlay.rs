//! Memtable: committed rows that are in the log but not in redb yet, merged into every read.
//!
//! A single sale changes some forty rows in twenty trees, most of which the next sale changes again. Collecting several commits
//! before they are written into redb's trees saves most of those writes.

use std::ops::{Bound, ControlFlow};
use std::sync::{Arc, Mutex, MutexGuard};

use redb::{Database, ReadableDatabase};

use crate::tables::redb_views::ReadView;
use crate::tables::{ChangedRows, Changes, RowReader, RowVisitor, View};
use crate::{StoreError, Stored};

/// Above this size in bytes, some twenty single sales, the overlay is flushed as soon as no caller waits. A larger one would make
/// the next caller wait longer for its flush, and save little.
const OVERLAY_BYTES_MAX: usize = 64 * 1024;

/// Rows in front of a database.
///
/// The database contains either none or all of these rows; reads give the same result in both cases.
#[derive(Default)]
pub struct Overlay(Mutex<State>);

#[derive(Default)]
struct State {
    rows: Arc<Changes>,
    /// The last snapshot of the database with its tables opened, shared by all readers until the database changes.
    snapshot: Option<Arc<ReadView>>,
}

impl Overlay {
    /// A snapshot of the database with these rows in front.
    pub fn view(&self, database: &Database) -> Stored<OverlayView> {
        // Both are taken under one lock: older rows would hide newer ones of a later snapshot.
        let mut state = self.state()?;
        let snapshot = match &state.snapshot {
            Some(snapshot) => snapshot.clone(),
            None => state.snapshot.insert(Arc::new(ReadView::new(database.begin_read()?))).clone(),
        };
        Ok(OverlayView { snapshot, rows: state.rows.clone() })
    }

    /// Adds a committed change, which all later reads see.
    pub fn add(&self, changes: Changes) -> Stored<()> {
        let rows = &mut self.state()?.rows;
        if rows.is_empty() {
            *rows = Arc::new(changes);
        } else {
            Arc::make_mut(rows).merge(changes);
        }
        Ok(())
    }

    /// All rows of the overlay.
    pub fn rows(&self) -> Stored<Arc<Changes>> {
        Ok(self.state()?.rows.clone())
    }

    /// Empties the overlay after the database has received all its rows.
    pub fn clear(&self) -> Stored<()> {
        *self.state()? = State::default();
        Ok(())
    }

    /// Releases the shared snapshot before the database changes: redb cannot reuse pages that a snapshot still refers to, and the
    /// file would grow.
    pub fn drop_snapshot(&self) -> Stored<()> {
        self.state()?.snapshot = None;
        Ok(())
    }

    /// Whether the overlay is large enough to be flushed.
    pub fn is_large(&self) -> Stored<bool> {
        Ok(self.state()?.rows.bytes() > OVERLAY_BYTES_MAX)
    }

    fn state(&self) -> Stored<MutexGuard<'_, State>> {
        self.0.lock().map_err(|_| StoreError::Unavailable("a change broke off while it was shown".to_owned()))
    }
}

/// A snapshot of the store for reading.
pub struct OverlayView {
    snapshot: Arc<ReadView>,
    rows: Arc<Changes>,
}

impl View for OverlayView {
    fn read_row(&self, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
        read_row_over(self.rows.rows(table), &*self.snapshot, table, key, read)
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut RowVisitor<'_>) -> Stored<()> {
        scan_over(self.rows.rows(table), &*self.snapshot, table, from, to, backwards, visit)
    }
}

/// Reads a row of `base` with `rows` in front of it.
pub fn read_row_over(rows: Option<&ChangedRows>, base: &dyn View, table: &'static str, key: &[u8], read: &mut RowReader<'_>) -> Stored<()> {
    match rows.and_then(|rows| rows.get(key)) {
        Some(Some(record)) => read(record),
        Some(None) => Ok(()),
        None => base.read_row(table, key, read),
    }
}

/// Scans `base` with `rows` in front of it. Where both have a key, the row in front wins.
pub fn scan_over(
    rows: Option<&ChangedRows>,
    base: &dyn View,
    table: &'static str,
    from: &[u8],
    to: &[u8],
    backwards: bool,
    visit: &mut RowVisitor<'_>,
) -> Stored<()> {
    let Some(rows) = rows.filter(|_| to.is_empty() || from < to) else {
        return base.scan(table, from, to, backwards, visit);
    };
    let end = if to.is_empty() { Bound::Unbounded } else { Bound::Excluded(to) };
    let mut range = rows.range::<[u8], _>((Bound::Included(from), end));
    let mut front = std::iter::from_fn(|| if backwards { range.next_back() } else { range.next() }).peekable();
    let mut flow = ControlFlow::Continue(());
    let visit_front = |key: &[u8], record: &Option<Vec<u8>>, visit: &mut RowVisitor<'_>| match record {
        Some(record) => visit(key, record),
        None => Ok(ControlFlow::Continue(())),
    };
    base.scan(table, from, to, backwards, &mut |key, record| {
        let comes_first = |front_key: &[u8]| if backwards { front_key > key } else { front_key < key };
        while let Some((front_key, row)) = front.next_if(|(front_key, _)| comes_first(front_key.as_slice())) {
            flow = visit_front(front_key, row, visit)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        flow = match front.next_if(|(front_key, _)| front_key.as_slice() == key) {
            Some((_, row)) => visit_front(key, row, visit)?,
            None => visit(key, record)?,
        };
        Ok(flow)
    })?;
    while flow.is_continue()
        && let Some((key, row)) = front.next()
    {
        flow = visit_front(key, row, visit)?;
    }
    Ok(())
}
