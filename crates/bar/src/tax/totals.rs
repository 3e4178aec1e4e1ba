//! Sums of the frozen figures of lines, by class, label and mode: for the tax report and for shifts. Nothing is computed from a sum, and
//! nothing is converted at a rate.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{LineTax, Percent, TaxKind, TaxMode};
use base::{Cash, CurrencyCode, Price};

/// What the lines of a row share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxKey {
    /// Id of the tax class.
    pub class: String,
    pub kind: TaxKind,
    pub label: String,
    pub percent: Percent,
    pub mode: TaxMode,
}

/// The figures of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TaxSums {
    /// Number of lines; negative where they were voided.
    pub lines: i64,
    /// Only of lines that are priced in the currency.
    pub net: Cash,
    pub tax: Cash,
    /// Of all lines, by their figures in the currency.
    pub worth_net: Price,
    pub worth_tax: Price,
}

/// A row: the lines of one class, label and mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxTotal {
    pub key: TaxKey,
    pub sums: TaxSums,
}

impl TaxKey {
    fn of(tax: &LineTax) -> Self {
        TaxKey { class: tax.class.clone(), kind: tax.kind(), label: tax.label(), percent: tax.percent_due(), mode: tax.mode }
    }

    /// Where it stands in reports: taxed rows first, the highest percent first, then by class.
    fn order(&self) -> impl Ord + '_ {
        (self.kind, Reverse(self.percent), &self.class, &self.label, self.mode)
    }
}

impl TaxTotal {
    /// The row of one line, which comes to `total` and is priced in `currency`.
    pub fn of(tax: &LineTax, total: Price, currency: CurrencyCode) -> Self {
        let (net, due) = (tax.net(total), tax.due());
        let sums = TaxSums { lines: 1, net: net.charged_in(currency), tax: due.charged_in(currency), worth_net: net, worth_tax: due };
        TaxTotal { key: TaxKey::of(tax), sums }
    }

    /// The same line taken back.
    #[must_use]
    pub fn negative(self) -> Self {
        let TaxSums { lines, net, tax, worth_net, worth_tax } = self.sums;
        let sums = TaxSums { lines: -lines, net: -net, tax: -tax, worth_net: -worth_net, worth_tax: -worth_tax };
        TaxTotal { sums, ..self }
    }
}

impl TaxSums {
    /// Adds `other`.
    pub fn add(&mut self, other: &TaxSums) {
        self.lines += other.lines;
        self.net += other.net;
        self.tax += other.tax;
        self.worth_net += other.worth_net;
        self.worth_tax += other.worth_tax;
    }
}

/// Adds a row to `rows`, which keep their order in reports.
pub fn add_total(rows: &mut Vec<TaxTotal>, row: &TaxTotal) {
    match rows.iter_mut().find(|known| known.key == row.key) {
        Some(known) => known.sums.add(&row.sums),
        None => {
            let place = rows.partition_point(|known| known.key.order() < row.key.order());
            rows.insert(place, row.clone());
        }
    }
}

/// The sum of `rows`, without what is outside tax.
pub fn sum_of_totals<'a>(rows: impl IntoIterator<Item = &'a TaxTotal>) -> TaxSums {
    let mut sums = TaxSums::default();
    rows.into_iter().filter(|row| row.key.kind != TaxKind::Outside).for_each(|row| sums.add(&row.sums));
    sums
}
