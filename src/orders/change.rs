//! Another guest, another table, one item less.

use super::decide::{OrderContext, fixed, not_cancelled};
use super::pay::settlement;
use super::place::TotalClaim;
use super::{ItemRemoved, Order, OrderChanged, OrderItem};
use crate::base::{Cash, Code, CurrencyCode, Customer, Decided, Rate, Refusal};
use crate::payments::{Allocation, Debt, Share, allocate};
use crate::sales::{SaleLine, SettlementPayment, current_figures};

/// Changes what an order says of its guest and place.
#[derive(Debug, Clone)]
pub struct ChangeOrder {
    /// Which order.
    pub order_id: u64,
    /// Who ordered.
    pub customer_name: Option<String>,
    /// Their telephone, or none.
    pub customer_phone: Option<Option<String>>,
    /// Note, or none.
    pub notes: Option<Option<String>>,
    /// Table, or none.
    pub table_id: Option<Option<u64>>,
    /// What the phone believes the order to come to.
    pub claim: TotalClaim,
}

/// The rules: totals are compared, never believed.
pub fn change_order(command: &ChangeOrder, context: &OrderContext) -> Decided<Vec<OrderChanged>> {
    let order = context.order()?;
    if matches!(command.table_id, Some(Some(_))) && context.table.is_none() {
        return Err(Refusal::not_found("table"));
    }
    not_cancelled(order)?;
    // A phone may name the rate that the order was taken at, or the one in force.
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

/// Takes one item off an order.
#[derive(Debug, Clone)]
pub struct RemoveItem {
    /// Which order.
    pub order_id: u64,
    /// Which item.
    pub item_id: u64,
    /// Why.
    pub reason: Option<String>,
}

/// The rules: what was paid for the item is allocated to the others; they must be able to take it.
pub fn remove_item(command: &RemoveItem, context: &OrderContext) -> Decided<Vec<ItemRemoved>> {
    let order = context.order()?;
    let item = order.items.iter().find(|item| item.id == command.item_id);
    let item = item.ok_or_else(|| Refusal::not_found("item"))?;
    fixed(order)?;
    let mut removed = ItemRemoved {
        order_id: order.id,
        item_id: item.id,
        name: item.line.product_name.clone(),
        reason: command.reason.clone(),
        shares: Vec::new(),
        debts: Vec::new(),
        sale: None,
    };
    let rest = Order { items: order.items.iter().filter(|other| other.id != item.id).cloned().collect(), ..order.clone() };
    // Also where the item itself had nothing on it: it may have been the only one that was still owed.
    if order.has_money() {
        removed.shares = reallocate(&rest, item, context.till.rate)?;
        let after = rest.clone().with_shares(&removed.shares);
        if after.items.iter().all(|item| item.debt.is_settled()) {
            let paid = SettlementPayment {
                payment_id: None,
                method: context.last_method(),
                tendered: order.paid + order.change,
                change: order.change,
            };
            removed.sale = Some(settlement(&rest, &after, paid, context));
        }
    }
    Ok(vec![removed])
}

/// The items of `rest` after the money on the removed item was allocated to them. None stays behind, and none is given back.
fn reallocate(rest: &Order, removed: &OrderItem, rate: Rate) -> Decided<Vec<Share>> {
    let debts: Vec<Debt> = rest.items.iter().map(|item| item.debt).collect();
    let got = removed.debt.paid;
    let allocation = allocate(&debts, got, rate);
    if allocation.excess > 0 || debts.is_empty() {
        return Err(Refusal::conflict("More was paid than the rest comes to: this item stays"));
    }
    let mut moving = removed.line.allocations.clone();
    let items = rest.items.iter().zip(&allocation.debts);
    Ok(items.filter_map(|(item, after)| item.share(after, take_allocations(&mut moving, after.paid + -item.debt.paid))).collect())
}

/// Takes `wanted` out of `moving`, in its order. Where cents were rounded, the last part of the currency gives what is missing.
pub(super) fn take_allocations(moving: &mut [Allocation], wanted: Cash) -> Vec<Allocation> {
    let mut taken = Vec::new();
    for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
        let mut left = wanted.minor_in(currency);
        let count = moving.iter().filter(|allocation| allocation.currency == currency).count();
        for (nth, allocation) in moving.iter_mut().filter(|allocation| allocation.currency == currency).enumerate() {
            let amount = if nth + 1 == count { left } else { left.min(allocation.amount) };
            if amount != 0 {
                allocation.amount -= amount;
                left -= amount;
                taken.push(Allocation { amount, ..*allocation });
            }
        }
    }
    taken
}
