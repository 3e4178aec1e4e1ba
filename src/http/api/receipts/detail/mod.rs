//! Receipts as answers show them, to staff and to guests.

mod guest;

pub use guest::GuestReceipt;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::GuestLinks;
use crate::http::api::fiscal::FiscalMarkView;
use crate::http::api::payments::PaymentView;
use crate::http::api::reasons::RecordedReason;
use crate::http::api::tax::ExemptionView;
use crate::http::api::views::{ReceiptView, TaxRowView};
use crate::methods::PaymentMethod;
use crate::printing::{self, ReceiptCopy};
use crate::receipts::document::{format_both, format_cash};
use crate::receipts::{self, Document, Item, PaymentLine, Receipt, SharedDiscount};
use crate::sales::{LineKind, Sale};
use crate::settings;
use crate::tax::Buyer;
use base::CurrencyCode;
use store::{Stored, View};

/// A receipt with all details.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptDetail {
    #[serde(flatten)]
    row: ReceiptView,
    currency: CurrencyCode,
    business_info: BusinessInfo,
    transaction_info: TransactionInfo,
    customer_info: CustomerInfo,
    items: Vec<ReceiptItem>,
    /// The discounts on several lines; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    discounts: Vec<ReceiptDiscount>,
    totals: ReceiptTotals,
    /// Payments of its lines, oldest first.
    payments: Vec<PaymentView>,
    /// What gave money back for its voided and refunded items, oldest first.
    refunds: Vec<PaymentView>,
    /// Numbers of the receipts of its refunds, oldest first.
    refund_receipts: Vec<String>,
    /// Why money went back, of a refund.
    #[serde(flatten)]
    reason: RecordedReason,
    /// The payments as on the paper; empty where they are unknown.
    paid_by: Vec<ReceiptPayment>,
    /// What was given back for voided items, as on the paper.
    given_back: Vec<ReceiptTender>,
    notes: Option<String>,
    footer: Footer,
    served_by: String,
    /// Link for the guest, as in the QR code on the paper.
    #[schema(example = "http://192.168.8.1/r/3q2-7wAAAAAAAAAAAAAAAAE1J4gAAAB-")]
    guest_url: String,
    #[serde(flatten)]
    tax: ReceiptTaxView,
    /// Why lines of it are exempt from tax.
    tax_exemption: Option<ExemptionView>,
    /// Its further prints after the original, oldest first.
    copies: Vec<CopyView>,
}

/// A further print of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceiptCopy)]
pub struct CopyView {
    /// From 1.
    n: u32,
    at: String,
    /// Username of the person who asked for it.
    user_name: String,
    job_id: u64,
}

impl From<ReceiptCopy> for CopyView {
    fn from(copy: ReceiptCopy) -> Self {
        CopyView { n: copy.n, at: copy.at.to_string(), user_name: copy.user_name, job_id: copy.job_id }
    }
}

/// Where the guest sat, and the tax on the receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptTaxView {
    /// The bar's taxpayer number; null without it, and without tax.
    tin: Option<String>,
    /// Number of the table; null without an order at a table.
    table_number: Option<u32>,
    /// What the table was called when it was paid; null where it had only its number.
    #[schema(example = "VIP")]
    table_name: Option<String>,
    /// What was levied, by label and currency; empty without tax.
    tax_rows: Vec<TaxRowView>,
    /// Who the receipt is for; null if not given.
    buyer: Option<BuyerView>,
    /// Its fiscal document; null in a bar without a fiscal device.
    fiscal: Option<FiscalMarkView>,
}

/// The buyer on a receipt.
#[derive(Serialize, ToSchema)]
#[schema(as = Buyer)]
pub struct BuyerView {
    #[schema(example = "Acme Group")]
    name: String,
    /// Taxpayer number.
    tin: Option<String>,
    address: Option<String>,
}

impl ReceiptTaxView {
    fn new(document: &Document) -> Self {
        ReceiptTaxView {
            tin: document.tax.tin.clone(),
            table_number: document.table.as_ref().map(|table| table.number),
            table_name: document.table.as_ref().and_then(|table| table.name.clone()),
            tax_rows: document.tax.rows.iter().cloned().map(TaxRowView::from).collect(),
            buyer: document.buyer.clone().map(|Buyer { name, tin, address }| BuyerView { name, tin, address }),
            fiscal: document.fiscal.clone().map(FiscalMarkView::from),
        }
    }

    fn for_guests(self) -> Self {
        ReceiptTaxView { fiscal: self.fiscal.map(FiscalMarkView::for_guests), ..self }
    }
}

