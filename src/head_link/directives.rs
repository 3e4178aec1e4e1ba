//! Changes that head office asks for, on their way into the journal.

use super::client::{HeadClient, HeadError};
use super::packing::unreadable;
use super::status::LinkError;
use super::{Parts, blocking};
use crate::directives::{self, Arrived, DirectiveCommand};
use crate::engine::{Answer, Command, Event, Failure, Purpose, Render, Submission};
use crate::parcels::{DIRECTIVES_MAX, Directive, DirectivePosition};
use base::{Actor, text};
use store::{Stored, View};

const DIRECTIVES_PATH: &str = "/box/v1/directives";
/// Largest answer with directives, in bytes.
const ANSWER_MAX: usize = 8 * 1024 * 1024;
/// Most answers that are fetched in a row. What is left comes with the next contact.
const ROUNDS_MAX: usize = 100;
/// Longest id, kind, time and name of a person, in characters.
const WORD_MAX: usize = 100;
/// Largest content of a directive, in bytes.
const BODY_MAX: usize = 256 * 1024;

/// The newest directive that the box has.
pub fn position(view: &dyn View) -> Stored<DirectivePosition> {
    let newest = directives::newest(view)?.map(|row| row.received);
    Ok(newest.map_or_else(DirectivePosition::default, |newest| DirectivePosition { number: newest.number, id: Some(newest.id) }))
}

/// Fetches and notes what the box does not have, if `newest`, the number of head office's newest directive, says that there is more.
/// Returns how many were new.
pub async fn fetch(parts: &Parts, client: &mut HeadClient, newest: u64) -> Result<u64, LinkError> {
    let mut new = 0;
    for _ in 0..ROUNDS_MAX {
        let known = blocking(parts, |view| position(view).map_err(unreadable)).await?;
        if newest <= known.number {
            break;
        }
        let path = format!("{DIRECTIVES_PATH}?after={}", known.number);
        let (_, body) = client.get(&path, ANSWER_MAX).await.map_err(LinkError::Head)?;
        let found: Vec<Directive> =
            serde_json::from_slice(&body).map_err(|error| LinkError::Head(HeadError::Unexpected(error.to_string())))?;
        let is_whole = found.len() < DIRECTIVES_MAX;
        let received = receive(parts, found).await?;
        new += received;
        // Those of a kind that this box does not know stay at head office.
        if is_whole || received == 0 {
            break;
        }
    }
    Ok(new)
}

/// Notes directives in the journal, in the order of their numbers, and decides what is due. Returns how many were new.
pub async fn receive(parts: &Parts, mut found: Vec<Directive>) -> Result<u64, LinkError> {
    found.sort_by_key(|directive| directive.number);
    let arrived: Vec<Arrived> = found.into_iter().filter_map(checked).collect();
    if arrived.is_empty() {
        return Ok(0);
    }
    let Some(engine) = parts.engine.upgrade() else { return Err(stopping()) };
    let render: Render = Box::new(|entries, _| {
        let received = entries.iter().filter(|entry| matches!(entry.event, Event::HeadReceived(_))).count();
        Ok(Answer { status: 200, body: received.to_string().into_bytes() })
    });
    let command = Command::Directive(DirectiveCommand::Receive(arrived));
    let submission = Submission { command, purpose: Purpose::default(), actor: Actor::the_box(), key: None, render };
    let answer = engine.submit(submission).await.map_err(failed)?;
    // The writer decides what is due before its next command.
    engine.run(Command::Directive(DirectiveCommand::Wake), Actor::the_box()).await.map_err(failed)?;
    Ok(String::from_utf8(answer.body).ok().and_then(|count| count.parse().ok()).unwrap_or_default())
}

/// `None` for what cannot be kept: it can be named in no answer either.
fn checked(directive: Directive) -> Option<Arrived> {
    let Directive { number, id, kind, body, effective, by, at } = directive;
    let word = |text: &str| text::line_within(text, WORD_MAX).ok().filter(|text| !text.is_empty());
    let body = body.to_string();
    let by = word(&by).unwrap_or_else(|| "?".to_owned());
    match (word(&id), word(&kind), word(&effective)) {
        (Some(id), Some(kind), Some(effective)) if body.len() <= BODY_MAX => Some(Arrived { number, id, kind, body, effective, by, at }),
        _ => {
            tracing::warn!("change {number} of head office cannot be read and is left out");
            None
        }
    }
}

fn failed(failure: Failure) -> LinkError {
    match failure {
        Failure::Stopped | Failure::Unanswered => stopping(),
        failure => LinkError::Damaged(format!("What head office asks for was not saved: {failure:?}")),
    }
}

fn stopping() -> LinkError {
    LinkError::Damaged("The box is stopping".to_owned())
}
