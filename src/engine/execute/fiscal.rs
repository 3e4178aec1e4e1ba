//! Fiscal documents of a command: one for each receipt that it makes, and one for each from which it takes goods back.

use crate::base::Envelope;
use crate::engine::Event;
use crate::fiscal::{DocumentMade, document_of_refund, document_of_sale};
use crate::sales::{self, SaleLine, SaleRecorded, SaleVoided};
use crate::settings::{FiscalPolicy, Settings};
use crate::store::{Stored, View};

/// The documents of `events`, which are not applied yet. None in a bar without a fiscal device.
pub fn documents(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<DocumentMade>> {
    if settings.fiscal.url.is_none() {
        return Ok(Vec::new());
    }
    let tin = settings.tax.tin.as_ref();
    let mut made = Vec::new();
    let mut taken_back: Vec<(String, Vec<SaleLine>)> = Vec::new();
    for event in events {
        made.extend(sale_of(event).map(|sale| document_of_sale(sale, tin, holds_paper(settings))));
        for (receipt_number, line) in voided_lines(view, event)? {
            match taken_back.iter_mut().find(|(known, _)| *known == receipt_number) {
                Some((_, lines)) => lines.push(line),
                None => taken_back.push((receipt_number, vec![line])),
            }
        }
    }
    let now = settings.bar_time().moment(envelope.at);
    made.extend(taken_back.iter().map(|(number, lines)| document_of_refund(number, lines, envelope.at, now, tin)));
    Ok(made)
}

/// Whether the paper of a receipt waits for its signature.
pub fn holds_paper(settings: &Settings) -> bool {
    settings.fiscal.url.is_some() && settings.fiscal.policy != FiscalPolicy::Later
}

/// The sale with whose receipt an event ends.
pub fn sale_of(event: &Event) -> Option<&SaleRecorded> {
    match event {
        Event::SaleRecorded(sale) => Some(sale),
        Event::OrderPaid(paid) => paid.sale.as_ref(),
        Event::CreditPaid(paid) => paid.sale.as_ref(),
        Event::OrderAttached(attached) => attached.sale.as_ref(),
        Event::ItemRemoved(removed) => removed.sale.as_ref(),
        Event::ItemChanged(changed) => changed.sale.as_ref(),
        _ => None,
    }
}

/// What an event takes back, with the receipts that it is on.
fn voided_lines(view: &dyn View, event: &Event) -> Stored<Vec<(String, SaleLine)>> {
    let mut lines = Vec::new();
    match event {
        Event::SaleVoided(SaleVoided { sale_id, part, .. }) => {
            if let Some(sale) = sales::recorded_line(view, *sale_id)? {
                let line = part.as_ref().map_or_else(|| sale.line.clone(), |part| sale.line.only(part));
                lines.push((sale.receipt_number, line));
            }
        }
        Event::OrderVoided(voided) => {
            for sale_id in &voided.sale_ids {
                if let Some(sale) = sales::recorded_line(view, *sale_id)? {
                    let line = sale.line.only(&sale.part(sale.remaining_quantity()));
                    lines.push((sale.receipt_number, line));
                }
            }
        }
        _ => {}
    }
    Ok(lines)
}
