//! Orders and their items, as answers show them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::item_view::OrderItemView;
use crate::bills::{self, Bill};
use crate::credit;
use crate::http::api::bills::OrderBillView;
use crate::http::api::tax::ExemptionView;
use crate::http::api::views::ApprovalFields;
use crate::http::contract::schemas::TrueOrFalse;
use crate::http::contract::write::missing;
use crate::orders::{self, ClosedAs, Order, OrderItem, OrderStatus, OrderType, PaymentStatus, ServiceCharge, ServiceState};
use crate::printing;
use crate::rates;
use crate::sales::DiscountGrant;
use crate::seating::{self, TableLabel};
use base::{CurrencyCode, Customer, Rate};
use store::{Stored, View};

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
    /// What the table is called at present; null where it has only its number.
    #[schema(example = "VIP")]
    table_name: Option<String>,
    /// When it came to its table: earlier than the table's `occupiedAt`, it is of guests who have left. Without a table, when it was placed.
    seated_at: String,
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
    /// What of the order its exemption is about; null without one.
    exempt_items: Option<ExemptItemsView>,
    /// The person who serves it: at first the one who placed it.
    served_by_id: u64,
    served_by: String,
    /// The order that it was cut from.
    split_from: Option<u64>,
    /// The first of the orders that one order was split into; null if it was never split.
    split_group: Option<u64>,
    split_index: Option<u32>,
    /// How many of them are not merged.
    split_count: Option<u32>,
    /// The order that all of its items went to.
    merged_into: Option<u64>,
    /// The equal shares that it is being paid in.
    shares: Option<SharesView>,
    closed_as: Option<ClosedAs>,
    /// The sum of the discounts on its items, in either currency.
    #[serde(rename = "discountUSD")]
    discount_usd: String,
    #[serde(rename = "discountLRD")]
    discount_lrd: String,
    /// The discounts on its items, an entry for each act.
    discounts: Vec<OrderDiscountView>,
    /// What was written off because the guests left.
    #[serde(rename = "writtenOffUSD")]
    written_off_usd: String,
    #[serde(rename = "writtenOffLRD")]
    written_off_lrd: String,
    /// Its latest bill before payment.
    bill: Option<OrderBillView>,
}

/// A discount that one act gave on items of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderDiscount)]
pub struct OrderDiscountView {
    /// Null for an amount.
    #[schema(example = "10.00")]
    percent: Option<String>,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
    item_ids: Vec<u64>,
    reason: String,
    /// Username of the person who gave it.
    by: String,
    /// Username of the person who approved it.
    approved_by: Option<String>,
}

impl OrderDiscountView {
    fn new(act: &DiscountGrant) -> Self {
        let discount = act.discount;
        OrderDiscountView {
            percent: discount.percent.map(|percent| percent.to_string()),
            amount_usd: act.amount.usd.to_string(),
            amount_lrd: act.amount.lrd.to_string(),
            item_ids: act.line_ids.clone(),
            reason: discount.reason.clone(),
            by: discount.user_name.clone(),
            approved_by: discount.approval.as_ref().map(|approval| approval.approved_by.clone()),
        }
    }
}

/// Equal shares in which an order is being paid.
#[derive(Serialize, ToSchema)]
#[schema(as = OrderShares)]
pub struct SharesView {
    of: u32,
    /// Parts that are paid.
    paid: u32,
    left: u32,
}

/// What an answer about an order shows beside the order's own row.
pub(super) struct OrderDetails {
    pub table: Option<TableLabel>,
    /// The current exchange rate, in LRD per USD.
    pub rate: Rate,
    /// Its items of [`printing::items_sent`].
    pub sent: BTreeSet<u64>,
    /// How many of the orders that it was split with are not merged.
    pub split_count: Option<u32>,
    /// Its latest bill before payment.
    pub bill: Option<Bill>,
    /// The numbers of bills that ask for its items and service charge.
    pub billed: BTreeMap<u64, String>,
    /// The customer whose tab it is on, as shown now.
    pub tab: Option<Customer>,
}

