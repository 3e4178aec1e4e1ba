//! Fiscal documents of a command: one for each receipt that it makes, and one for each from which it takes goods back.

use crate::engine::Event;
use crate::fiscal::{DocumentMade, TakenBack, document_of_refund, document_of_sale};
use crate::sales::{self, RecordedLine, VoidedPart};
use crate::settings::{FiscalPolicy, Settings};
use base::Envelope;
use store::{Stored, View};

/// The documents of `events`, which are not applied yet. None in a bar without a fiscal device.
pub(super) fn documents(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<DocumentMade>> {
    if settings.fiscal.url.is_none() {
        return Ok(Vec::new());
    }
    let tin = settings.tax.tin.as_ref();
    let mut made = Vec::new();
    let mut taken_back: Vec<TakenBack> = Vec::new();
    for event in events {
        // What is paid on old debts is no sale, and nothing for the device.
        let sale = event.sale().filter(|sale| sale.is_revenue());
        made.extend(sale.map(|sale| document_of_sale(sale, tin, holds_paper(settings))));
        for (sale, part) in voided_lines(view, event)?.into_iter().filter(|(sale, _)| sale.line.is_revenue()) {
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
pub(super) fn holds_paper(settings: &Settings) -> bool {
    settings.fiscal.url.is_some() && settings.fiscal.policy != FiscalPolicy::Later
}

/// The parts of lines that an event takes back.
fn voided_lines(view: &dyn View, event: &Event) -> Stored<Vec<(RecordedLine, VoidedPart)>> {
    let mut lines = Vec::new();
    let (ids, part) = event.voided_lines();
    for id in ids {
        if let Some(sale) = sales::recorded_line(view, *id)? {
            let part = part.cloned().unwrap_or_else(|| sale.rest());
            lines.push((sale, part));
        }
    }
    Ok(lines)
}
