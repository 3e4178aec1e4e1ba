//! Decides payments on an order: of a part or all of it, in either currency or both.

use super::decide::{OrderContext, not_cancelled};
use super::shares::{PartPaid, ShareRequest, pay_part};
use super::{Order, OrderItem, OrderPaid};
use crate::methods::PaymentMethod;
use crate::payments::{Coverage, Debt, Payment, PaymentRequest, Settled, TillContext, settle};
use crate::sales::{SaleLine, SaleRecorded, SettlementPayment, settled_sale};
use base::{Cash, Code, Decided, Refusal};

/// Takes a payment on an order.
#[derive(Debug, Clone)]
pub struct PayOrder {
    pub order_id: u64,
    pub payment: PaymentRequest,
    /// The part that it is for, where the order is paid in equal shares.
    pub share: Option<ShareRequest>,
}

/// Decides the payment. Money is allocated to the items in their order; with the last debt the order becomes a sale.
///
/// # Errors
/// 404 for an unknown order; 409 `rate_changed`, `price_changed` for another grand total, or `conflict` for an order without items;
/// `share_changed` for another part than the next one, `underpaid` for less than the part; and those of [`payable`] and [`settle`].
pub fn pay_order(command: &PayOrder, context: &OrderContext) -> Decided<Vec<OrderPaid>> {
    let till = &context.till;
    let order = context.order()?;
    command.payment.check(till)?;
    payable(order)?;
    if order.items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order to pay"));
    }
    let plan = command.share.as_ref().map(|share| order.share_plan(share)).transpose()?;
    command.payment.check_rate(till.rate)?;
    command.payment.grand_total.check(order.grand_total())?;
    let debts: Vec<Debt> = order.lines().map(|item| item.debt).collect();
    let tips = till.tips.taken_by(order.user_id, &order.user_name);
    let till = &TillContext { tips, ..till.clone() };
    let (paid, share) = match (&command.share, &plan) {
        (Some(request), Some(plan)) => {
            let PartPaid { settled, share } = pay_part(&command.payment, request, plan, &order.owed_in_parts(till.rate), till)?;
            (settled, Some(share))
        }
        _ => {
            let readings = order.readings(till.rate);
            (settle(&command.payment, &debts, &readings, &[], Coverage::Partial, till)?, None)
        }
    };
    let Settled { payment, debts, allocations, settled } = paid;
    let touched = order.lines().zip(debts.iter().zip(allocations));
    let shares: Vec<_> = touched.filter_map(|(item, (after, new))| item.share(after, new)).collect();
    let mut payment = Payment { order_id: Some(order.id), customer: Some(order.customer.clone()), share, ..payment };
    let sale = settled.then(|| {
        let paid = SettlementPayment {
            payment_id: Some(payment.id),
            method: context.label(Some(&payment.method)),
            tendered: order.paid + order.change + payment.tendered(),
            change: order.change + payment.change,
            open: None,
        };
        settlement(order, &order.clone().with_shares(&shares), &payment.method, paid, context)
    });
    payment.receipt_number = sale.as_ref().map(|sale| sale.receipt_number.clone());
    let buyer = command.payment.buyer.clone();
    let sale = sale.map(|sale| SaleRecorded { buyer: buyer.clone().or_else(|| sale.buyer.clone()), ..sale });
    Ok(vec![OrderPaid { order_id: order.id, payment, shares, sale, buyer }])
}

/// Refuses payments on an order that is cancelled, paid or on credit.
///
/// # Errors
/// 409 `conflict`, `already_paid` or `already_on_credit`.
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

/// The sale that an order becomes. `before` and `after` are the order without and with the money that settles it; `method` is the
/// label of that money.
pub(super) fn settlement(
    before: &Order,
    after: &Order,
    method: &PaymentMethod,
    paid: SettlementPayment,
    context: &OrderContext,
) -> SaleRecorded {
    let method =
        |item: &OrderItem| before.lines().find(|old| old.id == item.id).map_or_else(|| method.clone(), |old| method_of(old, method));
    // An item's note is for who prepares it, not for the receipt.
    let lines: Vec<SaleLine> =
        after.lines().map(|item| SaleLine { order_id: Some(after.id), method: method(item), notes: None, ..item.sold_line() }).collect();
    let sale = settled_sale(lines, Some(after.customer.clone()), paid, &context.till);
    let exemption = after.exemption_of(&after.lines().collect::<Vec<_>>());
    SaleRecorded { table: context.present_table.clone(), buyer: before.buyer.clone(), exemption, ..sale }
}

/// The method that an item was paid by: the one that settled it, else `method`, which settles it now.
pub fn method_of(item: &OrderItem, method: &PaymentMethod) -> PaymentMethod {
    if item.debt.is_settled() && item.debt.paid != Cash::ZERO { item.line.method.clone() } else { method.clone() }
}
