//! What a receipt says about tax: rows by label, letters that refer to them, and the sum before tax.

use super::Item;
use crate::sales::{LineKind, Sale, SaleLine, TaxRow, tax_rows};
use crate::tax::{TaxExemption, TaxKind, TaxMode};
use base::{CurrencyCode, Price};

/// The letters of rows, for receipts with more than one label. A receipt with more has no letters for the others.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The tax of a receipt. Empty for one whose lines were all ordered while the mode was off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReceiptTax {
    /// Whether it has a line with tax or a service charge.
    pub is_shown: bool,
    /// The bar's taxpayer number.
    pub tin: Option<String>,
    pub rows: Vec<TaxRow>,
    /// Why lines are exempt from tax.
    pub exemption: Option<TaxExemption>,
    /// The sum of the lines without what comes on top, in each currency.
    pub subtotal: Price,
}

impl ReceiptTax {
    /// The tax of a sale.
    pub fn of(sale: &Sale, tin: Option<&String>) -> Self {
        ReceiptTax::of_lines(sale.lines.iter().map(|line| &line.line), sale.exemption.clone(), tin)
    }

    /// The tax of these lines.
    pub fn of_lines<'a>(lines: impl Iterator<Item = &'a SaleLine> + Clone, exemption: Option<TaxExemption>, tin: Option<&String>) -> Self {
        let rows = tax_rows(lines.clone());
        let is_shown = !rows.is_empty() || lines.clone().any(|line| line.kind() == LineKind::ServiceCharge);
        let tin = tin.filter(|_| is_shown).cloned();
        ReceiptTax { is_shown, tin, rows, exemption, subtotal: lines.map(|line| line.total).sum() }
    }

    /// The name of a line as it stands on the receipt: `Club Beer [A]` where there are several labels.
    pub fn name_of(&self, item: &Item) -> String {
        let (label, mode) = item.label.as_ref().map_or((crate::sales::WITHOUT_TAX, TaxMode::Off), |line| (&line.label, line.mode));
        match self.letter(label, mode) {
            Some(letter) => format!("{} [{letter}]", item.name),
            None => item.name.clone(),
        }
    }

    /// Whether a tax comes on top of the lines' totals.
    pub fn is_added(&self) -> bool {
        self.rows.iter().any(|row| row.mode == TaxMode::Added)
    }

    /// The rows before the total: net and tax of what comes on top. Name and amount of each.
    pub fn rows_on_top(&self) -> Vec<(String, String)> {
        self.shown(true)
    }

    /// The rows behind the total: net and tax of what the prices contain. Name and amount of each.
    pub fn rows_included(&self) -> Vec<(String, String)> {
        self.shown(false)
    }

    /// Lines without tax stand with those on which it comes on top, if there are any.
    fn is_on_top(&self, row: &TaxRow) -> bool {
        row.mode == TaxMode::Added || (row.mode == TaxMode::Off && self.is_added())
    }

    /// The rows on top or the others; the exemption stands below those on top, if there are any.
    fn shown(&self, on_top: bool) -> Vec<(String, String)> {
        let rows = self.rows.iter().filter(|row| self.is_on_top(row) == on_top).map(|row| self.row_shown(row));
        let exemption = self.exemption.iter().filter(|_| !self.rows.is_empty() && self.is_added() == on_top);
        rows.chain(exemption.map(|exemption| (exemption.in_words(), String::new()))).collect()
    }

    fn row_shown(&self, row: &TaxRow) -> (String, String) {
        let amount = |cash: base::Cash| match row.currency {
            CurrencyCode::Usd => cash.usd.display(),
            CurrencyCode::Lrd => cash.lrd.display(),
        };
        let (name, right) = match row.kind {
            Some(TaxKind::Taxed) => (format!("{} on {}", row.label, amount(row.net)), amount(row.tax)),
            Some(TaxKind::Zero) => (format!("{} on {}", row.label, amount(row.net)), String::new()),
            _ => (row.label.clone(), amount(row.gross)),
        };
        match self.letter(&row.label, row.mode) {
            Some(letter) => (format!("{letter} {name}"), right),
            None => (name, right),
        }
    }

    /// The letter of a label, where there are several.
    fn letter(&self, label: &str, mode: TaxMode) -> Option<char> {
        let mut labels: Vec<(&str, TaxMode)> = Vec::new();
        for row in &self.rows {
            if !labels.contains(&(&row.label, row.mode)) {
                labels.push((&row.label, row.mode));
            }
        }
        let place = labels.iter().position(|known| *known == (label, mode)).filter(|_| labels.len() > 1)?;
        LETTERS.chars().nth(place)
    }
}
