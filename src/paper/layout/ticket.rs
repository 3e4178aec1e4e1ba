//! Page layout of an order ticket, large enough to be read across a kitchen.

use super::receipt::{PrintInfo, marks};
use printer::paper::{Paper, Size, Style};
use printer::profile::Profile;

/// Content of a ticket.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ticket {
    /// Whether it cancels items instead of ordering them.
    pub cancelled: bool,
    /// Whether it only tells a new note of what was ordered before.
    pub changed: bool,
    /// The order's number.
    pub order: u64,
    /// Where it goes: `Table 4`, `Takeout`.
    pub place: String,
    /// Name of the customer; may be empty.
    pub customer: String,
    /// Items to make, or to stop making.
    pub items: Vec<TicketLine>,
    /// Notes on the order; may be empty.
    pub notes: String,
    /// Reason of a cancellation; may be empty.
    pub reason: String,
    /// Username of the person who entered or cancelled it.
    pub by: String,
    /// Username of the person who approved a cancellation; may be empty.
    pub approved_by: String,
}

/// One line of a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TicketLine {
    /// Number of pieces.
    pub quantity: i64,
    /// Name of the product.
    pub name: String,
    /// Notes on the item; may be empty.
    pub notes: String,
}

/// Lays a ticket out for one printer.
pub fn ticket(ticket: &Ticket, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    if ticket.cancelled {
        paper.text("CANCELLED", Style { size: Size::Double, ..Style::HEADLINE });
    }
    if ticket.changed {
        paper.text("NOTE CHANGED", Style { size: Size::Double, ..Style::HEADLINE });
    }
    paper.text(&format!("ORDER #{}", ticket.order), Style { size: Size::Double, ..Style::HEADLINE });
    paper.text(&ticket.place, Style::HEADLINE);
    paper.text(&ticket.customer, Style::CENTRE);
    marks(&mut paper, false, printing);
    paper.rule();
    let large = Style { bold: true, size: Size::Tall, ..Style::PLAIN };
    for line in &ticket.items {
        let stop = if ticket.cancelled { "NOT " } else { "" };
        paper.text(&format!("{stop}{} x {}", line.quantity, line.name), large);
        line.notes.lines().for_each(|note| paper.columns(&format!("   {note}"), "", Style::PLAIN));
    }
    paper.rule();
    paper.text(&ticket.notes, Style { bold: true, ..Style::PLAIN });
    if !ticket.reason.is_empty() {
        paper.text(&format!("Reason: {}", ticket.reason), Style::PLAIN);
    }
    paper.text(&format!("By {}", ticket.by), Style::PLAIN);
    if !ticket.approved_by.is_empty() {
        paper.text(&format!("Approved by {}", ticket.approved_by), Style::PLAIN);
    }
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> Ticket {
        Ticket {
            cancelled: false,
            changed: false,
            order: 12,
            place: "Table 4".into(),
            customer: "James Cooper".into(),
            items: vec![
                TicketLine { quantity: 2, name: "Club Beer".into(), notes: "very cold\nno glass".into() },
                TicketLine { quantity: 1, name: "Pepper soup with dry fish and rice".into(), notes: String::new() },
            ],
            notes: "Birthday".into(),
            reason: String::new(),
            by: "musu".into(),
            approved_by: String::new(),
        }
    }

    #[test]
    fn a_ticket_says_what_to_make() {
        let printing = PrintInfo { job: 17, at: "20 Nov 2025, 8:53 PM".into(), ..PrintInfo::default() };
        let paper = ticket(&order(), &printing, Profile::named("generic-58").expect("preset"));
        let expected = "\
ORDER #12
Table 4
James Cooper
--------------------------------
2 x Club Beer
   very cold
   no glass
1 x Pepper soup with dry fish
and rice
--------------------------------
Birthday
By musu
Job 17      20 Nov 2025, 8:53 PM";
        assert_eq!(paper.lines().join("\n"), expected);
    }

    #[test]
    fn a_cancellation_cannot_be_taken_for_an_order() {
        let printing = PrintInfo { job: 18, at: "9 PM".into(), possible_duplicate: true, ..PrintInfo::default() };
        let cancelled = Ticket { cancelled: true, reason: "Guest left".into(), approved_by: "sarah".into(), ..order() };
        let paper = ticket(&cancelled, &printing, Profile::named("generic-80").expect("preset"));
        let lines = paper.lines();
        assert_eq!(lines[..2], ["CANCELLED", "ORDER #12"]);
        assert!(lines.contains(&"POSSIBLE DUPLICATE") && lines.contains(&"NOT 2 x Club Beer") && lines.contains(&"Reason: Guest left"));
        let by = lines.iter().position(|line| *line == "By musu").expect("who cancelled it");
        assert_eq!(lines[by + 1], "Approved by sarah");
    }
}
