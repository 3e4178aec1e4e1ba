//! Decides that a payment on an open order is given back: all of it, as it came. The debts are as if it had not been made.

use super::decide::OrderContext;
use super::pay::payable;
use super::{Order, OrderItem, PaidOff, PaymentRefunded};
use crate::payments::{
    Allocation, Debt, Payment, PaymentRow, Share, Tender, TillRequest, Tip, allocate, outstanding_value, reduce_value, sum_of,
    take_allocations,
};
use crate::reasons::{ReasonChoice, ReasonKind};
use base::{Cash, Decided, Refusal};

/// Gives a payment on an open order back.
#[derive(Debug, Clone)]
pub struct RefundPayment {
    pub payment_id: u64,
    pub reason: ReasonChoice,
    /// The till that gives it back.
    pub till: TillRequest,
}

/// Data that [`refund_payment`] needs.
#[derive(Debug)]
pub struct RefundPaymentContext<'a> {
    /// The payment; `None` if there is none with this id.
    pub payment: Option<Payment>,
    /// Its order, with all payments on it.
    pub order: OrderContext<'a>,
    /// What each part payment on the order paid off.
    pub paid_off: Vec<(u64, Vec<PaidOff>)>,
}

/// Decides the refund.
///
/// # Errors
/// 404 for an unknown payment; 409 `conflict` for a refund, a payment that is not on an order, and one that was given back already;
/// those of [`payable`], of [`ReasonContext::require`](crate::reasons::ReasonContext::require), and of
/// [`TillChoice::book`](crate::payments::TillChoice::book).
pub fn refund_payment(command: &RefundPayment, context: &RefundPaymentContext) -> Decided<Vec<PaymentRefunded>> {
    let (reason, text) = context.order.reasons.require(&command.reason, ReasonKind::Void)?;
    let payment = context.payment.as_ref().ok_or_else(|| Refusal::not_found("payment"))?;
    if payment.refund {
        return Err(Refusal::conflict("This is money that was given back"));
    }
    let Some(order) = context.order.order.as_ref().filter(|_| payment.order_id.is_some()) else {
        return Err(Refusal::conflict("This payment is not on an order. Void what it paid for."));
    };
    if context.order.payments.iter().any(|row| row.payment.refunds == Some(payment.id)) {
        return Err(Refusal::conflict("This payment was given back already"));
    }
    payable(order)?;
    let refund = refund_of(payment, context)?;
    Ok(vec![PaymentRefunded {
        order_id: order.id,
        shares: shares_without(order, payment, context),
        payment: refund,
        reason: text,
        listed_reason: reason.listed,
        approval: None,
    }])
}

/// The payment with all amounts the other way round, at its own rate.
fn refund_of(payment: &Payment, context: &RefundPaymentContext) -> Decided<Payment> {
    let till = &context.order.till;
    let back = |tender: &Tender| Tender { amount: -tender.amount, reference: None, ..tender.clone() };
    let tenders: Vec<Tender> = payment.tenders.iter().map(back).collect();
    let tip = payment.tip.as_ref().map(|tip| Tip { amount: -tip.amount, of: None, returns: vec![payment.id] });
    Ok(Payment {
        id: till.next_payment_id,
        refund: true,
        change: -payment.change,
        rounding: -payment.rounding,
        rounded_due: -payment.rounded_due,
        tip,
        assumed: false,
        notes: None,
        receipt_number: None,
        when: till.now,
        booking: till.choice.book(&tenders, -payment.change)?,
        refunds: Some(payment.id),
        taken_on_order_id: None,
        owed: None,
        tenders,
        ..payment.clone()
    })
}

/// The lines whose debts are others without `payment`.
fn shares_without(order: &Order, payment: &Payment, context: &RefundPaymentContext) -> Vec<Share> {
    let debts = if context.order.payments.iter().any(|row| row.payment.taken_on_order_id.is_some()) {
        // After a merge each item keeps what was allocated to it.
        order.lines().map(|line| taken_off(line, payment, context)).collect()
    } else {
        allocated_anew(order, payment, context)
    };
    let changed = |(line, (debt, allocations)): (&OrderItem, (Debt, Vec<Allocation>))| {
        let is_changed = debt.outstanding != line.debt.outstanding || allocations != line.line.allocations;
        is_changed.then_some(Share { item_id: line.id, outstanding: debt.outstanding, allocations })
    };
    order.lines().zip(debts).filter_map(changed).collect()
}

