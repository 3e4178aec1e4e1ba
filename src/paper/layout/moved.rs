//! Page layout of a slip about items that went to another place.

use super::receipt::{PrintInfo, marks};
use super::ticket::TicketLine;
use printer::paper::{Paper, Size, Style};
use printer::profile::Profile;

/// Content of a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedPage {
    /// The numbers of the orders from which and to which items went.
    pub orders: (u64, u64),
    /// Their places: `Table 4`, `Takeout`.
    pub places: (String, String),
    pub items: Vec<TicketLine>,
    /// Username of the person who moved them.
    pub by: String,
}

/// Lays a slip out for one printer.
pub fn moved(page: &MovedPage, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    paper.text("MOVED", Style { size: Size::Double, ..Style::HEADLINE });
    paper.text(&format!("ORDER #{} -> #{}", page.orders.0, page.orders.1), Style::HEADLINE);
    paper.text(&format!("{} -> {}", page.places.0, page.places.1), Style::HEADLINE);
    marks(&mut paper, false, printing);
    paper.rule();
    let large = Style { bold: true, size: Size::Tall, ..Style::PLAIN };
    for line in &page.items {
        paper.text(&format!("{} x {}", line.quantity, line.name), large);
    }
    paper.rule();
    paper.text(&format!("By {}", page.by), Style::PLAIN);
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_says_what_went_where() {
        let page = MovedPage {
            orders: (12, 13),
            places: ("Table 4".to_owned(), "Table 7".to_owned()),
            items: vec![TicketLine { quantity: 2, name: "Club Beer".to_owned(), notes: String::new() }],
            by: "musu".to_owned(),
        };
        let printing = PrintInfo { job: 19, at: "20 Nov 2025, 8:53 PM".into(), ..PrintInfo::default() };
        let paper = moved(&page, &printing, Profile::named("generic-58").expect("preset"));
        let expected = "\
MOVED
ORDER #12 -> #13
Table 4 -> Table 7
--------------------------------
2 x Club Beer
--------------------------------
By musu
Job 19      20 Nov 2025, 8:53 PM";
        assert_eq!(paper.lines().join("\n"), expected);
    }
}
