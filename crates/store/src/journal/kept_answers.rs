//! Kept answers: the answer to each request is stored under its idempotency key, in the same transaction as the change it reports.

use std::ops::ControlFlow;

use lz4_flex::block::{compress_with_dict, decompress_with_dict};
use serde::{Deserialize, Serialize};

use crate::tables::{FixedU64, Key, Table, Tables, View};
use crate::{StoreError, Stored};

/// Name of the table of answers.
pub const KEPT_ANSWERS: &str = "kept_answers";
/// Name of the index of answers by time, for removing old ones.
pub const KEPT_ANSWER_TIMES: &str = "kept_answer_times";

/// LZ4 dictionary: text that answers have in common. With it the answer to a sale of one line takes 291 bytes and without it 704
/// (three lines: 451 and 863), where everything else of a sale takes 1,100. Deflate takes twenty times as long. An answer can only
/// be read with the dictionary that it was stored with, so a different dictionary needs a different table.
const DICTIONARY: &[u8] = include_bytes!("common_answers.json");

/// How long an answer is kept at the least: 30 days, in milliseconds.
const KEPT_MILLIS: u64 = 30 * 24 * 60 * 60 * 1000;
/// Most old answers that one transaction removes, which bounds the cost of each write.
const REMOVED_AT_ONCE: usize = 4;
/// Most bytes of an answer. The largest are those to imports, which name every product they changed.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

const ANSWERS: Table<IdempotencyHash, StoredAnswer> = Table::new(KEPT_ANSWERS);
const TIMES: Table<(FixedU64, IdempotencyHash), ()> = Table::new(KEPT_ANSWER_TIMES);

/// Identifies a request: SHA-256 over user, method, path and the header `Idempotency-Key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IdempotencyHash(pub [u8; 32]);

impl Key for IdempotencyHash {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (head, tail) = bytes.split_first_chunk::<32>()?;
        *bytes = tail;
        Some(IdempotencyHash(*head))
    }
}

/// The first answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
    /// SHA-256 of the request's body as parsed JSON: the same key with a different body is a mistake of the caller.
    pub body_hash: [u8; 32],
    /// HTTP status.
    pub status: u16,
    /// Body of the answer, byte for byte.
    pub body: Vec<u8>,
}

/// A kept answer with its key and time, as backups and second boxes receive it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedAnswer {
    /// When it was given, in milliseconds of the box's total running time.
    pub running: u64,
    /// The request that it answers.
    pub key: IdempotencyHash,
    /// The answer.
    pub answer: KeptAnswer,
}

/// The answers given from `first` to `last`, both inclusive, in milliseconds of running time, oldest first.
pub fn answers_between(view: &dyn View, first: u64, last: u64) -> Stored<Vec<DatedAnswer>> {
    let mut keys = Vec::new();
    let end = last.checked_add(1).map(|end| FixedU64(end).to_bytes()).unwrap_or_default();
    TIMES.visit(view, &FixedU64(first).to_bytes(), &end, false, |key, ()| {
        keys.push(key);
        ControlFlow::Continue(())
    })?;
    let mut answers = Vec::with_capacity(keys.len());
    for (FixedU64(running), key) in keys {
        answers.extend(kept_answer(view, &key)?.map(|answer| DatedAnswer { running, key, answer }));
    }
    Ok(answers)
}

/// Stores an answer from a backup or another box, with its original time.
pub fn restore_answer(tables: &mut dyn Tables, dated: &DatedAnswer) -> Stored<()> {
    put(tables, dated.key, &dated.answer, dated.running)
}

fn put(tables: &mut dyn Tables, key: IdempotencyHash, answer: &KeptAnswer, running: u64) -> Stored<()> {
    ANSWERS.put(tables, &key, &StoredAnswer::compress(answer))?;
    TIMES.put(tables, &(FixedU64(running), key), &())
}

/// A [`KeptAnswer`] as stored, with its body as an LZ4 block. Deflate would save another hundred bytes of a sale's answer but takes
/// twenty times as long, and a phone waits meanwhile.
#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    body_hash: [u8; 32],
    status: u16,
    /// Bytes of the uncompressed body.
    length: u64,
    body: Vec<u8>,
}

impl StoredAnswer {
    fn compress(answer: &KeptAnswer) -> Self {
        let KeptAnswer { body_hash, status, ref body } = *answer;
        StoredAnswer { body_hash, status, length: body.len() as u64, body: compress_with_dict(body, DICTIONARY) }
    }

