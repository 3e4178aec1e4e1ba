//! The journal: an append-only sequence of entries from which every other table is derived.
//!
//! The newest entries are stored one by one. After every [`BLOCK_ENTRIES`] entries the older ones are compressed together into a
//! block, because entries resemble each other and there are millions of them.

use std::ops::ControlFlow;

use super::deflate::{deflate, inflate};
use crate::tables::record::{verified_content, with_checksum};
use crate::tables::{FixedU64, Key, Tables, View};
use crate::{StoreError, Stored};

/// Table of the newest entries: sequence number → entry with its checksum.
pub const JOURNAL: &str = "journal";
/// Table of all older entries, in blocks: number of the block's last entry, number of the piece → piece with its checksum.
pub const BLOCKS: &str = "journal_blocks";

/// Entries in a block.
pub const BLOCK_ENTRIES: u64 = 128;
/// Bytes of a piece of a block. It fills one page of the file: 4,096 bytes less what redb and the key take.
const PIECE_BYTES: usize = 4_040;
/// Most bytes of a decompressed block: far more than [`BLOCK_ENTRIES`] entries of the largest requests.
const BLOCK_BYTES_MAX: usize = 512 * 1024 * 1024;

/// A journal entry as stored. Sequence numbers count from 1 without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RawEntry {
    /// Sequence number.
    pub seq: u64,
    /// JSON of the envelope and the event.
    pub bytes: Vec<u8>,
}

/// Appends the entry `seq`, which must be the number after the last one.
pub fn append(tables: &mut dyn Tables, seq: u64, bytes: &[u8]) -> Stored<()> {
    let key = FixedU64(seq).to_bytes();
    let record = with_checksum(&key, bytes);
    tables.put(JOURNAL, key, record)?;
    if seq.is_multiple_of(BLOCK_ENTRIES) {
        compact_oldest(tables)?;
    }
    Ok(())
}

/// Moves the oldest entries that are stored one by one into a block. The newest entry always stays outside.
fn compact_oldest(tables: &mut dyn Tables) -> Stored<()> {
    let head = head(tables.view())?;
    let mut entries = Vec::new();
    visit_single(tables.view(), &[], &FixedU64(head).to_bytes(), false, |entry| {
        entries.push(entry);
        (entries.len() as u64) < BLOCK_ENTRIES
    })?;
    let Some(last) = entries.last().map(|entry| entry.seq) else { return Ok(()) };
    let mut uncompressed = Vec::new();
    for entry in &entries {
        let length = u32::try_from(entry.bytes.len()).map_err(|_| damaged())?;
        uncompressed.extend_from_slice(&length.to_le_bytes());
        uncompressed.extend_from_slice(&entry.bytes);
    }
    for (number, piece) in deflate(&uncompressed)?.chunks(PIECE_BYTES).enumerate() {
        let key = (FixedU64(last), number as u64).to_bytes();
        let record = with_checksum(&key, piece);
        tables.put(BLOCKS, key, record)?;
    }
    for entry in &entries {
        tables.remove(JOURNAL, FixedU64(entry.seq).to_bytes())?;
    }
    Ok(())
}

/// Sequence number of the newest entry; 0 for an empty journal.
pub fn head(view: &dyn View) -> Stored<u64> {
    let mut head = 0;
    view.scan(JOURNAL, &[], &[], true, &mut |key, _| {
        head = FixedU64::read(&mut &*key).ok_or_else(damaged)?.0;
        Ok(ControlFlow::Break(()))
    })?;
    Ok(head)
}

/// At most `limit` entries after `seq`, oldest first.
pub fn entries_after(view: &dyn View, seq: u64, limit: usize) -> Stored<Vec<RawEntry>> {
    let mut found = Vec::new();
    let mut next = seq.saturating_add(1);
    while found.len() < limit {
        let Some(block) = block_with(view, next)? else { break };
        next = block.last().map_or(u64::MAX, |entry| entry.seq.saturating_add(1));
        found.extend(block.into_iter().filter(|entry| entry.seq > seq));
    }
    if found.len() < limit {
        visit_single(view, &FixedU64(next).to_bytes(), &[], false, |entry| {
            found.push(entry);
            found.len() < limit
        })?;
    }
    found.truncate(limit);
    Ok(found)
}

/// At most `limit` entries before `seq`, newest first.
pub fn entries_before(view: &dyn View, seq: u64, limit: usize) -> Stored<Vec<RawEntry>> {
    let mut found = Vec::new();
    if limit == 0 {
        return Ok(found);
    }
    visit_single(view, &[], &FixedU64(seq).to_bytes(), true, |entry| {
        found.push(entry);
        found.len() < limit
    })?;
    while found.len() < limit {
        let before = found.last().map_or(seq, |entry: &RawEntry| entry.seq);
        let Some(block) = block_with(view, before.saturating_sub(1))? else { break };
        let older = found.len();
        found.extend(block.into_iter().rev().filter(|entry| entry.seq < before));
        if found.len() == older {
            break;
        }
    }
    found.truncate(limit);
    Ok(found)
}

