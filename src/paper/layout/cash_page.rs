//! Page layout of X and Z, of slips about cash, and of the cash report: blocks of lines with an amount in each currency.

use super::receipt::PrintInfo;
use base::Cash;
use printer::paper::{Paper, Style};
use printer::profile::Profile;

/// A line of a page about cash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CashLine {
    /// A rule across the paper.
    Rule,
    /// A heading.
    Title(String),
    /// Text over the whole width, wrapped.
    Text(String),
    /// Text at the left, text at the right edge.
    Pair(String, String),
    /// A label, the amount in US dollars, the amount in Liberian dollars at the right edge.
    Amounts(String, Cash),
    /// A label, and a line to sign on.
    Sign(String),
}

/// A page about cash.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CashPage {
    /// Centred lines at the top: the first one is tall where `is_tall`.
    pub head: Vec<String>,
    /// Whether the first line is what the page is, in capitals.
    pub is_tall: bool,
    pub lines: Vec<CashLine>,
}

impl CashPage {
    /// The page as a copy, which is said under what it is; 0 for an original.
    pub fn of_copy(mut self, copy: u32) -> Self {
        if copy > 0 {
            let place = if self.is_tall { 1 } else { 2 };
            self.head.insert(place.min(self.head.len()), format!("COPY {copy}"));
        }
        self
    }
}

/// Column in which amounts in US dollars end, by the columns of the paper.
fn usd_end(columns: usize) -> usize {
    match columns {
        48.. => 32,
        42.. => 28,
        _ => 19,
    }
}

/// Lays a page about cash out for one printer.
pub fn cash_page(page: &CashPage, printing: &PrintInfo, profile: Profile) -> Paper {
    let end = usd_end(profile.columns);
    let columns = profile.columns;
    let mut paper = Paper::new(profile);
    for (place, line) in page.head.iter().enumerate() {
        paper.text(line, if place == 0 && page.is_tall { Style::HEADLINE } else { Style::CENTRE });
    }
    for line in &page.lines {
        match line {
            CashLine::Rule => paper.rule(),
            CashLine::Title(title) => paper.text(title, Style { bold: true, ..Style::PLAIN }),
            CashLine::Text(text) => paper.text(text, Style::PLAIN),
            CashLine::Pair(left, right) => paper.columns(left, right, Style::PLAIN),
            CashLine::Amounts(label, amount) => {
                paper.three_columns(label, &amount.usd.display(), &amount.lrd.display(), end);
            }
            CashLine::Sign(label) => {
                let blank = columns.saturating_sub(label.chars().count() + 1);
                paper.columns(label, &"_".repeat(blank), Style::PLAIN);
            }
        }
    }
    if page.lines.last() != Some(&CashLine::Rule) && !matches!(page.lines.last(), Some(CashLine::Sign(_))) {
        paper.rule();
    }
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}
