//! Takes pieces off an order and puts them on another one: the items, what is owed on them, and the money that stays.

use std::collections::BTreeMap;

use super::{MoveContext, MovedPieces};
use crate::orders::items::with_its_money;
use crate::orders::money::{Freed, Reallocated, reallocate_from};
use crate::orders::reallocate::FreedLine;
use crate::orders::room::has_room;
use crate::orders::{Order, OrderExemption, OrderItem, OrderStatus, ServiceAfter};
use crate::sales::{SaleLine, SaleRecorded, debt};
use base::{Code, Decided, Refusal};

/// Pieces of an item that are to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    pub item_id: u64,
    /// 1 to `of`.
    pub quantity: i64,
    /// The quantity that the phone showed.
    pub of: i64,
}

/// Items on their way to one order, in the order in which they were named.
#[derive(Debug, Default)]
pub(super) struct Parcel {
    pub items: Vec<OrderItem>,
    pub pieces: Vec<MovedPieces>,
}

/// An order without the pieces that leave it.
pub(super) struct Remainder {
    /// With the items that stay, and the service charge as it was.
    pub order: Order,
    pub freed: Freed,
    /// One for each list of pieces.
    pub parcels: Vec<Parcel>,
    /// The next free id of an item.
    pub free_id: u64,
}

/// The refusal for an item that is gone or has another quantity. `to`: the order that it or a part of it went to.
pub(in crate::orders) fn order_changed(to: Option<u64>) -> Refusal {
    Refusal::new(Code::OrderChanged, "This order has changed. Check it and try again.").with("movedTo", to.into())
}

/// Takes the pieces of each list off `order`. A part of an item gets a new id.
///
/// # Errors
/// 404 for an item that never existed; 409 `conflict` for an order without items, `order_changed` for an item that is not there in
/// the quantity that the phone showed; 400 for more pieces in all lists together than there are.
pub(super) fn take_off(order: &Order, wanted: &[Vec<Pieces>], context: &MoveContext) -> Decided<Remainder> {
    check(order, wanted, context)?;
    let mut taking = Taking { items: order.items.clone(), first: Vec::new(), removed: Vec::new(), free_id: context.orders.next_item_id };
    let mut parcels = Vec::with_capacity(wanted.len());
    for list in wanted {
        let mut parcel = Parcel::default();
        for pieces in list {
            let item = taking.take(pieces)?;
            let name = item.line.product_name.clone();
            parcel.pieces.push(MovedPieces { item_id: pieces.item_id, moved_as: item.id, quantity: pieces.quantity, name });
            parcel.items.push(item);
        }
        parcels.push(parcel);
    }
    let free_id = taking.free_id;
    let (items, freed) = taking.settle_money(order)?;
    Ok(Remainder { order: Order { items, ..order.clone() }, freed, parcels, free_id })
}

fn check(order: &Order, wanted: &[Vec<Pieces>], context: &MoveContext) -> Decided<()> {
    if wanted.iter().flatten().any(|pieces| pieces.item_id >= context.orders.next_item_id) {
        return Err(Refusal::not_found("item"));
    }
    if order.items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order to move"));
    }
    let mut sums = BTreeMap::<u64, i64>::new();
    for pieces in wanted.iter().flatten() {
        let item = order.items.iter().find(|item| item.id == pieces.item_id);
        if item.is_none_or(|item| item.line.quantity != pieces.of) {
            return Err(order_changed(context.moved_to(pieces.item_id)));
        }
        let sum = sums.entry(pieces.item_id).or_default();
        *sum = sum.saturating_add(pieces.quantity);
        if *sum > pieces.of {
            return Err(Refusal::field("items", "That is more than there are of an item"));
        }
    }
    Ok(())
}

/// Items of an order while pieces leave it.
struct Taking {
    items: Vec<OrderItem>,
    /// Items that were cut: their money stays on them first.
    first: Vec<u64>,
    /// Items that went as a whole, as they were.
    removed: Vec<OrderItem>,
    free_id: u64,
}

