//! Decides changes of an order's status; and the data and checks that all decisions about orders share.

use super::{Order, OrderItem, OrderMoved, OrderStatus, SentItems};
use crate::methods::PaymentMethod;
use crate::payments::{Payment, PaymentRow, TillContext};
use crate::reasons::{ReasonChoice, ReasonContext, ReasonKind, ResolvedReason};
use crate::sales::StockedProducts;
use crate::seating::{DiningTable, TableLabel};
use crate::tax::ServiceChargeSettings;
use base::{Code, Decided, Refusal};

/// Data that decisions about orders need.
#[derive(Debug)]
pub struct OrderContext<'a> {
    pub order: Option<Order>,
    /// The order's table.
    pub present_table: Option<TableLabel>,
    /// The table of the command.
    pub table: Option<DiningTable>,
    /// The products of the command.
    pub products: StockedProducts,
    /// The order's payments, refunds among them, oldest first.
    pub payments: Vec<PaymentRow>,
    pub till: TillContext<'a>,
    /// The id of a new order.
    pub next_order_id: u64,
    /// The id of the first new item.
    pub next_item_id: u64,
    pub reasons: ReasonContext,
    pub service: &'a ServiceChargeSettings,
}

impl OrderContext<'_> {
    /// The order.
    ///
    /// # Errors
    /// 404 if it does not exist.
    pub fn order(&self) -> Decided<&Order> {
        self.order.as_ref().ok_or_else(|| Refusal::not_found("order"))
    }

    /// The label of the order's last payment; cash if there is none.
    pub fn last_method(&self) -> PaymentMethod {
        self.standing_payments().last().map(|payment| payment.method.clone()).unwrap_or_default()
    }

    /// Its payments that were not given back, oldest first.
    pub fn standing_payments(&self) -> impl Iterator<Item = &Payment> {
        let is_given_back = |id: u64| self.payments.iter().any(|row| row.payment.refunds == Some(id));
        self.payments.iter().map(|row| &row.payment).filter(move |payment| !payment.refund && !is_given_back(payment.id))
    }

    /// The one label of the order's payments, with that of one more payment, or `mixed`.
    pub fn label(&self, more: Option<&PaymentMethod>) -> PaymentMethod {
        let mut labels = self.standing_payments().map(|payment| &payment.method).chain(more);
        let first = labels.next().cloned().unwrap_or_default();
        if labels.all(|label| *label == first) { first } else { PaymentMethod::MIXED }
    }
}

/// Refuses changes of the items of an order that is cancelled, paid or on credit.
pub(super) fn items_can_change(order: &Order) -> Decided<()> {
    not_cancelled(order)?;
    if order.settled {
        return Err(Refusal::conflict("This order is paid; its items are fixed"));
    }
    if order.on_credit {
        return Err(Refusal::conflict("This order is on credit; its items are fixed"));
    }
    Ok(())
}

/// Refuses every change of a cancelled order.
///
/// # Errors
/// 409 `conflict`.
pub fn not_cancelled(order: &Order) -> Decided<()> {
    if order.status == OrderStatus::Cancelled { Err(Refusal::conflict("This order is cancelled")) } else { Ok(()) }
}

/// Sets an order's next status, or cancels it.
#[derive(Debug, Clone)]
pub struct SetOrderStatus {
    pub order_id: u64,
    pub status: OrderStatus,
    /// Why it is cancelled.
    pub reason: ReasonChoice,
    /// Which goods of a cancelled order go back to stock.
    pub returns: ReturnedGoods,
}

/// The goods of a cancelled or voided order that go back to stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReturnedGoods {
    /// All or none, as the reason says.
    ByReason,
    All,
    None,
    /// Those of these items.
    Items(Vec<u64>),
}

impl ReturnedGoods {
    /// Whether the goods of this item go back. `reason` says whether goods go back where nothing else does. By a
    /// reason, what was made and given free does not.
    pub fn includes(&self, item: &OrderItem, reason: &ResolvedReason) -> bool {
        match self {
            ReturnedGoods::ByReason => reason.returns_stock && !item.line.is_comp(),
            ReturnedGoods::All => true,
            ReturnedGoods::None => false,
            ReturnedGoods::Items(ids) => ids.contains(&item.id),
        }
    }
}

/// Decides the new status: one step at a time, and cancelled only while nothing is paid and the order is not on credit. A paid
/// order, and each order of a bar without `steps`, can be served at once: the steps between are taken by themselves.
///
/// # Errors
/// 404 for an unknown order; 409 `bad_transition`; those of [`ReasonContext::require`] for a cancellation, and of
/// [`ReasonContext::resolve`].
pub fn set_order_status(
    command: &SetOrderStatus,
    order: Option<&Order>,
    steps: bool,
    reasons: &ReasonContext,
    sent: &SentItems,
) -> Decided<Vec<OrderMoved>> {
    use OrderStatus::*;
    let reason = reasons.resolve(&command.reason, ReasonKind::Void)?;
    let order = order.ok_or_else(|| Refusal::not_found("order"))?;
    let wrong = |message: String| Err(Refusal::new(Code::BadTransition, message));
    let to = |status: OrderStatus| OrderMoved {
        order_id: order.id,
        status,
        reason: reason.text.clone(),
        listed_reason: reason.listed.clone(),
        not_returned: Vec::new(),
        sent: None,
        approval: None,
    };
    match (order.status, command.status) {
        (Pending, Preparing) | (Preparing, Ready) | (Ready, Served) => return Ok(vec![to(command.status)]),
        (Pending | Preparing, Served) if order.settled || !steps => {
            return Ok([Preparing, Ready, Served].into_iter().filter(|status| *status > order.status).map(to).collect());
        }
        (Pending | Preparing | Ready, Cancelled) if order.has_money() => {
            return wrong("There is money on this order: a manager can void it".to_owned());
        }
        (Pending | Preparing | Ready, Cancelled) if order.on_credit => {
            return wrong("This order is on credit: a manager can void it".to_owned());
        }
        (Pending | Preparing | Ready, Cancelled) => {}
        (from, to) => return wrong(format!("An order that is {} cannot become {}", from.as_str(), to.as_str())),
    }
    reasons.require(&command.reason, ReasonKind::Void)?;
    let not_returned = order.items.iter().filter(|item| !command.returns.includes(item, &reason)).map(|item| item.id).collect();
    let sent = sent.goods(order.items.iter().map(|item| (item, item.line.total.usd)));
    Ok(vec![OrderMoved { not_returned, sent, ..to(Cancelled) }])
}
