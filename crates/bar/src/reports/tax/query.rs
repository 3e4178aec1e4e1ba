//! Queries of the tax report.

use super::tables::{ExemptSale, TAX_DAYS, TAX_SALES, TAX_VOIDS};
use crate::credit;
use crate::orders::{self, OrderStatus};
use crate::receipts;
use crate::reports::Days;
use crate::sales::{self, Sale, SaleLine, VoidedPart};
use crate::tax::{Buyer, TaxExemption, TaxSums, TaxTotal, add_total, sum_of_totals};
use base::{BusinessDay, Timestamp};
use store::{Key, Stored, View};

/// The tax report of a range of days.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaxPeriod {
    pub sales: Vec<TaxTotal>,
    /// Negative.
    pub voids: Vec<TaxTotal>,
    /// Receipts with a line that has tax.
    pub receipts: i64,
    /// Number of the first of them.
    pub first: Option<String>,
    pub last: Option<String>,
    /// Sales to exempt customers with their days, oldest first.
    pub exemptions: Vec<(BusinessDay, ExemptSale)>,
}

impl TaxPeriod {
    /// Sales and voids together, without what is outside tax.
    pub fn totals(&self) -> TaxSums {
        sum_of_totals(self.sales.iter().chain(&self.voids))
    }
}

/// The report of these business days.
pub fn tax_period(view: &dyn View, days: Days) -> Stored<TaxPeriod> {
    let mut period = TaxPeriod::default();
    for (date, day) in TAX_DAYS.range(view, &days.first.to_bytes(), &days.end().to_bytes())? {
        day.sales.iter().for_each(|row| add_total(&mut period.sales, row));
        day.voids.iter().for_each(|row| add_total(&mut period.voids, row));
        period.receipts += day.receipts;
        period.first = period.first.or_else(|| day.first.map(|number| number.text()));
        period.last = day.last.map(|number| number.text()).or(period.last);
        period.exemptions.extend(day.exemptions.into_iter().map(|sale| (date, sale)));
    }
    Ok(period)
}

/// A line of the report: sold, or taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportedLine {
    /// The day of the sale or of the void.
    pub day: BusinessDay,
    pub at: Timestamp,
    pub receipt_number: String,
    pub is_void: bool,
    /// What was sold or taken back; a void's figures count negative.
    pub line: SaleLine,
    pub buyer: Option<Buyer>,
    pub exemption: Option<TaxExemption>,
}

/// The lines of these business days: those that were sold, oldest first, then those that were taken back. Lines that were ordered while the
/// mode was off are left out, as in the report.
pub fn tax_lines(view: &dyn View, days: Days) -> Stored<Vec<ReportedLine>> {
    let mut lines = Vec::new();
    let (first, end) = (days.first.to_bytes(), days.end().to_bytes());
    for ((_, first_line), _) in TAX_SALES.range(view, &first, &end)? {
        let Some(sale) = sales::sale_of_line(view, first_line)? else { continue };
        for line in sale.lines.iter().filter(|line| line.line.tax.is_some()) {
            lines.push(reported(view, &sale, line.line.clone(), (sale.day, sale.at), false)?);
        }
    }
    for ((day, _), voided) in TAX_VOIDS.range(view, &first, &end)? {
        let Some(sale) = sales::sale_of_line(view, voided.sale_id)? else { continue };
        let Some(line) = sale.lines.iter().find(|line| line.line.id == voided.sale_id) else { continue };
        if sale.refund.is_some() {
            lines.push(reported(view, &sale, line.line.negative(), (day, voided.at), true)?);
            continue;
        }
        let part = VoidedPart { quantity: voided.quantity, total: voided.total, taxes: voided.taxes, allocations: Vec::new() };
        lines.push(reported(view, &sale, line.line.limited_to(&part), (day, voided.at), true)?);
    }
    Ok(lines)
}

fn reported(view: &dyn View, sale: &Sale, line: SaleLine, (day, at): (BusinessDay, Timestamp), is_void: bool) -> Stored<ReportedLine> {
    Ok(ReportedLine {
        day,
        at,
        receipt_number: sale.receipt_number.clone(),
        is_void,
        line,
        buyer: receipts::buyer_of(view, sale)?,
        exemption: sale.exemption.clone(),
    })
}

/// What was served and is not paid: items of served orders, and what is on tabs.
pub fn served_unpaid(view: &dyn View) -> Stored<Vec<TaxTotal>> {
    let served = orders::open_orders(view)?.into_iter().filter(|order| order.status == OrderStatus::Served && !order.on_credit);
    let items = served.flat_map(|order| order.items.into_iter().chain(order.service_lines)).map(|item| item.line);
    let mut rows = Vec::new();
    for line in items.chain(credit::active_credits(view)?.into_iter().map(|item| item.line)) {
        line.tax_total().iter().for_each(|row| add_total(&mut rows, row));
    }
    Ok(rows)
}
