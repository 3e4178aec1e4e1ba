//! Rows of orders, and the index of open ones.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{
    AddedBy, ItemAdded, ItemChanged, ItemRemoved, Order, OrderChanged, OrderExempted, OrderItem, OrderMoved, OrderPaid, OrderPlaced,
    OrderStatus, OrderWalkedOut, PaymentRefunded, ServedBy, ServiceAfter, ServiceChargeSet, SharesEnded, WalkedOut,
};
use crate::payments::{Allocation, Debt, Payment, apply_payment, sum_of};
use crate::sales::CorrectedLine;
use crate::stock::{Reason, move_goods};
use base::{Cash, Envelope, Lrd, Usd};
use store::{Counter, Key, Stored, Table, Tables, View};

const ORDERS: Table<u64, Order> = Table::new("orders");
const OPEN: Table<u64, ()> = Table::new("orders_open");
/// Part payment → what it paid off.
const PAID_OFF: Table<u64, Vec<PaidOff>> = Table::new("order_payments_paid_off");
/// Orders that are compared with what they were before each entry that changes them.
const WATCHED: Table<u64, ()> = Table::new("orders_watched");
/// Orders as they were before the entry that is being applied. Empty between entries.
const BEFORE: Table<u64, Order> = Table::new("orders_before");
pub(crate) const ORDER_IDS: Counter = Counter("orders");
pub(crate) const ITEM_IDS: Counter = Counter("order_items");

/// What a part payment paid off of one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaidOff {
    pub item_id: u64,
    /// In millionths of a cent of the currency that the line is owed in. Its money is whole cents, so it does not say this exactly.
    pub outstanding: i64,
    /// The money of the payment that was allocated to it.
    pub money: Cash,
}

/// What a part payment on an order paid off.
pub fn paid_off(view: &dyn View, payment_id: u64) -> Stored<Vec<PaidOff>> {
    Ok(PAID_OFF.get(view, &payment_id)?.unwrap_or_default())
}

/// The order with this id.
pub fn order(view: &dyn View, id: u64) -> Stored<Option<Order>> {
    ORDERS.get(view, &id)
}

/// Orders with ids below `before`, newest first, until `each` breaks.
pub fn visit_orders(view: &dyn View, before: u64, mut each: impl FnMut(Order) -> ControlFlow<()>) -> Stored<()> {
    ORDERS.visit(view, &[], &before.to_bytes(), true, |_, order| each(order))
}

/// All open orders, newest first.
pub fn open_orders(view: &dyn View) -> Stored<Vec<Order>> {
    let mut orders = Vec::new();
    for (id, ()) in OPEN.all(view)?.into_iter().rev() {
        orders.extend(order(view, id)?);
    }
    Ok(orders)
}

/// Stores an order, and updates the index of open ones. An order that is watched, or that has items of another one, is kept as it was
/// before, a new one without items: see [`take_changed`].
pub fn put_order(tables: &mut dyn Tables, envelope: &Envelope, mut order: Order) -> Stored<()> {
    let has_others = order.items.iter().any(|item| item.first_order_id.is_some());
    if (has_others || WATCHED.get(tables.view(), &order.id)?.is_some()) && BEFORE.get(tables.view(), &order.id)?.is_none() {
        let empty = || Order { items: Vec::new(), service_lines: Vec::new(), service: None, ..order.clone() };
        let before = ORDERS.get(tables.view(), &order.id)?.unwrap_or_else(empty);
        BEFORE.put(tables, &order.id, &before)?;
    }
    order.updated_at = envelope.at;
    if order.is_open() {
        OPEN.put(tables, &order.id, &())?;
    } else {
        OPEN.remove(tables, &order.id)?;
    }
    ORDERS.put(tables, &order.id, &order)
}

/// Watches an order from now on.
pub fn watch(tables: &mut dyn Tables, order_id: u64) -> Stored<()> {
    WATCHED.put(tables, &order_id, &())
}

