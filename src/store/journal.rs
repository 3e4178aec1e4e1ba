//! The journal: what happened, in order, for ever. The only truth; every other table follows from it.

use std::ops::ControlFlow;

use super::codec::{self, Key};
use super::table::{Tables, View};
use super::{StoreError, Stored};

/// Sequence number → sealed entry.
pub const JOURNAL: &str = "journal";

/// An entry as it is stored: self-describing bytes under a sequence number that counts from 1 without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawEntry {
    /// Place in the journal.
    pub seq: u64,
    /// JSON of the envelope and the event.
    pub bytes: Vec<u8>,
}

/// Writes the entry with the number after the last one.
pub fn append(tables: &mut dyn Tables, seq: u64, bytes: &[u8]) -> Stored<()> {
    let key = seq.to_bytes();
    tables.put(JOURNAL, &key, &codec::seal(&key, bytes))
}

/// Number of the newest entry; 0 for an empty journal.
pub fn head(view: &dyn View) -> Stored<u64> {
    Ok(entries_before(view, u64::MAX, 1)?.first().map_or(0, |entry| entry.seq))
}

/// At most `limit` entries after `seq`, oldest first.
pub fn entries_after(view: &dyn View, seq: u64, limit: usize) -> Stored<Vec<RawEntry>> {
    read(view, &seq.saturating_add(1).to_bytes(), &[], false, limit)
}

/// At most `limit` entries before `seq`, newest first.
pub fn entries_before(view: &dyn View, seq: u64, limit: usize) -> Stored<Vec<RawEntry>> {
    read(view, &[], &seq.to_bytes(), true, limit)
}

fn read(view: &dyn View, from: &[u8], to: &[u8], backwards: bool, limit: usize) -> Stored<Vec<RawEntry>> {
    let mut entries = Vec::new();
    if limit == 0 {
        return Ok(entries);
    }
    view.scan(JOURNAL, from, to, backwards, &mut |key, sealed| {
        let bytes = codec::unseal(JOURNAL, key, sealed)?.to_vec();
        let seq = u64::read(&mut &*key).ok_or(StoreError::Damaged { table: JOURNAL })?;
        entries.push(RawEntry { seq, bytes });
        Ok(if entries.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(entries)
}
