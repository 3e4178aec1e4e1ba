//! Answers that were given, kept under the caller's idempotency key in the same transaction as what they answer.

use std::ops::ControlFlow;

use lz4_flex::block::{compress_with_dict, decompress_with_dict};
use serde::{Deserialize, Serialize};

use crate::store::tables::codec::{Fixed, Key};
use crate::store::tables::table::{Table, Tables, View};
use crate::store::{StoreError, Stored};

/// Name of the table of answers.
pub const KEPT_ANSWERS: &str = "kept_answers";
/// Name of the index by time, for forgetting.
pub const KEPT_ANSWER_TIMES: &str = "kept_answer_times";

/// Text that answers have in common, so that it takes next to no room in each of them. An answer to a sale of one line takes 291
/// bytes with it and 704 without (three lines: 451 and 863), where all else of a sale takes 1,100. Deflate takes twenty times as
/// long. An answer can only be read with the dictionary that it was kept with, so another dictionary wants another table.
const DICTIONARY: &[u8] = include_bytes!("common_answers.json");

/// How long an answer is kept at least: 30 days, in milliseconds.
const KEPT_MILLIS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How many old answers a transaction forgets at the most: a bounded price for each write.
const FORGET_AT_ONCE: usize = 4;
/// Most bytes of an answer: an import names every product that it touched.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

const ANSWERS: Table<IdempotencyHash, StoredAnswer> = Table::new(KEPT_ANSWERS);
const TIMES: Table<(Fixed, IdempotencyHash), ()> = Table::new(KEPT_ANSWER_TIMES);

/// Whose key it is: SHA-256 over user, method, path and `Idempotency-Key`.
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
    /// SHA-256 of the body as parsed JSON: the same key with another body is a mistake of the caller.
    pub body_hash: [u8; 32],
    /// HTTP status.
    pub status: u16,
    /// The answer's body, to the byte.
    pub body: Vec<u8>,
}

/// A kept answer, and when it was given in the box's own running time: how copies of the store carry it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatedAnswer {
    /// Milliseconds that the box had been running in its life.
    pub running: u64,
    /// Whose key it is kept under.
    pub key: IdempotencyHash,
    /// The answer.
    pub answer: KeptAnswer,
}

/// The answers given from `first` to `last` of the box's running time, both included, oldest first.
pub fn answers_between(view: &dyn View, first: u64, last: u64) -> Stored<Vec<DatedAnswer>> {
    let mut keys = Vec::new();
    let end = last.checked_add(1).map(|end| Fixed(end).to_bytes()).unwrap_or_default();
    TIMES.visit(view, &Fixed(first).to_bytes(), &end, false, |key, ()| {
        keys.push(key);
        ControlFlow::Continue(())
    })?;
    let mut answers = Vec::with_capacity(keys.len());
    for (Fixed(running), key) in keys {
        answers.extend(kept_answer(view, &key)?.map(|answer| DatedAnswer { running, key, answer }));
    }
    Ok(answers)
}

/// Puts an answer back as it was kept.
pub fn restore_answer(tables: &mut dyn Tables, dated: &DatedAnswer) -> Stored<()> {
    put(tables, dated.key, &dated.answer, dated.running)
}

fn put(tables: &mut dyn Tables, key: IdempotencyHash, answer: &KeptAnswer, running: u64) -> Stored<()> {
    ANSWERS.put(tables, &key, &StoredAnswer::of(answer))?;
    TIMES.put(tables, &(Fixed(running), key), &())
}

/// A [`KeptAnswer`] as it is stored: an LZ4 block, because a phone waits while it is made. Deflate saves another hundred
/// bytes of a sale's answer, and takes twenty times as long.
#[derive(Serialize, Deserialize)]
struct StoredAnswer {
    body_hash: [u8; 32],
    status: u16,
    /// Bytes of the answer's body.
    length: u64,
    body: Vec<u8>,
}

impl StoredAnswer {
    fn of(answer: &KeptAnswer) -> Self {
        let KeptAnswer { body_hash, status, ref body } = *answer;
        StoredAnswer { body_hash, status, length: body.len() as u64, body: compress_with_dict(body, DICTIONARY) }
    }

