//! Rows of bills: by number, the latest of each order, those that are not paid, and those that differ from what was paid.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::piece::pieces_of_order;
use super::{Bill, BillPrint, BillPrinted, BillState, Fate, Piece};
use crate::orders::{self, Order};
use crate::sales::{self, SERIES_NUMBERS};
use base::{BusinessDay, Envelope};
use store::{Counter, Key, Stored, Table, Tables, View};

const BILLS: Table<u64, Bill> = Table::new("bills");
const NUMBERS: Table<String, u64> = Table::new("bill_numbers");
/// Order → its latest bill.
const LATEST: Table<u64, u64> = Table::new("bills_of_orders");
/// Orders with pieces of bills on them, and the bills.
const ON_ORDERS: Table<(u64, u64), ()> = Table::new("bills_on_orders");
/// Bills that are [unpaid](Bill::is_unpaid).
const UNPAID: Table<u64, ()> = Table::new("bills_unpaid");
/// Bills that are [different](Bill::is_different), by business day.
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

/// The bills that have pieces on an order, oldest first.
pub fn bills_on(view: &dyn View, order_id: u64) -> Stored<Vec<Bill>> {
    let mut found = Vec::new();
    for ((_, id), ()) in ON_ORDERS.with_prefix(view, &order_id)? {
        found.extend(BILLS.get(view, &id)?);
    }
    Ok(found)
}

/// The latest bill that asks for something on an order that is not paid.
pub fn unpaid_on(view: &dyn View, order_id: u64) -> Stored<Option<Bill>> {
    let is_unpaid = |bill: &Bill| bill.pieces_on(order_id).any(|piece| piece.fate == Fate::Unpaid);
    Ok(bills_on(view, order_id)?.into_iter().rev().find(is_unpaid))
}

/// Whether something on an order was billed and is not paid.
pub fn is_billed(view: &dyn View, order_id: u64) -> Stored<bool> {
    Ok(unpaid_on(view, order_id)?.is_some())
}

/// The items of an order that were billed and not settled for that, each with the number of the latest bill. The service charge is
/// among them.
pub fn numbers_on(view: &dyn View, order: &Order) -> Stored<BTreeMap<u64, String>> {
    let mut numbers = BTreeMap::new();
    for bill in bills_on(view, order.id)? {
        for piece in bill.pieces_on(order.id).filter(|piece| !bill.is_done(piece)) {
            numbers.insert(piece.item_id, bill.number.clone());
            if piece.charge.is_some() {
                numbers.extend(order.service_lines.iter().map(|line| (line.id, bill.number.clone())));
            }
        }
    }
    Ok(numbers)
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
    for mut bill in bills_on(tables.view(), order.id)? {
        for piece in bill.pieces.iter_mut().filter(|piece| piece.order_id == order.id && piece.fate == Fate::Unpaid) {
            piece.on_newer = true;
        }
        if bill.state.is_unpaid() && (bill.order_id == order.id || !bill.pieces.iter().any(Piece::is_waiting)) {
            bill.state = BillState::Replaced;
        }
        put(tables, bill)?;
    }
    if let Some(bill) = latest_of_order(tables.view(), order.id)?.filter(|bill| bill.state.is_unpaid()) {
        put(tables, Bill { state: BillState::Replaced, ..bill })?;
    }
    // Items that go back to where they were ordered are followed there.
    for first in order.items.iter().filter_map(|item| item.first_order_id) {
        orders::watch(tables, first)?;
    }
    let pieces = pieces_of_order(&order);
    let exemption = order.exemption_of(&order.lines().collect::<Vec<_>>());
    let bill = Bill {
        id: BILL_IDS.take(tables)?,
        number: event.number.clone(),
        order_id: order.id,
        day: event.day,
        created_at: envelope.at,
        user_name: envelope.actor.name.clone(),
        table: event.table.clone(),
        customer_name: order.customer.name,
        split: event.split,
        items: order.items,
        service_lines: order.service_lines,
        exemption,
        state: BillState::Open,
        prints: vec![print],
        settled: None,
        changes: Vec::new(),
        pieces,
        lowered: false,
    };
    let last = bills_of_day(tables.view(), event.day)?;
    COUNTS.put(tables, &event.day, &(last + 1))?;
    NUMBERS.put(tables, &bill.number, &bill.id)?;
    LATEST.put(tables, &bill.order_id, &bill.id)?;
    orders::watch(tables, bill.order_id)?;
    put(tables, bill)
}

/// The bills of which something is on these orders, and their latest ones, in the order of their ids.
pub(in crate::bills) fn bills_about(view: &dyn View, orders: impl Iterator<Item = u64>) -> Stored<Vec<Bill>> {
    let mut ids = BTreeSet::new();
    for order_id in orders {
        ids.extend(LATEST.get(view, &order_id)?);
        ids.extend(ON_ORDERS.with_prefix(view, &order_id)?.into_iter().map(|((_, id), ())| id));
    }
    by_ids(view, ids.into_iter())
}

/// Stores a bill, and updates the lists.
pub(in crate::bills) fn put(tables: &mut dyn Tables, bill: Bill) -> Stored<()> {
    if bill.is_unpaid() {
        UNPAID.put(tables, &bill.id, &())?;
    } else {
        UNPAID.remove(tables, &bill.id)?;
    }
    if bill.is_different() {
        DIFFERENT.put(tables, &(bill.day, bill.id), &())?;
    } else {
        DIFFERENT.remove(tables, &(bill.day, bill.id))?;
    }
    let places = |bill: &Bill| -> BTreeSet<u64> {
        bill.pieces.iter().filter(|piece| piece.fate != Fate::Gone).map(|piece| piece.order_id).collect()
    };
    let (before, now) = (BILLS.get(tables.view(), &bill.id)?.map(|before| places(&before)).unwrap_or_default(), places(&bill));
    before.difference(&now).try_for_each(|order_id| ON_ORDERS.remove(tables, &(*order_id, bill.id)))?;
    now.difference(&before).try_for_each(|order_id| ON_ORDERS.put(tables, &(*order_id, bill.id), &()))?;
    BILLS.put(tables, &bill.id, &bill)
}