/// Visits entries that are stored one by one, until `each` returns false.
fn visit_single(view: &dyn View, from: &[u8], to: &[u8], backwards: bool, mut each: impl FnMut(RawEntry) -> bool) -> Stored<()> {
    view.scan(JOURNAL, from, to, backwards, &mut |key, record| {
        let bytes = verified_content(JOURNAL, key, record)?.to_vec();
        let seq = FixedU64::read(&mut &*key).ok_or_else(damaged)?.0;
        Ok(if each(RawEntry { seq, bytes }) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })
}

/// The entries of the block that contains entry `seq`, oldest first, or of the next block where there is a gap. `None` when no
/// block has an entry from `seq` on.
fn block_with(view: &dyn View, seq: u64) -> Stored<Option<Vec<RawEntry>>> {
    let mut last = None;
    let mut compressed = Vec::new();
    let mut pieces = 0;
    view.scan(BLOCKS, &FixedU64(seq).to_bytes(), &[], false, &mut |key, record| {
        let (FixedU64(block), piece) = <(FixedU64, u64)>::read(&mut &*key).ok_or_else(damaged)?;
        if *last.get_or_insert(block) != block {
            return Ok(ControlFlow::Break(()));
        }
        if piece != pieces {
            return Err(damaged());
        }
        pieces += 1;
        compressed.extend_from_slice(verified_content(BLOCKS, key, record)?);
        Ok(ControlFlow::Continue(()))
    })?;
    let Some(last) = last else { return Ok(None) };
    let uncompressed = inflate(BLOCKS, &compressed, BLOCK_BYTES_MAX)?;
    let mut rest = uncompressed.as_slice();
    let mut entries = Vec::with_capacity(BLOCK_ENTRIES as usize);
    while let Some((length, tail)) = rest.split_first_chunk::<4>() {
        let (entry, tail) = tail.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(damaged)?;
        entries.push(RawEntry { seq: 0, bytes: entry.to_vec() });
        rest = tail;
    }
    let first = (last + 1).checked_sub(entries.len() as u64).filter(|_| rest.is_empty()).ok_or_else(damaged)?;
    for (seq, entry) in (first..).zip(&mut entries) {
        entry.seq = seq;
    }
    Ok(Some(entries))
}

fn damaged() -> StoreError {
    StoreError::Damaged { table: JOURNAL }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tables::MemoryTables;

    fn bytes(seq: u64) -> Vec<u8> {
        format!("{{\"seq\":{seq},\"what\":\"{}\"}}", "beer ".repeat((seq % 40) as usize)).into_bytes()
    }

    fn written(count: u64) -> MemoryTables {
        let mut tables = MemoryTables::new();
        for seq in 1..=count {
            append(&mut tables, seq, &bytes(seq)).expect("memory");
        }
        tables
    }

    fn numbers(entries: &[RawEntry]) -> Vec<u64> {
        assert!(entries.iter().all(|entry| entry.bytes == bytes(entry.seq)), "an entry with the bytes of another");
        entries.iter().map(|entry| entry.seq).collect()
    }

    proptest! {
        #[test]
        fn entries_read_the_same_inside_and_outside_of_blocks(count in 0u64..700, seq in 0u64..800, limit in 0usize..900) {
            let tables = written(count);
            prop_assert_eq!(head(&tables).expect("a head"), count);
            let after: Vec<u64> = (1..=count).filter(|one| *one > seq).take(limit).collect();
            prop_assert_eq!(numbers(&entries_after(&tables, seq, limit).expect("whole")), after);
            let before: Vec<u64> = (1..=count).rev().filter(|one| *one < seq).take(limit).collect();
            prop_assert_eq!(numbers(&entries_before(&tables, seq, limit).expect("whole")), before);
        }
    }

    #[test]
    fn a_block_with_a_missing_or_damaged_piece_is_noticed() {
        let noise = |seq: u64| -> Vec<u8> {
            let mut state = seq;
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            };
            (0..400).map(|_| next()).collect()
        };
        let mut tables = MemoryTables::new();
        for seq in 1..=BLOCK_ENTRIES {
            append(&mut tables, seq, &noise(seq)).expect("memory");
        }
        let mut keys = Vec::new();
        tables
            .scan(BLOCKS, &[], &[], false, &mut |key, record| {
                keys.push((key.to_vec(), record.to_vec()));
                Ok(ControlFlow::Continue(()))
            })
            .expect("memory");
        assert!(keys.len() > 1, "a block of several pieces");
        for (key, record) in &keys {
            let mut torn = tables.clone();
            torn.remove(BLOCKS, key.clone()).expect("memory");
            assert!(entries_after(&torn, 0, 10).is_err(), "a piece is missing");
            let mut damaged_record = record.clone();
            damaged_record[record.len() / 2] ^= 4;
            torn.put(BLOCKS, key.clone(), damaged_record).expect("memory");
            assert!(entries_after(&torn, 0, 10).is_err(), "a piece is damaged");
        }
    }
}
