//! Orders and their items, as answers show them.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::base::{CurrencyCode, Rate};
use crate::catalog::Category;
use crate::http::api::tax::ExemptionView;
use crate::http::api::views::{ApprovalFields, LineFigures, LineTaxView, TaxFigures};
use crate::http::contract::schemas::TrueOrFalse;
use crate::http::contract::write::missing;
use crate::orders::{self, Order, OrderItem, OrderStatus, OrderType, PaymentStatus, ServiceCharge, ServiceState};
use crate::printing;
use crate::rates;
use crate::store::{Stored, View};

/// An order with its items.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderView {
    id: u64,
    order_type: OrderType,
    status: OrderStatus,
    table_id: Option<u64>,
    table_number: Option<u32>,
    customer_name: String,
    customer_phone: Option<String>,
    notes: Option<String>,
    /// In the order's currency.
    total_amount: String,
    /// The currency of most items; USD on a tie.
    currency: CurrencyCode,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    /// The sum of the items' taxes.
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    /// The sum of the service charge's lines, without tax that comes on top.
    #[serde(rename = "serviceChargeUSD")]
    service_charge_usd: String,
    #[serde(rename = "serviceChargeLRD")]
    service_charge_lrd: String,
    /// The total with service charge and all taxes.
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
    /// LRD per 1 USD when the order was placed.
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    payment_status: PaymentStatus,
    #[schema(value_type = TrueOrFalse)]
    is_on_credit: String,
    /// The customer whose tab it is on; null unless it is on credit.
    tab_customer_name: Option<String>,
    tab_customer_phone: Option<String>,
    /// Paid so far, less change.
    #[serde(rename = "paidAmountUSD")]
    paid_amount_usd: String,
    #[serde(rename = "paidAmountLRD")]
    paid_amount_lrd: String,
    /// Amount due if paid in US dollars: the total while nothing is paid and the exchange rate is that of the items, else what is owed
    /// at the current exchange rate.
    #[serde(rename = "remainingUSD")]
    remaining_usd: String,
    /// Amount due if paid in Liberian dollars; see `remainingUSD`.
    #[serde(rename = "remainingLRD")]
    remaining_lrd: String,
    /// Amount due for items priced in US dollars.
    #[serde(rename = "owedUSD")]
    owed_usd: String,
    /// Amount due for items priced in Liberian dollars.
    #[serde(rename = "owedLRD")]
    owed_lrd: String,
    /// LRD per 1 USD at which `remainingUSD` and `remainingLRD` are computed.
    #[schema(value_type = f64, example = 190)]
    rate: Value,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    #[serde(rename = "roundingLRD")]
    rounding_lrd: String,
    receipt_number: Option<String>,
    user_name: String,
    cancel_reason: Option<String>,
    /// The reason of the list; null for one that was only written.
    cancel_reason_id: Option<u64>,
    cancel_reason_name: Option<String>,
    /// The approval of its cancellation or void, the username of the person who granted it, and of the one who asked.
    approval_id: Option<u64>,
    approved_by: Option<String>,
    requested_by: Option<String>,
    created_at: String,
    updated_at: String,
    items: Vec<OrderItemView>,
    /// People at the table, as far as anybody said.
    guests: Option<u32>,
    service_charge: OrderServiceView,
    /// What the service charge comes to, by currency.
    service_lines: Vec<OrderItemView>,
    tax_exemption: Option<ExemptionView>,
}

/// Whether an order has a service charge.
#[derive(Serialize, ToSchema)]
#[schema(as = OrderServiceCharge)]
pub struct OrderServiceView {
    state: ServiceState,
    /// Null without one.
    #[schema(example = "10.00")]
    percent: Option<String>,
    /// Why it was waived.
    reason: Option<String>,
}

impl OrderServiceView {
    fn new(service: Option<&ServiceCharge>) -> Self {
        OrderServiceView {
            state: service.map_or(ServiceState::None, |service| service.state),
            percent: service.map(|service| service.percent.to_string()),
            reason: service.and_then(|service| service.reason.clone()),
        }
    }
}

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
    #[serde(rename = "netUSD")]
    net_usd: String,
    #[serde(rename = "netLRD")]
    net_lrd: String,
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    /// What is owed for it, in either currency.
    #[serde(rename = "grossUSD")]
    gross_usd: String,
    #[serde(rename = "grossLRD")]
    gross_lrd: String,
    /// The tax that an exempt customer does not pay although the price contains it.
    #[serde(rename = "exemptedUSD")]
    exempted_usd: String,
    #[serde(rename = "exemptedLRD")]
    exempted_lrd: String,
    /// Null for a line that was ordered while there was no tax.
    tax: Option<LineTaxView>,
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
}

