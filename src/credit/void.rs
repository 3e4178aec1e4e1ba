//! Taking a whole order back: its sale lines, its credit, its money, its goods; each at most once.

use std::collections::BTreeMap;

use super::{CreditItem, CreditStatus, OrderVoided};
use crate::base::{Decided, Dual, Lrd, Rate, Refusal};
use crate::orders::{Order, OrderStatus};
use crate::payments::{Payment, PaymentRow};
use crate::sales::{PaymentMethod, Sale};
use crate::store::{Stored, View};

/// Takes an order back.
#[derive(Debug, Clone)]
pub struct VoidOrder {
    /// Which.
    pub order_id: u64,
    /// Why.
    pub reason: String,
    /// Whether its goods go back on the shelf.
    pub return_to_stock: bool,
}

/// What that looks at.
#[derive(Debug)]
pub struct VoidContext {
    /// The order.
    pub order: Option<Order>,
    /// Money that was taken on it.
    pub payments: Vec<PaymentRow>,
    /// Its sale lines.
    pub sales: Vec<Sale>,
    /// Its credit items.
    pub credits: Vec<CreditItem>,
    /// The id that the next payment gets.
    pub next_payment_id: u64,
    /// The rate in force.
    pub rate: Rate,
}

/// Loads what [`void_order`] looks at.
pub fn load_void(view: &dyn View, order_id: u64) -> Stored<VoidContext> {
    let order = crate::orders::order(view, order_id)?;
    let (sales, credits) = match &order {
        Some(_) => (crate::sales::sales_of_order(view, order_id)?, super::credits_of_order(view, order_id)?),
        None => (Vec::new(), Vec::new()),
    };
    Ok(VoidContext {
        order,
        payments: crate::payments::payments_of_order(view, order_id)?,
        sales,
        credits,
        next_payment_id: crate::payments::PAYMENT_IDS.next(view)?,
        rate: crate::rates::rate(view)?,
    })
}

/// The rules.
pub fn void_order(command: &VoidOrder, context: &VoidContext) -> Decided<Vec<OrderVoided>> {
    let order = context.order.as_ref().ok_or_else(|| Refusal::not_found("order"))?;
    if order.status == OrderStatus::Cancelled {
        return Err(Refusal::conflict("This order is already cancelled"));
    }
    // Goods of a line that was voided by itself are back already, or were given up then.
    let voided: Vec<u64> =
        context.sales.iter().filter(|sale| sale.voided_at.is_some()).filter_map(|sale| sale.line.order_item_id).collect();
    let return_item_ids = order.items.iter().map(|item| item.id).filter(|id| !voided.contains(id));
    Ok(vec![OrderVoided {
        order_id: order.id,
        reason: command.reason.clone(),
        return_item_ids: if command.return_to_stock { return_item_ids.collect() } else { Vec::new() },
        sale_ids: context.sales.iter().filter(|sale| sale.voided_at.is_none()).map(|sale| sale.line.id).collect(),
        credit_ids: context.credits.iter().filter(|item| item.status == CreditStatus::Active).map(|item| item.id).collect(),
        refunds: refunds(order, context),
    }])
}

/// What is given back, by the method it came with: the money on the order and on its credit items, less what voided
/// lines gave back already.
fn refunds(order: &Order, context: &VoidContext) -> Vec<Payment> {
    let mut kept: BTreeMap<PaymentMethod, Dual> = BTreeMap::new();
    for row in &context.payments {
        *kept.entry(row.payment.method).or_default() += row.payment.kept();
    }
    for item in &context.credits {
        for (method, got) in &item.got_by {
            *kept.entry(*method).or_default() += *got;
        }
    }
    for sale in context.sales.iter().filter(|sale| sale.voided_at.is_some()) {
        *kept.entry(sale.line.method).or_default() += -sale.line.total.part_in(sale.line.currency);
    }
    let owed = kept.into_iter().filter(|(_, amount)| *amount != Dual::ZERO);
    owed.zip(context.next_payment_id..)
        .map(|((method, amount), id)| Payment {
            id,
            order_id: Some(order.id),
            customer: None,
            tendered: -amount,
            change: Dual::ZERO,
            rounding: Lrd::ZERO,
            rate: context.rate,
            method,
            notes: None,
            refunds: None,
        })
        .collect()
}
