//! Decides changes of head office whose time has come, before the commands that wait: the first sale of a business day has the prices that
//! begin with it.

use crate::directives::{self, ContentReader, DirectiveCommand, DirectiveRow};
use crate::engine::{Command, Entry, Purpose, StepOutcome, step_for};
use crate::settings;
use base::{Envelope, Timestamp};
use store::{Stored, Tables, View};

/// Most changes that are decided at once: commands wait for them. The others are decided with the next commands.
const DUE_MAX: usize = 200;

/// The first change whose time has come at the moment `at`. While the date is in doubt only what is decided at once: a clock that is ahead
/// must not change prices for good.
pub fn next_due_directive(view: &dyn View, at: Timestamp, is_doubtful: bool) -> Stored<Option<DirectiveRow>> {
    if directives::counts(view)?.waiting == 0 {
        return Ok(None);
    }
    let settings = settings::settings(view)?;
    let today = (!is_doubtful).then(|| settings.bar_time().business_day(at));
    directives::next_due(view, today, settings.head.rate)
}

/// Decides what is due, each change in the name of the person at head office who asked for it.
pub fn decide_due(tables: &mut dyn Tables, now: &Envelope, is_doubtful: bool, read: ContentReader) -> Stored<Vec<Entry>> {
    let mut entries = Vec::new();
    for _ in 0..DUE_MAX {
        let Some(row) = next_due_directive(tables.view(), now.at, is_doubtful)? else { break };
        let envelope = Envelope { actor: row.actor(), ..now.clone() };
        let content = Box::new(read(&row.received.kind, &row.received.body));
        let command = Command::Directive(DirectiveCommand::Decide { number: row.received.number, content });
        match step_for(tables, &envelope, &command, &Purpose::default())? {
            StepOutcome::Done(done) if !done.is_empty() => entries.extend(done),
            _ => break,
        }
    }
    Ok(entries)
}
