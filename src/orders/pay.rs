//! Paying an order, in parts or whole, in either currency or both.

use super::decide::{OrderContext, not_cancelled};
use super::{Order, OrderItem, OrderPaid};
use crate::base::{Code, Customer, Decided, Dual, Envelope, Rate, Refusal, receipt_number};
use crate::payments::{Change, Debt, Payment, Tender, lay};
use crate::sales::{PaymentMethod, SaleLine, SaleRecorded};

/// Takes money on an order.
#[derive(Debug, Clone)]
pub struct PayOrder {
    /// Which order.
    pub order_id: u64,
    /// What is put on the counter.
    pub tender: Tender,
    /// The rate that the phone reckoned with.
    pub rate: Option<Rate>,
}

/// The rules.
pub fn pay_order(command: &PayOrder, context: &OrderContext, envelope: &Envelope) -> Decided<Vec<OrderPaid>> {
    let order = context.order()?;
    command.tender.check()?;
    payable(order)?;
    if order.items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order to pay"));
    }
    if command.rate.is_some_and(|claimed| claimed != context.rate) {
        return Err(Refusal::rate_changed(context.rate));
    }
    let debts: Vec<Debt> = order.items.iter().map(|item| item.debt).collect();
    let laid = lay(&debts, command.tender.amount, context.rate);
    let change = Change::of(laid.excess, context.rate, command.tender.change_in(), context.cash_step);
    let payment = Payment {
        id: context.next_payment_id,
        order_id: Some(order.id),
        customer: None,
        tendered: command.tender.amount,
        change: change.given,
        rounding: change.rounding,
        rate: context.rate,
        method: command.tender.method,
        notes: command.tender.notes.clone(),
        refunds: None,
    };
    let sale = laid.settled.then(|| {
        let given = order.change + payment.change;
        settlement(order, context, envelope, payment.method, order.paid + order.change + payment.tendered, given)
    });
    Ok(vec![OrderPaid { order_id: order.id, payment, debts: laid.debts, sale }])
}

/// Whether money can be taken on an order, or why not.
pub fn payable(order: &Order) -> Decided<()> {
    not_cancelled(order)?;
    if order.settled {
        return Err(Refusal::new(Code::AlreadyPaid, "This order is already paid"));
    }
    if order.on_credit {
        return Err(Refusal::new(Code::AlreadyOnCredit, "This order is on credit"));
    }
    Ok(())
}

/// The sale that an order becomes when nothing is owed on it any more: one line per item, with the item's figures. What
/// was paid before keeps the method it was paid with; `method` is that of the rest.
pub(super) fn settlement(
    order: &Order,
    context: &OrderContext,
    envelope: &Envelope,
    method: PaymentMethod,
    tendered: Dual,
    change: Dual,
) -> SaleRecorded {
    let lines = order.items.iter().map(|item| SaleLine { order_id: Some(order.id), method: method_of(item, method), ..item.line.clone() });
    bill(lines.collect(), Some(order.customer.clone()), context, envelope, method, tendered, change)
}

/// What an item was paid with, where that is done; else `method`.
pub fn method_of(item: &OrderItem, method: PaymentMethod) -> PaymentMethod {
    if item.debt.is_settled() && item.debt.got != Dual::ZERO { item.line.method } else { method }
}

/// Lines that were paid for, on a receipt of their own.
pub fn bill(
    lines: Vec<SaleLine>,
    customer: Option<Customer>,
    context: &OrderContext,
    envelope: &Envelope,
    method: PaymentMethod,
    tendered: Dual,
    change: Dual,
) -> SaleRecorded {
    let day = context.bar_time.business_day(envelope.at);
    SaleRecorded {
        receipt_number: receipt_number(day, context.receipts_today + 1),
        day,
        lines: lines.into_iter().zip(context.next_sale_id..).map(|(line, id)| SaleLine { id, ..line }).collect(),
        customer,
        method,
        rate: context.rate,
        takes_stock: false,
        tendered: Some(tendered),
        change,
    }
}
