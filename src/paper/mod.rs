//! What each page says, from a figure to its place on the paper: renders a print job as bytes for one printer.

mod bills;
mod cash;
mod corrections;
pub mod layout;
mod payment_slip;
mod sheet;
mod tax;

use self::bills::bill_list;
use self::cash::{count_slip, drop_slip, pay_out_slip, report_page, x_page, z_page};
use self::sheet::sheet_page;
use self::tax::tax_report;
use crate::bills::BillFilter;
use crate::exceptions::{self, ExceptionKind, PersonCounts};
use crate::hours;
use crate::methods::PaymentMethod;
use crate::orders::OrderType;
use crate::paper::layout::address_slip::AddressSlip;
use crate::paper::layout::bill::bill;
use crate::paper::layout::cash_page::{CashPage, cash_page};
use crate::paper::layout::moved::{MovedPage, moved};
use crate::paper::layout::payment_slip::payment_slip;
use crate::paper::layout::receipt::{PrintInfo, receipt};
use crate::paper::layout::report::{Report, Section, report};
use crate::paper::layout::test_page::test_page;
use crate::paper::layout::ticket::{Ticket, TicketLine, ticket};
use crate::paper::layout::truth_sheet::truth_sheet;
use crate::printing::{self, CopyCount, JobKind, PrintJob};
use crate::receipts::Receipt;
use crate::receipts::document::format_cash;
use crate::reports::{self, Days, Totals};
use crate::seating::TableLabel;
use crate::settings::{PrinterSetting, Settings};
use crate::tips::{self, TipsRow};
use base::{Cash, Usd};
use printer::escpos;
use printer::profile::Profile;
use printer::transport::target::Target;
use store::{Stored, View};

/// A rendered job.
pub struct Content {
    pub target: Target,
    pub profile: Profile,
    pub bytes: Vec<u8>,
}

/// Address and profile of a printer; `None` if it has no usable address.
pub fn target_and_profile(printer: &PrinterSetting) -> Option<(Target, Profile)> {
    let preset = Profile::named(&printer.profile).unwrap_or_default();
    let profile = preset.with_columns(usize::from(printer.columns)).unwrap_or(preset);
    let target = printer.url.parse().ok().filter(|target| *target != Target::None)?;
    Some((target, profile))
}

