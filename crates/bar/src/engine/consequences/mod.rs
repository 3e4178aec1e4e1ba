//! Follow-up events of a command: dining tables that become occupied or free, price plans that lose a product,
//! fiscal documents, and print jobs.
//!
//! They are decided here and not in `apply`, so that a later change of policy does not change what the journal already records.

mod fiscal;
mod moves;
mod paper;

use self::paper::print_jobs;
use super::Event;
use super::event::groups::{cash_events, paper_events, people_events, plain_events, price_and_day_events};
use crate::catalog;
use crate::orders::{self, OrderChanged, OrderType};
use crate::seating::{self, DiningTable, TableSaved};
use crate::settings::Settings;
use base::Envelope;
use store::{Stored, View};

/// The follow-up events of `events`, which are not applied yet.
pub(super) fn follow_up_events(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Vec<Event>> {
    let mut follow_ups = Vec::new();
    for event in events {
        follow_ups.extend(table_changes(view, event)?.into_iter().map(Event::TableSaved));
    }
    let saved = events.iter().filter_map(|event| if let Event::ProductSaved(saved) = event { Some(saved) } else { None });
    follow_ups.extend(catalog::prices_by_hand(view, settings.price_day(envelope.at), saved)?.map(Event::PricesUnplanned));
    let documents = fiscal::documents(view, settings, envelope, events)?;
    follow_ups.extend(documents.into_iter().map(|document| Event::DocumentMade(Box::new(document))));
    follow_ups.extend(print_jobs(view, settings, envelope, events)?.into_iter().map(Event::PrintQueued));
    Ok(follow_ups)
}

/// The tables that orders come to are occupied; those that the last open order leaves are free.
fn table_changes(view: &dyn View, event: &Event) -> Stored<Vec<TableSaved>> {
    match event {
        Event::ItemsMoved(moved) => moves::tables_of_items(view, moved),
        Event::OrdersMerged(merged) => moves::tables_of_merge(view, merged),
        Event::TableMoved(moved) => moves::tables_of_table(view, moved),
        Event::OrderPlaced(placed) => {
            let table = if placed.order_type == OrderType::DineIn { table(view, placed.table_id)? } else { None };
            Ok(seating::occupied(table.as_ref()).into_iter().collect())
        }
        Event::OrderChanged(changed) => tables_of_change(view, changed),
        plain_events!() | people_events!() | price_and_day_events!() | paper_events!() | cash_events!() => Ok(Vec::new()),
        // Tables become free by hand when their guests have paid.
        Event::SaleRecorded(_)
        | Event::SaleVoided(_)
        | Event::SaleRefunded(_)
        | Event::ItemAdded(_)
        | Event::ItemRemoved(_)
        | Event::ItemChanged(_)
        | Event::ServiceChargeSet(_)
        | Event::OrderExempted(_)
        | Event::ItemsLabelled(_)
        | Event::OrdersHandedOver(_)
        | Event::OrderRepriced(_)
        | Event::OrderClosed(_)
        | Event::OrderMoved(_)
        | Event::OrderPaid(_)
        | Event::SharesEnded(_)
        | Event::PaymentRefunded(_)
        | Event::PaymentCorrected(_)
        | Event::OrderWalkedOut(_)
        | Event::WalkOutRecovered(_)
        | Event::OrderAttached(_)
        | Event::OrderVoided(_)
        | Event::CreditGiven(_)
        | Event::CreditPaid(_) => Ok(Vec::new()),
    }
}

fn tables_of_change(view: &dyn View, changed: &OrderChanged) -> Stored<Vec<TableSaved>> {
    let Some(before) = orders::order(view, changed.order_id)? else { return Ok(Vec::new()) };
    if before.order_type != OrderType::DineIn || before.table_id == changed.table_id {
        return Ok(Vec::new());
    }
    let others = orders::open_orders(view)?.into_iter().any(|other| other.table_id == before.table_id && other.id != before.id);
    let left = if others { None } else { table(view, before.table_id)? };
    let taken = table(view, changed.table_id)?;
    Ok(seating::occupied(taken.as_ref()).into_iter().chain(seating::freed(left.as_ref())).collect())
}

fn table(view: &dyn View, table_id: Option<u64>) -> Stored<Option<DiningTable>> {
    table_id.map_or(Ok(None), |id| seating::any_table(view, id))
}

#[cfg(test)]
mod tests;
