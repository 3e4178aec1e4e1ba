//! Page layout of a report.

use super::receipt::{PrintInfo, marks};
use printer::paper::{Paper, Style};
use printer::profile::Profile;

/// A report as lines of text and amounts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// What it is, in capitals: `SALES REPORT`.
    pub title: String,
    /// Name of the bar.
    pub business: String,
    /// The days that it covers: `2026-11-01 to 2026-11-21`.
    pub period: String,
    /// Its sections, from the top.
    pub sections: Vec<Section>,
}

/// A heading and its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Heading; may be empty.
    pub title: String,
    /// Text at the left, amount at the right.
    pub lines: Vec<(String, String)>,
}

/// Lays a report out for one printer.
pub fn report(report: &Report, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    paper.text(&report.title, Style::HEADLINE);
    paper.text(&report.business, Style::CENTRE);
    paper.text(&report.period, Style::CENTRE);
    marks(&mut paper, false, printing);
    for section in &report.sections {
        paper.rule();
        paper.text(&section.title, Style { bold: true, ..Style::PLAIN });
        for (words, amount) in &section.lines {
            paper.columns(words, amount, Style::PLAIN);
        }
    }
    paper.rule();
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_in_42_columns() {
        let day = |date: &str, amount: &str| (date.to_owned(), amount.to_owned());
        let night = Report {
            title: "SALES REPORT".into(),
            business: "Sunset Bar & Grill".into(),
            period: "2026-11-20 to 2026-11-21".into(),
            sections: vec![
                Section { title: String::new(), lines: vec![day("Receipts", "12"), day("Total", "$1,284.50")] },
                Section { title: "By day".into(), lines: vec![day("2026-11-20", "$1,000.00"), day("2026-11-21", "$284.50")] },
            ],
        };
        let printing = PrintInfo { job: 5, at: "21 Nov 2026, 11:02 PM".into(), ..PrintInfo::default() };
        let paper = report(&night, &printing, Profile::named("epson-80-42").expect("preset"));
        let expected = "\
SALES REPORT
Sunset Bar & Grill
2026-11-20 to 2026-11-21
------------------------------------------
Receipts                                12
Total                            $1,284.50
------------------------------------------
By day
2026-11-20                       $1,000.00
2026-11-21                         $284.50
------------------------------------------
Job 5                21 Nov 2026, 11:02 PM";
        assert_eq!(paper.lines().join("\n"), expected);
    }
}
