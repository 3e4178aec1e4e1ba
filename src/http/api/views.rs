//! Parts that several answers share: a receipt in a list, the figures of a line, change, a customer.
//!
//! Answers copy the members instead of embedding these structs: `serde(flatten)` would turn their schemas into `allOf`, and so
//! change the published document.

use serde::Serialize;
use utoipa::ToSchema;

use crate::base::{Approved, CurrencyCode, Customer, Price};
use crate::methods::PaymentMethod;
use crate::payments::Payment;
use crate::receipts::{self, Receipt};
use crate::sales::VoidedExtent;
use crate::store::{Stored, View};

/// Formatted price and total of a line.
pub struct LineFigures {
    /// Unit price, in the currency of the line.
    pub unit: String,
    /// Total, in the currency of the line.
    pub total: String,
    /// Unit price in US dollars.
    pub unit_usd: String,
    /// Unit price in Liberian dollars.
    pub unit_lrd: String,
    /// Total in US dollars.
    pub total_usd: String,
    /// Total in Liberian dollars.
    pub total_lrd: String,
}

impl LineFigures {
    /// The figures of a line that is priced in `currency`.
    pub fn new(unit: Price, total: Price, currency: CurrencyCode) -> Self {
        LineFigures {
            unit: unit.in_currency(currency),
            total: total.in_currency(currency),
            unit_usd: unit.usd.to_string(),
            unit_lrd: unit.lrd.to_string(),
            total_usd: total.usd.to_string(),
            total_lrd: total.lrd.to_string(),
        }
    }
}

/// Formatted change of a payment, and what rounding to existing notes added or took away.
pub struct ChangeFigures {
    /// Change in US dollars.
    pub usd: String,
    /// Change in Liberian dollars.
    pub lrd: String,
    /// Rounding, in Liberian dollars.
    pub rounding_lrd: String,
}

impl ChangeFigures {
    /// The change of a payment.
    pub fn of(payment: &Payment) -> Self {
        let (change, rounding) = (&payment.change, &payment.rounding);
        ChangeFigures { usd: change.usd.to_string(), lrd: change.lrd.to_string(), rounding_lrd: rounding.to_string() }
    }
}

/// Name and phone of a customer. Both are `None` without a customer.
#[derive(Default)]
pub struct CustomerFields {
    pub name: Option<String>,
    pub phone: Option<String>,
}

impl CustomerFields {
    pub fn new(customer: Option<&Customer>) -> Self {
        customer.map_or_else(Self::default, |customer| CustomerFields { name: Some(customer.name.clone()), phone: customer.phone.clone() })
    }
}

/// The approval that a record was made with. All are `None` without one.
#[derive(Default)]
pub struct ApprovalFields {
    pub id: Option<u64>,
    /// Username of the person who granted it.
    pub approved_by: Option<String>,
    /// Username of the person who asked for it.
    pub requested_by: Option<String>,
}

impl ApprovalFields {
    pub fn new(approval: Option<&Approved>) -> Self {
        approval.map_or_else(Self::default, |approval| ApprovalFields {
            id: Some(approval.approval_id),
            approved_by: Some(approval.approved_by.clone()),
            requested_by: Some(approval.requested_by.clone()),
        })
    }
}

/// A receipt, as in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Receipt)]
pub struct ReceiptView {
    pub(super) id: u64,
    pub(super) receipt_number: String,
    pub(super) order_id: Option<u64>,
    pub(super) customer_name: Option<String>,
    customer_phone: Option<String>,
    #[schema(value_type = String, example = "cash")]
    pub(super) payment_method: PaymentMethod,
    #[serde(rename = "totalAmountUSD")]
    pub(super) total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    pub(super) total_amount_lrd: String,
    pub(super) created_at: String,
    /// How much of it is voided.
    pub(super) voided: VoidedExtent,
}

impl ReceiptView {
    pub fn new(receipt: &Receipt) -> Self {
        let customer = CustomerFields::new(receipt.customer.as_ref());
        ReceiptView {
            id: receipt.id,
            receipt_number: receipt.number.clone(),
            order_id: receipt.order_id,
            customer_name: customer.name,
            customer_phone: customer.phone,
            payment_method: receipt.method.clone(),
            total_amount_usd: receipt.total.usd.to_string(),
            total_amount_lrd: receipt.total.lrd.to_string(),
            created_at: receipt.at.to_string(),
            voided: receipt.voided,
        }
    }
}

/// The receipt with this number; `None` without a number.
pub fn receipt_of(view: &dyn View, number: Option<&str>) -> Stored<Option<ReceiptView>> {
    match number {
        Some(number) => Ok(receipts::receipt(view, number)?.map(|sale| ReceiptView::new(&Receipt::of(&sale)))),
        None => Ok(None),
    }
}
