//! An item of an order, as answers show it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::Category;
use crate::http::api::views::{ApprovalFields, LineFigures, TakeView, TaxFigures};
use crate::orders::{Order, OrderItem};
use base::{Cash, CurrencyCode, Price};

/// An item of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderItem)]
pub struct OrderItemView {
    id: u64,
    /// Null for a service charge.
    product_id: Option<u64>,
    product_name: String,
    quantity: i64,
    unit_price: String,
    total_price: String,
    currency: CurrencyCode,
    #[serde(rename = "unitPriceUSD")]
    unit_price_usd: String,
    #[serde(rename = "unitPriceLRD")]
    unit_price_lrd: String,
    #[serde(flatten)]
    tax: TaxFigures,
    /// The label of a scale that says what it costs; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "2100001027506")]
    label: Option<String>,
    category: Category,
    notes: Option<String>,
    /// Pieces that were ordered: as many can be on the order again after some were taken off.
    ordered_quantity: i64,
    /// Whether it was sent to a printer, or is being prepared, ready or served.
    is_sent: bool,
    /// The approval of its price, the username of the person who granted it, and of the one who asked.
    approval_id: Option<u64>,
    approved_by: Option<String>,
    requested_by: Option<String>,
    /// The guest at the table that it is for.
    #[schema(example = "A")]
    guest: Option<String>,
    added_at: String,
    /// Username of the person who added it.
    added_by: String,
    /// The order that it was ordered on.
    first_order_id: u64,
    /// The item that it was cut from.
    part_of: Option<u64>,
    /// The latest bill that asks for it, until it is settled for what was billed.
    #[schema(example = "B-20261123-0007")]
    bill_number: Option<String>,
    /// Whether it was made and given free.
    is_comp: bool,
    /// What it costs less, in either currency.
    #[serde(rename = "discountUSD")]
    discount_usd: String,
    #[serde(rename = "discountLRD")]
    discount_lrd: String,
    discount_reason: Option<String>,
    /// Username of the person who gave the discount.
    discount_by: Option<String>,
    /// What is still owed for it, in the currency that it is priced in; the other is `0.00`.
    #[serde(rename = "dueUSD")]
    due_usd: String,
    #[serde(rename = "dueLRD")]
    due_lrd: String,
    /// What its pieces take from the shelf.
    takes: Vec<TakeView>,
}

impl OrderItemView {
    /// An item of `order`; `is_sent`: see [`crate::printing::items_sent`]; `bill`: the number of its bill.
    pub(in crate::http::api) fn new(order: &Order, item: &OrderItem, is_sent: bool, bill: Option<&String>) -> Self {
        let line = &item.line;
        let figures = LineFigures::new(line.unit, line.total, line.currency);
        let discount = line.discount.as_deref();
        let amount = discount.map_or(Price::ZERO, |discount| discount.amount);
        let due = if order.owes_nothing() { Cash::ZERO } else { crate::payments::due([&item.debt].into_iter()) };
        let (added_at, added_by) = item.added_by.as_ref().map_or((order.created_at, &order.user_name), |by| (by.at, &by.user_name));
        let approval = ApprovalFields::new(discount.and_then(|discount| discount.approval.as_ref()).or(line.approval.as_ref()));
        let tax = TaxFigures::new(line);
        OrderItemView {
            id: item.id,
            product_id: line.is_product().then_some(line.product_id),
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            unit_price: figures.unit_price,
            total_price: figures.total_amount,
            currency: line.currency,
            unit_price_usd: figures.unit_price_usd,
            unit_price_lrd: figures.unit_price_lrd,
            tax,
            label: line.label.clone(),
            category: line.category,
            notes: line.notes.clone(),
            ordered_quantity: item.ordered(),
            is_sent,
            approval_id: approval.id,
            approved_by: approval.approved_by,
            requested_by: approval.requested_by,
            guest: item.guest.clone(),
            added_at: added_at.to_string(),
            added_by: added_by.clone(),
            first_order_id: item.first_order_id.unwrap_or(order.id),
            part_of: item.part_of,
            bill_number: bill.cloned(),
            is_comp: discount.is_some_and(|discount| discount.is_comp),
            discount_usd: amount.usd.to_string(),
            discount_lrd: amount.lrd.to_string(),
            discount_reason: discount.map(|discount| discount.reason.clone()).or_else(|| line.discount_reason.clone()),
            discount_by: discount.map(|discount| discount.user_name.clone()),
            due_usd: due.usd.to_string(),
            due_lrd: due.lrd.to_string(),
            takes: TakeView::each(item.goods()),
        }
    }
}