/// The job as bytes for this printer; `None` if it can never be printed there. `guest_url` builds the URL of a receipt for guests.
pub fn content(
    view: &dyn View,
    job: &PrintJob,
    printer: &PrinterSetting,
    settings: &Settings,
    guest_url: &dyn Fn(&Receipt) -> String,
) -> Stored<Option<Content>> {
    let Some((target, profile)) = target_and_profile(printer) else { return Ok(None) };
    let (date, time) = settings.bar_time().on_paper(job.created_at);
    let (copy, printed_by) = copy_of(view, job, settings)?;
    let printing =
        PrintInfo { job: job.id, at: format!("{date}, {time}"), copy, printed_by, possible_duplicate: job.attempts > 0 && job.copy == 0 };
    let paper = match &job.kind {
        JobKind::Slip { url, name_url, secure } => {
            let title = &settings.business_name;
            let slip = AddressSlip { title, url: Some(url), name_url: name_url.as_deref(), secure: secure.as_ref(), wifi: None, first: None };
            slip.paper(Some(&printing), profile)
        }
        JobKind::Bill { number, print, .. } => {
            let document = crate::bills::bill(view, number)?.and_then(|stored| crate::bills::document(&stored, *print, settings));
            match document {
                Some(document) => bill(&document, &printing, profile),
                None => return Ok(None),
            }
        }
        JobKind::Bills { list, first, last, text } => {
            let filter = BillFilter { list: *list, first: *first, last: *last, text: text.clone() };
            report(&bill_list(view, &filter, settings)?, &printing, profile)
        }
        JobKind::TestPage => test_page(&printer.name, &printer.url, &printing, profile),
        JobKind::Ticket(order) => ticket(&ticket_page(order, false), &printing, profile),
        JobKind::Cancellation(order) => ticket(&ticket_page(order, true), &printing, profile),
        JobKind::Moved(slip) => moved(&moved_page(slip), &printing, profile),
        JobKind::Report { first, last } => report(&sales_report(view, Days { first: *first, last: *last }, settings)?, &printing, profile),
        JobKind::Hours { first, last } => report(&hours_report(view, Days { first: *first, last: *last }, settings)?, &printing, profile),
        JobKind::ShiftX { shift_id } => return cash(x_page(view, *shift_id, settings)?, &printing, target, profile),
        JobKind::Z { number, .. } => return cash(z_page(view, *number, settings)?, &printing, target, profile),
        JobKind::Cash { first, last } => {
            return cash(Some(report_page(view, Days { first: *first, last: *last }, settings)?), &printing, target, profile);
        }
        JobKind::DropSlip { movement_id } => return cash(drop_slip(view, *movement_id)?, &printing, target, profile),
        JobKind::PayOutSlip { movement_id } => return cash(pay_out_slip(view, *movement_id)?, &printing, target, profile),
        JobKind::PaymentSlip { payment_id, order } => match payment_slip::page(view, *payment_id, order.as_ref(), settings)? {
            Some(page) => payment_slip(&page, &printing, profile),
            None => return Ok(None),
        },
        JobKind::CountSlip { shift_id } => return cash(count_slip(view, *shift_id)?, &printing, target, profile),
        JobKind::Tips { first, last } => report(&tips_report(view, Days { first: *first, last: *last }, settings)?, &printing, profile),
        JobKind::Tax { first, last } => report(&tax_report(view, Days { first: *first, last: *last }, settings)?, &printing, profile),
        JobKind::Exceptions { first, last, manager_id } => {
            let days = Days { first: *first, last: *last };
            report(&exceptions_report(view, days, *manager_id, settings)?, &printing, profile)
        }
        JobKind::Sheet { day, version } => match sheet_page(view, *day, *version, settings)? {
            Some(sheet) => truth_sheet(&sheet, &printing, profile),
            None => return Ok(None),
        },
        JobKind::Receipt { number, .. } => match crate::receipts::receipt(view, number)? {
            Some(stored) => {
                let mut document = crate::receipts::document(view, &stored, settings)?;
                document.guest_url = guest_url(&Receipt::of(&stored));
                receipt(&document, &printing, profile)
            }
            None => return Ok(None),
        },
        JobKind::Drawer { .. } => {
            let bytes = escpos::open_drawer(&profile, escpos::DrawerPin::numbered(printer.drawer_pin));
            return Ok(Some(Content { target, profile, bytes }));
        }
    };
    Ok(Some(Content { target, profile, bytes: escpos::encode(&paper) }))
}

/// The number of the copy that a job prints, and who asked for it when; 0 for an original.
fn copy_of(view: &dyn View, job: &PrintJob, settings: &Settings) -> Stored<(u32, String)> {
    let (number, copy) = match job.kind.copy_count() {
        CopyCount::Receipt { number, copy } => (number, copy),
        CopyCount::Z { copy } => return Ok((job.copy.max(copy), String::new())),
        CopyCount::Job => return Ok((job.copy, String::new())),
    };
    let known = printing::copies(view, number)?.into_iter().rfind(|known| known.job_id == job.id);
    let printed_by = known.map(|known| {
        let (date, time) = settings.bar_time().on_paper(known.at);
        format!("Printed by {}, {date}, {time}", known.user_name)
    });
    Ok((copy, printed_by.unwrap_or_default()))
}

/// A page about cash; nothing without one.
fn cash(page: Option<CashPage>, printing: &PrintInfo, target: Target, profile: Profile) -> Stored<Option<Content>> {
    Ok(page.map(|page| Content { target, profile, bytes: escpos::encode(&cash_page(&page.of_copy(printing.copy), printing, profile)) }))
}

fn ticket_page(order: &printing::Ticket, cancelled: bool) -> Ticket {
    let place = place_on_paper(order.table.as_ref(), order.order_type);
    let line = |item: &printing::TicketItem| TicketLine {
        quantity: item.quantity,
        name: item.name.clone(),
        notes: item.notes.clone().unwrap_or_default(),
    };
    Ticket {
        changed: order.is_change,
        cancelled,
        order: order.order_id,
        place,
        customer: order.customer.clone(),
        items: order.items.iter().map(line).collect(),
        notes: order.notes.clone().unwrap_or_default(),
        reason: order.reason.clone().unwrap_or_default(),
        by: order.user_name.clone(),
        approved_by: order.approved_by.clone().unwrap_or_default(),
    }
}

