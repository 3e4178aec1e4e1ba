//! The journal: what happened, in order, for ever. The only truth; every other table follows from it.
//!
//! The newest entries lie one by one. Whenever [`BLOCK_ENTRIES`] more have come, the older ones become a block: compressed
//! together, because entries resemble each other and there are millions of them.

use std::ops::ControlFlow;

use super::deflate::{deflate, inflate};
use crate::store::tables::codec::{self, Fixed, Key};
use crate::store::tables::table::{Tables, View};
use crate::store::{StoreError, Stored};

/// Sequence number → sealed entry: the newest ones.
pub const JOURNAL: &str = "journal";
/// Number of a block's last entry, number of the piece → sealed piece: all older ones.
pub const BLOCKS: &str = "journal_blocks";

/// Entries that become a block together.
pub const BLOCK_ENTRIES: u64 = 128;
/// A piece of a block fills one page of the file: 4,096 bytes less what redb and the key take.
const PIECE_BYTES: usize = 4_040;
/// Most bytes that a block may hold: far more than [`BLOCK_ENTRIES`] of the largest requests come to.
const BLOCK_BYTES_MAX: usize = 512 * 1024 * 1024;

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
    let key = Fixed(seq).to_bytes();
    let sealed = codec::seal(&key, bytes);
    tables.put(JOURNAL, key, sealed)?;
    if seq.is_multiple_of(BLOCK_ENTRIES) {
        make_block(tables)?;
    }
    Ok(())
}

/// Puts the oldest entries that lie one by one into a block. The newest entry always stays.
fn make_block(tables: &mut dyn Tables) -> Stored<()> {
    let head = head(tables.view())?;
    let mut entries = Vec::new();
    visit_open(tables.view(), &[], &Fixed(head).to_bytes(), false, |entry| {
        entries.push(entry);
        (entries.len() as u64) < BLOCK_ENTRIES
    })?;
    let Some(last) = entries.last().map(|entry| entry.seq) else { return Ok(()) };
    let mut together = Vec::new();
    for entry in &entries {
        let length = u32::try_from(entry.bytes.len()).map_err(|_| damaged())?;
        together.extend_from_slice(&length.to_le_bytes());
        together.extend_from_slice(&entry.bytes);
    }
    for (number, piece) in deflate(&together)?.chunks(PIECE_BYTES).enumerate() {
        let key = (Fixed(last), number as u64).to_bytes();
        let sealed = codec::seal(&key, piece);
        tables.put(BLOCKS, key, sealed)?;
    }
    for entry in &entries {
        tables.remove(JOURNAL, Fixed(entry.seq).to_bytes())?;
    }
    Ok(())
}

/// Number of the newest entry; 0 for an empty journal.
pub fn head(view: &dyn View) -> Stored<u64> {
    let mut head = 0;
    view.scan(JOURNAL, &[], &[], true, &mut |key, _| {
        head = Fixed::read(&mut &*key).ok_or_else(damaged)?.0;
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
        visit_open(view, &Fixed(next).to_bytes(), &[], false, |entry| {
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
    visit_open(view, &[], &Fixed(seq).to_bytes(), true, |entry| {
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

/// Visits entries that lie one by one while `each` wants more.
fn visit_open(view: &dyn View, from: &[u8], to: &[u8], backwards: bool, mut each: impl FnMut(RawEntry) -> bool) -> Stored<()> {
    view.scan(JOURNAL, from, to, backwards, &mut |key, sealed| {
        let bytes = codec::unseal(JOURNAL, key, sealed)?.to_vec();
        let seq = Fixed::read(&mut &*key).ok_or_else(damaged)?.0;
        Ok(if each(RawEntry { seq, bytes }) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })
}

/// The entries of the block that entry `seq` is in, oldest first; of the next one where there is a gap. `None` when it is
/// in no block.
fn block_with(view: &dyn View, seq: u64) -> Stored<Option<Vec<RawEntry>>> {
    let mut last = None;
    let mut compressed = Vec::new();
    let mut pieces = 0;
    view.scan(BLOCKS, &Fixed(seq).to_bytes(), &[], false, &mut |key, sealed| {
        let (Fixed(block), piece) = <(Fixed, u64)>::read(&mut &*key).ok_or_else(damaged)?;
        if *last.get_or_insert(block) != block {
            return Ok(ControlFlow::Break(()));
        }
        if piece != pieces {
            return Err(damaged());
        }
        pieces += 1;
        compressed.extend_from_slice(codec::unseal(BLOCKS, key, sealed)?);
        Ok(ControlFlow::Continue(()))
    })?;
    let Some(last) = last else { return Ok(None) };
    let together = inflate(BLOCKS, &compressed, BLOCK_BYTES_MAX)?;
    let mut rest = together.as_slice();
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
    use crate::store::MemoryTables;

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
        fn blocks_are_not_seen_from_outside(count in 0u64..700, seq in 0u64..800, limit in 0usize..900) {
            let tables = written(count);
            prop_assert_eq!(head(&tables).expect("a head"), count);
            let after: Vec<u64> = (1..=count).filter(|one| *one > seq).take(limit).collect();
            prop_assert_eq!(numbers(&entries_after(&tables, seq, limit).expect("whole")), after);
            let before: Vec<u64> = (1..=count).rev().filter(|one| *one < seq).take(limit).collect();
            prop_assert_eq!(numbers(&entries_before(&tables, seq, limit).expect("whole")), before);
        }
    }

    #[test]
    fn a_block_that_lost_a_piece_or_rotted_is_noticed() {
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
            .scan(BLOCKS, &[], &[], false, &mut |key, sealed| {
                keys.push((key.to_vec(), sealed.to_vec()));
                Ok(ControlFlow::Continue(()))
            })
            .expect("memory");
        assert!(keys.len() > 1, "a block of several pieces");
        for (key, sealed) in &keys {
            let mut torn = tables.clone();
            torn.remove(BLOCKS, key.clone()).expect("memory");
            assert!(entries_after(&torn, 0, 10).is_err(), "a piece is missing");
            let mut rotten = sealed.clone();
            rotten[sealed.len() / 2] ^= 4;
            torn.put(BLOCKS, key.clone(), rotten).expect("memory");
            assert!(entries_after(&torn, 0, 10).is_err(), "a piece is rotten");
        }
    }
}
