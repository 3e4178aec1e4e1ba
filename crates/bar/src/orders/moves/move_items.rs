//! Decides the move of items to another order, or to a new one.

use super::pieces::{Remainder, emptied, free_after, receive, remain, take_off};
use super::split::{next_place, place_of, sibling};
use super::{Destination, ItemsMoved, MoveContext, MoveKind, NewOrder, OrderAfter, Pieces};
use crate::orders::pay::payable;
use crate::orders::{Order, OrderType};
use crate::seating::DiningTable;
use base::{Customer, Decided, Refusal};

/// Moves items from one order to another.
#[derive(Debug, Clone)]
pub struct MoveItems {
    pub order_id: u64,
    /// At least one, each item once.
    pub pieces: Vec<Pieces>,
    pub to: MoveTarget,
}

/// Where items go.
#[derive(Debug, Clone)]
pub enum MoveTarget {
    Order(u64),
    New(NewOrderRequest),
}

/// A new order for items of another one. What is `None` is as on that one; its name is that with a number.
#[derive(Debug, Clone, Default)]
pub struct NewOrderRequest {
    /// `Some(None)`: without a table.
    pub table_id: Option<Option<u64>>,
    pub customer_name: Option<String>,
    /// `Some(None)`: none.
    pub customer_phone: Option<Option<String>>,
    pub order_type: Option<OrderType>,
}

impl NewOrderRequest {
    /// What the new order has: named `name` unless the request names it, and by its own table if that is a table's name.
    fn of(&self, source: &Order, name: String, context: &MoveContext) -> NewOrder {
        let to = context.tables.iter().find(|table| Some(table.id) == self.table_id.flatten()).map(DiningTable::label);
        let moved = context.orders.present_table.as_ref().zip(to).and_then(|(from, to)| from.moved_name(&name, &to));
        let name = self.customer_name.clone().or(moved).unwrap_or(name);
        let phone = self.customer_phone.clone().unwrap_or_else(|| source.customer.phone.clone());
        NewOrder {
            customer: Customer::new(&name, phone.as_deref()).unwrap_or_else(|| source.customer.clone()),
            table_id: self.table_id.unwrap_or(source.table_id),
            order_type: self.order_type.unwrap_or(source.order_type),
        }
    }
}

/// Decides the move. Money stays: what was paid on a moved item is allocated to the rest.
///
/// # Errors
/// See [`super::decide_move`]; 409 `conflict` if more was paid than the rest comes to.
pub(super) fn move_items(command: &MoveItems, context: &MoveContext) -> Decided<ItemsMoved> {
    let source = context.orders.order()?;
    let target = match &command.to {
        MoveTarget::Order(id) => Some(context.other(*id)?),
        MoveTarget::New(new) => context.known_table(new.table_id.flatten()).map(|()| None)?,
    };
    payable(source)?;
    target.map_or(Ok(()), payable)?;
    let Remainder { order: rest, freed, mut parcels, free_id } = take_off(source, std::slice::from_ref(&command.pieces), context)?;
    let parcel = parcels.pop().unwrap_or_default();
    let (place, new, target) = match (&command.to, target) {
        (MoveTarget::New(request), _) => {
            let place = next_place(source, context, 1)?;
            let new = request.of(source, place_of(source, place.index), context);
            (Some(place), Some(new.clone()), sibling(source, context.orders.next_order_id, &new, place))
        }
        (MoveTarget::Order(_), target) => (None, None, target.cloned().ok_or_else(|| Refusal::not_found("order"))?),
    };
    let target = receive(target, &parcel, source, free_id, context)?;
    let (rest, sale) = remain(rest, freed, free_after(&target, free_id), context)?;
    let rest = match place {
        Some(place) => Order { split: source.split.or(Some(super::split::first_place(place.group))), ..rest },
        None => rest,
    };
    Ok(ItemsMoved {
        kind: MoveKind::Move,
        source: OrderAfter::of(&emptied(rest, target.id)),
        to: vec![Destination { pieces: parcel.pieces, after: OrderAfter::of(&target), new }],
        sale,
        approval: None,
    })
}
