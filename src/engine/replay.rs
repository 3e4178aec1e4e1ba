//! Making the tables anew from the journal: after an upgrade, for a check, on another box.

use super::execute::apply;
use super::{Entry, Event};
use crate::store::{self, Store, StoreError, Stored, Tables, View};

/// Version of what the tables hold. Raise it whenever `apply` writes something else: the next start rebuilds.
pub const TABLES_VERSION: u32 = 2;

/// Name of the fact that says which version made the tables.
const TABLES_FACT: &str = "tables";
/// Entries read at a time where the first account is looked for: it is among the first.
const BIRTH_PAGE: usize = 50;
/// Entries read at a time.
const PAGE: usize = 1_000;

/// Applies the whole journal of `from` to `tables`, which are empty. The number of entries.
pub fn rebuild(from: &dyn View, tables: &mut dyn Tables) -> Stored<u64> {
    let mut seq = 0;
    loop {
        let page = store::entries_after(from, seq, PAGE)?;
        let Some(last) = page.last() else { return Ok(seq) };
        let next = last.seq;
        for raw in page {
            // A gap is a lost entry: figures after it would be wrong without a word.
            if raw.seq != seq + 1 {
                return Err(StoreError::Damaged { table: "journal" });
            }
            seq = raw.seq;
            apply(tables, &entry(&raw)?)?;
        }
        debug_assert_eq!(seq, next);
    }
}

/// Rebuilds the tables of a store that another version made. Does nothing when they are of this version.
pub fn bring_up_to_date(store: &Store) -> Stored<()> {
    let version = TABLES_VERSION.to_string();
    if store.read(|view| store::fact(view, TABLES_FACT))?.as_deref() == Some(version.as_str()) {
        return Ok(());
    }
    store.rebuild_derived(|from, tables| rebuild(from, tables).map(|_| ()))?;
    store.write(|tables| store::note_fact(tables, TABLES_FACT, &version))
}

/// How long the box had been running in its life when it wrote its last entry, in milliseconds, and when that was.
pub fn running_so_far(view: &dyn View) -> Stored<Option<Entry>> {
    match store::entries_before(view, u64::MAX, 1)?.first() {
        Some(raw) => entry(raw).map(Some),
        None => Ok(None),
    }
}

/// The salted hash of the first account's first password: 128 random bits that every copy of this journal shares, and no call
/// ever shows. `None` before there is an account.
pub fn birthmark(view: &dyn View) -> Stored<Option<String>> {
    let mut seq = 0;
    loop {
        let page = store::entries_after(view, seq, BIRTH_PAGE)?;
        let Some(last) = page.last() else { return Ok(None) };
        seq = last.seq;
        for raw in &page {
            if let Event::UserSaved(saved) = entry(raw)?.event {
                return Ok(Some(saved.user.password_hash));
            }
        }
    }
}

pub(super) fn entry(raw: &store::RawEntry) -> Stored<Entry> {
    Entry::from_bytes(raw.seq, &raw.bytes).map_err(|error| StoreError::Unreadable { table: "journal", reason: error.to_string() })
}
