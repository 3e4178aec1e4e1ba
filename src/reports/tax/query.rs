//! Queries of the tax report.

use super::tables::{ExemptSale, TAX_DAYS};
use crate::base::BusinessDay;
use crate::credit;
use crate::orders::{self, OrderStatus};
use crate::reports::Days;
use crate::store::{Key, Stored, View};
use crate::tax::{TaxSums, TaxTotal, add_total, sum_of_totals};

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
