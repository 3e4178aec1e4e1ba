//! Decides that an order goes on a customer's tab: paid items become a sale, the others credit items.

use super::{NewCredit, OrderAttached, TabContext};
use crate::orders::pay::{method_of, payable};
use crate::orders::{OrderContext, OrderItem, reference};
use crate::payments::{remaining, value_in_both};
use crate::sales::{SaleLine, SaleRecorded, SettlementPayment, StillOpen, settled_sale};
use base::{Cash, Customer, Decided, Refusal};

/// Puts an order on a customer's tab.
#[derive(Debug, Clone)]
pub struct PutOrderOnTab {
    pub order_id: u64,
    pub customer: Customer,
    /// Whether it may put more on the tab than its limit.
    pub over_limit: bool,
}

/// Decides the sale and the credit items. Payments on the order stay allocated to its items as they are.
pub fn put_order_on_tab(
    command: &PutOrderOnTab,
    context: &OrderContext,
    tab: &TabContext,
    next_credit_id: u64,
) -> Decided<Vec<OrderAttached>> {
    let order = context.order()?;
    payable(order)?;
    if order.items.is_empty() {
        return Err(Refusal::conflict("There is nothing on this order"));
    }
    let (covered, owed): (Vec<&OrderItem>, Vec<&OrderItem>) = order.lines().partition(|item| item.debt.is_settled());
    let method = context.last_method();
    let sale = (!covered.is_empty()).then(|| {
        let on_account: Cash = owed.iter().map(|item| item.debt.paid).sum();
        let tendered = covered.iter().map(|item| item.debt.paid).sum::<Cash>() + on_account;
        let still_owed = remaining(owed.iter().map(|item| &item.debt), context.till.rate);
        let open = (!owed.is_empty()).then_some(StillOpen { on_account, still_owed });
        let lines = covered.iter().map(|item| SaleLine { order_id: Some(order.id), method: method_of(item, &method), ..item.sold_line() });
        let paid = SettlementPayment { payment_id: None, method: method.clone(), tendered, change: Cash::ZERO, open };
        let sale = settled_sale(lines, Some(tab.customer.clone()), paid, &context.till);
        let exemption = order.exemption_of(&covered);
        SaleRecorded { table: context.present_table.clone(), buyer: order.buyer.clone(), exemption, ..sale }
    });
    let credits = owed.iter().zip(next_credit_id..).map(|(item, id)| NewCredit {
        id,
        customer: tab.customer.clone(),
        tab: Some(tab.owner.clone()),
        line: SaleLine { order_id: Some(order.id), notes: Some(reference(order.id)), ..item.sold_line() },
        debt: item.debt,
        // Payments have different rates, and an item does not know which paid how much of it: the present rate stands for them.
        paid_value_usd: value_in_both(item.debt.paid, context.till.rate).usd,
        order_item_id: Some(item.id),
        exemption: order.exemption_of(&[*item]),
        since: None,
    });
    let credits: Vec<NewCredit> = credits.collect();
    let over_limit = tab.check_limit(credits.iter().map(|credit| (&credit.line, &credit.debt)), context.till.rate, command.over_limit)?;
    Ok(vec![OrderAttached { order_id: order.id, customer: tab.customer.clone(), credits, sale, over_limit, approval: None }])
}
