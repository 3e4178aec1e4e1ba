//! The list of bills on paper.

use super::Section;
use crate::bills::{Bill, BillFilter, listed};
use crate::paper::layout::report::Report;
use crate::printing::BillList;
use crate::receipts::document::format_both;
use crate::settings::Settings;
use store::{Stored, View};

/// The bills of a list: number and amount, place and state of each, then their sum.
pub fn bill_list(view: &dyn View, filter: &BillFilter, settings: &Settings) -> Stored<Report> {
    let bills = listed(view, filter)?;
    let mut sections: Vec<Section> = bills.iter().map(|bill| section(bill, settings)).collect();
    if bills.is_empty() {
        sections.push(Section { title: "No bills waiting".to_owned(), lines: Vec::new() });
    } else {
        let total = bills.iter().map(Bill::grand_total).sum();
        let lines = vec![(format!("Bills {}", bills.len()), format_both(total))];
        sections.push(Section { title: "In all".to_owned(), lines });
    }
    let period = match (filter.list, filter.first, filter.last) {
        (BillList::Unpaid, ..) | (_, None, None) => String::new(),
        (_, Some(first), Some(last)) => format!("{first} to {last}"),
        (_, Some(first), None) => format!("From {first}"),
        (_, None, Some(last)) => format!("Until {last}"),
    };
    let title = match filter.list {
        BillList::Unpaid => "BILLS NOT PAID",
        BillList::Different => "BILLS, DIFFERENT",
        BillList::All => "BILLS",
    };
    Ok(Report { title: title.to_owned(), business: settings.business_name.clone(), period, sections })
}

fn section(bill: &Bill, settings: &Settings) -> Section {
    let (date, time) = settings.bar_time().on_paper(bill.created_at);
    let mut lines = vec![
        (bill.place(), bill.state.label().to_owned()),
        (format!("{date}, {time}"), bill.user_name.clone()),
        ("Total".to_owned(), format_both(bill.grand_total())),
    ];
    lines.extend(bill.settled.filter(|settled| *settled != bill.grand_total()).map(|settled| ("Settled".to_owned(), format_both(settled))));
    Section { title: bill.number.clone(), lines }
}