/// Where an order is, as papers say it.
fn place_on_paper(table: Option<&TableLabel>, order_type: OrderType) -> String {
    match (table, order_type) {
        (Some(table), _) => table.to_string(),
        (None, OrderType::DineIn) => "Dine in".to_owned(),
        (None, OrderType::Takeout) => "Takeout".to_owned(),
        (None, OrderType::Delivery) => "Delivery".to_owned(),
    }
}

fn moved_page(slip: &printing::MovedSlip) -> MovedPage {
    let place = |place: &printing::PaperPlace| place_on_paper(place.table.as_ref(), place.order_type);
    let line = |item: &printing::TicketItem| TicketLine { quantity: item.quantity, name: item.name.clone(), notes: String::new() };
    MovedPage {
        orders: (slip.from.order_id, slip.to.order_id),
        places: (place(&slip.from), place(&slip.to)),
        items: slip.items.iter().map(line).collect(),
        by: slip.user_name.clone(),
    }
}

/// The sales report with the same figures as on the screen.
fn sales_report(view: &dyn View, days: Days, settings: &Settings) -> Stored<Report> {
    let by_day = reports::each_day(view, days)?;
    let mut all = Totals::default();
    by_day.iter().for_each(|(_, totals)| all += *totals);
    let line = |label: &str, amount: String| (label.to_owned(), amount);
    let summary = vec![
        line("Receipts", all.receipts.to_string()),
        line("Items", all.goods.quantity.to_string()),
        line("Sold in US dollars", all.goods.charged.usd.display()),
        line("Sold in Liberian dollars", all.goods.charged.lrd.display()),
        line("Total in US dollars", all.goods.usd.display()),
    ];
    let reports::Takings { kept, tenders, change, tips } = reports::takings(view, days)?;
    let mut kept: Vec<_> = kept.into_iter().collect();
    kept.sort_by_key(|(method, _)| settings.method_place(method));
    // "Handed over" is left out if it would only repeat the takings.
    let kept_by = |method: &PaymentMethod| kept.iter().find(|(known, _)| known == method).map(|(_, kept)| *kept).unwrap_or_default();
    let repeats_takings =
        change == Cash::ZERO && tenders.iter().all(|((method, currency), totals)| kept_by(method).minor_in(*currency) == totals.tendered);
    let takings = kept.into_iter().map(|(method, kept)| (settings.method_name(&method), format_cash(kept)));
    let mut tenders: Vec<_> = tenders.into_iter().collect();
    tenders.sort_by_key(|((method, currency), _)| (settings.method_place(method), *currency));
    let mut handed_over: Vec<_> = tenders
        .into_iter()
        .filter(|(_, totals)| totals.count > 0 && !repeats_takings)
        .map(|((method, currency), totals)| {
            let name = format!("{} x {} {}", totals.count, settings.method_name(&method), currency.as_str());
            (name, format_cash(Cash::of(currency, totals.tendered)))
        })
        .collect();
    if change != Cash::ZERO {
        handed_over.push(("Change".to_owned(), format!("-{}", format_cash(change))));
    }
    let mut tips_kept = Vec::new();
    if tips != Cash::ZERO {
        handed_over.push(("Tips".to_owned(), format!("-{}", format_cash(tips))));
        tips_kept.push(line("Not in the takings", format_cash(tips)));
    }
    let categories = reports::categories(view, days)?.into_iter().map(|(of, goods)| (of.with_pieces(goods.quantity), goods.usd.display()));
    let days_sold = by_day.iter().map(|(day, totals)| (day.to_string(), totals.goods.usd.display()));
    let section = |title: &str, lines: Vec<(String, String)>| Section { title: title.to_owned(), lines };
    let mut sections = vec![
        section("", summary),
        section("Takings", takings.collect()),
        section("Tips", tips_kept),
        section("Handed over", handed_over),
        section("By category", categories.collect()),
        section("By day", days_sold.collect()),
    ];
    sections.retain(|section| !section.lines.is_empty());
    Ok(a_report("SALES REPORT", days, settings, sections))
}

