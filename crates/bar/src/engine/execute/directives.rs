//! Changes that head office asks for: each is carried out by the command of the feature that it is about, in the same commit as the entry
//! that says so.

use super::{decide as decide_command, events, till_movements};
use crate::directives::{self, Answered, Deed, DirectiveCommand, DirectiveContent, DirectiveRow, HeadApplied, HeadRefused};
use crate::engine::{Command, Event};
use crate::head_office::{self, HeadOfficeCommand};
use crate::settings::Settings;
use crate::{box_events, rates};
use base::{Decided, Envelope, Refusal};
use store::{Stored, View};

/// The events of a command about changes of head office.
pub(super) fn decide(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &DirectiveCommand) -> Stored<Decided<Vec<Event>>> {
    match command {
        DirectiveCommand::Wake => Ok(Ok(Vec::new())),
        DirectiveCommand::Receive(arrived) => {
            // A date that is in doubt must not put a change off for years.
            let certain = box_events::clock_doubt(view)?.map_or(envelope.at, |doubt| doubt.floor);
            let today = settings.bar_time().business_day(certain);
            let context = directives::load_received(view, arrived, today)?;
            Ok(events(Ok(directives::decide_received(arrived, &context))))
        }
        DirectiveCommand::Decide { number, content } => {
            let Some(row) = directives::directive(view, *number)?.filter(DirectiveRow::is_waiting) else { return Ok(Ok(Vec::new())) };
            let done = carry_out(view, settings, envelope, &row, content)?;
            Ok(Ok(done.unwrap_or_else(|why| not_made(row, why))))
        }
        DirectiveCommand::Answer { number, accept, content } => {
            let context = directives::load_answer(view, *number)?;
            let answered = match directives::decide_answer(*accept, &context, &envelope.actor.name) {
                Ok(answered) => answered,
                Err(refusal) => return Ok(Err(refusal)),
            };
            match (answered, content) {
                (Answered::Rate(rate, own), _) => {
                    let set = rate.iter().flat_map(rates::set_rate).map(Event::from);
                    Ok(Ok(set.chain(own.into_iter().map(Event::from)).collect()))
                }
                (Answered::Declined(event), _) => Ok(Ok(vec![event.into()])),
                (Answered::Allowed(_), None) => Ok(Err(Refusal::conflict("This change was decided meanwhile"))),
                (Answered::Allowed(row), Some(content)) => {
                    // By the rules of head office's own changes: the admin only allows it.
                    let by_head = Envelope { actor: row.actor(), ..envelope.clone() };
                    let done = carry_out(view, settings, &by_head, &row, content)?;
                    Ok(Ok(done.unwrap_or_else(|why| not_made(*row, why))))
                }
            }
        }
    }
}

/// The event of a change that is not made: why, as code and sentence.
fn not_made(row: DirectiveRow, (code, reason): (String, String)) -> Vec<Event> {
    let (number, id, kind) = (row.received.number, row.received.id, row.received.kind);
    vec![Event::HeadRefused(Box::new(HeadRefused { number, id, kind, code, reason }))]
}

/// The events of a change that is made, or why it is not: code and sentence.
fn carry_out(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    row: &DirectiveRow,
    content: &Decided<DirectiveContent>,
) -> Stored<Result<Vec<Event>, (String, String)>> {
    let content = match content {
        Ok(content) => content,
        Err(refusal) => return Ok(Err(directives::refused_as(refusal))),
    };
    let target = directives::load_deed(view, row.received.number, content, envelope.at)?;
    let (deed, mut applied) = match directives::decide_deed(row, content, &target) {
        Ok(decided) => decided,
        Err(why) => return Ok(Err(why)),
    };
    let command = match deed {
        Deed::Catalog(command) => Command::Catalog(command),
        Deed::Staff(command) => Command::Staff(command),
        Deed::Rate(command) => Command::Rate(command),
        Deed::Settings(command) => Command::Settings(command),
        Deed::Withdraw(_) => return Ok(Ok(vec![Event::HeadApplied(Box::new(applied))])),
    };
    let mut done = match decide_command(view, settings, envelope, &command)? {
        Ok(events) => match till_movements::with_tills(view, settings, envelope, &command, events)? {
            Ok(events) => events,
            Err(refusal) => return Ok(Err(directives::refused_as(&refusal))),
        },
        Err(refusal) => return Ok(Err(directives::refused_as(&refusal))),
    };
    name_new_rows(&mut applied, &done);
    done.push(Event::HeadApplied(Box::new(applied)));
    Ok(Ok(done))
}

/// Links a product or an account that is new by the id that its event gives it.
fn name_new_rows(applied: &mut HeadApplied, done: &[Event]) {
    for event in done {
        if let (Event::ProductSaved(event), Some(linked)) = (event, &mut applied.product)
            && linked.product_id == 0
        {
            linked.product_id = event.product.id;
        }
        if let (Event::UserSaved(event), Some(linked)) = (event, &mut applied.user)
            && linked.user_id == 0
        {
            linked.user_id = event.user.id;
        }
    }
}

/// The events of a command about the connection. What waits is refused with its end: nothing asks for it any more.
pub(super) fn connection(view: &dyn View, command: &HeadOfficeCommand) -> Stored<Decided<Vec<Event>>> {
    let decided = events(head_office::decide(command, head_office::head_office(view)?.as_ref()));
    let HeadOfficeCommand::Disconnect = command else { return Ok(decided) };
    let ended = match decided {
        Ok(ended) if !ended.is_empty() => ended,
        unchanged => return Ok(unchanged),
    };
    let waiting: Vec<_> = directives::waiting(view, None)?.into_iter().map(|row| row.received).collect();
    let refused = directives::withdrawn_with_link(&waiting).into_iter().map(Event::from);
    Ok(Ok(refused.chain(ended).collect()))
}
