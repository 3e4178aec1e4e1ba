//! Changes of an order: guest, table and notes, and removal of an item.

use super::decide::{OrderContext, items_can_change, not_cancelled};
use super::pay::settlement;
use super::place::TotalClaim;
use super::{ItemRemoved, Order, OrderChanged, OrderItem};
use crate::base::{Code, Customer, Decided, Rate, Refusal};
use crate::payments::{Debt, Share, allocate, take_allocations};
use crate::sales::{SaleLine, SettlementPayment, current_figures};

/// Changes the guest, the table or the notes of an order; `None` keeps.
#[derive(Debug, Clone)]
pub struct ChangeOrder {
    pub order_id: u64,
    pub customer_name: Option<String>,
    /// `Some(None)` removes it.
    pub customer_phone: Option<Option<String>>,
    /// `Some(None)` removes them.
    pub notes: Option<Option<String>>,
    /// `Some(None)` leaves the order without a table.
    pub table_id: Option<Option<u64>>,
    /// The total that the phone showed.
    pub claim: TotalClaim,
}

/// Decides the change. Totals of the phone are compared with the order's and never stored.
pub fn change_order(command: &ChangeOrder, context: &OrderContext) -> Decided<Vec<OrderChanged>> {
    let order = context.order()?;
    if matches!(command.table_id, Some(Some(_))) && context.table.is_none() {
        return Err(Refusal::not_found("table"));
    }
    not_cancelled(order)?;
    // A phone may send the rate at which the order was placed, or the present one.
    if command.claim.rate.is_some_and(|claimed| claimed != order.rate && claimed != context.till.rate) {
        return Err(Refusal::rate_changed(context.till.rate));
    }
    if !command.claim.holds(order.total(), order.currency()) {
        let lines: Vec<SaleLine> = order.items.iter().map(|item| item.line.clone()).collect();
        return Err(Refusal::new(Code::PriceChanged, "The total has changed").with("fresh", current_figures(&lines, true)));
    }
    let changed = OrderChanged {
        order_id: order.id,
        table_id: command.table_id.unwrap_or(order.table_id),
        customer: customer(command, &order.customer),
        notes: command.notes.clone().unwrap_or_else(|| order.notes.clone()),
    };
    let same = changed.table_id == order.table_id && changed.customer == order.customer && changed.notes == order.notes;
    Ok(if same { Vec::new() } else { vec![changed] })
}

fn customer(command: &ChangeOrder, before: &Customer) -> Customer {
    let name = command.customer_name.as_deref().unwrap_or(&before.name);
    let phone = command.customer_phone.clone().unwrap_or_else(|| before.phone.clone());
    Customer::new(name, phone.as_deref()).unwrap_or_else(|| before.clone())
}

/// Removes one item from an order.
#[derive(Debug, Clone)]
pub struct RemoveItem {
    pub order_id: u64,
    pub item_id: u64,
    pub reason: Option<String>,
}

/// Decides the removal. Money on the item is allocated to the remaining ones, whose debts must be large enough for it.
pub fn remove_item(command: &RemoveItem, context: &OrderContext) -> Decided<Vec<ItemRemoved>> {
    let order = context.order()?;
    let item = order.items.iter().find(|item| item.id == command.item_id);
    let item = item.ok_or_else(|| Refusal::not_found("item"))?;
    items_can_change(order)?;
    let mut removed = ItemRemoved {
        order_id: order.id,
        item_id: item.id,
        name: item.line.product_name.clone(),
        reason: command.reason.clone(),
        shares: Vec::new(),
        debts: Vec::new(),
        sale: None,
    };
    let remaining = Order { items: order.items.iter().filter(|other| other.id != item.id).cloned().collect(), ..order.clone() };
    // Even if nothing was paid for the item itself: it may have been the only one that was still owed.
    if order.has_money() {
        removed.shares = reallocate(&remaining, item, context.till.rate)?;
        let after = remaining.clone().with_shares(&removed.shares);
        if after.items.iter().all(|item| item.debt.is_settled()) {
            let paid = SettlementPayment {
                payment_id: None,
                method: context.label(None),
                tendered: order.paid + order.change,
                change: order.change,
                open: None,
            };
            removed.sale = Some(settlement(&remaining, &after, &context.last_method(), paid, context));
        }
    }
    Ok(vec![removed])
}

/// The shares of the `remaining` items in the money on the removed item. All of it is allocated, none is given back.
fn reallocate(remaining: &Order, removed: &OrderItem, rate: Rate) -> Decided<Vec<Share>> {
    let debts: Vec<Debt> = remaining.items.iter().map(|item| item.debt).collect();
    let allocation = allocate(&debts, removed.debt.paid, rate);
    if allocation.excess > 0 || debts.is_empty() {
        return Err(Refusal::conflict("More was paid than the rest comes to: this item stays"));
    }
    let mut available = removed.line.allocations.clone();
    let items = remaining.items.iter().zip(&allocation.debts);
    Ok(items.filter_map(|(item, after)| item.share(after, take_allocations(&mut available, after.paid + -item.debt.paid))).collect())
}
