//! Applies moves and merges: the orders, and the sale that one of them became.

use super::shared::apply_sale;
use crate::engine::{Entry, Event};
use crate::orders;
use store::{Stored, Tables};

/// Applies an event of a move or a merge; other events have no part here.
pub(super) fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let envelope = &entry.envelope;
    let sale = match &entry.event {
        Event::ItemsMoved(event) => {
            orders::apply_items_moved(tables, envelope, event)?;
            event.sale.as_ref()
        }
        Event::OrdersMerged(event) => {
            orders::apply_merged(tables, envelope, event)?;
            event.sale.as_ref()
        }
        _ => None,
    };
    sale.map_or(Ok(()), |sale| apply_sale(tables, envelope, sale))
}
