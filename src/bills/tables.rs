//! Rows of bills: by number, the latest of each order, those that are not paid, and those that differ from what was paid.

use std::ops::ControlFlow;

use super::{Bill, BillChange, BillPrint, BillPrinted, BillState, Gone, is_same, line_changes};
use crate::base::{BusinessDay, Envelope};
use crate::orders::{self, Order, OrderStatus};
use crate::sales::{self, SERIES_NUMBERS};
use crate::store::{Counter, Key, Stored, Table, Tables, View};

const BILLS: Table<u64, Bill> = Table::new("bills");
const NUMBERS: Table<String, u64> = Table::new("bill_numbers");
/// Order → its latest bill.
const LATEST: Table<u64, u64> = Table::new("bills_of_orders");
/// Bills that are [unpaid](BillState::is_unpaid).
const UNPAID: Table<u64, ()> = Table::new("bills_unpaid");
/// Bills that are [different](BillState::is_different), by business day.
const DIFFERENT: Table<(BusinessDay, u64), ()> = Table::new("bills_different");
/// Business day → its last bill number in the present series of receipts. A day without a row has none in it.
const COUNTS: Table<BusinessDay, u64> = Table::new("bill_counts");
const BILL_IDS: Counter = Counter("bills");

/// The bill with this number.
pub fn bill(view: &dyn View, number: &str) -> Stored<Option<Bill>> {
    match NUMBERS.get(view, &number.to_owned())? {
        Some(id) => BILLS.get(view, &id),
        None => Ok(None),
    }
}

/// The latest bill of an order.
pub fn latest_of_order(view: &dyn View, order_id: u64) -> Stored<Option<Bill>> {
    match LATEST.get(view, &order_id)? {
        Some(id) => BILLS.get(view, &id),
        None => Ok(None),
    }
}

/// Whether the latest bill of an order is not paid.
pub fn is_billed(view: &dyn View, order_id: u64) -> Stored<bool> {
    match LATEST.get(view, &order_id)? {
        Some(id) => Ok(UNPAID.get(view, &id)?.is_some()),
        None => Ok(false),
    }
}

/// Whether a bill was ever made.
pub fn has_bills(view: &dyn View) -> Stored<bool> {
    Ok(BILL_IDS.next(view)? > 1)
}

/// Bills with ids below `before`, newest first, until `each` breaks.
pub fn visit_bills(view: &dyn View, before: u64, mut each: impl FnMut(Bill) -> ControlFlow<()>) -> Stored<()> {
    BILLS.visit(view, &[], &before.to_bytes(), true, |_, bill| each(bill))
}

/// The unpaid bills, newest first.
pub fn unpaid_bills(view: &dyn View) -> Stored<Vec<Bill>> {
    let ids = UNPAID.all(view)?;
    by_ids(view, ids.into_iter().rev().map(|(id, ())| id))
}

/// The different bills of the days from `first` to `last` (`None`: of all later days), newest first.
pub fn different_bills(view: &dyn View, first: BusinessDay, last: Option<BusinessDay>) -> Stored<Vec<Bill>> {
    let rows = DIFFERENT.range(view, &first.to_bytes(), &[])?;
    let mut ids: Vec<u64> =
        rows.into_iter().filter(|((day, _), ())| last.is_none_or(|last| *day <= last)).map(|((_, id), ())| id).collect();
    ids.sort_unstable();
    by_ids(view, ids.into_iter().rev())
}

fn by_ids(view: &dyn View, ids: impl Iterator<Item = u64>) -> Stored<Vec<Bill>> {
    let mut found = Vec::new();
    for id in ids {
        found.extend(BILLS.get(view, &id)?);
    }
    Ok(found)
}

/// The number of a business day's last bill, counted from the beginning of the present series of receipts.
pub fn bills_of_day(view: &dyn View, day: BusinessDay) -> Stored<u64> {
    match COUNTS.get(view, &day)? {
        Some(last) => Ok(last),
        None => Ok(sales::series(view)?.last().map_or(0, |series| u64::from(*series) * SERIES_NUMBERS)),
    }
}

/// Numbers the bills of every day in the series of receipts that just began.
pub fn begin_series(tables: &mut dyn Tables) -> Stored<()> {
    for (day, _) in COUNTS.all(tables.view())? {
        COUNTS.remove(tables, &day)?;
    }
    Ok(())
}

