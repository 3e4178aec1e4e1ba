//! The figures of a line: net, tax and gross in each currency, and rows that sum them by label.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::{LineKind, SaleLine};
use crate::payments::{Debt, Reading};
use crate::tax::{LineTax, Percent, TaxKind, TaxMode, TaxTotal};
use base::{Cash, CurrencyCode, Price, Rate};

impl SaleLine {
    /// Its total as money of the currency that it was charged in: with the tax that it contains, without tax that comes on top.
    pub fn charged(&self) -> Cash {
        self.total.charged_in(self.currency)
    }

    /// What is owed for it, as money of the currency that it was charged in.
    pub fn gross_charged(&self) -> Cash {
        self.gross().charged_in(self.currency)
    }

    /// The total with all taxes: what is owed for it, in either currency.
    pub fn gross(&self) -> Price {
        self.tax.as_deref().map_or(self.total, |tax| tax.gross(self.total))
    }

    /// The total without any tax.
    pub fn net(&self) -> Price {
        self.tax.as_deref().map_or(self.total, |tax| tax.net(self.total))
    }

    /// Its tax.
    pub fn tax_due(&self) -> Price {
        self.tax.as_deref().map_or(Price::ZERO, LineTax::due)
    }

    /// The tax that an exempt customer does not pay although the price contains it.
    pub fn exempted(&self) -> Price {
        self.tax.as_deref().map_or(Price::ZERO, LineTax::exempted)
    }

    /// The line for a customer who is exempt from tax or not: the tax that its price contains is taken off or put back.
    #[must_use]
    pub fn for_customer(self, exempt: bool) -> Self {
        let (priced, tax) = (self.priced(), self.tax.as_deref().map(|tax| tax.for_customer(exempt)));
        let line = SaleLine { total: priced, tax: tax.map(Box::new), ..self };
        SaleLine { total: priced + -line.exempted(), ..line }
    }

    /// The line with the opposite sign: of the line of a refund, what it takes back.
    #[must_use]
    pub fn negative(&self) -> Self {
        let tax = self.tax.as_deref().map(|tax| {
            let amounts: Vec<Price> = tax.amounts().into_iter().map(|amount| -amount).collect();
            Box::new(tax.with(&amounts))
        });
        SaleLine { quantity: -self.quantity, total: -self.total, tax, ..self.clone() }
    }

    /// Its row in the tax report; `None` if it was ordered while the mode was off.
    pub fn tax_total(&self) -> Option<TaxTotal> {
        self.tax.as_deref().map(|tax| TaxTotal::of(tax, self.total, self.currency))
    }

    /// Unit price × quantity, less the discount: what a phone compares its total with.
    pub fn priced(&self) -> Price {
        self.total + self.exempted()
    }
}

impl SaleLine {
    /// Whether it is of a product whose prices are fixed in both currencies: neither is the other one at the rate.
    fn has_two_prices(&self) -> bool {
        let Price { usd, lrd } = self.unit;
        self.is_product() && lrd != self.rate.to_lrd(usd) && usd != self.rate.to_usd(lrd)
    }
}

/// What is owed for these lines as a guest is shown it, where prices of products are fixed in both currencies; else none: then it is what
/// the debts come to at `rate`.
pub fn readings_of<'a>(lines: impl Iterator<Item = (&'a SaleLine, &'a Debt)>, rate: Rate) -> Vec<Reading> {
    let lines: Vec<(&SaleLine, &Debt)> = lines.collect();
    if !lines.iter().any(|(line, debt)| line.has_two_prices() && !debt.is_settled()) {
        return Vec::new();
    }
    // A service charge is a part of the other lines in either currency.
    let reading = |(line, debt): (&SaleLine, &Debt)| {
        let is_fixed = line.has_two_prices() || line.kind() == LineKind::ServiceCharge;
        if is_fixed { Reading::in_proportion(debt, line.gross()) } else { Reading::at_rate(debt, rate) }
    };
    lines.into_iter().map(reading).collect()
}

/// The sum of lines of one label, in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxRow {
    pub label: String,
    /// `None` for lines that were ordered while the mode was off.
    pub kind: Option<TaxKind>,
    pub mode: TaxMode,
    pub percent: Percent,
    /// Only lines that are priced in it.
    pub currency: CurrencyCode,
    pub net: Cash,
    pub tax: Cash,
    pub gross: Cash,
}

/// What stands for lines that were ordered while the mode was off.
pub const WITHOUT_TAX: &str = "Without tax";

/// What is levied on these lines: one row for each label and currency, the highest percent first, US dollars before Liberian dollars. None
/// if all of them were ordered while the mode was off.
pub fn tax_rows<'a>(lines: impl IntoIterator<Item = &'a SaleLine>) -> Vec<TaxRow> {
    let mut rows: Vec<TaxRow> = Vec::new();
    for line in lines.into_iter().filter(|line| line.is_revenue()) {
        let row = TaxRow::of(line);
        let same =
            |other: &&mut TaxRow| (&other.label, other.kind, other.mode, other.currency) == (&row.label, row.kind, row.mode, row.currency);
        match rows.iter_mut().find(same) {
            Some(sum) => {
                sum.net += row.net;
                sum.tax += row.tax;
                sum.gross += row.gross;
            }
            None => rows.push(row),
        }
    }
    if rows.iter().all(|row| row.mode == TaxMode::Off) {
        return Vec::new();
    }
    rows.sort_by(|one, other| one.order().cmp(&other.order()));
    rows
}

impl TaxRow {
    fn of(line: &SaleLine) -> Self {
        let of_currency = |price: Price| price.charged_in(line.currency);
        TaxRow {
            label: line.tax.as_deref().map_or_else(|| WITHOUT_TAX.to_owned(), LineTax::label),
            kind: line.tax.as_deref().map(LineTax::kind),
            mode: line.tax.as_deref().map_or(TaxMode::Off, |tax| tax.mode),
            percent: line.tax.as_deref().map_or(Percent::ZERO, LineTax::percent_due),
            currency: line.currency,
            net: of_currency(line.net()),
            tax: of_currency(line.tax_due()),
            gross: of_currency(line.gross()),
        }
    }

    /// Where it stands among others. Lines without tax come last.
    fn order(&self) -> impl Ord + '_ {
        (Reverse(self.percent), self.kind.is_none(), self.kind, &self.label, self.mode, self.currency)
    }
}
