//! Ends a plan of equal shares. What was paid stays.

use super::super::SharesEnded;
use super::super::decide::OrderContext;
use super::super::pay::payable;
use base::Decided;

/// Ends the plan of equal shares of an order.
#[derive(Debug, Clone)]
pub struct EndShares {
    pub order_id: u64,
}

/// Decides the end of a plan; nothing where there is none.
///
/// # Errors
/// 404 for an unknown order, and those of [`payable`].
pub fn end_shares(_: &EndShares, context: &OrderContext) -> Decided<Vec<SharesEnded>> {
    let order = context.order()?;
    payable(order)?;
    let ended = |plan: &super::SharePlan| SharesEnded { order_id: order.id, of: plan.of, paid: plan.paid() };
    Ok(order.shares.as_ref().map(ended).into_iter().collect())
}
