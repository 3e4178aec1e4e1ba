//! A fiscal document as the adapter gets it.

use serde::Serialize;

use crate::fiscal::{FiscalLine, FiscalRow};
use crate::receipts::{self, buyer_of};
use crate::sales::TaxRow;
use crate::tax::{Buyer, TaxKind, TaxMode};
use base::{Cash, Price};
use store::{Stored, View};

/// The JSON that is posted.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentBody {
    document_id: String,
    transaction: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The receipt's number; null for what was taken back.
    number: Option<String>,
    at: String,
    day: String,
    tin: Option<String>,
    buyer: Option<Buyer>,
    rows: Vec<RowBody>,
    lines: Vec<LineBody>,
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
    /// The receipt whose goods were taken back.
    refund_of: Option<String>,
}

/// A row of the taxes of the document, in one currency.
#[derive(Serialize)]
struct RowBody {
    label: String,
    /// Null for lines that were ordered while there was no tax.
    kind: Option<TaxKind>,
    mode: TaxMode,
    currency: &'static str,
    net: String,
    tax: String,
    gross: String,
}

impl From<TaxRow> for RowBody {
    fn from(row: TaxRow) -> Self {
        let amount = |money: Cash| money.in_currency(row.currency);
        RowBody {
            label: row.label,
            kind: row.kind,
            mode: row.mode,
            currency: row.currency.as_str(),
            net: amount(row.net),
            tax: amount(row.tax),
            gross: amount(row.gross),
        }
    }
}

/// A line of the document.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct LineBody {
    sale_id: u64,
    name: String,
    quantity: i64,
    currency: &'static str,
    tax_label: Option<String>,
    percent: String,
    #[serde(rename = "unitPriceUSD")]
    unit_usd: String,
    #[serde(rename = "unitPriceLRD")]
    unit_lrd: String,
    #[serde(rename = "netUSD")]
    net_usd: String,
    #[serde(rename = "netLRD")]
    net_lrd: String,
    #[serde(rename = "taxUSD")]
    tax_usd: String,
    #[serde(rename = "taxLRD")]
    tax_lrd: String,
    #[serde(rename = "grossUSD")]
    gross_usd: String,
    #[serde(rename = "grossLRD")]
    gross_lrd: String,
}

impl DocumentBody {
    /// The body of a document, with the receipt's present buyer. `training`: of a demo bar.
    pub fn load(view: &dyn View, row: FiscalRow, training: bool) -> Stored<Self> {
        let made = row.made;
        let (number, refund_of) = made.numbers();
        let buyer = match receipts::receipt(view, &made.receipt_number)? {
            Some(sale) => buyer_of(view, &sale)?,
            None => None,
        };
        Ok(DocumentBody {
            document_id: made.document_id,
            transaction: if made.refund { "refund" } else { "sale" },
            kind: if training { "training" } else { "normal" },
            number,
            at: row.at.to_string(),
            day: made.day.to_string(),
            tin: made.tin,
            buyer,
            rows: made.rows.into_iter().map(RowBody::from).collect(),
            lines: made.lines.into_iter().map(LineBody::from).collect(),
            grand_total_usd: made.total.usd.to_string(),
            grand_total_lrd: made.total.lrd.to_string(),
            refund_of,
        })
    }
}

impl From<FiscalLine> for LineBody {
    fn from(line: FiscalLine) -> Self {
        let pair = |price: Price| (price.usd.to_string(), price.lrd.to_string());
        let ((unit_usd, unit_lrd), (net_usd, net_lrd)) = (pair(line.unit), pair(line.net));
        let ((tax_usd, tax_lrd), (gross_usd, gross_lrd)) = (pair(line.tax), pair(line.gross));
        LineBody {
            sale_id: line.sale_id,
            name: line.name,
            quantity: line.quantity,
            currency: line.currency.as_str(),
            tax_label: line.label,
            percent: line.percent.to_string(),
            unit_usd,
            unit_lrd,
            net_usd,
            net_lrd,
            tax_usd,
            tax_lrd,
            gross_usd,
            gross_lrd,
        }
    }
}
