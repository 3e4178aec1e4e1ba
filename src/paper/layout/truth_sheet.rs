//! Page layout of a truth sheet.

use super::receipt::{PrintInfo, marks};
use super::report::Section;
use printer::paper::{Paper, Style};
use printer::profile::Profile;

/// A truth sheet as lines of text and amounts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TruthSheet {
    /// Name of the bar.
    pub business: String,
    /// `Fri 20 Nov 2026`
    pub night: String,
    /// `T-20261120-1`, or that it is provisional.
    pub number: String,
    /// Its parts, from the top.
    pub sections: Vec<Section>,
    /// `7Q4M-K2XD-91FB`; empty for a provisional one.
    pub check_code: String,
}

/// Lays a truth sheet out for one printer. The check code comes last, where a finger finds it.
pub fn truth_sheet(sheet: &TruthSheet, printing: &PrintInfo, profile: Profile) -> Paper {
    let bold = Style { bold: true, ..Style::PLAIN };
    let mut paper = Paper::new(profile);
    paper.text("TRUTH SHEET", Style::HEADLINE);
    paper.text(&sheet.business, Style::CENTRE);
    paper.text(&sheet.night, Style::CENTRE);
    paper.text(&sheet.number, Style::CENTRE);
    marks(&mut paper, false, printing);
    for section in &sheet.sections {
        paper.rule();
        paper.text(&section.title, bold);
        for (words, amount) in &section.lines {
            paper.columns(words, amount, Style::PLAIN);
        }
    }
    paper.rule();
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    if !sheet.check_code.is_empty() {
        paper.columns("Check", &sheet.check_code, bold);
    }
    paper.cut();
    paper
}
