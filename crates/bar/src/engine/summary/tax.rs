//! Audit log sentences about price plans, days on which tax or prices change, and fiscal documents.

use super::product_name;
use crate::engine::Event;
use store::{Stored, View};

/// Products that are named; the rest is counted.
const PRODUCTS_NAMED: usize = 5;

/// Describes an event about planned prices.
pub(super) fn summary(view: &dyn View, event: &Event) -> Stored<String> {
    Ok(match event {
        Event::PricesPlanned(event) => {
            let ids: Vec<u64> = event.plan.items.iter().map(|item| item.product_id).collect();
            format!("Prices planned from {}: {}", event.plan.from, named(view, &ids)?)
        }
        Event::PlanWithdrawn(event) => format!("Price plan of {} withdrawn, {} products", event.from, event.products),
        Event::PricesUnplanned(event) => format!("Priced by hand, and out of price plans: {}", named(view, &event.product_ids)?),
        Event::TaxDayBegan(event) => {
            let prices = (event.prices > 0).then(|| format!("{} planned prices are in force", event.prices));
            let parts: Vec<String> = event.change.in_words().into_iter().chain(prices).collect();
            format!("{} began: {}", event.day, parts.join(", "))
        }
        _ => String::new(),
    })
}

fn named(view: &dyn View, ids: &[u64]) -> Stored<String> {
    let mut names = ids.iter().take(PRODUCTS_NAMED).map(|id| product_name(view, *id)).collect::<Stored<Vec<_>>>()?;
    let others = ids.len().saturating_sub(PRODUCTS_NAMED);
    names.extend((others > 0).then(|| format!("{others} more")));
    Ok(names.join(", "))
}

/// Describes an event about a fiscal document.
pub(super) fn fiscal_summary(event: &Event) -> String {
    match event {
        Event::DocumentMade(event) if event.refund => format!("Fiscal document of a void on receipt {}", event.receipt_number),
        Event::DocumentMade(event) => format!("Fiscal document of receipt {}", event.receipt_number),
        Event::DocumentSigned(event) => {
            format!("Fiscal document {} signed by {}, No. {}", event.document_id, event.signature.device_id, event.signature.number)
        }
        Event::DocumentFailed(event) => format!("Fiscal document {} refused: {}", event.document_id, event.reason),
        Event::DocumentRetried(event) => format!("Fiscal document {} is sent again", event.document_id),
        Event::PaperReleased(event) => format!("Receipt {} printed without its fiscal signature", event.document_id),
        _ => String::new(),
    }
}
