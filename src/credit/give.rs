//! Giving something on credit over the counter.

use super::{CreditGiven, NewCredit};
use crate::base::{Customer, Decided, Envelope, Usd};
use crate::orders::OrderContext;
use crate::sales::{LineRequest, debt, enough_stock, price_lines};

/// Gives a product on credit.
#[derive(Debug, Clone)]
pub struct GiveCredit {
    /// Who takes it.
    pub customer: Customer,
    /// What.
    pub item: LineRequest,
}

/// The rules are those of a sale; only the money comes later.
pub fn give_credit(command: &GiveCredit, context: &OrderContext, next_id: u64, envelope: &Envelope) -> Decided<Vec<CreditGiven>> {
    let lines = price_lines(std::slice::from_ref(&command.item), &context.products, context.till.rate, envelope, false)?;
    enough_stock([(command.item.product_id, command.item.quantity)].into_iter(), &context.products)?;
    let given = lines.into_iter().map(|line| {
        let debt = debt(&line)?;
        let credit =
            NewCredit { id: next_id, customer: command.customer.clone(), line, debt, paid_value_usd: Usd::ZERO, order_item_id: None };
        Ok(CreditGiven { credit })
    });
    given.collect()
}