    fn answer(self) -> Stored<KeptAnswer> {
        let damaged = || StoreError::Damaged { table: KEPT_ANSWERS };
        let StoredAnswer { body_hash, status, length, body } = self;
        let length = usize::try_from(length).ok().filter(|length| *length <= ANSWER_BYTES_MAX).ok_or_else(damaged)?;
        let body = decompress_with_dict(&body, length, DICTIONARY).ok().filter(|body| body.len() == length).ok_or_else(damaged)?;
        Ok(KeptAnswer { body_hash, status, body })
    }
}

/// The answer kept under `key`.
pub fn kept_answer(view: &dyn View, key: &IdempotencyHash) -> Stored<Option<KeptAnswer>> {
    ANSWERS.get(view, key)?.map(StoredAnswer::answer).transpose()
}

/// Keeps an answer, and forgets a few that are older than 30 days. The age is reckoned in the box's own running time
/// (`running`, milliseconds), which no clock jump can hurry.
pub fn keep_answer(tables: &mut dyn Tables, key: IdempotencyHash, answer: &KeptAnswer, running: u64) -> Stored<()> {
    forget_old(tables, running)?;
    put(tables, key, answer, running)
}

fn forget_old(tables: &mut dyn Tables, running: u64) -> Stored<()> {
    let Some(limit) = running.checked_sub(KEPT_MILLIS) else {
        return Ok(());
    };
    let mut old = Vec::new();
    TIMES.visit(tables.view(), &[], &Fixed(limit).to_bytes(), false, |key, ()| {
        old.push(key);
        if old.len() < FORGET_AT_ONCE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
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
    use crate::store::MemoryTables;

    const BODY: &str = r#"{"order":{"id":7,"orderType":"takeout","status":"pending","tableId":null}}"#;

    fn answer(body: &str) -> KeptAnswer {
        KeptAnswer { body_hash: [7; 32], status: 201, body: body.as_bytes().to_vec() }
    }

    #[test]
    fn an_answer_reads_back() {
        let mut tables = MemoryTables::new();
        keep_answer(&mut tables, IdempotencyHash([1; 32]), &answer(BODY), 5).expect("memory");
        assert_eq!(kept_answer(&tables, &IdempotencyHash([1; 32])).expect("whole"), Some(answer(BODY)));
        assert_eq!(kept_answer(&tables, &IdempotencyHash([9; 32])).expect("whole"), None);
    }

    #[test]
    fn answers_are_forgotten_after_thirty_days() {
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
    fn what_the_dictionary_holds_takes_next_to_no_room() {
        assert!(stored(BODY.as_bytes()).body.len() * 2 < BODY.len());
    }

    #[test]
    fn an_answer_that_is_not_as_long_as_it_says_is_damage() {
        for length in [0, BODY.len() as u64 - 1, BODY.len() as u64 + 1, ANSWER_BYTES_MAX as u64 + 1, u64::MAX] {
            let other = StoredAnswer { length, ..stored(BODY.as_bytes()) };
            assert!(matches!(other.answer(), Err(StoreError::Damaged { table: KEPT_ANSWERS })), "{length}");
        }
    }

    fn stored(body: &[u8]) -> StoredAnswer {
        StoredAnswer::of(&KeptAnswer { body_hash: [7; 32], status: 201, body: body.to_vec() })
    }

    proptest! {
        #[test]
        fn bytes_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..5_000), from in 0usize..2_000, again in 0usize..40) {
            let bytes = [bytes.clone(), DICTIONARY[from..from + 500].to_vec(), bytes.repeat(again % 5)].concat();
            prop_assert_eq!(stored(&bytes).answer().expect("whole").body, bytes);
        }

        #[test]
        fn noise_is_damage_or_something_else_but_no_panic(noise in proptest::collection::vec(any::<u8>(), 0..500), length in 0u64..5_000) {
            let _ = StoredAnswer { body_hash: [7; 32], status: 201, length, body: noise }.answer();
        }
    }
}
