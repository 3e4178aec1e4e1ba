//! Walk-out: guests left without paying all of an order. What payments cover becomes a sale; the rest is written off.

mod parts;

pub use parts::{PaymentParts, parts_by_payment};

use super::decide::OrderContext;
use super::pay::{method_of, payable};
use super::{Order, OrderItem, OrderWalkedOut};
use crate::payments::{Debt, due, remaining};
use crate::reasons::{ReasonChoice, ReasonKind};
use crate::sales::{SaleLine, SaleRecorded, SettlementPayment, settled_sale};
use base::{Cash, Decided, Refusal, Usd};

/// Records that the guests of an order left without paying all of it.
#[derive(Debug, Clone)]
pub struct WalkOut {
    pub order_id: u64,
    pub reason: ReasonChoice,
}

/// Decides the sale of what is paid, and what is written off. Goods stay out of stock.
///
/// # Errors
/// 404 for an unknown order; 409 `conflict` where nothing is owed; those of [`payable`] and of
/// [`ReasonContext::require`](crate::reasons::ReasonContext::require).
pub fn walk_out(command: &WalkOut, context: &OrderContext) -> Decided<Vec<OrderWalkedOut>> {
    let (reason, text) = context.reasons.require(&command.reason, ReasonKind::WalkOut)?;
    let order = context.order()?;
    payable(order)?;
    let owed: Vec<&OrderItem> = order.lines().filter(|item| !item.debt.is_settled()).collect();
    if owed.is_empty() {
        return Err(Refusal::conflict("Nothing is owed on this order"));
    }
    Ok(vec![OrderWalkedOut {
        order_id: order.id,
        sale: sale_of_paid(order, context),
        written_off: owed.iter().map(|item| due([&item.debt].into_iter())).sum(),
        worth: owed.iter().map(|item| worth(item)).sum(),
        day: context.till.now.day,
        reason: text,
        listed_reason: reason.listed,
        approval: None,
    }])
}

/// The sale of what payments cover; `None` if nothing is paid.
fn sale_of_paid(order: &Order, context: &OrderContext) -> Option<SaleRecorded> {
    if order.lines().all(|item| item.debt.paid == Cash::ZERO) {
        return None;
    }
    let label = context.label(None);
    let paid = |item: &OrderItem| {
        let line = parts_by_payment(item).paid?;
        Some(SaleLine { order_id: Some(order.id), method: method_of(item, &label), notes: None, ..line })
    };
    let lines: Vec<SaleLine> = order.lines().filter_map(paid).collect();
    let payment = SettlementPayment {
        payment_id: None,
        method: label.clone(),
        tendered: order.paid + order.change,
        change: order.change,
        open: None,
    };
    let covered: Vec<&OrderItem> = order.lines().filter(|item| lines.iter().any(|line| line.order_item_id == Some(item.id))).collect();
    let exemption = order.exemption_of(&covered);
    let sale = settled_sale(lines, Some(order.customer.clone()), payment, &context.till);
    let sale = SaleRecorded { table: context.present_table.clone(), buyer: order.buyer.clone(), exemption, ..sale };
    (!sale.lines.is_empty()).then_some(sale)
}

/// What is owed for an item, in US dollars at its own rate.
fn worth(item: &OrderItem) -> Usd {
    let gross = item.line.gross();
    let is_whole = item.debt == Debt::whole(item.line.currency, gross);
    if is_whole { gross.usd } else { remaining([&item.debt].into_iter(), item.line.rate).usd }
}