/// Applies the event: adds a print, and where it is the first one, the bill, which replaces the one before it.
pub fn apply_printed(tables: &mut dyn Tables, envelope: &Envelope, event: &BillPrinted) -> Stored<()> {
    let print = BillPrint { at: envelope.at, user_name: envelope.actor.name.clone(), billing: event.billing.clone() };
    let latest = latest_of_order(tables.view(), event.order_id)?;
    if !event.is_new {
        let Some(mut bill) = latest else { return Ok(()) };
        bill.prints.push(print);
        return BILLS.put(tables, &bill.id, &bill);
    }
    let Some(order) = orders::order(tables.view(), event.order_id)? else { return Ok(()) };
    if let Some(bill) = latest.filter(|bill| bill.state.is_unpaid()) {
        put(tables, Bill { state: BillState::Replaced, ..bill })?;
    }
    let exemption = order.exemption_of(&order.lines().collect::<Vec<_>>());
    let bill = Bill {
        id: BILL_IDS.take(tables)?,
        number: event.number.clone(),
        order_id: order.id,
        day: event.day,
        created_at: envelope.at,
        user_name: envelope.actor.name.clone(),
        table_number: event.table_number,
        customer_name: order.customer.name,
        split: event.split,
        items: order.items,
        service_lines: order.service_lines,
        exemption,
        state: BillState::Open,
        prints: vec![print],
        settled: None,
        changes: Vec::new(),
    };
    let last = bills_of_day(tables.view(), event.day)?;
    COUNTS.put(tables, &event.day, &(last + 1))?;
    NUMBERS.put(tables, &bill.number, &bill.id)?;
    LATEST.put(tables, &bill.order_id, &bill.id)?;
    orders::watch(tables, bill.order_id)?;
    put(tables, bill)
}

/// Compares an order with what it was before an entry, and brings its bill up to date. `gone` says where missing items went. Returns
/// whether the bill changed.
pub fn apply_order_changed(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    before: &Order,
    gone: Gone,
    approved_by: Option<&str>,
) -> Stored<bool> {
    let Some(old) = latest_of_order(tables.view(), before.id)? else { return Ok(false) };
    let Some(after) = orders::order(tables.view(), before.id)? else { return Ok(false) };
    let mut bill = old.clone();
    // A walk-out cuts the items into what is paid and what is written off; nothing of it is a change of the bill.
    let is_compared = after.walked_out.is_none() && old.state != BillState::Replaced;
    let is_changed = is_compared && (!is_same(before, &after) || (after.status == OrderStatus::Cancelled && before.status != after.status));
    if is_changed {
        bill.changes.extend(line_changes(before, &after, gone).into_iter().map(|change| BillChange {
            at: envelope.at,
            user_name: envelope.actor.name.clone(),
            approved_by: approved_by.map(str::to_owned),
            text: change.text,
            amount: change.amount,
        }));
    }
    bill.state = state_of(&bill, &after, is_changed);
    if bill.settled.is_none() && after.settled && matches!(bill.state, BillState::Paid | BillState::PaidOther | BillState::Credit) {
        bill.settled = Some(after.grand_total());
    }
    if bill == old {
        return Ok(false);
    }
    put(tables, bill)?;
    Ok(true)
}

/// What became of a bill whose order is `order` now.
fn state_of(bill: &Bill, order: &Order, is_changed: bool) -> BillState {
    match bill.state {
        BillState::Replaced => BillState::Replaced,
        _ if order.merged_into.is_some() => BillState::Replaced,
        _ if order.status == OrderStatus::Cancelled => BillState::Cancelled,
        _ if order.walked_out.is_some() => BillState::WalkOut,
        _ if order.on_credit => BillState::Credit,
        BillState::Open | BillState::Changed if order.settled => {
            if order.grand_total() == bill.grand_total() {
                BillState::Paid
            } else {
                BillState::PaidOther
            }
        }
        BillState::Open if is_changed => BillState::Changed,
        state => state,
    }
}

/// Stores a bill, and updates the lists.
fn put(tables: &mut dyn Tables, bill: Bill) -> Stored<()> {
    if bill.state.is_unpaid() {
        UNPAID.put(tables, &bill.id, &())?;
    } else {
        UNPAID.remove(tables, &bill.id)?;
    }
    if bill.state.is_different() {
        DIFFERENT.put(tables, &(bill.day, bill.id), &())?;
    } else {
        DIFFERENT.remove(tables, &(bill.day, bill.id))?;
    }
    BILLS.put(tables, &bill.id, &bill)
}
