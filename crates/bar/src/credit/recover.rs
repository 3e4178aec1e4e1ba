//! Decides the recovery of a walk-out: its guests came back, and what was written off becomes credit of a customer.

use super::{NewCredit, TabContext, WalkOutRecovered};
use crate::orders::{OrderContext, OrderItem, not_cancelled, parts_by_payment, reference};
use crate::payments::Debt;
use crate::sales::SaleLine;
use base::{Cash, Customer, Decided, Refusal, Usd};

/// Puts what was written off of an order on a customer's tab.
#[derive(Debug, Clone)]
pub struct RecoverWalkOut {
    pub order_id: u64,
    pub customer: Customer,
}

/// Decides the credit items, at what was owed when the guests left.
///
/// # Errors
/// 404 for an unknown order; 409 `conflict` for one without a walk-out, one that was recovered already, and one that is cancelled.
pub fn recover_walk_out(context: &OrderContext, tab: &TabContext, next_credit_id: u64) -> Decided<Vec<WalkOutRecovered>> {
    let order = context.order()?;
    not_cancelled(order)?;
    let Some(walk_out) = &order.walked_out else {
        return Err(Refusal::conflict("The guests of this order did not leave without paying"));
    };
    if order.on_credit {
        return Err(Refusal::conflict("This walk-out was recovered already"));
    }
    let owed: Vec<(&OrderItem, SaleLine)> = order.lines().filter_map(|item| Some((item, parts_by_payment(item).owed?))).collect();
    let credits = owed.into_iter().zip(next_credit_id..).map(|((item, line), id)| NewCredit {
        id,
        customer: tab.customer.clone(),
        tab: Some(tab.owner.clone()),
        line: SaleLine { order_id: Some(order.id), notes: Some(reference(order.id)), ..line },
        debt: Debt { paid: Cash::ZERO, ..item.debt },
        paid_value_usd: Usd::ZERO,
        order_item_id: Some(item.id),
        exemption: order.exemption_of(&[item]),
        since: None,
    });
    Ok(vec![WalkOutRecovered {
        order_id: order.id,
        customer: tab.customer.clone(),
        credits: credits.collect(),
        walk_out: walk_out.clone(),
        day: context.till.now.day,
        approval: None,
    }])
}
