//! Fiscal documents of a command: one for each receipt that it makes, and one for each from which it takes goods back.

use super::events;
use crate::engine::{Entry, Event};
use crate::fiscal::{self, DocumentMade, FiscalCommand, TakenBack, document_of_refund, document_of_sale};
use crate::sales::{self, RecordedLine, SaleVoided, VoidedPart};
use crate::settings::{FiscalPolicy, Settings};
use base::{Decided, Envelope};
use store::{Stored, Tables, View};

/// Decides a command about a document.
pub(super) fn decide(view: &dyn View, command: &FiscalCommand) -> Stored<Decided<Vec<Event>>> {
    let document = fiscal::document(view, command.document_id())?;
    Ok(events(fiscal::decide(command, document.as_ref())))
}

/// Applies an event about a document; other events have no part here.
pub(super) fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    match &entry.event {
        Event::DocumentMade(event) => fiscal::apply_made(tables, &entry.envelope, event),
        Event::DocumentSigned(event) => fiscal::apply_signed(tables, event),
        Event::DocumentFailed(event) => fiscal::apply_failed(tables, event),
        Event::DocumentRetried(event) => fiscal::apply_retried(tables, event),
        Event::PaperReleased(event) => fiscal::apply_paper(tables, event),
        _ => Ok(()),
    }
}

/// The documents of `events`, which are not applied yet. None in a bar without a fiscal device.
pub fn documents(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<DocumentMade>> {
    if settings.fiscal.url.is_none() {
        return Ok(Vec::new());
    }
    let tin = settings.tax.tin.as_ref();
    let mut made = Vec::new();
    let mut taken_back: Vec<TakenBack> = Vec::new();
    for event in events {
        made.extend(event.sale().map(|sale| document_of_sale(sale, tin, holds_paper(settings))));
        for (sale, part) in voided_lines(view, event)? {
            let line = sale.line.limited_to(&part);
            match taken_back.iter_mut().find(|known| known.receipt_number == sale.receipt_number) {
                Some(known) => known.lines.push(line),
                None => {
                    let (receipt_number, earlier) = (sale.receipt_number, sale.voided.quantity);
                    taken_back.push(TakenBack { receipt_number, earlier, lines: vec![line] });
                }
            }
        }
    }
    let now = settings.bar_time().moment(envelope.at);
    made.extend(taken_back.iter().map(|of| document_of_refund(of, envelope.at, now, tin)));
    Ok(made)
}

/// Whether the paper of a receipt waits for its signature.
pub fn holds_paper(settings: &Settings) -> bool {
    settings.fiscal.url.is_some() && settings.fiscal.policy != FiscalPolicy::Later
}

/// The parts of lines that an event takes back.
fn voided_lines(view: &dyn View, event: &Event) -> Stored<Vec<(RecordedLine, VoidedPart)>> {
    let mut lines = Vec::new();
    let (ids, part) = match event {
        Event::SaleVoided(SaleVoided { sale_id, part, .. }) => (std::slice::from_ref(sale_id), part.as_ref()),
        Event::OrderVoided(voided) => (voided.sale_ids.as_slice(), None),
        _ => (&[][..], None),
    };
    for id in ids {
        if let Some(sale) = sales::recorded_line(view, *id)? {
            let part = part.cloned().unwrap_or_else(|| sale.rest());
            lines.push((sale, part));
        }
    }
    Ok(lines)
}