fn a_report(title: &str, days: Days, settings: &Settings, sections: Vec<Section>) -> Report {
    let period = format!("{} to {}", days.first, days.last);
    Report { title: title.to_owned(), business: settings.business_name.clone(), period, sections }
}

/// The working hours of each person, with the same figures as on the screen.
fn hours_report(view: &dyn View, days: Days, settings: &Settings) -> Stored<Report> {
    let rows = hours::hours(view, days.first, days.last)?;
    let (sums, not_stamped) = hours::sums(&rows);
    let line = |label: &str, minutes: i64| (label.to_owned(), hours::in_words(minutes));
    let mut all = vec![line("Worked", sums.minutes), line("Breaks", sums.break_minutes)];
    if not_stamped > 0 {
        all.push(("Not stamped".to_owned(), not_stamped.to_string()));
    }
    let mut paid: Vec<_> = rows.iter().map(|row| line(&row.user_name, row.figures.paid_minutes)).collect();
    paid.push(line("Total", sums.paid_minutes));
    let section = |title: &str, lines| Section { title: title.to_owned(), lines };
    Ok(a_report("WORKING HOURS", days, settings, vec![section("Paid", paid), section("All", all)]))
}

/// The tips of each person, with the same figures as on the screen.
fn tips_report(view: &dyn View, days: Days, settings: &Settings) -> Stored<Report> {
    let line = |label: &str, amount: Cash| (label.to_owned(), format_cash(amount));
    let person = |row: TipsRow| Section {
        lines: vec![line("Earned", row.earned), line("Paid out", row.paid), line("Due now", row.due)],
        title: row.user_name,
    };
    let mut sections: Vec<_> = tips::tips_of(view, days.first, days.last, None)?.into_iter().map(person).collect();
    let pool = tips::pool_of(view, days.first, days.last)?;
    if pool != Cash::ZERO {
        sections.push(Section { title: "Pool".to_owned(), lines: vec![line("Not shared yet", pool)] });
    }
    if sections.is_empty() {
        sections.push(Section { title: "No tips yet".to_owned(), lines: Vec::new() });
    }
    Ok(a_report("TIPS", days, settings, sections))
}

/// What is worth a look of each person, and the medians of the house, with the same figures as on the screen.
fn exceptions_report(view: &dyn View, days: Days, manager_id: Option<u64>, settings: &Settings) -> Stored<Report> {
    let report = exceptions::report(view, days.first, days.last, manager_id)?;
    let medians = report.medians.iter().filter(|(kind, _)| report.people.iter().any(|person| person.counts.of(**kind).count > 0));
    let medians: Vec<_> = medians.map(|(kind, median)| (kind.label().to_owned(), median.to_string())).collect();
    let mut sections: Vec<Section> = report.people.iter().map(person_section).collect();
    sections.push(Section { title: "Median of the house, per 100 receipts".to_owned(), lines: medians });
    sections.retain(|section| !section.lines.is_empty());
    if sections.is_empty() {
        sections.push(Section { title: "Nothing to report".to_owned(), lines: Vec::new() });
    }
    Ok(a_report("EXCEPTIONS", days, settings, sections))
}

/// `7 x Sent items taken off, 5.8 per 100` and what that is worth.
fn person_section(person: &PersonCounts) -> Section {
    let counts = &person.counts;
    let kinds = ExceptionKind::ALL.into_iter().map(|kind| (kind, counts.of(kind))).filter(|(_, tally)| tally.count > 0);
    let mut lines: Vec<(String, String)> = kinds
        .map(|(kind, tally)| {
            let rate = counts.rate(kind).map_or_else(String::new, |rate| format!(", {rate} per 100"));
            let worth = if tally.usd == Usd::ZERO { String::new() } else { tally.usd.display() };
            (format!("{} x {}{rate}", tally.count, kind.label()), worth)
        })
        .collect();
    if counts.granted > 0 {
        lines.push((format!("{} x Approved for others", counts.granted), String::new()));
    }
    Section { title: format!("{}, receipts: {}", person.user_name, counts.receipts), lines }
}
