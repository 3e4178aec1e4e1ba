//! Changes of an order: guest, table and notes.

use super::decide::{OrderContext, not_cancelled};
use super::money::{Freed, Reallocated, reallocate};
use super::place::TotalClaim;
use super::service::by_guests;
use super::{Order, OrderChanged};
use crate::sales::{SaleLine, current_figures};
use base::{Code, Customer, Decided, Refusal};

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
    /// `Some(None)`: unknown. At most [`GUESTS_MAX`](super::GUESTS_MAX).
    pub guests: Option<Option<u32>>,
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
    if !command.claim.holds(order.priced(), order.currency()) {
        let lines: Vec<SaleLine> = order.items.iter().map(|item| item.line.clone()).collect();
        return Err(Refusal::new(Code::PriceChanged, "The total has changed").with("fresh", current_figures(&lines, true)));
    }
    command.claim.grand_total.check(order.grand_total())?;
    let guests = command.guests.unwrap_or(order.guests);
    let Reallocated { service, shares, sale } = by_new_guests(order, guests, context)?;
    let changed = OrderChanged {
        order_id: order.id,
        table_id: command.table_id.unwrap_or(order.table_id),
        customer: customer(command, order, context),
        notes: command.notes.clone().unwrap_or_else(|| order.notes.clone()),
        guests,
        service,
        shares,
        sale,
        approval: None,
    };
    let same =
        changed.table_id == order.table_id && changed.customer == order.customer && changed.notes == order.notes && guests == order.guests;
    Ok(if same { Vec::new() } else { vec![changed] })
}

/// What another number of guests makes of the service charge of an order that is still to be paid.
fn by_new_guests(order: &Order, guests: Option<u32>, context: &OrderContext) -> Decided<Reallocated> {
    let charge = by_guests(order.order_type, guests, order.service.as_ref(), context.service);
    if guests == order.guests || charge == order.service || order.settled || order.on_credit {
        return Ok(Reallocated { service: None, shares: Vec::new(), sale: None });
    }
    reallocate(order.clone(), charge, Freed::None, context)
}

fn customer(command: &ChangeOrder, order: &Order, context: &OrderContext) -> Customer {
    let before = &order.customer;
    let moved = context.present_table.as_ref().zip(context.table.as_ref());
    let moved = moved.and_then(|(from, to)| from.moved_name(&before.name, &to.label()));
    let name = command.customer_name.as_deref().or(moved.as_deref()).unwrap_or(&before.name);
    let phone = command.customer_phone.clone().unwrap_or_else(|| before.phone.clone());
    Customer::new(name, phone.as_deref()).unwrap_or_else(|| before.clone())
}
