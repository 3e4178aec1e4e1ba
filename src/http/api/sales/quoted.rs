//! Lines of a sale that is not recorded.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::base::CurrencyCode;
use crate::http::api::views::{LineFigures, LineTaxView, TaxFigures};
use crate::sales::SaleLine;

/// A line of a sale as it would be now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotedLine {
    product_id: u64,
    product_name: String,
    quantity: i64,
    unit_price: String,
    total_amount: String,
    currency: CurrencyCode,
    #[serde(rename = "unitPriceUSD")]
    unit_price_usd: String,
    #[serde(rename = "unitPriceLRD")]
    unit_price_lrd: String,
    #[serde(rename = "totalAmountUSD")]
    total_amount_usd: String,
    #[serde(rename = "totalAmountLRD")]
    total_amount_lrd: String,
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
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    list_price: String,
}

impl QuotedLine {
    pub(super) fn new(line: &SaleLine) -> Self {
        let (figures, tax) = (LineFigures::new(line.unit, line.total, line.currency), TaxFigures::new(line));
        QuotedLine {
            product_id: line.product_id,
            product_name: line.product_name.clone(),
            quantity: line.quantity,
            unit_price: figures.unit,
            total_amount: figures.total,
            currency: line.currency,
            unit_price_usd: figures.unit_usd,
            unit_price_lrd: figures.unit_lrd,
            total_amount_usd: figures.total_usd,
            total_amount_lrd: figures.total_lrd,
            net_usd: tax.net_usd,
            net_lrd: tax.net_lrd,
            tax_usd: tax.tax_usd,
            tax_lrd: tax.tax_lrd,
            gross_usd: tax.gross_usd,
            gross_lrd: tax.gross_lrd,
            exempted_usd: tax.exempted_usd,
            exempted_lrd: tax.exempted_lrd,
            tax: tax.tax,
            exchange_rate: line.rate.to_json(),
            list_price: line.list.in_currency(line.currency),
        }
    }
}
