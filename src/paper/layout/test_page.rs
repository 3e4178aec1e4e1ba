//! Page layout of the test page, which shows whether columns, characters, codes and cutter match the printer's profile.

use super::receipt::PrintInfo;
use printer::paper::{Paper, Style};
use printer::profile::{Profile, Qr};

/// Content of the QR codes on the page.
const CODE: &str = "BARBACK-TEST-PAGE";

/// Lays the test page out. `name` and `place` are those from the printer's settings.
pub fn test_page(name: &str, place: &str, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    paper.text("TEST PAGE", Style::HEADLINE);
    paper.text(name, Style::CENTRE);
    paper.text(place, Style::CENTRE);
    paper.text(profile.title, Style::CENTRE);
    paper.rule();
    paper.text("This line must end at the edge:", Style::PLAIN);
    paper.text(&"1234567890".chars().cycle().take(profile.columns).collect::<String>(), Style::PLAIN);
    paper.columns("Club Beer", "$3.50 / L$665", Style::PLAIN);
    paper.text("Bold", Style { bold: true, ..Style::PLAIN });
    letters(&mut paper);
    codes(&mut paper);
    paper.rule();
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}

fn letters(paper: &mut Paper) {
    let chart = paper.profile().page.chart();
    if !chart.is_empty() {
        paper.rule();
        paper.text("Letters of the code page:", Style::PLAIN);
    }
    for (row, letters) in (8u8..).zip(chart) {
        paper.text(&format!("{row:X}0 {letters}"), Style::PLAIN);
    }
}

fn codes(paper: &mut Paper) {
    if paper.profile().qr == Qr::Text {
        return;
    }
    for (title, way) in [("Code drawn by Barback:", Qr::Raster), ("Code drawn by the printer:", Qr::Native)] {
        paper.rule();
        paper.text(title, Style::PLAIN);
        paper.qr_by(way, CODE);
    }
}