/// The bar, as on the receipt.
#[derive(Serialize, ToSchema)]
pub struct BusinessInfo {
    name: String,
    address: String,
    phone: String,
}

/// Time and payment of the sale, as on the receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionInfo {
    date: String,
    time: String,
    #[schema(value_type = String, example = "cash")]
    payment_method: PaymentMethod,
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
}

/// The customer, as on the receipt.
#[derive(Serialize, ToSchema)]
pub struct CustomerInfo {
    name: Option<String>,
}

/// A line of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptItem {
    kind: LineKind,
    name: String,
    brand: Option<String>,
    quantity: i64,
    #[schema(example = "$3.50")]
    unit_price_display: String,
    /// Before the discount that stands below it.
    #[schema(example = "$7.00")]
    total_price_display: String,
    /// The same in the other currency.
    #[schema(example = "L$1,330")]
    other_price_display: String,
    /// The list price, if it was sold at another price.
    #[schema(example = "$4.00")]
    list_price_display: Option<String>,
    /// `Discount` with its percent, or `Comp`; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "Discount 10 %")]
    discount_label: Option<String>,
    /// What it takes off; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "-$1.00")]
    discount_display: Option<String>,
    /// True if it stands below all lines, with what it takes off others; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    discount_shared: bool,
    /// Whether all of the line was voided after the sale.
    voided: bool,
    /// Pieces that were voided after the sale.
    voided_quantity: i64,
    /// Their total; null without any.
    #[schema(example = "$2.00")]
    voided_display: Option<String>,
    /// Pieces that were refunded after the sale.
    refunded_quantity: i64,
    /// What was given back for it; null for nothing.
    #[schema(example = "$4.00")]
    refunded_display: Option<String>,
    /// What was levied on it; null for a line that was ordered while there was no tax.
    #[schema(example = "GST 13 %")]
    tax_label: Option<String>,
}

/// A discount on several lines of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptDiscount {
    #[schema(example = "Discount 10 %")]
    label: String,
    /// What it takes off all of them.
    #[schema(example = "-$1.00 -L$95")]
    amount_display: String,
}

impl ReceiptDiscount {
    fn new(discount: &SharedDiscount) -> Self {
        ReceiptDiscount { label: discount.label.clone(), amount_display: discount.display() }
    }
}

/// A payment on a receipt, without names of staff and references.
#[derive(Serialize, ToSchema)]
pub struct ReceiptPayment {
    /// Which of the equal shares of its order it pays; absent for other payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "2 of 4")]
    part: Option<String>,
    /// When that part was paid; absent for other payments.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "8:40 PM")]
    time: Option<String>,
    tenders: Vec<ReceiptTender>,
    /// Change of this payment; null without change.
    #[schema(example = "L$240")]
    change: Option<String>,
    /// Tip in this payment; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "$2.50")]
    tip: Option<String>,
}

/// Money of one method on a receipt.
#[derive(Serialize, ToSchema)]
pub struct ReceiptTender {
    #[schema(example = "Cash")]
    name: String,
    #[schema(example = "$4.00")]
    amount: String,
}

/// Totals of a receipt, as on the paper.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptTotals {
    #[schema(example = "$3.50 / L$665")]
    display_total: String,
    /// The sum of the lines without what comes on top; null where nothing does.
    #[schema(example = "$3.00 / L$570")]
    display_subtotal: Option<String>,
    display_paid: String,
    /// What a refund gave back; null for other receipts.
    #[schema(example = "L$760")]
    display_paid_back: Option<String>,
    /// Null without change.
    #[schema(example = "L$240")]
    display_change: Option<String>,
    /// The part of the money that was a tip; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "$2.50")]
    display_tip: Option<String>,
    /// Total of voided items; null if there are none.
    #[schema(example = "$8.00")]
    display_voided: Option<String>,
    /// Money of earlier payments on these items; null if there was none.
    #[schema(example = "L$120")]
    display_earlier: Option<String>,
    /// The part of the money that paid for goods which are not on this receipt; null if there was none.
    #[schema(example = "L$120")]
    display_on_account: Option<String>,
    /// What was still owed after a part payment; null otherwise.
    #[schema(example = "$5.37 / L$1,020")]
    display_still_owed: Option<String>,
    /// What a part payment did; null otherwise.
    #[schema(example = "Received L$500. Still owed $5.37 / L$1,020.")]
    display_open: Option<String>,
}