impl OrderItemView {
    fn new(item: &OrderItem, is_sent: bool) -> Self {
        let line = &item.line;
        let figures = LineFigures::new(line.unit, line.total, line.currency);
        let approval = ApprovalFields::new(line.approval.as_ref());
        let tax = TaxFigures::new(line);
        OrderItemView {
            id: item.id,
            product_id: line.is_product().then_some(line.product_id),
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            unit_price: figures.unit,
            total_price: figures.total,
            currency: line.currency,
            unit_price_usd: figures.unit_usd,
            unit_price_lrd: figures.unit_lrd,
            net_usd: tax.net_usd,
            net_lrd: tax.net_lrd,
            tax_usd: tax.tax_usd,
            tax_lrd: tax.tax_lrd,
            gross_usd: tax.gross_usd,
            gross_lrd: tax.gross_lrd,
            exempted_usd: tax.exempted_usd,
            exempted_lrd: tax.exempted_lrd,
            tax: tax.tax,
            category: line.category,
            notes: line.notes.clone(),
            ordered_quantity: item.ordered(),
            is_sent,
            approval_id: approval.id,
            approved_by: approval.approved_by,
            requested_by: approval.requested_by,
        }
    }
}

impl OrderView {
    /// The order; `sent` are its items of [`printing::items_sent`].
    pub(super) fn new(order: &Order, table_number: Option<u32>, rate: Rate, sent: &BTreeSet<u64>) -> Self {
        let (total, remaining, owed) = (order.total(), order.remaining(rate), order.owed());
        let (tax, service, grand_total) = (order.tax_due(), order.service_total(), order.grand_total());
        let approval = ApprovalFields::new(order.cancel_approval.as_ref());
        OrderView {
            id: order.id,
            order_type: order.order_type,
            status: order.status,
            table_id: order.table_id,
            table_number,
            customer_name: order.customer.name.clone(),
            customer_phone: order.customer.phone.clone(),
            notes: order.notes.clone(),
            total_amount: total.in_currency(order.currency()),
            currency: order.currency(),
            total_amount_usd: total.usd.to_string(),
            total_amount_lrd: total.lrd.to_string(),
            tax_usd: tax.usd.to_string(),
            tax_lrd: tax.lrd.to_string(),
            service_charge_usd: service.usd.to_string(),
            service_charge_lrd: service.lrd.to_string(),
            grand_total_usd: grand_total.usd.to_string(),
            grand_total_lrd: grand_total.lrd.to_string(),
            exchange_rate: order.rate.to_json(),
            payment_status: order.payment_status(),
            is_on_credit: order.on_credit.to_string(),
            tab_customer_name: order.tab.as_ref().map(|customer| customer.name.clone()),
            tab_customer_phone: order.tab.as_ref().and_then(|customer| customer.phone.clone()),
            paid_amount_usd: order.paid.usd.to_string(),
            paid_amount_lrd: order.paid.lrd.to_string(),
            remaining_usd: remaining.usd.to_string(),
            remaining_lrd: remaining.lrd.to_string(),
            owed_usd: owed.usd.to_string(),
            owed_lrd: owed.lrd.to_string(),
            rate: rate.to_json(),
            change_usd: order.change.usd.to_string(),
            change_lrd: order.change.lrd.to_string(),
            rounding_lrd: order.rounding.to_string(),
            receipt_number: order.receipt_numbers.last().cloned(),
            user_name: order.user_name.clone(),
            cancel_reason: order.cancel_reason.clone(),
            cancel_reason_id: order.cancel_listed.as_ref().map(|listed| listed.id),
            cancel_reason_name: order.cancel_listed.as_ref().map(|listed| listed.name.clone()),
            approval_id: approval.id,
            approved_by: approval.approved_by,
            requested_by: approval.requested_by,
            created_at: order.created_at.to_string(),
            updated_at: order.updated_at.to_string(),
            items: order.items.iter().map(|item| OrderItemView::new(item, sent.contains(&item.id))).collect(),
            guests: order.guests,
            service_charge: OrderServiceView::new(order.service.as_ref()),
            service_lines: order.service_lines.iter().map(|line| OrderItemView::new(line, false)).collect(),
            tax_exemption: order.exemption.as_ref().map(|exemption| ExemptionView::new(&exemption.of)),
        }
    }

    /// The order with its table's number and the current exchange rate.
    pub fn load(view: &dyn View, order: &Order) -> Stored<Self> {
        let table = match order.table_id {
            Some(id) => crate::seating::any_table(view, id)?.map(|table| table.number),
            None => None,
        };
        Ok(OrderView::new(order, table, rates::rate(view)?, &printing::items_sent(view, order)?))
    }
}

/// The order with this id, which must exist.
pub(super) fn view_of(view: &dyn View, id: u64) -> Stored<OrderView> {
    OrderView::load(view, &orders::order(view, id)?.ok_or_else(|| missing("orders"))?)
}
