//! Credit items and tabs, as answers show them.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::credit::{CreditItem, CreditStatus, Tab, TabStatus};
use crate::http::api::tax::ExemptionView;
use crate::http::api::views::{ApprovalFields, LineFigures, TakeView, TaxFigures};
use crate::sales::LineKind;

/// A credit item: a product that was given and not yet paid.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreditItem)]
pub struct CreditView {
    id: u64,
    customer_name: String,
    customer_phone: Option<String>,
    kind: LineKind,
    /// Null for a service charge and for an old debt.
    product_id: Option<u64>,
    product_name: String,
    quantity: i64,
    #[serde(flatten)]
    figures: LineFigures,
    #[serde(flatten)]
    tax: TaxFigures,
    tax_exemption: Option<ExemptionView>,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    /// The label of a scale that says what it costs; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "2100001027506")]
    label: Option<String>,
    notes: Option<String>,
    status: CreditStatus,
    created_at: String,
    /// The day since which an old debt is owed; null if that is not known, and for goods.
    since: Option<String>,
    order_id: Option<u64>,
    /// Paid so far in US dollars, each payment at its own exchange rate.
    #[serde(rename = "paidAmountUSD")]
    paid_amount_usd: String,
    /// Amount due if the item is priced in US dollars, else zero.
    #[serde(rename = "owedUSD")]
    owed_usd: String,
    /// Amount due if the item is priced in Liberian dollars, else zero.
    #[serde(rename = "owedLRD")]
    owed_lrd: String,
    paid_at: Option<String>,
    receipt_number: Option<String>,
    user_name: String,
    /// What it takes from the shelf.
    takes: Vec<TakeView>,
    /// The approval of its price, the username of the person who granted it, and of the one who asked.
    approval_id: Option<u64>,
    approved_by: Option<String>,
    requested_by: Option<String>,
}

impl CreditView {
    pub fn new(item: &CreditItem) -> Self {
        let line = &item.line;
        let owed = item.owed();
        let tax = TaxFigures::new(line);
        let approval = ApprovalFields::new(line.approval.as_ref());
        let figures = LineFigures::new(line.unit, line.total, line.currency);
        CreditView {
            id: item.id,
            customer_name: item.customer.name.clone(),
            customer_phone: item.customer.phone.clone(),
            kind: line.kind(),
            product_id: line.is_product().then_some(line.product_id),
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            figures,
            tax,
            tax_exemption: item.exemption.as_ref().map(ExemptionView::new),
            exchange_rate: line.rate.to_json(),
            label: line.label.clone(),
            notes: line.notes.clone(),
            status: item.status,
            created_at: item.created_at.to_string(),
            since: item.since.map(|since| since.day.to_string()),
            order_id: line.order_id,
            paid_amount_usd: item.paid_value_usd.to_string(),
            owed_usd: owed.usd.to_string(),
            owed_lrd: owed.lrd.to_string(),
            paid_at: item.paid_at.map(|at| at.to_string()),
            receipt_number: item.receipt_number.clone(),
            user_name: item.user_name.clone(),
            takes: TakeView::each(line.goods()),
            approval_id: approval.id,
            approved_by: approval.approved_by,
            requested_by: approval.requested_by,
        }
    }
}

/// A customer's tab with its items.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Tab)]
pub struct TabView {
    customer_id: String,
    customer_name: String,
    customer_phone: Option<String>,
    #[serde(rename = "totalUSD")]
    total_usd: String,
    #[serde(rename = "totalLRD")]
    total_lrd: String,
    #[serde(rename = "paidUSD")]
    paid_usd: String,
    #[serde(rename = "dueUSD")]
    due_usd: String,
    #[serde(rename = "dueLRD")]
    due_lrd: String,
    /// Amount due for items priced in US dollars.
    #[serde(rename = "owedUSD")]
    owed_usd: String,
    /// Amount due for items priced in Liberian dollars.
    #[serde(rename = "owedLRD")]
    owed_lrd: String,
    /// LRD per 1 USD at which `dueUSD` and `dueLRD` are computed.
    #[schema(value_type = f64, example = 190)]
    rate: Value,
    #[schema(value_type = TabStatus)]
    status: &'static str,
    /// How much may be due; null: without a limit.
    #[serde(rename = "limitUSD")]
    limit_usd: Option<String>,
    order_ids: Vec<u64>,
    items: Vec<CreditView>,
}

impl From<Tab> for TabView {
    fn from(tab: Tab) -> Self {
        TabView {
            customer_id: tab.customer_id,
            customer_name: tab.customer.name,
            customer_phone: tab.customer.phone,
            total_usd: tab.total.usd.to_string(),
            total_lrd: tab.total.lrd.to_string(),
            paid_usd: tab.paid_usd.to_string(),
            due_usd: tab.due.usd.to_string(),
            due_lrd: tab.due.lrd.to_string(),
            owed_usd: tab.owed.usd.to_string(),
            owed_lrd: tab.owed.lrd.to_string(),
            rate: tab.rate.to_json(),
            status: tab.status.as_str(),
            limit_usd: tab.limit.map(|limit| limit.to_string()),
            order_ids: tab.order_ids,
            items: tab.items.iter().map(CreditView::new).collect(),
        }
    }
}
