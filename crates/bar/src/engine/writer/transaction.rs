//! The content of one transaction: what the box itself commands, then the commands of the batch.

use super::answering::execute_submission;
use super::due_directives::{decide_due, next_due_directive};
use crate::approvals::ApprovalCommand;
use crate::box_events::ClockDoubt;
use crate::directives::ContentReader;
use crate::engine::feed::NewHeads;
use crate::engine::stamps::Reading;
use crate::engine::{Answer, Command, Entry, Failure, Purpose, Stamps, StepOutcome, Submission, step_for};
use base::{Actor, Envelope, Timestamp};
use store::{Stored, Tables};

/// A transaction that is about to begin.
pub struct Transaction {
    /// The wall clock.
    pub now: Timestamp,
    /// The box's running time, in milliseconds.
    pub running: u64,
    pub stamps: Stamps,
    /// Whether the journal may have entries that `stamps` do not follow.
    pub stamps_may_lag: bool,
    /// Whether open approvals end first.
    pub expires_approvals: bool,
    /// Reads changes of head office; `None` if they wait.
    pub reader: Option<ContentReader>,
}

/// What a transaction has written so far. It outlives a command that panics, and a commit that fails.
#[derive(Default)]
pub struct Written {
    pub heads: NewHeads,
    /// Whether there is anything to commit: entries, or kept answers.
    pub is_any: bool,
    /// Whether changes of head office were due before the commands.
    pub decides_due: bool,
}

/// Result of a committed transaction.
pub struct Committed {
    /// One per command, in the order of the batch.
    pub results: Vec<Result<Answer, Failure>>,
    pub heads: NewHeads,
    /// The stamp state at its beginning.
    pub stamps: Stamps,
    /// The stamp of its last entry.
    pub at: Timestamp,
    /// Whether the clock is in doubt after it.
    pub doubt: Option<ClockDoubt>,
}

impl Transaction {
    /// Executes what the box itself commands, then the batch.
    pub fn execute<'a>(
        &self,
        tables: &mut dyn Tables,
        batch: impl Iterator<Item = &'a Submission>,
        written: &mut Written,
    ) -> Stored<Committed> {
        let stamps = if self.stamps_may_lag { self.stamps.reloaded(tables.view())? } else { self.stamps.clone() };
        let reading = stamps.read(self.now, self.running);
        self.own_commands(tables, &reading, written)?;
        let (mut at, mut doubt) = (reading.at, reading.doubt);
        let mut results = Vec::new();
        for submission in batch {
            // A confirmation is stamped by the wall clock, wherever the stamps are.
            let stamp = if matches!(submission.command, Command::ConfirmClock) { self.now } else { at };
            let envelope = Envelope { at: stamp, running: self.running, actor: submission.actor.clone() };
            let result = execute_submission(tables, &envelope, submission)?;
            if let Ok(executed) = &result {
                written.heads = written.heads.then(executed.heads);
                written.is_any |= executed.wrote;
                if executed.confirmed_clock {
                    (at, doubt) = (self.now, None);
                }
            }
            results.push(result.map(|executed| executed.answer).map_err(Failure::Refused));
        }
        Ok(Committed { results, heads: written.heads, stamps, at, doubt })
    }

    /// What the box itself commands before the batch: it notes that the clock jumped, ends approvals that were open before the start, and
    /// decides changes of head office whose time has come.
    fn own_commands(&self, tables: &mut dyn Tables, reading: &Reading, written: &mut Written) -> Stored<()> {
        let the_box = Envelope { at: reading.at, running: self.running, actor: Actor::the_box() };
        let jump = reading.jump.clone().map(Command::NoteClock);
        let expiry = self.expires_approvals.then_some(Command::Approval(ApprovalCommand::ExpireAll));
        for command in jump.into_iter().chain(expiry) {
            if let StepOutcome::Done(entries) = step_for(tables, &the_box, &command, &Purpose::default())? {
                written.add(&entries);
            }
        }
        let (Some(reader), is_doubtful) = (self.reader, reading.doubt.is_some()) else { return Ok(()) };
        if next_due_directive(tables.view(), reading.at, is_doubtful)?.is_some() {
            written.decides_due = true;
            let entries = decide_due(tables, &the_box, is_doubtful, reader)?;
            written.add(&entries);
        }
        Ok(())
    }
}

impl Written {
    fn add(&mut self, entries: &[Entry]) {
        self.heads = self.heads.then(NewHeads::of(entries));
        self.is_any |= !entries.is_empty();
    }
}
