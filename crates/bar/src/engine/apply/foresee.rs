//! What would become of billed orders: the comparison of `billed`, of entries that are not written. It says whether something that was
//! billed needs an approval.

use super::apply_rows;
use super::billed::touched;
use crate::bills::{self, BilledChange};
use crate::engine::event::ChangedOrder;
use crate::engine::{Entry, Event};
use base::Envelope;
use store::{ScratchTables, Stored, View};

/// What events that were decided would do to billed pieces. Nothing is written.
pub(in crate::engine) fn foresee(view: &dyn View, envelope: &Envelope, events: &[Event]) -> Stored<Vec<BilledChange>> {
    let mut found = Vec::new();
    let mut is_worth_it = false;
    for event in events {
        is_worth_it |= match event.changed_order() {
            ChangedOrder::None | ChangedOrder::New => false,
            ChangedOrder::Only(order_id) => !bills::bills_on(view, order_id)?.is_empty(),
            ChangedOrder::Unknown => bills::has_bills(view)?,
        };
    }
    if !is_worth_it {
        return Ok(found);
    }
    let mut scratch = ScratchTables::new(view);
    for (seq, event) in (store::head(view)? + 1..).zip(events) {
        let entry = Entry { seq, envelope: envelope.clone(), starts: Vec::new(), event: event.clone() };
        apply_rows(&mut scratch, &entry)?;
        let touched = touched(&mut scratch)?;
        found.extend(bills::billed_changes(&scratch, &touched)?);
    }
    Ok(found)
}
