//! Decides who serves orders from now on. What was paid stays where it was paid: cash follows the payment, never the order.

use super::{HandedOver, MoveContext, OrdersHandedOver};
use crate::orders::decide::not_cancelled;
use crate::orders::{Order, ServedBy};
use base::{Code, Decided, Refusal};

/// Hands orders over to a person.
#[derive(Debug, Clone)]
pub struct HandOver {
    /// Who serves them from now on.
    pub user_id: u64,
    pub of: HandOverOf,
}

/// Which orders are handed over.
#[derive(Debug, Clone)]
pub enum HandOverOf {
    /// These, at least one.
    Orders(Vec<u64>),
    /// All open orders that this person serves.
    Person(u64),
}

/// Decides the hand-over; `None` if the person serves all of them already.
///
/// # Errors
/// 404 for an unknown order or person, and for one whose account is switched off; 409 for an order that is not open.
pub(super) fn hand_over(command: &HandOver, context: &MoveContext) -> Decided<Option<OrdersHandedOver>> {
    let user = context.user.as_ref().filter(|user| user.is_active).ok_or_else(|| Refusal::not_found("user"))?;
    let orders: Vec<&Order> = match &command.of {
        HandOverOf::Orders(ids) => ids.iter().map(|id| context.other(*id)).collect::<Decided<_>>()?,
        HandOverOf::Person(_) if !context.from_exists => return Err(Refusal::not_found("user")),
        HandOverOf::Person(_) => context.others.iter().collect(),
    };
    orders.iter().try_for_each(|order| still_open(order))?;
    let to = ServedBy { user_id: user.id, user_name: user.username.clone() };
    let others = orders.into_iter().filter(|order| order.served_by.user_id != to.user_id);
    let orders: Vec<HandedOver> = others.map(|order| HandedOver { order_id: order.id, from: order.served_by.clone() }).collect();
    Ok((!orders.is_empty()).then_some(OrdersHandedOver { to, orders }))
}

fn still_open(order: &Order) -> Decided<()> {
    not_cancelled(order)?;
    match order.is_open() {
        true => Ok(()),
        false if order.on_credit => Err(Refusal::new(Code::AlreadyOnCredit, "This order is on credit")),
        false => Err(Refusal::new(Code::AlreadyPaid, "This order is already paid")),
    }
}
