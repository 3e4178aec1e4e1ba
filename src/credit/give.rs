//! Decides credit at the counter: goods without a payment.

use super::{CreditGiven, NewCredit};
use crate::base::{Customer, Decided, Envelope, Usd};
use crate::orders::OrderContext;
use crate::sales::{LineRequest, debt, enough_stock, price_lines};

/// Gives a product on credit.
#[derive(Debug, Clone)]
pub struct GiveCredit {
    pub customer: Customer,
    pub item: LineRequest,
}

/// Prices the item and checks the stock, as for a sale.
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
