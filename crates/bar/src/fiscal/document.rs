//! What a document says of a receipt, or of what was taken back of one.

use serde::{Deserialize, Serialize};

use super::DocumentMade;
use crate::sales::{SaleLine, SaleRecorded, tax_rows};
use crate::tax::{LineTax, Percent};
use base::{BarMoment, BusinessDay, CurrencyCode, Price, Timestamp};

/// A line of a document: as it was sold, in both currencies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiscalLine {
    pub sale_id: u64,
    pub name: String,
    pub quantity: i64,
    /// The currency that it is priced in.
    pub currency: CurrencyCode,
    pub unit: Price,
    /// `None` for a line that was ordered while there was no tax.
    pub label: Option<String>,
    pub percent: Percent,
    pub net: Price,
    pub tax: Price,
    pub gross: Price,
}

impl FiscalLine {
    fn of(line: &SaleLine) -> Self {
        FiscalLine {
            sale_id: line.id,
            name: line.product_name.clone(),
            quantity: line.quantity,
            currency: line.currency,
            unit: line.unit,
            label: line.tax.as_deref().map(LineTax::label),
            percent: line.tax.as_deref().map_or(Percent::ZERO, LineTax::percent_due),
            net: line.net(),
            tax: line.tax_due(),
            gross: line.gross(),
        }
    }
}

/// What is taken back of a receipt at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    pub receipt_number: String,
    /// Pieces of the first line that were taken back before.
    pub earlier: i64,
    /// Each with the pieces and the money that are taken back.
    pub lines: Vec<SaleLine>,
}

/// The document of a receipt; of a refund, with positive amounts. `holds_paper`: whether its paper waits for the signature.
pub fn document_of_sale(sale: &SaleRecorded, tin: Option<&String>, holds_paper: bool) -> DocumentMade {
    let document_id = sale.receipt_number.clone();
    let Some(refund) = &sale.refund else {
        let lines: Vec<SaleLine> = sale.lines.iter().filter(|line| line.is_revenue()).cloned().collect();
        return DocumentMade { document_id, holds_paper, ..document(&sale.receipt_number, &lines, sale.day, tin) };
    };
    let lines: Vec<SaleLine> = sale.lines.iter().map(SaleLine::negative).collect();
    let refund_of = Some(refund.of.clone());
    DocumentMade { document_id, holds_paper, refund: true, refund_of, ..document(&sale.receipt_number, &lines, sale.day, tin) }
}

/// The document of what was taken back of a receipt, with positive amounts.
pub fn document_of_refund(of: &TakenBack, at: Timestamp, when: BarMoment, tin: Option<&String>) -> DocumentMade {
    let TakenBack { receipt_number, earlier, lines } = of;
    let line = lines.first().map_or(0, |line| line.id);
    // The pieces before tell two voids of a line apart, and the moment one that a restored bar does not know.
    let document_id = format!("{receipt_number}-V{line}-{earlier}-{}", at.as_millis());
    DocumentMade { document_id, refund: true, ..document(receipt_number, lines, when.day, tin) }
}

fn document(receipt_number: &str, lines: &[SaleLine], day: BusinessDay, tin: Option<&String>) -> DocumentMade {
    DocumentMade {
        document_id: String::new(),
        receipt_number: receipt_number.to_owned(),
        refund: false,
        refund_of: None,
        day,
        tin: tin.cloned(),
        rows: tax_rows(lines),
        lines: lines.iter().map(FiscalLine::of).collect(),
        total: lines.iter().map(SaleLine::gross).sum(),
        holds_paper: false,
    }
}