/// The orders, watched or with items of others, that the entry being applied has changed so far, each as it was before. Forgets them.
pub fn take_changed(tables: &mut dyn Tables) -> Stored<Vec<Order>> {
    let changed = BEFORE.all(tables.view())?;
    changed.iter().try_for_each(|(id, _)| BEFORE.remove(tables, id))?;
    Ok(changed.into_iter().map(|(_, before)| before).collect())
}

/// The text by which stock movements and credit items refer to an order.
pub fn reference(order_id: u64) -> String {
    format!("Order #{order_id}")
}

/// Writes the order, and takes its goods off the shelf.
pub fn apply_placed(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderPlaced) -> Stored<()> {
    let mut items = Vec::with_capacity(event.items.len());
    for item in &event.items {
        ITEM_IDS.mark_used(tables, item.id)?;
        take_from_shelf(tables, envelope, event.order_id, item)?;
        items.push(added(item.clone().on_order(event.order_id), envelope));
    }
    ORDER_IDS.mark_used(tables, event.order_id)?;
    let order = Order {
        id: event.order_id,
        order_type: event.order_type,
        status: OrderStatus::Pending,
        table_id: event.table_id,
        seated_at: envelope.at,
        customer: event.customer.clone(),
        notes: event.notes.clone(),
        items,
        guests: event.guests,
        service: None,
        service_lines: Vec::new(),
        exemption: None,
        rate: event.rate,
        settled: false,
        on_credit: false,
        tab: None,
        paid: Cash::ZERO,
        paid_value_usd: Usd::ZERO,
        change: Cash::ZERO,
        rounding: Lrd::ZERO,
        buyer: None,
        receipt_numbers: Vec::new(),
        cancel_reason: None,
        cancel_listed: None,
        cancel_approval: None,
        created_at: envelope.at,
        updated_at: envelope.at,
        user_id: envelope.actor.id,
        user_name: envelope.actor.name.clone(),
        served_by: ServedBy { user_id: envelope.actor.id, user_name: envelope.actor.name.clone() },
        split: None,
        merged_into: None,
        shares: None,
        walked_out: None,
        written_off: Cash::ZERO,
    };
    let order = with_service(tables, order, event.service.as_ref())?;
    put_order(tables, envelope, order)
}

/// The item with the person who added it, and when.
fn added(item: OrderItem, envelope: &Envelope) -> OrderItem {
    let by = AddedBy { at: envelope.at, user_id: envelope.actor.id, user_name: envelope.actor.name.clone() };
    OrderItem { added: Some(envelope.running), added_by: Some(by), ..item }
}

fn take_from_shelf(tables: &mut dyn Tables, envelope: &Envelope, order_id: u64, item: &OrderItem) -> Stored<()> {
    let (first, last) = item.pieces();
    move_goods(tables, envelope, item.line.goods_moved((last, first), Reason::Order, &reference(order_id)))
}

/// Returns the goods of an item to the shelf.
pub fn put_back(tables: &mut dyn Tables, envelope: &Envelope, order_id: u64, item: &OrderItem) -> Stored<()> {
    move_goods(tables, envelope, item.line.goods_moved(item.pieces(), Reason::Return, &reference(order_id)))
}

