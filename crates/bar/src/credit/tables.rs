//! Rows of credit items and tabs, with indexes of active items and open tabs.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::customers::{apply_changed_row, items_of, join_rows, open_customer, own_item};
use super::tabs::still_listed;
use super::{
    CorrectedCredit, CreditGiven, CreditItem, CreditPaid, CreditStatus, CustomerChanged, NewCredit, OldDebtAdded, OrderAttached,
    TabsJoined, WalkOutRecovered,
};
use crate::orders::{self, OrderVoided};
use crate::payments::{Share, apply_payment, sum_of};
use crate::sales::Takes;
use crate::stock::{Reason, move_goods};
use base::{Cash, Envelope, Timestamp};
use store::{Counter, Key, Stored, Table, Tables, View};

const CREDITS: Table<u64, CreditItem> = Table::new("credits");
const ACTIVE: Table<u64, ()> = Table::new("credits_active");
const TABS: Table<String, TabRow> = Table::new("tabs");
/// The tabs on which something is owed.
const OPEN_TABS: Table<String, ()> = Table::new("tabs_open");
/// Settled tabs that are still listed, by the box's running time when they were settled: the one to leave the list next is first.
const SETTLED_TABS: Table<(u64, String), ()> = Table::new("tabs_settled");
const ORDER_CREDITS: Table<(u64, u64), ()> = Table::new("order_credits");
/// Payment on credit → the items that it paid for.
const OF_PAYMENT: Table<u64, Vec<u64>> = Table::new("credits_of_payment");
const CREDIT_IDS: Counter = Counter("credits");

/// A customer's tab: the items since the last time that nothing was owed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabRow {
    /// The customer's key.
    pub key: String,
    /// Its items, oldest first.
    pub credit_ids: Vec<u64>,
    /// `None` while something is owed.
    pub settled_at: Option<Timestamp>,
    /// The box's running time at `settled_at`, in milliseconds.
    pub settled_running: u64,
}

impl TabRow {
    /// A tab without items.
    pub fn empty(key: String) -> Self {
        TabRow { key, credit_ids: Vec::new(), settled_at: None, settled_running: 0 }
    }
}

/// The id of the next credit item.
pub fn next_credit_id(view: &dyn View) -> Stored<u64> {
    CREDIT_IDS.next(view)
}

/// The credit item with this id.
pub fn credit(view: &dyn View, id: u64) -> Stored<Option<CreditItem>> {
    CREDITS.get(view, &id)
}

/// Credit items with ids below `before`, newest first, until `each` breaks.
pub fn visit_credits(view: &dyn View, before: u64, mut each: impl FnMut(CreditItem) -> ControlFlow<()>) -> Stored<()> {
    CREDITS.visit(view, &[], &before.to_bytes(), true, |_, item| each(item))
}

/// All active items, newest first.
pub fn active_credits(view: &dyn View) -> Stored<Vec<CreditItem>> {
    let mut found = Vec::new();
    for (id, ()) in ACTIVE.all(view)?.into_iter().rev() {
        found.extend(credit(view, id)?);
    }
    Ok(found)
}

/// The credit items of an order.
pub fn credits_of_order(view: &dyn View, order_id: u64) -> Stored<Vec<CreditItem>> {
    let mut found = Vec::new();
    for ((_, id), ()) in ORDER_CREDITS.with_prefix(view, &order_id)? {
        found.extend(credit(view, id)?);
    }
    Ok(found)
}

/// The credit items that a payment on credit paid for, wholly or in part.
pub fn credits_of_payment(view: &dyn View, payment_id: u64) -> Stored<Vec<u64>> {
    Ok(OF_PAYMENT.get(view, &payment_id)?.unwrap_or_default())
}

/// How many tabs are open.
pub fn open_tab_count(view: &dyn View) -> Stored<usize> {
    Ok(OPEN_TABS.all(view)?.len())
}

