//! What counts already, and is not in redb yet: the log has it, and every read sees it. A lone sale moves some forty rows
//! in twenty trees, and most of them again with the next sale; so several commits go into their trees together.

use std::ops::{Bound, ControlFlow};
use std::sync::{Arc, Mutex, MutexGuard};

use redb::{Database, ReadableDatabase};

use crate::store::tables::changes::{Changes, Rows};
use crate::store::tables::redb_views::ReadView;
use crate::store::tables::table::{Look, View, Visit};
use crate::store::{StoreError, Stored};

/// So many bytes go into redb as soon as nobody waits for an answer: some twenty lone sales. More would make whoever comes
/// next wait longer, and save little.
const AHEAD_MAX: usize = 64 * 1024;

/// Rows in front of a database.
///
/// The database holds what it held before any of these rows, or all of them besides; both look the same from outside.
#[derive(Default)]
pub struct Ahead(Mutex<Front>);

#[derive(Default)]
struct Front {
    rows: Arc<Changes>,
    /// The database as it was looked at last, with its tables opened: until it changes there is nothing else to see.
    file: Option<Arc<ReadView>>,
}

impl Ahead {
    /// One state of the database and the rows in front of it.
    pub fn seen(&self, database: &Database) -> Stored<SeenView> {
        // Under one lock: a state of the database that is newer than the rows would be covered by them.
        let mut front = self.front()?;
        let file = match &front.file {
            Some(file) => file.clone(),
            None => front.file.insert(Arc::new(ReadView::of(database.begin_read()?))).clone(),
        };
        Ok(SeenView { file, rows: front.rows.clone() })
    }

    /// Puts a change that counts in front, for everybody to see.
    pub fn add(&self, changes: Changes) -> Stored<()> {
        let rows = &mut self.front()?.rows;
        if rows.is_empty() {
            *rows = Arc::new(changes);
        } else {
            Arc::make_mut(rows).absorb(changes);
        }
        Ok(())
    }

    /// All rows in front.
    pub fn all(&self) -> Stored<Arc<Changes>> {
        Ok(self.front()?.rows.clone())
    }

    /// The database has them all, and may have more.
    pub fn clear(&self) -> Stored<()> {
        *self.front()? = Front::default();
        Ok(())
    }

    /// The database is about to change: pages that somebody still looks at are not used again by then, and the file grows.
    pub fn look_away(&self) -> Stored<()> {
        self.front()?.file = None;
        Ok(())
    }

    /// Whether they are many enough to go into the database.
    pub fn are_many(&self) -> Stored<bool> {
        Ok(self.front()?.rows.bytes() > AHEAD_MAX)
    }

    fn front(&self) -> Stored<MutexGuard<'_, Front>> {
        self.0.lock().map_err(|_| StoreError::Unavailable("a change broke off while it was shown".to_owned()))
    }
}

/// One state of the store, for reading.
pub struct SeenView {
    file: Arc<ReadView>,
    rows: Arc<Changes>,
}

impl View for SeenView {
    fn look(&self, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()> {
        look_over(self.rows.rows(table), &*self.file, table, key, look)
    }

    fn scan(&self, table: &'static str, from: &[u8], to: &[u8], backwards: bool, visit: &mut Visit<'_>) -> Stored<()> {
        scan_over(self.rows.rows(table), &*self.file, table, from, to, backwards, visit)
    }
}

/// Looks into `under` with `rows` in front of it.
pub fn look_over(rows: Option<&Rows>, under: &dyn View, table: &'static str, key: &[u8], look: &mut Look<'_>) -> Stored<()> {
    match rows.and_then(|rows| rows.get(key)) {
        Some(Some(sealed)) => look(sealed),
        Some(None) => Ok(()),
        None => under.look(table, key, look),
    }
}

/// Scans `under` with `rows` in front of it: of two rows with the same key the one in front counts.
pub fn scan_over(
    rows: Option<&Rows>,
    under: &dyn View,
    table: &'static str,
    from: &[u8],
    to: &[u8],
    backwards: bool,
    visit: &mut Visit<'_>,
) -> Stored<()> {
    let Some(rows) = rows.filter(|_| to.is_empty() || from < to) else {
        return under.scan(table, from, to, backwards, visit);
    };
    let end = if to.is_empty() { Bound::Unbounded } else { Bound::Excluded(to) };
    let mut range = rows.range::<[u8], _>((Bound::Included(from), end));
    let mut front = std::iter::from_fn(|| if backwards { range.next_back() } else { range.next() }).peekable();
    let mut flow = ControlFlow::Continue(());
    let show = |key: &[u8], sealed: &Option<Vec<u8>>, visit: &mut Visit<'_>| match sealed {
        Some(sealed) => visit(key, sealed),
        None => Ok(ControlFlow::Continue(())),
    };
    under.scan(table, from, to, backwards, &mut |key, sealed| {
        while let Some((ahead, row)) = front.next_if(|(ahead, _)| if backwards { ahead.as_slice() > key } else { ahead.as_slice() < key }) {
            flow = show(ahead, row, visit)?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        flow = match front.next_if(|(ahead, _)| ahead.as_slice() == key) {
            Some((_, row)) => show(key, row, visit)?,
            None => visit(key, sealed)?,
        };
        Ok(flow)
    })?;
    while flow.is_continue()
        && let Some((key, row)) = front.next()
    {
        flow = show(key, row, visit)?;
    }
    Ok(())
}