/// The debt of a line and the money on it, without the money of one payment.
fn taken_off(line: &OrderItem, payment: &Payment, context: &RefundPaymentContext) -> (Debt, Vec<Allocation>) {
    let (taken, left): (Vec<Allocation>, Vec<Allocation>) =
        line.line.allocations.iter().partition(|allocation| allocation.payment_id == payment.id);
    let whole = Debt::whole(line.debt.currency, line.line.gross());
    if left.is_empty() {
        return (whole, left);
    }
    let paid_off = exact(context, payment.id, line.id, sum_of(&taken)).unwrap_or_else(|| {
        let open = Debt { outstanding: whole.outstanding - line.debt.outstanding, ..whole };
        open.outstanding - allocate(&[open], sum_of(&taken), payment.rate).debts.first().map_or(0, |debt| debt.outstanding)
    });
    (Debt { outstanding: (line.debt.outstanding + paid_off).min(whole.outstanding), paid: sum_of(&left), ..whole }, left)
}

/// The debts of all lines and the money on them, as if all payments but this one had been made, one after the other.
fn allocated_anew(order: &Order, payment: &Payment, context: &RefundPaymentContext) -> Vec<(Debt, Vec<Allocation>)> {
    let mut debts: Vec<Debt> = order.lines().map(|line| Debt::whole(line.debt.currency, line.line.gross())).collect();
    let mut allocations: Vec<Vec<Allocation>> = vec![Vec::new(); debts.len()];
    let others = context.order.payments.iter().filter(|row| !row.payment.refund && row.payment.id != payment.id);
    for PaymentRow { payment, .. } in others {
        let of_payment = |line: &OrderItem| -> Vec<Allocation> {
            line.line.allocations.iter().copied().filter(|allocation| allocation.payment_id == payment.id).collect()
        };
        let mut money: Vec<Allocation> = order.lines().flat_map(of_payment).collect();
        if money.is_empty() {
            continue;
        }
        money.sort_by_key(|allocation| allocation.tender);
        let before = debts;
        debts = allocate(&before, sum_of(&money), payment.rate).debts;
        make_exact(&mut debts, &before, order, payment, context);
        for ((allocations, before), after) in allocations.iter_mut().zip(&before).zip(&debts) {
            allocations.extend(take_allocations(&mut money, after.paid + -before.paid));
        }
    }
    debts.into_iter().zip(allocations).collect()
}

/// Corrects the parts of a cent by which the money of a payment, which is whole cents on each line, differs from what it paid off.
fn make_exact(after: &mut [Debt], before: &[Debt], order: &Order, payment: &Payment, context: &RefundPaymentContext) {
    let paid_off = |line: &OrderItem| -> Option<Debt> {
        let money: Vec<Allocation> =
            line.line.allocations.iter().copied().filter(|allocation| allocation.payment_id == payment.id).collect();
        let outstanding = if money.is_empty() { 0 } else { exact(context, payment.id, line.id, sum_of(&money))? };
        Some(Debt { outstanding, ..line.debt })
    };
    let Some(paid_off) = order.lines().map(paid_off).collect::<Option<Vec<Debt>>>() else { return };
    let value = |debts: &[Debt]| outstanding_value(debts.iter(), payment.rate);
    let missing = value(&paid_off) - (value(before) - value(after));
    let last = after.iter().zip(before).rposition(|(after, before)| after.outstanding != before.outstanding);
    if let Some(debt) = last.and_then(|place| after.get_mut(place)) {
        reduce_value(debt, missing, payment.rate);
    }
}

/// What a payment paid off of a line, in millionths of a cent, if its money is still there.
fn exact(context: &RefundPaymentContext, payment_id: u64, item_id: u64, money: Cash) -> Option<i64> {
    let (_, paid_off) = context.paid_off.iter().find(|(id, _)| *id == payment_id)?;
    paid_off.iter().find(|part| part.item_id == item_id && part.money == money).map(|part| part.outstanding)
}
