//! A receipt as the guest sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    BusinessInfo, CustomerInfo, Footer, ReceiptDetail, ReceiptDiscount, ReceiptItem, ReceiptPayment, ReceiptTaxView, ReceiptTender,
    ReceiptTotals, TransactionInfo,
};
use crate::http::api::tax::GuestExemption;
use crate::http::api::views::ReceiptKind;
use crate::methods::PaymentMethod;
use crate::sales::VoidedExtent;
use base::CurrencyCode;

/// A receipt as the guest sees it: without names of staff and phone numbers of customers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestReceipt {
    id: u64,
    receipt_number: String,
    order_id: Option<u64>,
    customer_name: Option<String>,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
    created_at: String,
    currency: CurrencyCode,
    business_info: BusinessInfo,
    transaction_info: TransactionInfo,
    customer_info: CustomerInfo,
    items: Vec<ReceiptItem>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    discounts: Vec<ReceiptDiscount>,
    totals: ReceiptTotals,
    voided: VoidedExtent,
    kind: ReceiptKind,
    /// Number of the receipt that it gives money back for; null unless it is a refund.
    refund_of: Option<String>,
    /// Numbers of the receipts of its refunds, oldest first.
    refund_receipts: Vec<String>,
    paid_by: Vec<ReceiptPayment>,
    given_back: Vec<ReceiptTender>,
    notes: Option<String>,
    footer: Footer,
    guest_url: String,
    /// The sum of its lines' taxes.
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    #[serde(rename = "serviceChargeUSD")]
    service_charge_usd: String,
    #[serde(rename = "serviceChargeLRD")]
    service_charge_lrd: String,
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
    #[serde(flatten)]
    tax: ReceiptTaxView,
    /// Why lines of it are exempt from tax.
    tax_exemption: Option<GuestExemption>,
}

/// Copies what guests may see. Field by field, so that a new field is private unless it is added here.
impl From<ReceiptDetail> for GuestReceipt {
    fn from(detail: ReceiptDetail) -> Self {
        GuestReceipt {
            id: detail.row.id,
            receipt_number: detail.row.receipt_number,
            order_id: detail.row.order_id,
            customer_name: detail.row.customer_name,
            payment_method: detail.row.payment_method,
            total_amount_usd: detail.row.total_amount_usd,
            total_amount_lrd: detail.row.total_amount_lrd,
            created_at: detail.row.created_at,
            currency: detail.currency,
            business_info: detail.business_info,
            transaction_info: detail.transaction_info,
            customer_info: detail.customer_info,
            items: detail.items,
            discounts: detail.discounts,
            totals: detail.totals,
            voided: detail.row.voided,
            kind: detail.row.kind,
            refund_of: detail.row.refund_of,
            refund_receipts: detail.refund_receipts,
            paid_by: detail.paid_by,
            given_back: detail.given_back,
            notes: detail.notes,
            footer: detail.footer,
            guest_url: detail.guest_url,
            tax_usd: detail.row.tax_usd,
            tax_lrd: detail.row.tax_lrd,
            service_charge_usd: detail.row.service_charge_usd,
            service_charge_lrd: detail.row.service_charge_lrd,
            grand_total_usd: detail.row.grand_total_usd,
            grand_total_lrd: detail.row.grand_total_lrd,
            tax: detail.tax.for_guests(),
            tax_exemption: detail.tax_exemption.map(GuestExemption::from),
        }
    }
}