/// Footer of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Footer {
    thank_you_message: String,
    website: String,
    social_media: String,
}

/// The receipt of a sale with all details.
pub(super) fn detail(view: &dyn View, sale: &Sale, links: &GuestLinks<'_>) -> Stored<ReceiptDetail> {
    let settings = settings::settings(view)?;
    let (receipt, why) = (Receipt::of(sale), sale.refund.as_ref().map(|refund| &refund.reason));
    let document = receipts::document(view, sale, &settings)?;
    let (payments, refunds) = (receipts::payments_of(view, sale)?, receipts::refunds_of(view, sale)?);
    Ok(ReceiptDetail {
        row: ReceiptView::new(&receipt),
        tax: ReceiptTaxView::new(&document),
        tax_exemption: document.tax.exemption.as_ref().map(ExemptionView::new),
        payments: payments.into_iter().map(|row| PaymentView::new(view, row, &settings)).collect::<Stored<_>>()?,
        refunds: refunds.into_iter().map(|row| PaymentView::new(view, row, &settings)).collect::<Stored<_>>()?,
        refund_receipts: receipts::refund_receipts(sale),
        reason: RecordedReason::new(why.and_then(|why| why.listed.as_ref()), why.map(|why| why.text.as_str())),
        paid_by: document.payments.iter().map(ReceiptPayment::new).collect(),
        given_back: tenders(&document.given_back),
        currency: receipt.currency,
        customer_info: CustomerInfo { name: receipt.customer.as_ref().map(|customer| customer.name.clone()) },
        totals: ReceiptTotals {
            display_total: document.display_total(),
            display_subtotal: document.tax.is_added().then(|| format_both(document.tax.subtotal)),
            display_paid: document.display_paid(),
            display_paid_back: document.paid_back().map(format_cash),
            display_change: document.change.map(format_cash),
            display_tip: document.tip.map(format_cash),
            display_voided: document.display_voided(),
            display_earlier: document.paid_earlier.map(format_cash),
            display_on_account: document.on_account.map(format_cash),
            display_still_owed: document.still_owed.map(format_both),
            display_open: document.display_open(),
        },
        transaction_info: TransactionInfo {
            date: document.date,
            time: document.time,
            payment_method: receipt.method.clone(),
            exchange_rate: receipt.rate.to_json(),
        },
        items: document.items.iter().map(ReceiptItem::new).collect(),
        discounts: document.discounts.iter().map(ReceiptDiscount::new).collect(),
        notes: receipt.notes.clone(),
        served_by: document.served_by,
        business_info: BusinessInfo { name: document.business.name, address: document.business.address, phone: document.business.phone },
        footer: Footer {
            thank_you_message: document.business.thank_you,
            website: document.business.website,
            social_media: document.business.social_media,
        },
        guest_url: links.url(&settings, &receipt),
        copies: printing::copies(view, &sale.receipt_number)?.into_iter().map(CopyView::from).collect(),
    })
}

impl ReceiptItem {
    fn new(item: &Item) -> Self {
        let discount = item.discount_display();
        ReceiptItem {
            kind: item.kind,
            name: item.name.clone(),
            brand: Some(item.brand.clone()).filter(|brand| !brand.is_empty()),
            quantity: item.quantity,
            unit_price_display: item.unit_price_display(),
            total_price_display: item.total_price_display(),
            other_price_display: item.other_price_display(),
            list_price_display: item.list_price_display(),
            discount_label: discount.as_ref().map(|(label, _)| (*label).to_owned()),
            discount_display: discount.map(|(_, amount)| amount),
            discount_shared: item.has_shared_discount(),
            voided: item.voided(),
            voided_quantity: item.voided_quantity,
            voided_display: (item.voided_quantity > 0).then(|| item.voided_price_display()),
            refunded_quantity: item.refunded_quantity,
            refunded_display: item.refunded_display(),
            tax_label: item.label.as_ref().map(|line| line.label.clone()),
        }
    }
}

impl ReceiptPayment {
    fn new(payment: &PaymentLine) -> Self {
        ReceiptPayment {
            part: payment.share.map(|share| format!("{} of {}", share.part, share.of)),
            time: payment.share.map(|_| payment.time.clone()),
            tenders: tenders(&payment.tenders),
            change: payment.change.map(format_cash),
            tip: payment.tip.map(format_cash),
        }
    }
}

fn tenders(named: &[(String, String)]) -> Vec<ReceiptTender> {
    named.iter().map(|(name, amount)| ReceiptTender { name: name.clone(), amount: amount.clone() }).collect()
}