/// Writes the order with the item, and takes its goods off the shelf.
pub fn apply_item_added(tables: &mut dyn Tables, envelope: &Envelope, event: &ItemAdded) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    ITEM_IDS.mark_used(tables, event.item.id)?;
    take_from_shelf(tables, envelope, order.id, &event.item)?;
    order.items.push(added(event.item.clone(), envelope));
    let order = with_service(tables, order, event.service.as_ref())?.with_shares(&event.shares);
    put_order(tables, envelope, order)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_item_removed(tables: &mut dyn Tables, envelope: &Envelope, event: &ItemRemoved) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    if let Some(place) = order.items.iter().position(|item| item.id == event.item_id) {
        let item = order.items.remove(place);
        if event.returns_stock {
            put_back(tables, envelope, order.id, &item)?;
        }
    }
    let mut order = with_service(tables, order, event.service.as_ref())?.with_shares(&event.shares);
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_item_changed(tables: &mut dyn Tables, envelope: &Envelope, event: &ItemChanged) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    if let Some(item) = order.items.iter_mut().find(|item| item.id == event.item_id) {
        let before = item.off_the_shelf();
        if event.quantity != event.before {
            item.lowered_from = Some(item.ordered()).filter(|ordered| *ordered != event.quantity);
        }
        (item.line.quantity, item.line.total) = (event.quantity, event.total);
        item.line.tax.clone_from(&event.tax);
        item.line.discount.clone_from(&event.discount);
        item.line.notes.clone_from(&event.notes);
        let not_returned = item.not_returned.unwrap_or(0) + (event.before - event.quantity - event.stock);
        item.not_returned = Some(not_returned).filter(|pieces| *pieces != 0);
        if event.stock != 0 {
            let reason = if event.stock > 0 { Reason::Return } else { Reason::Order };
            let pieces = (before - event.stock, before);
            move_goods(tables, envelope, item.line.goods_moved(pieces, reason, &reference(event.order_id)))?;
        }
    }
    let mut order = with_service(tables, order, event.service.as_ref())?.with_shares(&event.shares);
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

