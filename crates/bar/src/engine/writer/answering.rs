//! One submitted command: its kept answer, or what it does and the answer to that.

use crate::engine::feed::NewHeads;
use crate::engine::{Answer, Entry, Event, IdempotencyKey, StepOutcome, Submission, step_for};
use base::{Envelope, Refusal};
use store::{KeptAnswer, Stored, Tables, View};

/// Result of one executed command.
pub struct Executed {
    pub answer: Answer,
    pub heads: NewHeads,
    /// Whether it wrote anything: entries, or a kept answer.
    pub wrote: bool,
    /// Whether it ended a doubt about the clock.
    pub confirmed_clock: bool,
}

/// The answer stored under the caller's idempotency key, if there is one.
pub fn kept_answer(view: &dyn View, submission: &Submission) -> Stored<Option<Result<Answer, Refusal>>> {
    let Some(IdempotencyKey { key, body_hash }) = &submission.key else { return Ok(None) };
    let Some(kept) = store::kept_answer(view, key)? else { return Ok(None) };
    if kept.body_hash != *body_hash {
        return Ok(Some(Err(Refusal::conflict("This Idempotency-Key was used for another request"))));
    }
    Ok(Some(Ok(Answer { status: kept.status, body: kept.body })))
}

/// Executes a command that was submitted, or finds its answer, and keeps that under its key.
pub fn execute_submission(tables: &mut dyn Tables, envelope: &Envelope, submission: &Submission) -> Stored<Result<Executed, Refusal>> {
    if let Some(kept) = kept_answer(tables.view(), submission)? {
        return Ok(kept.map(|answer| Executed { answer, heads: NewHeads::default(), wrote: false, confirmed_clock: false }));
    }
    let entries = match step_for(tables, envelope, &submission.command, &submission.purpose)? {
        StepOutcome::Done(entries) => entries,
        StepOutcome::Refused(refusal) => return Ok(Err(refusal)),
    };
    let answer = (submission.render)(&entries, tables.view())?;
    if let Some(IdempotencyKey { key, body_hash }) = submission.key {
        let kept = KeptAnswer { body_hash, status: answer.status, body: answer.body.clone() };
        store::keep_answer(tables, key, &kept, envelope.running)?;
    }
    let confirmed_clock = matches!(entries.first(), Some(Entry { event: Event::ClockConfirmed(_), .. }));
    Ok(Ok(Executed { answer, heads: NewHeads::of(&entries), wrote: submission.key.is_some() || !entries.is_empty(), confirmed_clock }))
}