/// Open tabs; and those that were settled up to 30 days before the one that was settled last.
pub fn listed_tab_rows(view: &dyn View) -> Stored<Vec<TabRow>> {
    let open = OPEN_TABS.all(view)?.into_iter().map(|(key, ())| key);
    let settled = SETTLED_TABS.all(view)?.into_iter().map(|((_, key), ())| key);
    let mut found = Vec::new();
    for key in open.chain(settled) {
        found.extend(TABS.get(view, &key)?);
    }
    Ok(found)
}

/// The tab of the customer with this key.
pub fn tab_of_key(view: &dyn View, key: &str) -> Stored<Option<TabRow>> {
    TABS.get(view, &key.to_owned())
}

/// The items of a tab, oldest first.
pub fn tab_items(view: &dyn View, row: &TabRow) -> Stored<Vec<CreditItem>> {
    let mut items = Vec::with_capacity(row.credit_ids.len());
    for id in &row.credit_ids {
        items.extend(credit(view, *id)?);
    }
    Ok(items)
}

/// Writes the credit item, and takes its goods off the shelf.
pub fn apply_given(tables: &mut dyn Tables, envelope: &Envelope, event: &CreditGiven) -> Stored<()> {
    let line = &event.credit.line;
    let reference = format!("Credit #{}", event.credit.id);
    move_goods(tables, envelope, line.goods_moved((line.quantity, 0), Reason::Credit, &reference))?;
    add(tables, envelope, &event.credit)
}

/// Writes the debt as a credit item.
pub fn apply_old_debt(tables: &mut dyn Tables, envelope: &Envelope, event: &OldDebtAdded) -> Stored<()> {
    add(tables, envelope, &event.credit)
}

fn add(tables: &mut dyn Tables, envelope: &Envelope, new: &NewCredit) -> Stored<()> {
    let owner = open_customer(tables, new)?;
    let item = CreditItem {
        id: new.id,
        customer: owner.customer,
        tab: owner.key,
        line: new.line.clone(),
        debt: new.debt,
        paid_value_usd: new.paid_value_usd,
        status: CreditStatus::Active,
        order_item_id: new.order_item_id,
        created_at: envelope.at,
        user_name: envelope.actor.name.clone(),
        paid_at: None,
        receipt_number: None,
        exemption: new.exemption.clone(),
        since: new.since,
    };
    CREDIT_IDS.mark_used(tables, item.id)?;
    CREDITS.put(tables, &item.id, &item)?;
    ACTIVE.put(tables, &item.id, &())?;
    if let Some(order_id) = item.line.order_id {
        ORDER_CREDITS.put(tables, &(order_id, item.id), &())?;
    }
    own_item(tables, &item)?;
    let key = item.tab;
    let mut row = match TABS.get(tables.view(), &key)? {
        Some(row) if row.settled_at.is_none() => row,
        before => {
            if let Some(row) = before {
                SETTLED_TABS.remove(tables, &(row.settled_running, key.clone()))?;
            }
            OPEN_TABS.put(tables, &key, &())?;
            TabRow::empty(key.clone())
        }
    };
    row.credit_ids.push(item.id);
    TABS.put(tables, &key, &row)
}