/// Writes the order with its guest, table and service charge.
pub fn apply_changed(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderChanged) -> Stored<()> {
    let Some(before) = order(tables.view(), event.order_id)? else { return Ok(()) };
    let seated_at = if before.table_id == event.table_id { before.seated_at } else { envelope.at };
    let (customer, notes) = (event.customer.clone(), event.notes.clone());
    let order = Order { table_id: event.table_id, seated_at, customer, notes, guests: event.guests, ..before };
    let mut order = with_service(tables, order, event.service.as_ref())?.with_shares(&event.shares);
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_service(tables: &mut dyn Tables, envelope: &Envelope, event: &ServiceChargeSet) -> Stored<()> {
    let Some(order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    let mut order = with_service(tables, order, Some(&event.service))?.with_shares(&event.shares);
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_walked_out(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderWalkedOut) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    let (user_id, user_name) = (envelope.actor.id, envelope.actor.name.clone());
    order.walked_out = Some(WalkedOut { user_id, user_name, worth: event.worth });
    (order.status, order.settled, order.shares, order.written_off) = (OrderStatus::Served, true, None, event.written_off);
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

/// Writes the order without its equal shares.
pub fn apply_shares_ended(tables: &mut dyn Tables, envelope: &Envelope, event: &SharesEnded) -> Stored<()> {
    let Some(order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    put_order(tables, envelope, Order { shares: None, ..order })
}

/// Writes the order with the tax of its items.
pub fn apply_exempted(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderExempted) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    order.exemption.clone_from(&event.exemption);
    if let Some(exemption) = &mut order.exemption {
        exemption.of.approval.clone_from(&event.approval);
    }
    for retaxed in &event.items {
        order.items.iter_mut().filter(|item| item.id == retaxed.item_id).for_each(|item| retaxed.apply_to(item));
    }
    let order = with_service(tables, order, event.service.as_ref())?;
    put_order(tables, envelope, order)
}

/// The order with this service charge, if it changed.
pub(super) fn with_service(tables: &mut dyn Tables, order: Order, service: Option<&ServiceAfter>) -> Stored<Order> {
    let Some(ServiceAfter { charge, lines }) = service else { return Ok(order) };
    lines.iter().try_for_each(|line| ITEM_IDS.mark_used(tables, line.id))?;
    Ok(Order { service: charge.clone(), service_lines: lines.clone(), ..order })
}

/// Applies the event. The goods of a cancelled order go back to the shelf, but for those that the event names.
pub fn apply_moved(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderMoved) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    order.status = event.status;
    if event.status == OrderStatus::Cancelled {
        order.cancel_reason.clone_from(&event.reason);
        order.cancel_listed.clone_from(&event.listed_reason);
        order.cancel_approval.clone_from(&event.approval);
        order.shares = None;
        for item in order.items.iter().filter(|item| !event.not_returned.contains(&item.id)) {
            put_back(tables, envelope, order.id, item)?;
        }
    }
    put_order(tables, envelope, order)
}

/// Applies the event. Its sale, if any, is applied by the engine.
pub fn apply_paid(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderPaid) -> Stored<()> {
    let Some(mut order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    apply_payment(tables, envelope, &event.payment)?;
    let settled_before: Vec<bool> = order.lines().map(|item| item.debt.is_settled()).collect();
    let before: Vec<Debt> = order.lines().map(|item| item.debt).collect();
    order = order.with_shares(&event.shares);
    if event.sale.is_none() {
        let paid_off = order.lines().zip(&before).filter_map(|(item, before)| paid_off_of(item, before, event.payment.id));
        PAID_OFF.put(tables, &event.payment.id, &paid_off.collect())?;
    }
    for (item, before) in order.lines_mut().zip(settled_before) {
        if item.debt.is_settled() && !before {
            item.line.method = event.payment.method.clone();
        }
    }
    order.paid += event.payment.kept();
    order.paid_value_usd += event.payment.value_usd();
    order.change += event.payment.change;
    order.rounding += event.payment.rounding;
    order.buyer = event.buyer.clone().or(order.buyer);
    if let Some(share) = event.payment.share {
        order.pay_share(share, event.payment.id);
    }
    if let Some(sale) = &event.sale {
        order.settle(sale);
    }
    put_order(tables, envelope, order)
}

fn paid_off_of(item: &OrderItem, before: &Debt, payment_id: u64) -> Option<PaidOff> {
    let money: Vec<Allocation> = item.line.allocations.iter().copied().filter(|allocation| allocation.payment_id == payment_id).collect();
    let part = PaidOff { item_id: item.id, outstanding: before.outstanding - item.debt.outstanding, money: sum_of(&money) };
    (part.outstanding != 0).then_some(part)
}

/// Writes the refund, and the order with what is owed on it again.
pub fn apply_payment_refunded(tables: &mut dyn Tables, envelope: &Envelope, event: &PaymentRefunded) -> Stored<()> {
    let Some(order) = order(tables.view(), event.order_id)? else { return Ok(()) };
    apply_payment(tables, envelope, &event.payment)?;
    let mut order = order.with_shares(&event.shares);
    order.paid += event.payment.kept();
    order.paid_value_usd += event.payment.value_usd();
    order.change += event.payment.change;
    order.rounding += event.payment.rounding;
    if let (Some(plan), Some(given_back)) = (&mut order.shares, event.payment.refunds) {
        plan.reopen(given_back);
    }
    order.shares = order.shares.filter(|plan| plan.paid() > 0);
    put_order(tables, envelope, order)
}

/// Changes the money on an order as a correction of a payment says. `before` and `after` are that payment, whose row is changed already.
pub fn apply_corrected(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    order_id: u64,
    items: &[CorrectedLine],
    (before, after): (&Payment, &Payment),
) -> Stored<()> {
    let Some(mut order) = order(tables.view(), order_id)? else { return Ok(()) };
    for item in order.lines_mut() {
        let Some(corrected) = items.iter().find(|corrected| corrected.id == item.id) else { continue };
        item.line.method.clone_from(&corrected.method);
        item.line.allocations.clone_from(&corrected.allocations);
        item.debt.paid = sum_of(&corrected.allocations);
    }
    if after.order_id == Some(order.id) {
        order.paid += after.kept() + -before.kept();
        order.paid_value_usd += after.value_usd() - before.value_usd();
        order.change += after.change + -before.change;
        order.rounding += after.rounding + -before.rounding;
        let mut paid_off = paid_off(tables.view(), after.id)?;
        for part in &mut paid_off {
            let allocations =
                order.lines().find(|item| item.id == part.item_id).map(|item| item.line.allocations.clone()).unwrap_or_default();
            let own: Vec<Allocation> = allocations.into_iter().filter(|allocation| allocation.payment_id == after.id).collect();
            part.money = sum_of(&own);
        }
        if !paid_off.is_empty() {
            PAID_OFF.put(tables, &after.id, &paid_off)?;
        }
    }
    put_order(tables, envelope, order)
}
