//! Page layout of a bill before payment, for every paper width.

use super::receipt::{PrintInfo, bill_of_split, head, included, item, marks, on_top, shared_discounts};
use crate::bills::BillDocument;
use crate::receipts::document::format_cash;
use printer::paper::{Paper, Size, Style};
use printer::profile::Profile;

const BOLD: Style = Style { bold: true, ..Style::PLAIN };
const GRAND: Style = Style { bold: true, size: Size::Tall, ..Style::PLAIN };

/// Lays a bill out for one printer.
pub fn bill(document: &BillDocument, printing: &PrintInfo, profile: Profile) -> Paper {
    let mut paper = Paper::new(profile);
    head(&mut paper, &document.business, document.tax.tin.as_deref());
    paper.text("BILL - NOT PAID", Style::HEADLINE);
    paper.text("NOT A RECEIPT", Style { bold: true, ..Style::CENTRE });
    marks(&mut paper, false, printing);
    paper.rule();
    paper.columns(&format!("{}, {}", document.date, document.time), "", Style::PLAIN);
    paper.columns(&document.place, "", Style::PLAIN);
    paper.columns("Bill", &document.number, Style::PLAIN);
    paper.columns(&format!("Order #{}", document.order_id), &format!("Print {}", document.print), Style::PLAIN);
    bill_of_split(&mut paper, document.split);
    paper.rule();
    document.items.iter().for_each(|line| item(&mut paper, line, &document.tax.name_of(line)));
    shared_discounts(&mut paper, &document.discounts);
    paper.rule();
    totals(&mut paper, document);
    paper.rule();
    paper.text(&format!("By {}", document.by), Style::PLAIN);
    paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN);
    paper.cut();
    paper
}

fn totals(paper: &mut Paper, document: &BillDocument) {
    on_top(paper, &document.tax);
    paper.columns("TOTAL", &document.total.usd.display(), GRAND);
    paper.columns("in Liberian dollars", &document.total.lrd.display(), BOLD);
    if let Some(paid) = document.paid {
        paper.columns("Paid", &format_cash(paid), Style::PLAIN);
    }
    if let Some(still) = document.still_to_pay {
        paper.columns("STILL TO PAY", &still.usd.display(), GRAND);
        paper.columns("in Liberian dollars", &still.lrd.display(), BOLD);
    }
    paper.columns("Rate", &format!("1 USD = {} LRD", document.rate), Style::PLAIN);
    included(paper, &document.tax);
}
