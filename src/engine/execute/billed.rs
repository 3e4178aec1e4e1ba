//! Brings bills up to date with their orders: the one place where the lines of billed orders before and after an entry are compared.

use crate::bills::{self, Gone};
use crate::engine::{Entry, Event};
use crate::orders;
use crate::store::{Stored, Tables};

/// Compares the billed orders that the entry changed with what they were before. Returns whether a bill changed.
pub(super) fn compare_orders(tables: &mut dyn Tables, entry: &Entry) -> Stored<bool> {
    if entry.event.leaves_orders() {
        return Ok(false);
    }
    let approved_by = entry.event.approval().map(|approval| approval.approved_by.as_str());
    let mut changed = false;
    for before in orders::take_changed(tables)? {
        let gone = entry.event.gone_from(before.id);
        changed |= bills::apply_order_changed(tables, &entry.envelope, &before, gone, approved_by)?;
    }
    Ok(changed)
}

impl Event {
    /// Whether it is one of the frequent events that change no order.
    fn leaves_orders(&self) -> bool {
        matches!(
            self,
            Event::SaleRecorded(_) | Event::PrintQueued(_) | Event::PrintMoved(_) | Event::StockMoved(_) | Event::ScanRecorded(_)
        )
    }

    /// Where items went that the event took from this order.
    fn gone_from(&self, order_id: u64) -> Gone {
        match self {
            Event::ItemsMoved(moved) if moved.source.order_id == order_id => {
                let mut targets = moved.to.iter().map(|to| to.after.order_id);
                let first = targets.next();
                Gone::MovedTo(if targets.next().is_none() { first } else { None })
            }
            _ => Gone::TakenOff,
        }
    }
}
