//! Answers that were given, kept under the caller's idempotency key in the same transaction as what they answer.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::Stored;
use super::codec::{Fixed, Key};
use super::squeeze::{squeeze, unsqueeze};
use super::table::{Table, Tables, View};

/// Name of the table of answers.
pub const SQUEEZED: &str = "answers";
/// Name of the table that held them before.
pub const OUTCOMES: &str = "outcomes";
/// Answers as they usually are: what a kept one has in common with them takes next to no room. Never altered, because
/// answers are read with the words that they were kept with; better words come with a table of their own.
const WORDS: &[u8] = include_bytes!("words.json");
/// Name of the index by time, for forgetting.
pub const OUTCOME_TIMES: &str = "outcome_times";

/// How long an answer is kept at least: 30 days, in milliseconds.
const KEPT_MILLIS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How many old answers a transaction forgets at the most: a bounded price for each write.
const FORGET_AT_ONCE: usize = 4;
/// Most bytes of an answer: an import names every product that it touched.
const ANSWER_BYTES_MAX: usize = 64 * 1024 * 1024;

const ANSWERS: Table<OutcomeKey, Squeezed> = Table::new(SQUEEZED);
/// Answers as they were kept before: read, and forgotten when their time comes.
const PLAIN: Table<OutcomeKey, KeptAnswer> = Table::new(OUTCOMES);
const TIMES: Table<(Fixed, OutcomeKey), ()> = Table::new(OUTCOME_TIMES);

/// Whose key it is: SHA-256 over user, method, path and `Idempotency-Key`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeKey(pub [u8; 32]);

impl Key for OutcomeKey {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (head, tail) = bytes.split_first_chunk::<32>()?;
        *bytes = tail;
        Some(OutcomeKey(*head))
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
    pub key: OutcomeKey,
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
pub fn put_answer(tables: &mut dyn Tables, dated: &DatedAnswer) -> Stored<()> {
    put(tables, dated.key, &dated.answer, dated.running)
}

fn put(tables: &mut dyn Tables, key: OutcomeKey, answer: &KeptAnswer, running: u64) -> Stored<()> {
    let squeezed = Squeezed { body_hash: answer.body_hash, status: answer.status, body: squeeze(WORDS, &answer.body)? };
    ANSWERS.put(tables, &key, &squeezed)?;
    TIMES.put(tables, &(Fixed(running), key), &())
}

/// A [`KeptAnswer`] as it is stored.
#[derive(Serialize, Deserialize)]
struct Squeezed {
    body_hash: [u8; 32],
    status: u16,
    body: Vec<u8>,
}

/// The answer kept under `key`.
pub fn kept_answer(view: &dyn View, key: &OutcomeKey) -> Stored<Option<KeptAnswer>> {
    let Some(Squeezed { body_hash, status, body }) = ANSWERS.get(view, key)? else { return PLAIN.get(view, key) };
    Ok(Some(KeptAnswer { body_hash, status, body: unsqueeze(SQUEEZED, WORDS, &body, ANSWER_BYTES_MAX)? }))
}

/// Keeps an answer, and forgets a few that are older than 30 days. The age is reckoned in the box's own running time
/// (`running`, milliseconds), which no clock jump can hurry.
pub fn keep_answer(tables: &mut dyn Tables, key: OutcomeKey, answer: &KeptAnswer, running: u64) -> Stored<()> {
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
        PLAIN.remove(tables, &key)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::MemoryTables;
    use super::*;

    fn answer(body: &str) -> KeptAnswer {
        KeptAnswer { body_hash: [7; 32], status: 201, body: body.as_bytes().to_vec() }
    }

    #[test]
    fn an_answer_reads_back_also_one_that_was_kept_before_answers_were_squeezed() {
        let mut tables = MemoryTables::new();
        let (new, old) = (OutcomeKey([1; 32]), OutcomeKey([2; 32]));
        keep_answer(&mut tables, new, &answer("{\"id\":1}"), 5).expect("memory");
        PLAIN.put(&mut tables, &old, &answer("{\"id\":2}")).expect("memory");
        TIMES.put(&mut tables, &(Fixed(6), old), &()).expect("memory");
        assert_eq!(kept_answer(&tables, &new).expect("whole"), Some(answer("{\"id\":1}")));
        assert_eq!(kept_answer(&tables, &old).expect("whole"), Some(answer("{\"id\":2}")));
        assert_eq!(kept_answer(&tables, &OutcomeKey([3; 32])).expect("whole"), None);
    }

    #[test]
    fn answers_of_both_kinds_are_forgotten_after_thirty_days() {
        let mut tables = MemoryTables::new();
        let (new, old, later) = (OutcomeKey([1; 32]), OutcomeKey([2; 32]), OutcomeKey([3; 32]));
        keep_answer(&mut tables, new, &answer("{}"), 5).expect("memory");
        PLAIN.put(&mut tables, &old, &answer("{}")).expect("memory");
        TIMES.put(&mut tables, &(Fixed(6), old), &()).expect("memory");
        keep_answer(&mut tables, later, &answer("{}"), KEPT_MILLIS + 7).expect("memory");
        let left = [new, old, later].map(|key| kept_answer(&tables, &key).expect("whole").is_some());
        assert_eq!(left, [false, false, true]);
        assert_eq!(TIMES.all(&tables).expect("whole").len(), 1);
    }
}
