//! Sale lines as rows.

use super::{Sale, SaleRecorded, SaleVoided};
use crate::base::{BusinessDay, Envelope};
use crate::stock::{Reason, move_stock};
use crate::store::{Counter, Stored, Table, Tables, View};

const SALES: Table<u64, Sale> = Table::new("sales");
const RECEIPT_COUNTS: Table<BusinessDay, u64> = Table::new("receipt_counts");
const ORDER_SALES: Table<(u64, u64), ()> = Table::new("order_sales");
pub(crate) const SALE_IDS: Counter = Counter("sales");

/// One sale line.
pub fn sale(view: &dyn View, id: u64) -> Stored<Option<Sale>> {
    SALES.get(view, &id)
}

/// Sale lines with ids below `before`, newest first, until `each` breaks.
pub fn visit_sales(view: &dyn View, before: u64, mut each: impl FnMut(Sale) -> std::ops::ControlFlow<()>) -> Stored<()> {
    use crate::store::Key;
    SALES.visit(view, &[], &before.to_bytes(), true, |_, sale| each(sale))
}

/// The sale lines that an order became, oldest first.
pub fn sales_of_order(view: &dyn View, order_id: u64) -> Stored<Vec<Sale>> {
    let mut found = Vec::new();
    for ((_, id), ()) in ORDER_SALES.with_prefix(view, &order_id)? {
        found.extend(sale(view, id)?);
    }
    Ok(found)
}

/// The number of a night's last receipt: how many it has so far, unless a restore left some out.
pub fn receipts_of_day(view: &dyn View, day: BusinessDay) -> Stored<u64> {
    Ok(RECEIPT_COUNTS.get(view, &day)?.unwrap_or(0))
}

/// Receipt numbers that a restore leaves out: more than a bar gives out in a day.
const SKIPPED: u64 = 1_000;

/// The thousand behind the numbers of a night that are given out, as far as this box knows.
pub fn next_thousand(view: &dyn View, day: BusinessDay) -> Stored<u64> {
    Ok((receipts_of_day(view, day)? / SKIPPED + 1) * SKIPPED)
}

/// Leaves out receipt numbers of a night up to and with `to`.
pub fn skip_receipts(tables: &mut dyn Tables, day: BusinessDay, to: u64) -> Stored<()> {
    let given_out = receipts_of_day(tables.view(), day)?;
    RECEIPT_COUNTS.put(tables, &day, &given_out.max(to))
}

/// Marks a line as taken back. The line as it was; `None` when it was taken back before.
pub fn mark_voided(tables: &mut dyn Tables, envelope: &Envelope, id: u64) -> Stored<Option<Sale>> {
    let Some(before) = sale(tables.view(), id)?.filter(|sale| sale.voided_at.is_none()) else { return Ok(None) };
    SALES.put(tables, &id, &Sale { voided_at: Some(envelope.at), ..before.clone() })?;
    Ok(Some(before))
}

/// Applies the event: the lines, and the goods that leave the shelf.
pub fn apply_recorded(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRecorded) -> Stored<()> {
    let hour = crate::settings::settings(tables.view())?.bar_time().hour(envelope.at);
    for line in &event.lines {
        let sale = Sale {
            line: line.clone(),
            at: envelope.at,
            day: event.day,
            hour,
            customer: event.customer.clone(),
            user_id: envelope.actor.id,
            user_name: envelope.actor.name.clone(),
            receipt_number: event.receipt_number.clone(),
            voided_at: None,
        };
        SALE_IDS.used(tables, line.id)?;
        SALES.put(tables, &line.id, &sale)?;
        if let Some(order_id) = line.order_id {
            ORDER_SALES.put(tables, &(order_id, line.id), &())?;
        }
        if event.takes_stock {
            move_stock(tables, envelope, line.product_id, -line.quantity, Reason::Sale, Some(event.receipt_number.clone()))?;
        }
    }
    let count = receipts_of_day(tables.view(), event.day)? + 1;
    RECEIPT_COUNTS.put(tables, &event.day, &count)
}

/// Applies the event.
pub fn apply_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleVoided) -> Stored<()> {
    let Some(sale) = mark_voided(tables, envelope, event.sale_id)? else { return Ok(()) };
    if event.returns_stock {
        move_stock(tables, envelope, sale.line.product_id, sale.line.quantity, Reason::Return, Some(event.receipt_number.clone()))?;
    }
    Ok(())
}