impl Taking {
    /// Takes pieces of an item that is there. What is taken has no money on it.
    fn take(&mut self, pieces: &Pieces) -> Decided<OrderItem> {
        let place = self.items.iter().position(|item| item.id == pieces.item_id).ok_or_else(|| order_changed(None))?;
        let item = &self.items[place];
        if pieces.quantity >= item.line.quantity {
            let item = self.items.remove(place);
            self.first.retain(|id| *id != item.id);
            let line = SaleLine { allocations: Vec::new(), ..item.line.clone() };
            let taken = OrderItem { debt: debt(&line)?, line, ..item.clone() };
            self.removed.push(item);
            return Ok(taken);
        }
        let (part, rest) = item.cut(pieces.quantity, self.free_id)?;
        self.free_id += 1;
        self.items[place] = rest;
        if !self.first.contains(&pieces.item_id) {
            self.first.push(pieces.item_id);
        }
        Ok(part)
    }

    /// The items that stay, with the money that stays on them, and the money that is to be allocated to them again.
    fn settle_money(mut self, before: &Order) -> Decided<(Vec<OrderItem>, Freed)> {
        let mut freed_lines = self.removed.iter().map(FreedLine::of).collect::<Decided<Vec<_>>>()?;
        for item in self.items.iter_mut().filter(|item| self.first.contains(&item.id)) {
            let Some(whole) = before.items.iter().find(|whole| whole.id == item.id) else { continue };
            let (kept, freed) = with_its_money(whole, item.clone())?;
            *item = kept;
            if let Freed::OfItems { lines, .. } = freed {
                freed_lines.extend(lines);
            }
        }
        let first = self.first;
        let is_freed = !freed_lines.is_empty();
        Ok((self.items, if is_freed { Freed::OfItems { first, lines: freed_lines } } else { Freed::None }))
    }
}

/// An order after pieces left it, with its service charge and the money where it lies now, and the sale that it may have become.
pub(super) fn remain(remainder: Order, freed: Freed, free_id: u64, context: &MoveContext) -> Decided<(Order, Option<SaleRecorded>)> {
    let charge = remainder.service.clone();
    let reallocated = reallocate_from(free_id, remainder.clone(), charge, freed, &context.orders)
        .map_err(|refusal| refusal.on_conflict("More has been paid than the rest costs. Nothing was moved."))?;
    let sale = reallocated.sale.clone();
    Ok((after(remainder, reallocated), sale))
}

/// `order` with its new service charge and the money where it lies now.
pub(super) fn after(order: Order, reallocated: Reallocated) -> Order {
    let order = match reallocated.service {
        Some(ServiceAfter { charge, lines }) => Order { service: charge, service_lines: lines, ..order },
        // It has no charge, so lines that came with another order end.
        None => Order { service_lines: Vec::new(), ..order },
    };
    order.with_shares(&reallocated.shares)
}

/// `order` with the items that came from `source`; each keeps what is owed on it. Its status is the earlier of both.
///
/// # Errors
/// 409 `conflict` for more than an order holds.
pub(super) fn with_items(order: Order, items: &[OrderItem], source: &Order) -> Decided<Order> {
    has_room(order.items.iter().chain(items))?;
    let moved = items.iter().cloned().map(|item| {
        let first = item.first_order_id.unwrap_or(source.id);
        OrderItem { first_order_id: (first != order.id).then_some(first), ..item }.on_order(order.id)
    });
    let moved: Vec<OrderItem> = moved.collect();
    let is_exempt = |item: &OrderItem| item.line.tax.as_ref().is_some_and(|tax| tax.exempt);
    let brought = source.exemption.clone().filter(|_| moved.iter().any(is_exempt));
    let brought = brought.map(|exemption| OrderExemption { all: false, ..exemption });
    let status = order.status.min(source.status);
    let items = order.items.iter().cloned().chain(moved).collect();
    Ok(Order { items, status, exemption: order.exemption.clone().or(brought), ..order })
}

/// As [`with_items`], with the service charge of the order and its money after it.
pub(super) fn receive(order: Order, parcel: &Parcel, source: &Order, free_id: u64, context: &MoveContext) -> Decided<Order> {
    let changed = with_items(order, &parcel.items, source)?;
    let charge = changed.service.clone();
    let reallocated = reallocate_from(free_id, changed.clone(), charge, Freed::None, &context.orders)?;
    Ok(after(changed, reallocated))
}

/// The next free id of an item after `order`, whose lines may have used some.
pub(super) fn free_after(order: &Order, free_id: u64) -> u64 {
    order.lines().map(|line| line.id + 1).max().unwrap_or(0).max(free_id)
}

/// The source of a move, whose items all went to `target`: it is cancelled then.
pub(super) fn emptied(order: Order, target: u64) -> Order {
    if !order.items.is_empty() {
        return order;
    }
    Order { status: OrderStatus::Cancelled, merged_into: Some(target), ..order }
}
