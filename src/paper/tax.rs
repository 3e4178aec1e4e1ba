//! The tax report on paper, with the same figures as on the screen.

use super::a_report;
use crate::paper::layout::report::{Report, Section};
use crate::receipts::document::{format_both, format_cash};
use crate::reports::{Days, tax_period};
use crate::settings::Settings;
use crate::tax::{TaxSums, TaxTotal};
use base::{Cash, Price};
use store::{Stored, View};

pub(super) fn tax_report(view: &dyn View, days: Days, settings: &Settings) -> Stored<Report> {
    let period = tax_period(view, days)?;
    let mut sections = Vec::new();
    if let Some(tin) = &settings.tax.tin {
        sections.push(section(&format!("TIN {tin}"), Vec::new()));
    }
    sections.extend(period.sales.iter().map(|row| rows("", row)));
    if period.sales.is_empty() {
        sections.push(section("No sales in this period", Vec::new()));
    }
    sections.extend(period.voids.iter().map(|row| rows("Voided: ", row)));
    if !period.sales.is_empty() || !period.voids.is_empty() {
        sections.push(section("Total", figures(&period.totals())));
    }
    let numbers = period.first.zip(period.last).map(|(first, last)| vec![("First".to_owned(), first), ("Last".to_owned(), last)]);
    let mut receipts = vec![("Receipts".to_owned(), period.receipts.to_string())];
    receipts.extend(numbers.unwrap_or_default());
    sections.push(section("Receipts", receipts));
    Ok(a_report("TAX REPORT", days, settings, sections))
}

fn rows(prefix: &str, TaxTotal { key, sums }: &TaxTotal) -> Section {
    section(&format!("{prefix}{}, {}", key.label, key.mode.as_str()), figures(sums))
}

/// What is priced in each currency, and what all lines are worth.
fn figures(sums: &TaxSums) -> Vec<(String, String)> {
    let cash = |label: &str, cash: Cash| (label.to_owned(), format_cash(cash));
    let worth = |label: &str, price: Price| (label.to_owned(), format_both(price));
    vec![
        ("Lines".to_owned(), sums.lines.to_string()),
        cash("Net", sums.net),
        cash("Tax", sums.tax),
        worth("Worth, net", sums.worth_net),
        worth("Worth, tax", sums.worth_tax),
    ]
}

fn section(title: &str, lines: Vec<(String, String)>) -> Section {
    Section { title: title.to_owned(), lines }
}
