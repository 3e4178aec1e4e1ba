//! Taking a whole order back: its sale lines, its credit, its money, its goods; each at most once.

use serde::{Deserialize, Serialize};

use super::{Order, OrderStatus};
use crate::base::{Decided, Price, Refusal};
use crate::payments::{Allocation, Payment, PaymentRow, RefundOf, Refundable, TenderRequest, TillContext, refundable_on, refunds};
use crate::sales::RecordedLine;

/// Takes an order back.
#[derive(Debug, Clone)]
pub struct VoidOrder {
    /// Which.
    pub order_id: u64,
    /// Why.
    pub reason: String,
    /// Whether its goods go back to the shelf.
    pub return_to_stock: bool,
    /// How the money goes back; none: as it came in.
    pub refund: Option<Vec<TenderRequest>>,
}

/// What [`void_order`] looks at.
#[derive(Debug)]
pub struct VoidOrderContext<'a> {
    /// The order.
    pub order: Option<Order>,
    /// Money that was taken on it.
    pub payments: Vec<PaymentRow>,
    /// Its sale lines.
    pub sales: Vec<RecordedLine>,
    /// Its credit items.
    pub credits: Vec<OrderCredit>,
    /// The payments whose money was allocated to its credit items.
    pub credit_payments: Vec<PaymentRow>,
    /// What giving money back looks at.
    pub till: TillContext<'a>,
}

/// A part of the order that is a customer's debt, or was until it was paid.
#[derive(Debug)]
pub struct OrderCredit {
    /// The credit item.
    pub id: u64,
    /// Whether something is owed on it.
    pub is_owed: bool,
    /// The money that was allocated to it.
    pub allocations: Vec<Allocation>,
}

/// An order was taken back as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderVoided {
    /// Which order.
    pub order_id: u64,
    /// Why.
    pub reason: String,
    /// Its sale lines that were not voided yet.
    pub sale_ids: Vec<u64>,
    /// Items whose goods go back.
    pub return_item_ids: Vec<u64>,
    /// Its credit items that were not voided yet.
    pub credit_ids: Vec<u64>,
    /// The money back.
    pub refunds: Vec<Payment>,
}

/// The rules: an order is voided once, and all of its money goes back.
pub fn void_order(command: &VoidOrder, context: &VoidOrderContext) -> Decided<Vec<OrderVoided>> {
    let order = context.order.as_ref().ok_or_else(|| Refusal::not_found("order"))?;
    if order.status == OrderStatus::Cancelled {
        return Err(Refusal::conflict("This order is already cancelled"));
    }
    // Goods of a line that was voided by itself are back already, or were given up then.
    let voided: Vec<u64> =
        context.sales.iter().filter(|sale| sale.voided_at.is_some()).filter_map(|sale| sale.line.order_item_id).collect();
    let return_item_ids = order.items.iter().map(|item| item.id).filter(|id| !voided.contains(id));
    let of = RefundOf {
        order_id: Some(order.id),
        sale_id: None,
        customer: Some(order.customer.clone()),
        receipt_number: order.receipt_numbers.last().cloned(),
    };
    Ok(vec![OrderVoided {
        order_id: order.id,
        reason: command.reason.clone(),
        return_item_ids: if command.return_to_stock { return_item_ids.collect() } else { Vec::new() },
        sale_ids: context.sales.iter().filter(|sale| sale.voided_at.is_none()).map(|sale| sale.line.id).collect(),
        credit_ids: context.credits.iter().filter(|item| item.is_owed).map(|item| item.id).collect(),
        refunds: refunds(&refundable(order, context), command.refund.as_deref(), &of, &context.till)?,
    }])
}

/// The money that the bar keeps of the order, for the order itself and for its credit items, less what was given back already.
fn refundable(order: &Order, context: &VoidOrderContext) -> Refundable {
    let mut refundable = Refundable::default();
    context.payments.iter().for_each(|row| refundable.add_payment(&row.payment));
    let paid_later = |allocation: &Allocation| {
        context.credit_payments.iter().any(|row| row.payment.id == allocation.payment_id && row.payment.order_id != Some(order.id))
    };
    for item in &context.credits {
        let allocations: Vec<Allocation> = item.allocations.iter().copied().filter(paid_later).collect();
        refundable.add_all(&refundable_on(&allocations, &context.credit_payments));
    }
    // A void of 0.1 left no payment behind: there a line's own amount went back by its own method.
    let refunded = |sale: &RecordedLine| context.payments.iter().any(|row| row.payment.sale_id == Some(sale.line.id));
    for sale in context.sales.iter().filter(|sale| sale.voided_at.is_some() && !refunded(sale) && sale.line.total != Price::ZERO) {
        refundable.add(&sale.line.method, true, &sale.line.method.of_tender(), -sale.line.total.charged_in(sale.line.currency));
    }
    refundable
}
