//! Decides credit at the counter: goods without a payment.

use super::{CreditGiven, NewCredit, TabContext};
use crate::orders::OrderContext;
use crate::payments::GrandTotalClaim;
use crate::sales::{LineRequest, SaleLine, current_figures, debt, on_shelf, price_lines};
use crate::tax::TaxExemption;
use base::{Customer, Decided, Rate, Refusal, Usd};

/// Gives products on credit: all of them or none.
#[derive(Debug, Clone)]
pub struct GiveCredit {
    pub customer: Customer,
    /// 1 to [`crate::sales::LINES_MAX`]; each becomes a credit item.
    pub items: Vec<LineRequest>,
    /// Whether the `fresh` figures of a refusal are a list (batch) or a single object.
    pub batch: bool,
    /// The rate that the phone used; `None`: not given.
    pub rate: Option<Rate>,
    /// What the phone showed as the total with all taxes.
    pub grand_total: GrandTotalClaim,
    /// Why all of its items are exempt from tax.
    pub exemption: Option<TaxExemption>,
    /// Whether goods are given of which the box believes that there are none.
    pub oversell: bool,
    /// Whether it may put more on the tab than its limit.
    pub over_limit: bool,
}

/// Prices the items and checks the stock, as for a sale.
pub fn give_credit(command: &GiveCredit, context: &OrderContext, tab: &TabContext, next_id: u64) -> Decided<Vec<CreditGiven>> {
    let GiveCredit { customer: _, items, batch, rate, grand_total, exemption, oversell, over_limit } = command;
    let present = context.till.rate;
    let lines = price_lines(items, &context.products, &context.till, &context.reasons, *batch)?;
    if rate.is_some_and(|claimed| claimed != present) {
        return Err(Refusal::rate_changed(present).with("fresh", current_figures(&lines, *batch)));
    }
    let lines: Vec<SaleLine> = lines.into_iter().map(|line| line.for_customer(exemption.is_some())).collect();
    grand_total.check(lines.iter().map(SaleLine::gross).sum()).map_err(|refusal| refusal.with("fresh", current_figures(&lines, *batch)))?;
    // Of the whole request: its first item says it.
    let mut oversold = on_shelf(items, &context.products, *oversell)?.map(Box::new);
    let given = lines.into_iter().zip(next_id..).map(|(line, id)| {
        let debt = debt(&line)?;
        let credit = NewCredit {
            id,
            customer: tab.customer.clone(),
            tab: Some(tab.owner.clone()),
            line,
            debt,
            paid_value_usd: Usd::ZERO,
            order_item_id: None,
            exemption: exemption.clone(),
            since: None,
        };
        let day = credit.line.discount_reason.is_some().then_some(context.till.now.day);
        Ok(CreditGiven { credit, day, oversold: oversold.take(), over_limit: None })
    });
    let mut given: Vec<CreditGiven> = given.collect::<Decided<_>>()?;
    let over_limit = tab.check_limit(given.iter().map(|given| (&given.credit.line, &given.credit.debt)), present, *over_limit)?;
    if let Some(first) = given.first_mut() {
        first.over_limit = over_limit;
    }
    Ok(given)
}