/// Writes the credit items, and the order as on credit.
pub fn apply_recovered(tables: &mut dyn Tables, envelope: &Envelope, event: &WalkOutRecovered) -> Stored<()> {
    event.credits.iter().try_for_each(|credit| add(tables, envelope, credit))?;
    let Some(mut order) = orders::order(tables.view(), event.order_id)? else { return Ok(()) };
    order.put_on_credit(&event.customer, true, None);
    order.written_off = Cash::ZERO;
    orders::put_order(tables, envelope, order)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_paid(tables: &mut dyn Tables, envelope: &Envelope, event: &CreditPaid) -> Stored<()> {
    apply_payment(tables, envelope, &event.payment)?;
    OF_PAYMENT.put(tables, &event.payment.id, &event.shares.iter().map(|share| share.credit_id).collect())?;
    let mut keys: Vec<String> = Vec::new();
    for share in &event.shares {
        let Some(mut item) = credit(tables.view(), share.credit_id)? else { continue };
        Share { item_id: item.id, outstanding: share.outstanding, allocations: share.allocations.clone() }
            .apply_to(&mut item.debt, &mut item.line.allocations);
        item.paid_value_usd += share.value_usd;
        if item.debt.is_settled() {
            item.mark_paid(envelope.at, event.sale.as_ref());
            ACTIVE.remove(tables, &item.id)?;
        }
        CREDITS.put(tables, &item.id, &item)?;
        copy_to_order(tables, envelope, &item)?;
        if !keys.contains(&item.tab) {
            keys.push(item.tab);
        }
    }
    keys.into_iter().try_for_each(|key| close_tab(tables, envelope, key))
}

/// Changes the money on a credit item as a correction says.
pub fn apply_corrected(tables: &mut dyn Tables, corrected: &CorrectedCredit) -> Stored<()> {
    let Some(mut item) = credit(tables.view(), corrected.credit_id)? else { return Ok(()) };
    item.line.allocations.clone_from(&corrected.allocations);
    item.debt.paid = sum_of(&corrected.allocations);
    item.paid_value_usd += corrected.value_usd;
    CREDITS.put(tables, &item.id, &item)
}

/// Copies the debt of a credit item to the order item that it was.
fn copy_to_order(tables: &mut dyn Tables, envelope: &Envelope, item: &CreditItem) -> Stored<()> {
    let (Some(order_id), Some(item_id)) = (item.line.order_id, item.order_item_id) else { return Ok(()) };
    let Some(mut order) = orders::order(tables.view(), order_id)? else { return Ok(()) };
    order.copy_credit(item_id, item.debt, &item.line.allocations, item.receipt_number.as_deref());
    orders::put_order(tables, envelope, order)
}

/// Marks a customer's tab as settled, or removes it, if nothing is owed on it any more.
fn close_tab(tables: &mut dyn Tables, envelope: &Envelope, key: String) -> Stored<()> {
    let Some(mut row) = TABS.get(tables.view(), &key)? else { return Ok(()) };
    let items = tab_items(tables.view(), &row)?;
    row.credit_ids = items.iter().filter(|item| item.status != CreditStatus::Voided).map(|item| item.id).collect();
    if row.credit_ids.is_empty() {
        OPEN_TABS.remove(tables, &key)?;
        SETTLED_TABS.remove(tables, &(row.settled_running, key.clone()))?;
        return TABS.remove(tables, &key);
    }
    let settled = row.settled_at.is_none() && items.iter().all(|item| item.status != CreditStatus::Active);
    if settled {
        (row.settled_at, row.settled_running) = (Some(envelope.at), envelope.running);
    }
    TABS.put(tables, &key, &row)?;
    if settled {
        OPEN_TABS.remove(tables, &key)?;
        SETTLED_TABS.put(tables, &(envelope.running, key), &())?;
        unlist_long_settled(tables, envelope)?;
    }
    Ok(())
}

/// Applies the event: the customer's credit items show the new name.
pub fn apply_customer_changed(tables: &mut dyn Tables, event: &CustomerChanged) -> Stored<()> {
    let Some(known) = apply_changed_row(tables, event)? else { return Ok(()) };
    if event.before == event.customer {
        return Ok(());
    }
    for id in items_of(tables.view(), &known.key)? {
        let Some(mut item) = credit(tables.view(), id)? else { continue };
        item.customer = known.customer.clone();
        CREDITS.put(tables, &id, &item)?;
    }
    Ok(())
}

/// Applies the event: all items are of the customer that stays.
pub fn apply_joined(tables: &mut dyn Tables, event: &TabsJoined) -> Stored<()> {
    let Some(known) = join_rows(tables, event)? else { return Ok(()) };
    for id in items_of(tables.view(), &known.key)? {
        let Some(mut item) = credit(tables.view(), id)?.filter(|item| item.tab != known.key) else { continue };
        (item.tab, item.customer) = (known.key.clone(), known.customer.clone());
        CREDITS.put(tables, &id, &item)?;
    }
    let [into, from] = [&event.key, &event.from_key].map(|key| TABS.get(tables.view(), key));
    let (into, from) = (into?, from?);
    for row in into.iter().chain(&from) {
        OPEN_TABS.remove(tables, &row.key)?;
        SETTLED_TABS.remove(tables, &(row.settled_running, row.key.clone()))?;
    }
    TABS.remove(tables, &event.from_key)?;
    let Some(row) = one_tab(into, from) else { return Ok(()) };
    let row = TabRow { key: event.key.clone(), ..row };
    match row.settled_at {
        Some(_) => SETTLED_TABS.put(tables, &(row.settled_running, row.key.clone()), &())?,
        None => OPEN_TABS.put(tables, &row.key, &())?,
    }
    TABS.put(tables, &row.key, &row)
}

/// Two tabs as one: the items of those on which something is owed, oldest first; else the tab that was settled last.
fn one_tab(into: Option<TabRow>, from: Option<TabRow>) -> Option<TabRow> {
    let (mut into, from) = match (into, from) {
        (Some(into), Some(from)) => (into, from),
        (into, from) => return into.or(from),
    };
    match (into.settled_at, from.settled_at) {
        (None, None) => {
            into.credit_ids.extend(from.credit_ids);
            into.credit_ids.sort_unstable();
            Some(into)
        }
        (None, Some(_)) => Some(into),
        (Some(_), None) => Some(from),
        (Some(_), Some(_)) => Some(if into.settled_running >= from.settled_running { into } else { from }),
    }
}

/// Removes tabs from the list that were settled too long before this event.
fn unlist_long_settled(tables: &mut dyn Tables, envelope: &Envelope) -> Stored<()> {
    while let Some(((running, key), ())) = SETTLED_TABS.first(tables.view())? {
        let settled_at = TABS.get(tables.view(), &key)?.and_then(|row| row.settled_at);
        if settled_at.is_some_and(|at| still_listed(at, running, envelope.at, envelope.running)) {
            break;
        }
        SETTLED_TABS.remove(tables, &(running, key))?;
    }
    Ok(())
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_attached(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderAttached) -> Stored<()> {
    let Some(mut order) = orders::order(tables.view(), event.order_id)? else { return Ok(()) };
    order.put_on_credit(&event.customer, !event.credits.is_empty(), event.sale.as_ref());
    orders::put_order(tables, envelope, order)?;
    event.credits.iter().try_for_each(|credit| add(tables, envelope, credit))
}

/// Applies the event to the order, its credit items and payments. It is here because `orders` does not know credit items. Its
/// sale lines, and the refunds in the totals, are applied by the engine.
pub fn apply_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderVoided) -> Stored<()> {
    let Some(mut order) = orders::order(tables.view(), event.order_id)? else { return Ok(()) };
    for refund in &event.refunds {
        apply_payment(tables, envelope, refund)?;
    }
    for id in &event.credit_ids {
        let Some(mut item) = credit(tables.view(), *id)? else { continue };
        item.status = CreditStatus::Voided;
        ACTIVE.remove(tables, id)?;
        CREDITS.put(tables, id, &item)?;
        close_tab(tables, envelope, item.tab)?;
    }
    for item in order.items.iter().filter(|item| event.return_item_ids.contains(&item.id)) {
        let before = event.returned_before.iter().find(|(id, _)| *id == item.id).map_or(0, |(_, quantity)| *quantity);
        let mut rest = item.clone();
        rest.line.quantity -= before;
        if let Some((_, goods)) = event.rest_goods.iter().find(|(id, _)| *id == item.id) {
            rest.line.takes = Some(Box::new(Takes { pieces: rest.line.quantity, goods: goods.clone() }));
            rest.not_returned = None;
        }
        orders::put_back(tables, envelope, order.id, &rest)?;
    }
    order.void(&event.reason, event.listed_reason.as_ref(), event.approval.as_ref());
    orders::put_order(tables, envelope, order)
}
