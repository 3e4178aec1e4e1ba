//! Bills, as answers show them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::bills::{Bill, BillChange, BillPrint, BillState};
use crate::http::api::orders::OrderItemView;
use crate::orders;
use crate::printing;
use store::{Stored, View};

/// A bill before payment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Bill)]
pub struct BillView {
    #[schema(example = "B-20261123-0007")]
    number: String,
    order_id: u64,
    table_number: Option<u32>,
    /// What the table was called when the bill was made; null where it had only its number.
    #[schema(example = "VIP")]
    table_name: Option<String>,
    customer_name: String,
    /// The business day of its first print.
    #[schema(example = "2026-11-23")]
    day: String,
    created_at: String,
    /// Username of the person who made it.
    user_name: String,
    state: BillState,
    print_count: usize,
    /// Oldest first.
    prints: Vec<BillPrintView>,
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
    /// The grand total of its order when that was settled, or what its pieces were settled for on several orders; null before.
    #[serde(rename = "settledUSD")]
    settled_usd: Option<String>,
    #[serde(rename = "settledLRD")]
    settled_lrd: Option<String>,
    /// As they were at its first print, the service charge last.
    items: Vec<OrderItemView>,
    /// What was removed, discounted or moved after it, oldest first.
    changes: Vec<BillChangeView>,
}

/// A print of a bill.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillPrint)]
pub struct BillPrintView {
    /// From 1.
    n: usize,
    at: String,
    user_name: String,
    /// Null if a phone showed or printed it.
    printer_id: Option<u64>,
}

/// What was removed, discounted or moved after a bill.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BillChange)]
pub struct BillChangeView {
    at: String,
    user_name: String,
    approved_by: Option<String>,
    #[schema(example = "2 × Club Beer taken off")]
    text: String,
    /// What the guest pays less by it, in either currency.
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

/// The latest bill of an order.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderBill)]
pub struct OrderBillView {
    #[schema(example = "B-20261123-0007")]
    number: String,
    /// When it was made.
    at: String,
    print_count: usize,
    state: BillState,
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
}

impl From<&Bill> for OrderBillView {
    fn from(bill: &Bill) -> Self {
        let total = bill.grand_total();
        OrderBillView {
            number: bill.number.clone(),
            at: bill.created_at.to_string(),
            print_count: bill.prints.len(),
            state: bill.state,
            grand_total_usd: total.usd.to_string(),
            grand_total_lrd: total.lrd.to_string(),
        }
    }
}

impl BillView {
    /// The bill with its lines.
    pub fn load(view: &dyn View, bill: &Bill) -> Stored<Self> {
        let items = match orders::order(view, bill.order_id)? {
            Some(order) => {
                let sent = printing::items_sent(view, &order)?;
                bill.lines().map(|item| OrderItemView::new(&order, item, sent.contains(&item.id), Some(&bill.number))).collect()
            }
            None => Vec::new(),
        };
        let total = bill.grand_total();
        Ok(BillView {
            number: bill.number.clone(),
            order_id: bill.order_id,
            table_number: bill.table.as_ref().map(|table| table.number),
            table_name: bill.table.as_ref().and_then(|table| table.name.clone()),
            customer_name: bill.customer_name.clone(),
            day: bill.day.to_string(),
            created_at: bill.created_at.to_string(),
            user_name: bill.user_name.clone(),
            state: bill.state,
            print_count: bill.prints.len(),
            prints: bill.prints.iter().zip(1..).map(|(print, n)| BillPrintView::new(print, n)).collect(),
            grand_total_usd: total.usd.to_string(),
            grand_total_lrd: total.lrd.to_string(),
            settled_usd: bill.settled.map(|settled| settled.usd.to_string()),
            settled_lrd: bill.settled.map(|settled| settled.lrd.to_string()),
            items,
            changes: bill.changes.iter().map(BillChangeView::from).collect(),
        })
    }
}

impl BillPrintView {
    fn new(print: &BillPrint, n: usize) -> Self {
        BillPrintView { n, at: print.at.to_string(), user_name: print.user_name.clone(), printer_id: print.billing.printer_id }
    }
}

impl From<&BillChange> for BillChangeView {
    fn from(change: &BillChange) -> Self {
        BillChangeView {
            at: change.at.to_string(),
            user_name: change.user_name.clone(),
            approved_by: change.approved_by.clone(),
            text: change.text.clone(),
            amount_usd: change.amount.usd.to_string(),
            amount_lrd: change.amount.lrd.to_string(),
        }
    }
}
