//! What decisions about orders look at, the rules of its status, and who may be on it.

use super::place::Shelf;
use super::{Order, OrderMoved, OrderStatus, SeatingTable};
use crate::base::{BarTime, Code, Decided, Envelope, Lrd, Rate, Refusal};
use crate::payments::PaymentRow;
use crate::sales::PaymentMethod;
use crate::store::{Stored, View};

/// What a decision about an order looks at.
#[derive(Debug)]
pub struct OrderContext {
    /// The order that is named.
    pub order: Option<Order>,
    /// The table that is named.
    pub table: Option<SeatingTable>,
    /// The products that are named.
    pub shelf: Shelf,
    /// The rate in force.
    pub rate: Rate,
    /// How the bar counts its days.
    pub bar_time: BarTime,
    /// Smallest step of change in LRD.
    pub cash_step: Lrd,
    /// The money that was taken on the order so far.
    pub payments: Vec<PaymentRow>,
    /// Ids that are next.
    pub next_order_id: u64,
    /// Of items.
    pub next_item_id: u64,
    /// Of payments.
    pub next_payment_id: u64,
    /// Of sale lines.
    pub next_sale_id: u64,
    /// Receipts of the business day so far.
    pub receipts_today: u64,
}

impl OrderContext {
    /// The order, which must be there.
    pub fn order(&self) -> Decided<&Order> {
        self.order.as_ref().ok_or_else(|| Refusal::not_found("order"))
    }

    /// How the order was last paid.
    pub fn last_method(&self) -> PaymentMethod {
        self.payments.last().map(|row| row.payment.method).unwrap_or_default()
    }
}

/// Loads what a decision about an order looks at.
pub fn load_order(
    view: &dyn View,
    envelope: &Envelope,
    order_id: Option<u64>,
    table_id: Option<u64>,
    products: impl Iterator<Item = u64>,
) -> Stored<OrderContext> {
    let settings = crate::settings::settings(view)?;
    let bar_time = settings.bar_time();
    let day = bar_time.business_day(envelope.at);
    Ok(OrderContext {
        order: match order_id {
            Some(id) => super::order(view, id)?,
            None => None,
        },
        table: match table_id {
            Some(id) => super::table(view, id)?,
            None => None,
        },
        shelf: crate::sales::load_shelf(view, products)?,
        rate: crate::rates::rate(view)?,
        cash_step: settings.lrd_cash_step,
        payments: match order_id {
            Some(id) => crate::payments::payments_of_order(view, id)?,
            None => Vec::new(),
        },
        next_order_id: super::ORDER_IDS.next(view)?,
        next_item_id: super::ITEM_IDS.next(view)?,
        next_payment_id: crate::payments::PAYMENT_IDS.next(view)?,
        next_sale_id: crate::sales::SALE_IDS.next(view)?,
        receipts_today: crate::sales::receipts_of_day(view, day)?,
        bar_time,
    })
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
