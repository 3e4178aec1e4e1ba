//! Rebuilds the tables from the journal: after an upgrade, for a check, on another box.

use super::apply::apply;
use super::event::{EVENT_VERSION, EntryError};
use super::{Entry, Event, figure_notes};
use store::{Store, StoreError, Stored, TABLES_VERSION, TABLES_VERSION_KEY, Tables, View};

/// Entries read at a time while searching for the first account, which is among the first entries.
const FIRST_ACCOUNT_PAGE: usize = 50;
/// Entries read at a time.
const PAGE: usize = 1_000;

/// Applies the whole journal of `from` to the empty `tables`. Returns the number of entries.
///
/// # Errors
/// [`StoreError::Damaged`] if an entry is missing; as [`Entry::parse`] for one that cannot be parsed.
pub fn rebuild(from: &dyn View, tables: &mut dyn Tables) -> Stored<u64> {
    rebuild_saying(from, tables, || {})
}

/// As [`rebuild`]. Calls `on_page` before each thousand entries.
fn rebuild_saying(from: &dyn View, tables: &mut dyn Tables, on_page: impl Fn()) -> Stored<u64> {
    let mut seq = 0;
    loop {
        let page = store::entries_after(from, seq, PAGE)?;
        if page.is_empty() {
            return Ok(seq);
        }
        on_page();
        for raw in page {
            // A gap is a lost entry: the figures after it would be wrong without notice.
            if raw.seq != seq + 1 {
                return Err(StoreError::Damaged { table: "journal" });
            }
            seq = raw.seq;
            apply(tables, &Entry::parse(&raw)?)?;
        }
    }
}

/// Whether this version built the tables of the store.
pub fn tables_are_current(store: &Store) -> Stored<bool> {
    Ok(tables_version(store)? == Some(TABLES_VERSION))
}

fn tables_version(store: &Store) -> Stored<Option<u32>> {
    Ok(store.read(|view| store::metadata(view, TABLES_VERSION_KEY))?.and_then(|version| version.parse().ok()))
}

/// Rebuilds the tables if an older version built them; a safety copy of the file is kept until that is done. Does nothing if they
/// are current. Tables of a newer version do not occur here: their store is not opened.
pub fn upgrade_tables(store: &Store) -> Stored<()> {
    upgrade_tables_saying(store, || {})
}

/// As [`upgrade_tables`]. Calls `on_page` before each thousand entries that are applied.
pub fn upgrade_tables_saying(store: &Store, on_page: impl Fn()) -> Stored<()> {
    let version = tables_version(store)?;
    if version == Some(TABLES_VERSION) {
        store.discard_leftover_safety_copies();
        return Ok(());
    }
    // A new store has no tables version and needs no copy.
    let safety_copy = if version.is_some() { store.make_safety_copy(&format!("tables-{}", version.unwrap_or_default())) } else { None };
    store.rebuild_derived(|from, tables| {
        rebuild_saying(from, tables, on_page)?;
        figure_notes::require_all(tables)?;
        store::set_metadata(tables, TABLES_VERSION_KEY, &TABLES_VERSION.to_string())
    })?;
    if let Some(safety_copy) = safety_copy {
        tracing::info!("the tables were rebuilt from the journal");
        safety_copy.discard();
    }
    Ok(())
}

/// The newest entry. Its envelope contains the latest stamp and the total running time.
pub fn last_entry(view: &dyn View) -> Stored<Option<Entry>> {
    match store::entries_before(view, u64::MAX, 1)?.first() {
        Some(raw) => Entry::parse(raw).map(Some),
        None => Ok(None),
    }
}

/// A secret of the bar: the salted hash of the first account's first password. It has 128 random bits, is the same in every copy of
/// this journal, and no API call returns it. `None` before there is an account.
pub fn bar_secret(view: &dyn View) -> Stored<Option<String>> {
    let mut seq = 0;
    loop {
        let page = store::entries_after(view, seq, FIRST_ACCOUNT_PAGE)?;
        let Some(last) = page.last() else { return Ok(None) };
        seq = last.seq;
        for raw in &page {
            if let Event::UserSaved(saved) = Entry::parse(raw)?.event {
                return Ok(Some(saved.user.password_hash));
            }
        }
    }
}