impl OrderDetails {
    /// Loads it for an order whose table and the current exchange rate are known.
    pub fn load(view: &dyn View, order: &Order, table: Option<TableLabel>, rate: Rate) -> Stored<Self> {
        Ok(OrderDetails {
            table,
            rate,
            sent: printing::items_sent(view, order)?,
            split_count: orders::split_count(view, order)?,
            bill: bills::latest_of_order(view, order.id)?,
            billed: bills::numbers_on(view, order)?,
            tab: order.tab.as_ref().map(|tab| credit::customer_shown(view, tab)).transpose()?,
        })
    }
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

impl OrderView {
    /// The order with its details.
    pub(super) fn new(order: &Order, details: &OrderDetails) -> Self {
        let (OrderDetails { table, rate, sent, split_count, bill, billed, tab }, discount) = (details, order.discount());
        let rate = *rate;
        let (total, remaining, owed) = (order.total(), order.remaining(rate), order.owed());
        let (tax, service, grand_total) = (order.tax_due(), order.service_total(), order.grand_total());
        let approval = ApprovalFields::new(order.cancel_approval.as_ref());
        OrderView {
            id: order.id,
            order_type: order.order_type,
            status: order.status,
            table_id: order.table_id,
            table_number: table.as_ref().map(|table| table.number),
            table_name: table.as_ref().and_then(|table| table.name.clone()),
            seated_at: order.seated_at.to_string(),
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
            tab_customer_name: tab.as_ref().map(|customer| customer.name.clone()),
            tab_customer_phone: tab.as_ref().and_then(|customer| customer.phone.clone()),
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
            items: order.items.iter().map(|item| OrderItemView::new(order, item, sent.contains(&item.id), billed.get(&item.id))).collect(),
            guests: order.guests,
            service_charge: OrderServiceView::new(order.service.as_ref()),
            service_lines: order.service_lines.iter().map(|line| OrderItemView::new(order, line, false, billed.get(&line.id))).collect(),
            tax_exemption: order.exemption.as_ref().map(|exemption| ExemptionView::new(&exemption.of)),
            exempt_items: order.exemption.as_ref().map(|exemption| ExemptItemsView::new(order, exemption.all)),
            served_by_id: order.served_by.user_id,
            served_by: order.served_by.user_name.clone(),
            split_from: order.split.and_then(|split| split.from),
            split_group: order.split.map(|split| split.group),
            split_index: order.split.map(|split| split.index),
            split_count: *split_count,
            merged_into: order.merged_into,
            shares: order.shares.as_ref().map(|plan| SharesView { of: plan.of, paid: plan.paid(), left: plan.left() }),
            closed_as: order.closed_as(),
            discounts: order.discounts().iter().map(OrderDiscountView::new).collect(),
            discount_usd: discount.usd.to_string(),
            discount_lrd: discount.lrd.to_string(),
            written_off_usd: order.written_off.usd.to_string(),
            written_off_lrd: order.written_off.lrd.to_string(),
            bill: bill.as_ref().map(OrderBillView::from),
        }
    }

    /// The order with its table and the current exchange rate.
    pub fn load(view: &dyn View, order: &Order) -> Stored<Self> {
        let table = seating::label_of(view, order.table_id)?;
        Ok(OrderView::new(order, &OrderDetails::load(view, order, table, rates::rate(view)?)?))
    }
}

/// What of an order is exempt from tax.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExemptItems)]
pub struct ExemptItemsView {
    /// Whether later items and the service charge are exempt too.
    all: bool,
    /// Ids of the items that would have tax without the exemption.
    item_ids: Vec<u64>,
}

impl ExemptItemsView {
    fn new(order: &Order, all: bool) -> Self {
        let is_exempt = |item: &&OrderItem| item.line.tax.as_ref().is_some_and(|tax| tax.exempt);
        ExemptItemsView { all, item_ids: order.items.iter().filter(is_exempt).map(|item| item.id).collect() }
    }
}

/// The order with this id, which must exist.
pub fn view_of(view: &dyn View, id: u64) -> Stored<OrderView> {
    OrderView::load(view, &orders::order(view, id)?.ok_or_else(|| missing("orders"))?)
}
