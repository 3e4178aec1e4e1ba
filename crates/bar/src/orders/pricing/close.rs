//! Decides that an order is closed which owes nothing, because all of it was given free.

use super::OrderClosed;
use crate::orders::OrderContext;
use crate::orders::pay::{payable, settlement};
use crate::sales::SettlementPayment;
use base::{Cash, Decided, Refusal};

/// Closes an order that owes nothing.
#[derive(Debug, Clone)]
pub struct CloseOrder {
    pub order_id: u64,
}

/// Decides the close, with a receipt of nothing.
///
/// # Errors
/// 404 for an unknown order; 409 `conflict` for one that owes something or has no items, and those of [`payable`].
pub fn close_order(command: &CloseOrder, context: &OrderContext) -> Decided<OrderClosed> {
    let order = context.order()?;
    payable(order)?;
    if order.items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order"));
    }
    if order.lines().any(|item| !item.debt.is_settled()) {
        return Err(Refusal::conflict("This order is not paid yet"));
    }
    let method = context.last_method();
    let paid = SettlementPayment { payment_id: None, method: method.clone(), tendered: Cash::ZERO, change: Cash::ZERO, open: None };
    Ok(OrderClosed { order_id: command.order_id, sale: settlement(order, order, &method, paid, context) })
}