/// Appends an entry replicated from another box, byte for byte, and applies it.
///
/// # Errors
/// [`StoreError::Damaged`] if it is not the next entry; as [`Entry::parse`] if it cannot be parsed.
pub fn append_replicated(tables: &mut dyn Tables, raw: &store::RawEntry) -> Stored<()> {
    if raw.seq != store::head(tables.view())? + 1 {
        return Err(StoreError::Damaged { table: "journal" });
    }
    let entry = Entry::parse(raw)?;
    store::append(tables, raw.seq, &raw.bytes)?;
    apply(tables, &entry)
}

impl Entry {
    /// Parses a stored journal entry.
    ///
    /// # Errors
    /// [`StoreError::NewerEntry`] if a newer Barback wrote it, [`StoreError::Unreadable`] if it is not a journal entry.
    pub fn parse(raw: &store::RawEntry) -> Stored<Entry> {
        Entry::from_bytes(raw.seq, &raw.bytes).map_err(|error| match error {
            EntryError::Newer { seq, found } => StoreError::NewerEntry { seq, found, known: EVENT_VERSION },
            EntryError::Invalid(error) => StoreError::Unreadable { table: "journal", reason: error.to_string() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Command, StepOutcome, step};
    use crate::seating::SeatingCommand;
    use base::{Actor, Envelope, Timestamp};
    use store::{Folder, MemoryTables};

    #[test]
    fn only_leftover_safety_copies_are_removed() {
        let folder = tempfile::tempdir().expect("room");
        let store = Store::open(Folder::lock(folder.path()).expect("free")).expect("made");
        upgrade_tables(&store).expect("a disk");
        let at = |name: &str| folder.path().join(name);
        let stay =
            ["barback.redb.tables-", "barback.redb.tables-6.old", "barback.redb.tables-x", "barback.redb.before", "tables-6", "notes"];
        for name in stay.iter().chain(&["barback.redb.tables-6", "barback.redb.tables-12", "barback.redb.new"]) {
            std::fs::write(at(name), "a bar").expect("written");
        }
        std::fs::create_dir(at("barback.redb.tables-3")).expect("made");
        std::os::unix::fs::symlink(at("notes"), at("barback.redb.tables-4")).expect("made");
        upgrade_tables(&store).expect("a disk");
        for name in stay.iter().chain(&["barback.redb", "barback.redb.tables-3", "barback.redb.tables-4"]) {
            assert!(std::fs::symlink_metadata(at(name)).is_ok(), "{name} is not a leftover");
        }
        for name in ["barback.redb.tables-6", "barback.redb.tables-12", "barback.redb.new"] {
            assert!(!at(name).exists(), "{name} stayed");
        }
    }

    #[test]
    fn the_tables_of_an_earlier_version_are_rebuilt() {
        let folder = tempfile::tempdir().expect("room");
        let store = Store::open(Folder::lock(folder.path()).expect("free")).expect("made");
        upgrade_tables(&store).expect("a disk");
        let command = Command::Seating(SeatingCommand::Seed);
        let work = |tables: &mut dyn Tables| {
            let envelope = Envelope { at: Timestamp::from_millis(1), running: 0, actor: Actor::the_box() };
            let done = step(tables, &envelope, &command)?;
            assert!(matches!(done, StepOutcome::Done(entries) if entries.len() > 3), "tables to sit at");
            // Rows of tables that this version does not have, such as the kept answers of an older format.
            tables.put("answers", vec![1], vec![2])?;
            tables.put("pressed_answers", vec![1], vec![2])?;
            store::set_metadata(tables, TABLES_VERSION_KEY, "1")
        };
        store.write(work).expect("a disk");
        let head = store::journal_head(&store).expect("a head");
        let said = std::cell::Cell::new(0);
        upgrade_tables_saying(&store, || said.set(said.get() + 1)).expect("a disk");
        assert_eq!(said.get(), head.div_ceil(PAGE as u64), "a call for each thousand entries");
        assert_eq!(store::journal_head(&store).expect("a head"), head);
        for gone in ["answers", "pressed_answers"] {
            let mut rows = 0;
            let count = |view: &dyn View| {
                view.scan(gone, &[], &[], false, &mut |_, _| {
                    rows += 1;
                    Ok(std::ops::ControlFlow::Continue(()))
                })
            };
            store.read(count).expect("readable");
            assert_eq!(rows, 0, "{gone}");
        }
        let mut rebuilt = MemoryTables::new();
        assert_eq!(store.read(|view| rebuild(view, &mut rebuilt)).expect("the journal"), head);
        assert!(store.derived_tables().expect("tables").derived() == rebuilt.derived());
        assert_eq!(store.read(|view| store::entries_before(view, head, 100)).expect("a journal").len() as u64, head - 1);
    }
}
