//! Decides the void of a whole order: its sale lines and credit items are voided, its money refunded and its goods returned, each at most once.

use super::{Order, OrderItem, OrderStatus, OrderVoided, ReturnedGoods};
use crate::payments::{
    Allocation, FINE, Payment, PaymentRow, RefundOf, Refundable, TenderRequest, TillContext, TillRequest, refundable_on, refunds_with_tips,
    rounded_due_on,
};
use crate::reasons::{ReasonChoice, ReasonContext, ReasonKind};
use crate::sales::{RecordedLine, Take};
use base::decimal::divide_rounded;
use base::{Decided, Lrd, Refusal};

/// Voids an order.
#[derive(Debug, Clone)]
pub struct VoidOrder {
    pub order_id: u64,
    pub reason: ReasonChoice,
    /// Which of its goods go back to stock.
    pub returns: ReturnedGoods,
    /// The tenders that refund the money; `None`: by the methods it was paid with.
    pub refund: Option<Vec<TenderRequest>>,
    /// Whether the tips of its payments are given back too.
    pub return_tip: bool,
    /// The till that gives it back.
    pub till: TillRequest,
}

/// Data that [`void_order`] needs.
#[derive(Debug)]
pub struct VoidOrderContext<'a> {
    pub order: Option<Order>,
    /// Payments on the order, refunds among them.
    pub payments: Vec<PaymentRow>,
    /// Its sale lines.
    pub sales: Vec<RecordedLine>,
    /// Its credit items.
    pub credits: Vec<OrderCredit>,
    /// The payments that were allocated to its credit items.
    pub credit_payments: Vec<PaymentRow>,
    /// The payments whose tips are to be given back, oldest first.
    pub tips: Vec<Payment>,
    pub till: TillContext<'a>,
    pub reasons: ReasonContext,
}

/// A credit item of the order, paid or not. (`credit` itself imports this module.)
#[derive(Debug)]
pub struct OrderCredit {
    pub id: u64,
    pub is_owed: bool,
    /// The money that was allocated to it.
    pub allocations: Vec<Allocation>,
}

/// Decides the void of an order, with a refund of all of its money.
///
/// # Errors
/// 404 for an unknown order; 409 `conflict` for one that is cancelled or voided already, or refunded in part; and those of [`refunds_with_tips`] and
/// [`ReasonContext::require`].
pub fn void_order(command: &VoidOrder, context: &VoidOrderContext) -> Decided<Vec<OrderVoided>> {
    let (reason, text) = context.reasons.require(&command.reason, ReasonKind::Void)?;
    let order = context.order.as_ref().ok_or_else(|| Refusal::not_found("order"))?;
    if order.status == OrderStatus::Cancelled {
        return Err(Refusal::conflict("This order is already cancelled"));
    }
    if context.sales.iter().any(|sale| !sale.refunded.is_nothing()) {
        return Err(Refusal::conflict("Something of this order was refunded, so it cannot be voided"));
    }
    // The goods of pieces that were voided on their own were returned or written off then.
    let voided_before = |item: &OrderItem| {
        let sales = context.sales.iter().filter(|sale| sale.line.order_item_id == Some(item.id));
        sales.map(|sale| sale.line.goods_of(sale.line.quantity - sale.remaining_quantity())).sum::<i64>()
    };
    // What was mixed is lost unless the request says otherwise.
    let is_lost = |item: &OrderItem| matches!(command.returns, ReturnedGoods::ByReason) && item.line.is_mixed();
    let returned = order.items.iter().filter(|item| command.returns.includes(item, &reason) && !is_lost(item));
    let returned: Vec<&OrderItem> = returned.collect();
    let remaining = returned.iter().filter(|item| voided_before(item) < item.line.quantity);
    let before = returned.iter().map(|item| (item.id, voided_before(item)));
    let rest_goods = returned.iter().filter(|item| item.line.takes.is_some() && voided_before(item) > 0);
    let of = RefundOf {
        order_id: Some(order.id),
        sale_id: None,
        customer: Some(order.customer.clone()),
        receipt_number: order.receipt_numbers.last().cloned(),
    };
    Ok(vec![OrderVoided {
        order_id: order.id,
        reason: text,
        listed_reason: reason.listed.clone(),
        return_item_ids: remaining.map(|item| item.id).collect(),
        returned_before: before.filter(|(_, voided)| *voided > 0).collect(),
        rest_goods: rest_goods.map(|item| (item.id, rest_of(item, &context.sales))).collect(),
        sale_ids: context.sales.iter().filter(|sale| sale.voided_at.is_none()).map(|sale| sale.line.id).collect(),
        credit_ids: context.credits.iter().filter(|item| item.is_owed).map(|item| item.id).collect(),
        refunds: refunds_with_tips(&refundable(order, context), &context.tips, command.refund.as_deref(), &of, &context.till)?,
        approval: None,
    }])
}

/// The goods of an item less those of its pieces that were voided on their own.
fn rest_of(item: &OrderItem, sales: &[RecordedLine]) -> Vec<Take> {
    let mut rest = item.goods();
    for sale in sales.iter().filter(|sale| sale.line.order_item_id == Some(item.id)) {
        for voided in sale.line.takes_between(sale.remaining_quantity(), sale.line.quantity) {
            rest.iter_mut().filter(|take| take.product_id == voided.product_id).for_each(|take| take.amount -= voided.amount);
        }
    }
    rest
}

/// The money that was paid for the order and its credit items, less refunds.
fn refundable(order: &Order, context: &VoidOrderContext) -> Refundable {
    let mut refundable = Refundable::default();
    context.payments.iter().for_each(|row| refundable.add_payment(&row.payment));
    let paid_as_credit = |allocation: &Allocation| {
        context.credit_payments.iter().any(|row| row.payment.id == allocation.payment_id && row.payment.order_id != Some(order.id))
    };
    for item in &context.credits {
        let allocations: Vec<Allocation> = item.allocations.iter().copied().filter(paid_as_credit).collect();
        let rounded_due = divide_rounded(rounded_due_on(&allocations, &context.credit_payments), FINE);
        let rounded_due = Lrd::minor(i64::try_from(rounded_due).unwrap_or_default());
        refundable.add_all(&refundable_on(&allocations, &context.credit_payments).rounded_by(rounded_due));
    }
    refundable.payable_after(0, &context.till.steps)
}
