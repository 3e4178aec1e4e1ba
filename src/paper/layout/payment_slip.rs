//! Page layout of the slip about a payment, which is no receipt.

use super::receipt::{PrintInfo, bill_of_split, head, marks};
use crate::receipts::document::Business;
use printer::paper::{Paper, Style};
use printer::profile::Profile;

/// A slip about a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentSlip {
    /// What it is, in capitals.
    pub title: &'static str,
    pub business: Business,
    /// `23 Nov 2026, 8:52 PM`
    pub at: String,
    /// Name of the payment method.
    pub method: String,
    /// `Table 4 - Musu`
    pub place: String,
    /// Which of how many bills of a split it is on.
    pub split: Option<(u32, u32)>,
    /// `P-1042`
    pub payment: String,
    /// `Part 2 of 4`; may be empty.
    pub part: String,
    /// Labels and amounts.
    pub rows: Vec<(String, String)>,
}

/// Lays a slip out for one printer.
pub fn payment_slip(slip: &PaymentSlip, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    head(&mut paper, &slip.business, None);
    marks(&mut paper, false, printing);
    paper.text(slip.title, Style::HEADLINE);
    paper.text("NOT A RECEIPT", Style::CENTRE);
    paper.rule();
    paper.columns(&slip.at, &slip.method, Style::PLAIN);
    paper.columns(&slip.place, "", Style::PLAIN);
    bill_of_split(&mut paper, slip.split);
    paper.columns(&format!("Payment {}", slip.payment), &slip.part, Style::PLAIN);
    paper.rule();
    slip.rows.iter().for_each(|(label, amount)| paper.columns(label, amount, Style::PLAIN));
    paper.rule();
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}
