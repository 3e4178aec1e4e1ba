//! The rules of an order's status, and who may be on it.

use super::{Order, OrderMoved, OrderStatus};
use crate::base::{Code, Decided, Refusal};
use crate::methods::PaymentMethod;
use crate::payments::{PaymentRow, TillContext};
use crate::sales::StockedProducts;
use crate::seating::DiningTable;

/// What a command about an order looks at.
#[derive(Debug)]
pub struct OrderContext<'a> {
    /// The order.
    pub order: Option<Order>,
    /// The table that the command names.
    pub table: Option<DiningTable>,
    /// The products that the command names.
    pub products: StockedProducts,
    /// The order's payments, refunds among them, oldest first.
    pub payments: Vec<PaymentRow>,
    /// What taking money looks at.
    pub till: TillContext<'a>,
    /// The id of a new order.
    pub next_order_id: u64,
    /// The id of the first new item.
    pub next_item_id: u64,
}

impl OrderContext<'_> {
    /// The order, which must be there.
    pub fn order(&self) -> Decided<&Order> {
        self.order.as_ref().ok_or_else(|| Refusal::not_found("order"))
    }

    /// The word of the order's last payment; cash before there is one.
    pub fn last_method(&self) -> PaymentMethod {
        self.payments.last().map(|row| row.payment.method.clone()).unwrap_or_default()
    }
}

/// What may no longer be altered: a cancelled order, a paid one, one that is somebody's debt.
pub(super) fn fixed(order: &Order) -> Decided<()> {
    not_cancelled(order)?;
    if order.settled {
        return Err(Refusal::conflict("This order is paid; its items are fixed"));
    }
    if order.on_credit {
        return Err(Refusal::conflict("This order is on credit; its items are fixed"));
    }
    Ok(())
}

/// On a cancelled order every write is a conflict.
pub fn not_cancelled(order: &Order) -> Decided<()> {
    if order.status == OrderStatus::Cancelled { Err(Refusal::conflict("This order is cancelled")) } else { Ok(()) }
}

/// Moves an order on, or cancels it.
#[derive(Debug, Clone)]
pub struct MoveOrder {
    /// Which order.
    pub order_id: u64,
    /// Where to.
    pub status: OrderStatus,
    /// Why it is cancelled.
    pub reason: Option<String>,
}

/// The rules: one step at a time; cancelled only while no money is on it and it is nobody's debt.
pub fn move_order(command: &MoveOrder, order: Option<&Order>) -> Decided<Vec<OrderMoved>> {
    use OrderStatus::*;
    let order = order.ok_or_else(|| Refusal::not_found("order"))?;
    let wrong = |message: String| Err(Refusal::new(Code::BadTransition, message));
    match (order.status, command.status) {
        (Pending, Preparing) | (Preparing, Ready) | (Ready, Served) => {}
        (Pending | Preparing | Ready, Cancelled) if order.has_money() => {
            return wrong("There is money on this order: a manager can void it".to_owned());
        }
        (Pending | Preparing | Ready, Cancelled) if order.on_credit => {
            return wrong("This order is on credit: a manager can void it".to_owned());
        }
        (Pending | Preparing | Ready, Cancelled) => {}
        (from, to) => return wrong(format!("An order that is {} cannot become {}", from.as_str(), to.as_str())),
    }
    if command.status == Cancelled && command.reason.is_none() {
        return Err(Refusal::field("reason", "Reason is required"));
    }
    Ok(vec![OrderMoved { order_id: order.id, status: command.status, reason: command.reason.clone() }])
}
