//! Parts that several answers share: a receipt in a list, the figures of a line, change, a customer.
//!
//! Answers embed these structs with `serde(flatten)`: their members are members of the answer, and its schema names them in `allOf`.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::Unit;
use crate::methods::PaymentMethod;
use crate::payments::Payment;
use crate::receipts::{self, Receipt};
use crate::sales::{SaleLine, Take, TaxRow, VoidedExtent};
use crate::tax::{LineTax, TaxKind, TaxMode, TaxPart};
use base::{Approved, CurrencyCode, Customer, Price};
use store::{Stored, View};

/// Goods that a line takes from the shelf.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Take)]
pub struct TakeView {
    product_id: u64,
    /// Its name at that moment.
    product_name: String,
    unit: Unit,
    /// In units of the stock; negative in the line of a refund.
    #[schema(example = 50)]
    amount: i64,
}

impl TakeView {
    /// One for each product.
    pub fn each(goods: Vec<Take>) -> Vec<Self> {
        let view = |Take { product_id, product_name, unit, amount, is_counted: _ }| TakeView { product_id, product_name, unit, amount };
        goods.into_iter().map(view).collect()
    }
}

/// Price and total of a line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineFigures {
    /// In the currency of the line, as `totalAmount`.
    pub unit_price: String,
    pub total_amount: String,
    pub currency: CurrencyCode,
    #[serde(rename = "unitPriceUSD")]
    pub unit_price_usd: String,
    #[serde(rename = "unitPriceLRD")]
    pub unit_price_lrd: String,
    #[serde(rename = "totalAmountUSD")]
    pub total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    pub total_amount_lrd: String,
}

impl LineFigures {
    /// The figures of a line that is priced in `currency`.
    pub fn new(unit: Price, total: Price, currency: CurrencyCode) -> Self {
        LineFigures {
            unit_price: unit.in_currency(currency),
            total_amount: total.in_currency(currency),
            currency,
            unit_price_usd: unit.usd.to_string(),
            unit_price_lrd: unit.lrd.to_string(),
            total_amount_usd: total.usd.to_string(),
            total_amount_lrd: total.lrd.to_string(),
        }
    }
}

/// Net, tax and gross of a line, and its frozen tax.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxFigures {
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
}

impl TaxFigures {
    /// The figures of a line.
    pub fn new(line: &SaleLine) -> Self {
        let (net, tax, gross, exempted) = (line.net(), line.tax_due(), line.gross(), line.exempted());
        TaxFigures {
            net_usd: net.usd.to_string(),
            net_lrd: net.lrd.to_string(),
            tax_usd: tax.usd.to_string(),
            tax_lrd: tax.lrd.to_string(),
            gross_usd: gross.usd.to_string(),
            gross_lrd: gross.lrd.to_string(),
            exempted_usd: exempted.usd.to_string(),
            exempted_lrd: exempted.lrd.to_string(),
            tax: line.tax.as_deref().map(LineTaxView::new),
        }
    }
}

/// The tax of a line, frozen when it was ordered.
#[derive(Serialize, ToSchema)]
#[schema(as = LineTax)]
pub struct LineTaxView {
    mode: TaxMode,
    /// Id of the tax class.
    #[schema(example = "standard")]
    class: String,
    kind: TaxKind,
    #[schema(example = "GST 13 %")]
    label: String,
    #[schema(example = "13.00")]
    percent: String,
    parts: Vec<LineTaxPartView>,
    /// The day that decided the rate.
    #[schema(example = "2026-11-21")]
    day: String,
}

/// A part of the tax of a line.
#[derive(Serialize, ToSchema)]
#[schema(as = LineTaxPart)]
pub struct LineTaxPartView {
    #[schema(example = "GST")]
    name: String,
    #[schema(example = "13.00")]
    percent: String,
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
}

impl LineTaxView {
    fn new(tax: &LineTax) -> Self {
        let part = |part: &TaxPart| LineTaxPartView {
            name: part.name.clone(),
            percent: part.percent.to_string(),
            tax_usd: part.amount.usd.to_string(),
            tax_lrd: part.amount.lrd.to_string(),
        };
        LineTaxView {
            mode: tax.mode,
            class: tax.class.clone(),
            kind: tax.kind(),
            label: tax.label(),
            percent: tax.percent_due().to_string(),
            // Those of an exempt customer are not levied.
            parts: if tax.exempt { Vec::new() } else { tax.parts.iter().map(part).collect() },
            day: tax.day.to_string(),
        }
    }
}

/// A row of what is levied: the lines of one label that are priced in one currency.
#[derive(Serialize, ToSchema)]
#[schema(as = TaxRow)]
pub struct TaxRowView {
    #[schema(example = "GST 13 %")]
    label: String,
    /// Null for lines that were ordered while there was no tax.
    kind: Option<TaxKind>,
    mode: TaxMode,
    currency: CurrencyCode,
    #[schema(example = "3.54")]
    net: String,
    #[schema(example = "0.46")]
    tax: String,
    #[schema(example = "4.00")]
    gross: String,
}

impl From<TaxRow> for TaxRowView {
    fn from(row: TaxRow) -> Self {
        let currency = row.currency;
        TaxRowView {
            label: row.label,
            kind: row.kind,
            mode: row.mode,
            currency,
            net: row.net.in_currency(currency),
            tax: row.tax.in_currency(currency),
            gross: row.gross.in_currency(currency),
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
    /// The sum of its lines' taxes.
    #[serde(rename = "taxUSD")]
    pub(super) tax_usd: String,
    #[serde(rename = "taxLRD")]
    pub(super) tax_lrd: String,
    /// The sum of its service charge, without tax that comes on top.
    #[serde(rename = "serviceChargeUSD")]
    pub(super) service_charge_usd: String,
    #[serde(rename = "serviceChargeLRD")]
    pub(super) service_charge_lrd: String,
    /// The total with all taxes.
    #[serde(rename = "grandTotalUSD")]
    pub(super) grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    pub(super) grand_total_lrd: String,
    pub(super) created_at: String,
    /// How much of it is voided.
    pub(super) voided: VoidedExtent,
    /// What it is: of a sale, or of money that went back.
    pub(super) kind: ReceiptKind,
    /// Number of the receipt that it gives money back for; null unless it is a refund.
    pub(super) refund_of: Option<String>,
}

/// What a receipt is of.
#[derive(Serialize, Clone, Copy, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReceiptKind {
    /// Goods were paid for.
    Sale,
    /// Money was given back for goods of another receipt.
    Refund,
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
            tax_usd: receipt.tax.usd.to_string(),
            tax_lrd: receipt.tax.lrd.to_string(),
            service_charge_usd: receipt.service_charge.usd.to_string(),
            service_charge_lrd: receipt.service_charge.lrd.to_string(),
            grand_total_usd: receipt.total.usd.to_string(),
            grand_total_lrd: receipt.total.lrd.to_string(),
            created_at: receipt.at.to_string(),
            voided: receipt.voided,
            kind: if receipt.refund_of.is_some() { ReceiptKind::Refund } else { ReceiptKind::Sale },
            refund_of: receipt.refund_of.clone(),
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
