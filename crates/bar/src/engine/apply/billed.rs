//! Brings bills up to date with their orders: the one place where the lines of billed orders before and after an entry are compared.

use super::lookups::moment;
use crate::bills::{self, BilledChange, Gone, Touched};
use crate::engine::event::{ChangedOrder, MovedItems};
use crate::engine::{Entry, Event};
use crate::exceptions::{ExceptionKind, change};
use crate::orders;
use base::{Envelope, Usd};
use store::{Stored, Tables};

/// Compares the orders with billed pieces that the entry changed with what they were before. Returns whether a bill changed.
pub(super) fn compare_orders(tables: &mut dyn Tables, entry: &Entry) -> Stored<bool> {
    if entry.event.changed_order() == ChangedOrder::None {
        return Ok(false);
    }
    let touched = touched(tables)?;
    if touched.is_empty() {
        return Ok(false);
    }
    let changed = bills::billed_changes(tables.view(), &touched)?;
    let approved_by = entry.event.approval().map(|approval| approval.approved_by.as_str());
    let gone = |order_id| gone_from(&entry.event, order_id);
    let followed = bills::follow(tables, &entry.envelope, &touched, &changed, gone, approved_by)?;
    count(tables, &entry.envelope, &changed, &followed)?;
    Ok(followed.changed)
}

/// The orders that were changed and may have billed pieces, before and after.
pub(super) fn touched(tables: &mut dyn Tables) -> Stored<Vec<Touched>> {
    let mut touched = Vec::new();
    for before in orders::take_changed(tables)? {
        if let Some(after) = orders::order(tables.view(), before.id)? {
            touched.push(Touched { before, after });
        }
    }
    Ok(touched)
}

/// Counts for the person whose entry it is that they took off or lowered what was billed: one act, whatever it took; and bills that were
/// settled for less without such an change.
fn count(tables: &mut dyn Tables, envelope: &Envelope, changed: &[BilledChange], followed: &bills::Followed) -> Stored<()> {
    let less: Vec<&BilledChange> = changed.iter().filter(|one| one.kind.is_less()).collect();
    let worth = (!less.is_empty()).then(|| less.iter().map(|one| one.amount.usd).sum::<Usd>());
    let counted: Vec<_> = worth.into_iter().chain(followed.settled_for_less.iter().copied()).collect();
    if counted.is_empty() {
        return Ok(());
    }
    let day = moment(tables.view(), envelope)?.day;
    change(tables, day, envelope.actor.id, &envelope.actor.name, |counts| {
        counted.into_iter().for_each(|worth| counts.add(ExceptionKind::AfterBill, 1, worth));
    })
}

/// Where items went that the event took from this order.
fn gone_from(event: &Event, order_id: u64) -> Gone {
    match event.moved_items() {
        Some(MovedItems::Moved(moved)) if moved.source.order_id == order_id => {
            let mut targets = moved.to.iter().map(|to| to.after.order_id);
            let first = targets.next();
            Gone::MovedTo(if targets.next().is_none() { first } else { None })
        }
        Some(MovedItems::Moved(_) | MovedItems::Merged(_)) | None => Gone::TakenOff,
    }
}