    fn decompress(self) -> Stored<KeptAnswer> {
        let damaged = || StoreError::Damaged { table: KEPT_ANSWERS };
        let StoredAnswer { body_hash, status, length, body } = self;
        let length = usize::try_from(length).ok().filter(|length| *length <= ANSWER_BYTES_MAX).ok_or_else(damaged)?;
        let body = decompress_with_dict(&body, length, DICTIONARY).ok().filter(|body| body.len() == length).ok_or_else(damaged)?;
        Ok(KeptAnswer { body_hash, status, body })
    }
}

/// The answer to the request `key`; `None` when it is new or its answer was removed.
pub fn kept_answer(view: &dyn View, key: &IdempotencyHash) -> Stored<Option<KeptAnswer>> {
    ANSWERS.get(view, key)?.map(StoredAnswer::decompress).transpose()
}

/// Stores an answer and removes a few that are older than 30 days. Ages are measured in the box's total running time (`running`,
/// in milliseconds), which a jump of the clock does not change.
pub fn keep_answer(tables: &mut dyn Tables, key: IdempotencyHash, answer: &KeptAnswer, running: u64) -> Stored<()> {
    remove_old(tables, running)?;
    put(tables, key, answer, running)
}

fn remove_old(tables: &mut dyn Tables, running: u64) -> Stored<()> {
    let Some(limit) = running.checked_sub(KEPT_MILLIS) else {
        return Ok(());
    };
    let mut old = Vec::new();
    TIMES.visit(tables.view(), &[], &FixedU64(limit).to_bytes(), false, |key, ()| {
        old.push(key);
        if old.len() < REMOVED_AT_ONCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    for (since, key) in old {
        TIMES.remove(tables, &(since, key))?;
        ANSWERS.remove(tables, &key)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tables::MemoryTables;

    const BODY: &str = r#"{"order":{"id":7,"orderType":"takeout","status":"pending","tableId":null}}"#;

    fn answer(body: &str) -> KeptAnswer {
        KeptAnswer { body_hash: [7; 32], status: 201, body: body.as_bytes().to_vec() }
    }

    #[test]
    fn a_kept_answer_reads_back() {
        let mut tables = MemoryTables::new();
        keep_answer(&mut tables, IdempotencyHash([1; 32]), &answer(BODY), 5).expect("memory");
        assert_eq!(kept_answer(&tables, &IdempotencyHash([1; 32])).expect("whole"), Some(answer(BODY)));
        assert_eq!(kept_answer(&tables, &IdempotencyHash([9; 32])).expect("whole"), None);
    }

    #[test]
    fn answers_are_removed_after_thirty_days() {
        let mut tables = MemoryTables::new();
        let [old, other, later] = [1, 2, 4].map(|key| IdempotencyHash([key; 32]));
        keep_answer(&mut tables, old, &answer("{\"id\":1}"), 5).expect("memory");
        keep_answer(&mut tables, other, &answer(BODY), 6).expect("memory");
        keep_answer(&mut tables, later, &answer("{}"), KEPT_MILLIS + 7).expect("memory");
        for key in [old, other] {
            assert_eq!(kept_answer(&tables, &key).expect("whole"), None);
        }
        assert!(kept_answer(&tables, &later).expect("whole").is_some());
        assert_eq!(TIMES.all(&tables).expect("whole").len(), 1);
        assert_eq!(ANSWERS.all(&tables).expect("whole").len(), 1);
    }

    #[test]
    fn text_in_the_dictionary_takes_less_than_half_its_length() {
        assert!(stored(BODY.as_bytes()).body.len() * 2 < BODY.len());
    }

    #[test]
    fn an_answer_with_a_wrong_length_is_damaged() {
        for length in [0, BODY.len() as u64 - 1, BODY.len() as u64 + 1, ANSWER_BYTES_MAX as u64 + 1, u64::MAX] {
            let other = StoredAnswer { length, ..stored(BODY.as_bytes()) };
            assert!(matches!(other.decompress(), Err(StoreError::Damaged { table: KEPT_ANSWERS })), "{length}");
        }
    }

    fn stored(body: &[u8]) -> StoredAnswer {
        StoredAnswer::compress(&KeptAnswer { body_hash: [7; 32], status: 201, body: body.to_vec() })
    }

    proptest! {
        #[test]
        fn compressed_bodies_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..5_000), from in 0usize..2_000, again in 0usize..40) {
            let bytes = [bytes.clone(), DICTIONARY[from..from + 500].to_vec(), bytes.repeat(again % 5)].concat();
            prop_assert_eq!(stored(&bytes).decompress().expect("whole").body, bytes);
        }

        #[test]
        fn random_bytes_never_panic(noise in proptest::collection::vec(any::<u8>(), 0..500), length in 0u64..5_000) {
            let _ = StoredAnswer { body_hash: [7; 32], status: 201, length, body: noise }.decompress();
        }
    }
}
