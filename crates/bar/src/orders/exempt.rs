//! Exempt customers, such as embassies: the tax of an order's items is not due, and what prices contain of it is taken off.

use super::decide::OrderContext;
use super::pay::payable;
use super::service::renewed;
use super::{Order, OrderExempted, OrderExemption, OrderItem, RetaxedItem};
use crate::payments::Debt;
use crate::sales::debt;
use crate::tax::{TaxExemption, TaxKind};
use base::{Decided, Refusal};

/// Makes an order exempt from tax, or taxed again.
#[derive(Debug, Clone)]
pub struct ExemptOrder {
    pub order_id: u64,
    /// `None`: it is taxed again.
    pub exemption: Option<TaxExemption>,
    /// Only these items, if they are taxed; `None`: all taxed items and the service charge, later ones too.
    pub item_ids: Option<Vec<u64>>,
}

/// Decides the exemption, which replaces an earlier one.
///
/// # Errors
/// 404 for an unknown order or item; 409 `conflict` for an order that is cancelled or has money on it; `already_paid`;
/// `already_on_credit`.
pub fn exempt_order(command: &ExemptOrder, context: &OrderContext) -> Decided<Vec<OrderExempted>> {
    let order = context.order()?;
    let ids = command.item_ids.as_deref();
    if ids.unwrap_or_default().iter().any(|id| order.items.iter().all(|item| item.id != *id)) {
        return Err(Refusal::not_found("item"));
    }
    payable(order)?;
    if order.has_money() {
        return Err(Refusal::conflict("There is money on this order; its tax is fixed"));
    }
    let exemption = command.exemption.clone().map(|of| OrderExemption { of, all: ids.is_none() });
    let is_exempt = |item: &OrderItem| exemption.is_some() && ids.is_none_or(|ids| ids.contains(&item.id));
    let mut after = Order { exemption: exemption.clone(), ..order.clone() };
    let mut items = Vec::new();
    for item in &mut after.items {
        let line = item.line.clone().for_customer(is_exempt(item));
        if line != item.line {
            items.push(RetaxedItem { item_id: item.id, total: line.total, tax: line.tax.clone() });
            (item.debt, item.line) = (debt(&line)?, line);
        }
    }
    let same = |before: &OrderExemption| {
        exemption.as_ref().is_some_and(|now| {
            (&now.of.name, &now.of.document_number, now.all) == (&before.of.name, &before.of.document_number, before.all)
        })
    };
    if items.is_empty() && order.exemption.as_ref().map_or(exemption.is_none(), same) {
        return Ok(Vec::new());
    }
    let service = renewed(after.service_basis(), order.service.clone(), context.next_item_id, context.service, &context.till.tax)?;
    Ok(vec![OrderExempted { order_id: order.id, exemption, items, service, approval: None }])
}

impl RetaxedItem {
    /// Gives the item its tax. Nothing is paid of it.
    pub(super) fn apply_to(&self, item: &mut OrderItem) {
        (item.line.total, item.line.tax) = (self.total, self.tax.clone());
        item.debt = Debt::whole(item.line.currency, item.line.gross());
    }
}

impl Order {
    /// An item that is added to it, with its exemption.
    pub(super) fn with_its_exemption(&self, item: OrderItem) -> Decided<OrderItem> {
        let is_taxed = item.line.tax.as_ref().is_some_and(|tax| tax.kind == TaxKind::Taxed);
        if !is_taxed || self.exemption.as_ref().is_none_or(|exemption| !exemption.all) {
            return Ok(item);
        }
        let line = item.line.for_customer(true);
        Ok(OrderItem { debt: debt(&line)?, line, ..item })
    }
}
