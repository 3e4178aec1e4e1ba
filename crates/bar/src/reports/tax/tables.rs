//! Rows of the tax report: one for each business day on which a line with tax was sold or voided.

use serde::{Deserialize, Serialize};

use crate::sales::{SaleLine, SaleRecorded};
use crate::tax::{LineTax, TaxExemption, TaxTotal, add_total};
use base::{BusinessDay, Cash, Price, Reference, Timestamp};
use store::{Counter, Stored, Table, Tables};

pub(super) const TAX_DAYS: Table<BusinessDay, TaxDay> = Table::new("tax_days");

/// What happened on a business day.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct TaxDay {
    pub sales: Vec<TaxTotal>,
    /// Negative.
    pub voids: Vec<TaxTotal>,
    /// Receipts with a line that has tax.
    pub receipts: i64,
    pub first: Option<Reference>,
    pub last: Option<Reference>,
    /// Sales to exempt customers.
    pub exemptions: Vec<ExemptSale>,
}

/// A sale to an exempt customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExemptSale {
    pub number: Reference,
    pub name: String,
    pub document_number: String,
    /// What its exempt lines came to, each in the currency that it was priced in.
    pub net: Cash,
}

/// The sales with a line that has tax, by business day and first line: voided later or not.
pub(super) const TAX_SALES: Table<(BusinessDay, u64), bool> = Table::new("tax_sales");
/// The voided parts of lines with tax and the lines of refunds, by the business day of the void or refund and their place among all of them.
pub(super) const TAX_VOIDS: Table<(BusinessDay, u64), VoidedLine> = Table::new("tax_voids");
const TAX_VOID_IDS: Counter = Counter("tax_voids");

/// A part of a line that was taken back, or, for a refund, the refund's own line with the opposite sign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VoidedLine {
    pub at: Timestamp,
    pub sale_id: u64,
    pub quantity: i64,
    pub total: Price,
    /// The part's share of each tax of the line.
    pub taxes: Vec<Price>,
}

/// Adds a sale to its day.
pub(in crate::reports) fn apply_sale(tables: &mut dyn Tables, event: &SaleRecorded) -> Stored<()> {
    let lines: Vec<TaxTotal> = event.lines.iter().filter_map(SaleLine::tax_total).collect();
    if lines.is_empty() {
        return Ok(());
    }
    if let Some(first) = event.lines.first() {
        TAX_SALES.put(tables, &(event.day, first.id), &true)?;
    }
    TAX_DAYS.change(tables, &event.day, |day| {
        lines.iter().for_each(|line| add_total(&mut day.sales, line));
        let number = Reference::of(&event.receipt_number);
        day.receipts += 1;
        day.first.get_or_insert_with(|| number.clone());
        day.last = Some(number.clone());
        if let Some(TaxExemption { name, document_number, .. }) = &event.exemption {
            let exempt = event.lines.iter().filter(|line| line.tax.as_ref().is_some_and(|tax| tax.exempt));
            let net = exempt.map(|line| line.net().charged_in(line.currency)).sum();
            let (name, document_number) = (name.clone(), document_number.clone());
            day.exemptions.push(ExemptSale { number, name, document_number, net });
        }
    })
}

/// Takes a voided part of a line back, on the day of the void; for a refund its line with the opposite sign.
pub(in crate::reports) fn apply_void(tables: &mut dyn Tables, part: &SaleLine, day: BusinessDay, at: Timestamp) -> Stored<()> {
    let Some(line) = part.tax_total() else { return Ok(()) };
    let taxes = part.tax.as_deref().map(LineTax::amounts).unwrap_or_default();
    let id = TAX_VOID_IDS.take(tables)?;
    TAX_VOIDS.put(tables, &(day, id), &VoidedLine { at, sale_id: part.id, quantity: part.quantity, total: part.total, taxes })?;
    TAX_DAYS.change(tables, &day, |row| add_total(&mut row.voids, &line.negative()))
}
