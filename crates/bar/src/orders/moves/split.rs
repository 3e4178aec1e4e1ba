//! Decides the split of an order into several, by item or by guest. Each new one is an order like any other.

use std::collections::BTreeMap;

use super::pieces::{Remainder, free_after, receive, remain, take_off};
use super::{Destination, ItemsMoved, MoveContext, MoveKind, NewOrder, OrderAfter, Pieces, SIBLINGS_MAX};
use crate::orders::pay::payable;
use crate::orders::{Order, OrderType, ServiceState, SplitPlace};
use base::text::fold;
use base::{Cash, Customer, Decided, Lrd, Refusal, Usd};

/// Splits an order.
#[derive(Debug, Clone)]
pub struct SplitOrder {
    pub order_id: u64,
    pub into: SplitInto,
}

/// What an order is split into.
#[derive(Debug, Clone)]
pub enum SplitInto {
    /// 1 to 19 bills beside the one that stays.
    Bills(Vec<SplitBill>),
    /// One for each label of its items.
    Guests,
}

/// One new bill.
#[derive(Debug, Clone)]
pub struct SplitBill {
    /// At least one, each item once.
    pub pieces: Vec<Pieces>,
    /// `None`: the name of the order with a number.
    pub customer_name: Option<String>,
}

/// Decides the split.
///
/// # Errors
/// See [`super::decide_move`]; 400 if nothing stays, or for fewer than 2 guests; 409 `conflict` for more than [`SIBLINGS_MAX`] orders,
/// and if more was paid than the rest comes to.
pub(super) fn split_order(command: &SplitOrder, context: &MoveContext) -> Decided<ItemsMoved> {
    let source = context.orders.order()?;
    payable(source)?;
    let (kind, bills) = match &command.into {
        SplitInto::Bills(bills) => (MoveKind::Split, bills.clone()),
        SplitInto::Guests => (MoveKind::SplitByGuest, by_guest(source)?),
    };
    let wanted: Vec<Vec<Pieces>> = bills.iter().map(|bill| bill.pieces.clone()).collect();
    let Remainder { order: rest, freed, parcels, mut free_id } = take_off(source, &wanted, context)?;
    if rest.items.is_empty() {
        return Err(Refusal::field("bills", "Leave something on bill 1"));
    }
    let first = next_place(source, context, bills.len())?;
    let mut to = Vec::with_capacity(bills.len());
    for ((bill, parcel), number) in bills.iter().zip(parcels).zip(0u32..) {
        let place = SplitPlace { index: first.index + number, ..first };
        let name = bill.customer_name.clone().unwrap_or_else(|| place_of(source, place.index));
        let customer = Customer::new(&name, source.customer.phone.as_deref()).unwrap_or_else(|| source.customer.clone());
        let new = NewOrder { customer, table_id: source.table_id, order_type: source.order_type };
        let order = sibling(source, context.orders.next_order_id + u64::from(number), &new, place);
        let order = receive(order, &parcel, source, free_id, context)?;
        free_id = free_after(&order, free_id);
        to.push(Destination { pieces: parcel.pieces, after: OrderAfter::of(&order), new: Some(new) });
    }
    let (rest, sale) = remain(rest, freed, free_id, context)?;
    let rest = Order { split: source.split.or(Some(first_place(first.group))), ..rest };
    Ok(ItemsMoved { kind, source: OrderAfter::of(&rest), to, sale, approval: None })
}

/// A bill for each label, in the order of the alphabet. Items without one stay; where there are none, those of the first label do.
fn by_guest(order: &Order) -> Decided<Vec<SplitBill>> {
    let mut labels = BTreeMap::<String, SplitBill>::new();
    for item in &order.items {
        let Some(guest) = &item.guest else { continue };
        let name = || format!("{} - {guest}", order.customer.name);
        let bill = labels.entry(fold(guest)).or_insert_with(|| SplitBill { pieces: Vec::new(), customer_name: Some(name()) });
        bill.pieces.push(Pieces { item_id: item.id, quantity: item.line.quantity, of: item.line.quantity });
    }
    let stays = usize::from(order.items.iter().all(|item| item.guest.is_some()));
    let bills: Vec<SplitBill> = labels.into_values().skip(stays).collect();
    if bills.is_empty() { Err(Refusal::invalid("Nothing to split")) } else { Ok(bills) }
}

/// The place of the first of `more` new orders beside `source`.
///
/// # Errors
/// 409 `conflict` if they would be more than [`SIBLINGS_MAX`].
pub(super) fn next_place(source: &Order, context: &MoveContext, more: usize) -> Decided<SplitPlace> {
    let group = source.split.map_or(source.id, |split| split.group);
    let present = context.group.iter().filter(|order| order.merged_into.is_none()).count().max(1);
    if present + more > SIBLINGS_MAX {
        return Err(Refusal::conflict(format!("An order can be split into {SIBLINGS_MAX} bills")));
    }
    let highest = context.group.iter().filter_map(|order| order.split).map(|split| split.index).max().unwrap_or(1);
    Ok(SplitPlace { group, from: Some(source.id), index: highest + 1 })
}

/// The place of the first order of a group.
pub(super) fn first_place(group: u64) -> SplitPlace {
    SplitPlace { group, from: None, index: 1 }
}

/// `Musu/2`: the name of the order without an earlier number, and the number of the bill.
pub(super) fn place_of(source: &Order, index: u32) -> String {
    let name = source.customer.name.as_str();
    let numbered = source.split.and_then(|split| name.strip_suffix(&format!("/{}", split.index)));
    format!("{}/{index}", numbered.unwrap_or(name))
}

/// A new order beside `source`, without items: with its notes, status, rate, exemption, its service charge unless that
/// was one by itself and the new order is not for the table, and the people who took and
/// serve it.
pub(super) fn sibling(source: &Order, id: u64, new: &NewOrder, place: SplitPlace) -> Order {
    Order {
        id,
        order_type: new.order_type,
        table_id: new.table_id,
        customer: new.customer.clone(),
        items: Vec::new(),
        guests: None,
        service: source.service.clone().filter(|charge| charge.state != ServiceState::Auto || new.order_type == OrderType::DineIn),
        service_lines: Vec::new(),
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
        split: Some(place),
        merged_into: None,
        shares: None,
        walked_out: None,
        written_off: Cash::ZERO,
        ..source.clone()
    }
}
